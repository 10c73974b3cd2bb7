"""Turns (2.1, 3): seasons, years, and which player turn follows which.

Decides how turns are named and ordered. Leaves what happens in them to `turn`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Clock
from pbem.systems.tw.world.vocabulary import Season, Side

SEASONS: Final = tuple(Season)
SEASON_OF: Final = {str(season): season for season in Season}
PLAYER_TURNS: Final = {1: Side.AXIS, 2: Side.ALLIED}


def season_of(turn: str) -> Season:
    """The season of a turn: `1940-spring`."""
    return SEASON_OF[turn.partition("-")[2]]


def year_of(turn: str) -> int:
    """The year of a turn."""
    return int(turn.partition("-")[0])


@implements("TW-2.1-1")
def turn_after(turn: str) -> str:
    """The turn that follows: the next season, and Spring after Winter."""
    at = SEASONS.index(season_of(turn)) + 1
    year = year_of(turn)
    return f"{year}-{SEASONS[at]}" if at < len(SEASONS) else f"{year + 1}-{SEASONS[0]}"


def order_of(turn: str) -> int:
    """Turns as numbers, in their order."""
    return year_of(turn) * len(SEASONS) + SEASONS.index(season_of(turn))


@implements("TW-1.2c-7", "TW-3.11-3")
def player_turn_after(clock: Clock) -> tuple[str, int, Side]:
    """The player turn that follows: the Allied one after the Axis, then the next turn."""
    if clock.impulse == 1:
        return clock.turn, 2, PLAYER_TURNS[2]
    return turn_after(clock.turn), 1, PLAYER_TURNS[1]


def next_player_turn(clock: Clock) -> Clock:
    """The player turn that follows."""
    turn, number, side = player_turn_after(clock)
    return replace(clock, turn=turn, impulse=number, side=str(side))


def next_own_player_turn(clock: Clock) -> str:
    """The next player turn of the side that moves: that of the turn that follows."""
    return replace(clock, turn=turn_after(clock.turn)).name
