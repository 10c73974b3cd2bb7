"""Game turns (2.4, 3.11, 8.1): seasons, years, and which player turn follows which.

Decides how turns are named and ordered, when a year is over, and who sets up before the first one
(7.31). Leaves what happens between years
to `turn`.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Clock, State
from pbem.systems.awaw.world.vocabulary import Season, Side, TrackName

SEASONS: Final = tuple(Season)
SEASON_OF: Final = {str(season): season for season in Season}
PLAYER_TURNS: Final = {1: Side.AXIS, 2: Side.ALLIED}


def turn_of(name: str) -> tuple[int, Season]:
    """The year and the season of a game turn: `1939-fall`."""
    year, _, season = name.partition("-")
    return int(year), SEASON_OF[season]


@implements("AWAW-2.41-1", "AWAW-3.11-51")
def turn_after(name: str) -> str:
    """The game turn that follows: three months later, and spring after winter."""
    year, season = turn_of(name)
    at = SEASONS.index(season) + 1
    return f"{year}-{SEASONS[at]}" if at < len(SEASONS) else f"{year + 1}-{SEASONS[0]}"


def is_before(name: str, other: str) -> bool:
    """Whether a game turn comes before another."""
    (year, season), (late, then) = turn_of(name), turn_of(other)
    return (year, SEASONS.index(season)) < (late, SEASONS.index(then))


@implements("AWAW-2.42-1", "AWAW-3.11-66", "AWAW-8.11-1")
def player_turn_after(clock: Clock) -> tuple[str, int, Side]:
    """The player turn that follows: the Allied one after the Axis, then the next game turn.

    The Axis always moves first.
    """
    if clock.impulse == 1:
        return clock.turn, 2, PLAYER_TURNS[2]
    return turn_after(clock.turn), 1, PLAYER_TURNS[1]


@implements("AWAW-3.11-81", "AWAW-8.3-1")
def begins_year(turn: str) -> bool:
    """Whether the Year Start Sequence comes before a game turn: after every winter (8.3)."""
    return turn_of(turn)[1] is Season.SPRING


@implements("AWAW-7.21-1", "AWAW-7.31-1")
def setting_up_now(state: State) -> tuple[str, ...]:
    """The powers whose turn it is to set up: the first one, and those of its players after it."""
    left = tuple(str(state.track(TrackName.DEPLOYING) or "").split())
    first = state.powers[left[0]].players if left else ()
    return tuple(takewhile(lambda power: state.powers[power].players == first, left))
