"""Readings of ambiguous rules about ships and submarines (8.7-8.9, 9.6, 9.10)."""

from __future__ import annotations

from pbem.core.rules.readings import Reading


class StrikeDenied(Reading, id="GW-R-4"):
    """Whose submarines a Destroyer takes First Strike from."""

    OPPOSING = "opposing"
    ALL = "all"


class TacticalDefence(Reading, id="GW-R-7"):
    """The Defense of Tactical Bombers at sea."""

    FIVE = "five"
    FOUR = "four"


class LoneTransports(Reading, id="GW-R-19"):
    """What transports under Advanced ASW do when they are alone."""

    ROLL = "roll"
    LOST = "lost"


class MixedStack(Reading, id="GW-R-8.9-b"):
    """Whether submarines beside ships of their own may decline."""

    FREE = "free"
    WITH_FLEET = "with-fleet"


class SubmarinesHit(Reading, id="GW-R-8.9-c"):
    """Who can hit a submarine that takes part in combat."""

    ANYBODY = "anybody"
    PATROLS = "patrols"


class FleetJoins(Reading, id="GW-R-0.5-b"):
    """Which of the ships that stood in a sea zone before the turn attack there (0.5)."""

    NAMED = "named"
    ALL = "all"
