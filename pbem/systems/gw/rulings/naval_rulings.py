"""Readings of ambiguous rules about ships and submarines (8.7-8.9, 9.6, 9.10)."""

from __future__ import annotations

from enum import StrEnum


class StrikeDenied(StrEnum):
    """Whose submarines a Destroyer takes First Strike from."""

    OPPOSING = "opposing"
    ALL = "all"


class TacticalDefence(StrEnum):
    """The Defense of Tactical Bombers at sea."""

    FIVE = "five"
    FOUR = "four"


class LoneTransports(StrEnum):
    """What transports under Advanced ASW do when they are alone."""

    ROLL = "roll"
    LOST = "lost"


class MixedStack(StrEnum):
    """Whether submarines beside ships of their own may decline."""

    FREE = "free"
    WITH_FLEET = "with-fleet"


class SubmarinesHit(StrEnum):
    """Who can hit a submarine that takes part in combat."""

    ANYBODY = "anybody"
    PATROLS = "patrols"


class FleetJoins(StrEnum):
    """Which of the ships that stood in a sea zone before the turn attack there (0.5)."""

    NAMED = "named"
    ALL = "all"
