"""Readings of ambiguous rules about fights on land, bombing, declarations (5.6, 8, 9)."""

from __future__ import annotations

from enum import StrEnum


class RocketsInJungle(StrEnum):
    """What jungle leaves of a rocket's carpet bombing."""

    KEPT = "kept"
    NONE = "none"


class CarpetDice(StrEnum):
    """How many dice a Strategic Bomber rolls in carpet bombing."""

    THREE = "three"
    TWO = "two"


class FacilityGuns(StrEnum):
    """What the guns of a facility hit on."""

    THREE = "three"
    TWO = "two"


class LentPayment(StrEnum):
    """When lent IPPs are paid."""

    WHEN_DECLARED = "when-declared"
    WHEN_DELIVERED = "when-delivered"


class ScrambleNumber(StrEnum):
    """For how many battles the number of an Air Base counts."""

    IN_ALL = "in-all"
    EACH_BATTLE = "each-battle"


class AfterAttrition(StrEnum):
    """Whether artillery moves after an attrition attack."""

    STAYS = "stays"
    MOVES = "moves"


class FailedAttack(StrEnum):
    """When an attack on a Minor Power has failed."""

    EXISTS = "exists"
    BEATEN_OFF = "beaten-off"


class MarinesCross(StrEnum):
    """What an attack over a narrow crossing is."""

    OVERLAND = "overland"
    ASSAULT = "assault"


class HeldSubmarines(StrEnum):
    """How long aircraft on patrol fight a submarine that would decline."""

    UNTIL_GONE = "until-gone"
    ONE_ROUND = "one-round"


class HeavyCarrierClass(StrEnum):
    """Whether a Heavy Carrier is a surface warship."""

    WARSHIP = "warship"
    NO_WARSHIP = "no-warship"


class DefendingHits(StrEnum):
    """How many casualties the hits of one type of defenders cause."""

    EACH_HIT = "each-hit"
    ONE_EACH_TYPE = "one-each-type"
