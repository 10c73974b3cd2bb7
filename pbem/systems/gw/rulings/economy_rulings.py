"""Readings of ambiguous rules about money, research, repair, lend-lease (7, 10.6)."""

from __future__ import annotations

from pbem.core.rules.readings import Reading


class Ready(Reading, id="GW-R-7.3-a"):
    """When a unit that is built over several turns is ready."""

    SAME_TURN = "same-turn"
    NEXT_TURN = "next-turn"


class Payments(Reading, id="GW-R-7.3-b"):
    """How many stages of construction may be paid in a turn."""

    ONE = "one"
    SEVERAL = "several"


class ShipInYard(Reading, id="GW-R-7.4-a"):
    """When a ship that is repaired must be beside the yard."""

    UNTIL_PLACED = "until-placed"
    WHEN_ORDERED = "when-ordered"


class CapturedResearch(Reading, id="GW-R-7.6-b"):
    """Whether a captured Major Factory gives a technology die."""

    NO_DIE = "no-die"
    DIE = "die"


class CommonwealthResearch(Reading, id="GW-R-7.6-c"):
    """Whether the Commonwealth counts its technology dice together."""

    POOLED = "pooled"
    EACH = "each"


class CheaperShips(Reading, id="GW-R-7.8-b"):
    """What Improved Construction takes off a unit of one payment."""

    EVERY_CYCLE = "every-cycle"
    SEVERAL_CYCLES = "several-cycles"


class TwoAtOnce(Reading, id="GW-R-7.8-c"):
    """Which units may be paid for two stages at once."""

    TWO_OR_MORE = "two-or-more"
    THREE = "three"


class LendingLimit(Reading, id="GW-R-7.9-a"):
    """What the limit of one lend-lease a turn counts."""

    PAIR = "pair"
    RECEIVER = "receiver"
    LENDER = "lender"


class Lenders(Reading, id="GW-R-7.9-b"):
    """Who may lend."""

    MAJORS = "majors"
    PLAYERS = "players"


class RepairPrice(Reading, id="GW-R-14"):
    """What the repair of a facility costs."""

    ONE = "one"
    TWO = "two"


class StrategicSubmarines(Reading, id="GW-R-6"):
    """Whether submarines move by strategic naval movement."""

    TRANSPORTS = "transports"
    SUBMARINES = "submarines"
