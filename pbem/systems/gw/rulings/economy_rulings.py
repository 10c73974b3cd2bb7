"""Readings of ambiguous rules about money, research, repair, lend-lease (7, 10.6)."""

from __future__ import annotations

from enum import StrEnum


class Ready(StrEnum):
    """When a unit that is built over several turns is ready."""

    SAME_TURN = "same-turn"
    NEXT_TURN = "next-turn"


class Payments(StrEnum):
    """How many stages of construction may be paid in a turn."""

    ONE = "one"
    SEVERAL = "several"


class ShipInYard(StrEnum):
    """When a ship that is repaired must be beside the yard."""

    UNTIL_PLACED = "until-placed"
    WHEN_ORDERED = "when-ordered"


class CapturedResearch(StrEnum):
    """Whether a captured Major Factory gives a technology die."""

    NO_DIE = "no-die"
    DIE = "die"


class CommonwealthResearch(StrEnum):
    """Whether the Commonwealth counts its technology dice together."""

    POOLED = "pooled"
    EACH = "each"


class CheaperShips(StrEnum):
    """What Improved Construction takes off a unit of one payment."""

    EVERY_CYCLE = "every-cycle"
    SEVERAL_CYCLES = "several-cycles"


class TwoAtOnce(StrEnum):
    """Which units may be paid for two stages at once."""

    TWO_OR_MORE = "two-or-more"
    THREE = "three"


class LendingLimit(StrEnum):
    """What the limit of one lend-lease a turn counts."""

    PAIR = "pair"
    RECEIVER = "receiver"
    LENDER = "lender"


class Lenders(StrEnum):
    """Who may lend."""

    MAJORS = "majors"
    PLAYERS = "players"


class RepairPrice(StrEnum):
    """What the repair of a facility costs."""

    ONE = "one"
    TWO = "two"


class StrategicSubmarines(StrEnum):
    """Whether submarines move by strategic naval movement."""

    TRANSPORTS = "transports"
    SUBMARINES = "submarines"
