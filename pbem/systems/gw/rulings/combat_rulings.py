"""Readings of ambiguous rules about fights on land, bombing, declarations (5.6, 8, 9)."""

from __future__ import annotations

from pbem.core.rules.readings import Reading


class RocketsInJungle(Reading, id="GW-R-1.10-a"):
    """What jungle leaves of a rocket's carpet bombing."""

    KEPT = "kept"
    NONE = "none"


class CarpetDice(Reading, id="GW-R-2"):
    """How many dice a Strategic Bomber rolls in carpet bombing."""

    THREE = "three"
    TWO = "two"


class FacilityGuns(Reading, id="GW-R-21"):
    """What the guns of a facility hit on."""

    THREE = "three"
    TWO = "two"


class LentPayment(Reading, id="GW-R-7.9-c"):
    """When lent IPPs are paid."""

    WHEN_DECLARED = "when-declared"
    WHEN_DELIVERED = "when-delivered"


class ScrambleNumber(Reading, id="GW-R-8.6-b"):
    """For how many battles the number of an Air Base counts."""

    IN_ALL = "in-all"
    EACH_BATTLE = "each-battle"


class AfterAttrition(Reading, id="GW-R-7.8-a"):
    """Whether artillery moves after an attrition attack."""

    STAYS = "stays"
    MOVES = "moves"


class FailedAttack(Reading, id="GW-R-5.6-c"):
    """When an attack on a Minor Power has failed."""

    EXISTS = "exists"
    BEATEN_OFF = "beaten-off"


class MarinesCross(Reading, id="GW-R-1.20-b"):
    """What an attack over a narrow crossing is."""

    OVERLAND = "overland"
    ASSAULT = "assault"


class HeldSubmarines(Reading, id="GW-R-8.7-c"):
    """How long aircraft on patrol fight a submarine that would decline."""

    UNTIL_GONE = "until-gone"
    ONE_ROUND = "one-round"


class HeavyCarrierClass(Reading, id="GW-R-17"):
    """Whether a Heavy Carrier is a surface warship."""

    WARSHIP = "warship"
    NO_WARSHIP = "no-warship"


class DefendingHits(Reading, id="GW-R-27"):
    """How many casualties the hits of one type of defenders cause."""

    EACH_HIT = "each-hit"
    ONE_EACH_TYPE = "one-each-type"
