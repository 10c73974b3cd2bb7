"""The turns of a year: which follows, how many lie between, and their year and season.

Decides how a turn is named: `1941-ja` is Jul/Aug 1941. Leaves what happens in a turn to `turn`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.systems.flames.world.vocabulary import Months, TrackName

PAIRS: Final = tuple(map(str, Months))


def number_of(turn: str) -> int:
    """A turn as a number, so that turns can be compared and counted."""
    year, _, months = turn.partition("-")
    return int(year) * len(PAIRS) + PAIRS.index(months)


@implements("WIF-1.2.2-1")
def turn_after(turn: str, many: int = 1) -> str:
    """The turn so many turns on."""
    year, at = divmod(number_of(turn) + many, len(PAIRS))
    return f"{year}-{PAIRS[at]}"


def next_turn(turn: str) -> str:
    """The turn after one: `1941-ja`, `1941-so`, … `1942-jf`."""
    return turn_after(turn)


def year_of(turn: str) -> int:
    """The year of a turn."""
    return int(turn.partition("-")[0])


def season_of(turn: str) -> str:
    """The pair of months of a turn, as charts name it: `1941-ja` is `ja`."""
    return turn.partition("-")[2]


def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn; without a last turn it never does."""
    last = state.track(TrackName.LAST_TURN)
    return last is not None and number_of(state.clock.turn) >= number_of(str(last))
