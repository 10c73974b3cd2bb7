"""What a position that was edited by hand may say: the names that the rules go on to look up.

Decides no rule: turns are named by year and season, wars have two sides, marks, markers, counters,
flags and tracks are words of the vocabulary. Whether the position makes sense as history is left to
the moderator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL, Power, Scalar, State
from pbem.core.record.terms import unknown_words, unsound_wars
from pbem.systems.tw.world.calendar import PLAYER_TURNS
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.seats import wrong_seats
from pbem.systems.tw.world.vocabulary import (
    WORDS,
    Effort,
    PowerCount,
    PowerFlag,
    Relation,
    Season,
    Side,
    TrackName,
)

_TURN: Final = re.compile(rf"[0-9]{{4}}-({'|'.join(Season)})")
SIDES: Final = (*Side, NEUTRAL)
TURNS: Final = (
    TrackName.FIRST_TURN, TrackName.LAST_TURN, TrackName.SOVIET_UNION_ATTACKED,
)  # fmt: skip
ARMIES: Final = range(1, 5)


def sound(position: Position) -> Sequence[str]:
    """Everything that no rule could go on with, each with what would be legal."""
    return (
        *_clock(position),
        *unknown_words(position.state, WORDS),
        *(trouble for power in position.powers.values() for trouble in _power(position, power)),
        *wrong_seats(position),
        *hidden_units(position.state),
        *unsound_wars(position.state, Relation.WAR),
        *_tracks(position.state),
    )


@implements("TW-2.4-1")
def hidden_units(state: State) -> Iterator[str]:
    """Everybody may look at all units: nobody hides one."""
    for name in sorted(state.units):
        if state.units[name].secret:
            yield f"{name} is secret: all units lie open, but for those of Task Forces"


def _turn(name: str, value: Scalar) -> Iterator[str]:
    if not (isinstance(value, str) and _TURN.fullmatch(value)):
        yield f"{name}: there is no turn '{value}'; it is a year and a season, as 1941-summer"


def _clock(position: Position) -> Iterator[str]:
    """A turn has an Axis and an Allied player turn (3.11)."""
    clock = position.clock
    yield from _turn("the clock", clock.turn)
    if clock.impulse not in PLAYER_TURNS:
        yield f"the clock: there is no player turn number {clock.impulse}; it is 1 or 2"
    elif clock.side != PLAYER_TURNS[clock.impulse]:
        right = PLAYER_TURNS[clock.impulse]
        yield f"the clock: player turn {clock.impulse} is {right}, not '{clock.side}'"


def _power(position: Position, power: Power) -> Iterator[str]:
    """Sides, patrons and efforts are there; armies have a rating."""
    if power.side not in SIDES:
        yield f"{power.id}: there is no side '{power.side}'; {suggest(power.side, SIDES)}"
    patron = power.flags.get(PowerFlag.PATRON)
    if patron is not None and patron not in position.powers:
        yield f"{power.id}: patron is '{patron}'; {suggest(str(patron), position.powers)}"
    effort = power.flags.get(PowerFlag.EFFORT)
    if effort is not None and Effort.term_for(str(effort)) is None:
        yield f"{power.id}: effort is '{effort}'; {suggest(str(effort), tuple(Effort))}"
    sustained = power.flags.get(PowerFlag.LAST_SLE)
    if sustained is not None:
        yield from _turn(f"{power.id}: {PowerFlag.LAST_SLE}", sustained)
    army = power.counters.get(PowerCount.ARMY)
    if army is not None and army not in ARMIES:
        yield f"{power.id}: the rating of its army is {army}; it is 1 to 4"


def _tracks(state: State) -> Iterator[str]:
    """Tracks that name a turn or a year."""
    for name in state.tracks:
        if name in TURNS:
            yield from _turn(name, state.track(name))
    first = state.track(TrackName.FIRST_WINTER)
    if first is not None and (isinstance(first, bool) or not isinstance(first, int)):
        yield f"{TrackName.FIRST_WINTER} is '{first}'; it is a year"
