"""What the clock and the tracks of a position may say: the names that the rules go on to look up.

Decides no rule: turns are named as on the turn record, the impulse marker stands in a box of its
track (12), the weather of a zone is a word of the weather chart (8). Leaves to the moderator
whether the position makes sense as history.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.record.state import State
from pbem.core.record.terms import Term
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.wif.world.vocabulary import Initiative, Months, Side, TrackName, Weather

NUMBERS: Final = (
    TrackName.WEATHER_ADVANCE,
    TrackName.WEATHER_ASTERISKS,
    *(TrackName.IMPULSES.of(side) for side in Side),
)
_TURN: Final = re.compile(rf"[0-9]{{4}}-({'|'.join(Months)})")


def sound(position: Position) -> Sequence[str]:
    """Every word of the clock and the tracks that no rule could go on with."""
    state = position.state
    return (
        *_clock(state),
        *_impulse_box(position.game, state),
        *_numbers(state),
        *_words(state),
    )


def _clock(state: State) -> Iterator[str]:
    """The turn has a year and a pair of months; only the Axis and the Allies move."""
    turn, side = state.clock.turn, state.clock.side
    if not _TURN.fullmatch(turn):
        legal = f"a year and one of {', '.join(Months)}, as 1941-ja for Jul/Aug 1941"
        yield f"there is no turn '{turn}'; it is {legal}"
    if Side.term_for(side) is None:
        yield f"there is no side '{side}'; {suggest(side, Side)}"


def _impulse_box(game: Game, state: State) -> Iterator[str]:
    """The impulse marker stands in a box of the impulse track (12)."""
    box = state.track(TrackName.IMPULSE_BOX)
    last = max(int(row) for row in game.chart("impulse-track").table().rows.names)
    if box is not None and not (_is_number(box) and 1 <= int(box) <= last):
        yield f"impulse-box: there is no box '{box}'; the impulse track has boxes 1 to {last}"


def _numbers(state: State) -> Iterator[str]:
    """What is counted is a whole number, never less than nothing."""
    for name in NUMBERS:
        value = state.track(name)
        if value is not None and not (_is_number(value) and int(value) >= 0):
            yield f"{name} is '{value}'; it is a whole number from 0 on"


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _words(state: State) -> Iterator[str]:
    """Weather (8), the initiative and who moved first (12) are words that the rules know."""
    known: dict[str, list[Term]] = {
        TrackName.INITIATIVE: list(Initiative),
        TrackName.FIRST_SIDE: list(Side),
    }
    known |= {
        name: list(Weather)
        for name in sorted(state.tracks)
        if TrackName.term_for(name) is TrackName.WEATHER
    }
    for name, words in known.items():
        value = state.track(name)
        if value is not None and value not in words:
            yield f"{name} is '{value}'; {suggest(str(value), words)}"
