"""What a position that was edited by hand may say: the names that the rules go on to look up.

Decides no rule: turns are named by year and month, nations that relations, flags and tracks name
are in the game, wars have two sides, marks, markers, counters, flags and tracks are words of the
vocabulary, marks name zones where they must, and no ship bears hits that would have sunk it.
Whether the position makes sense as history is left to the moderator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.record.state import ON_TURN, Scalar, State, Unit, as_text
from pbem.core.record.terms import unknown_words, unsound_wars
from pbem.core.rules.position import Position
from pbem.systems.gw.battle.ship_damage import HeavyCarrier, sturdy
from pbem.systems.gw.world.cargo import is_hold
from pbem.systems.gw.world.facilities import facilities
from pbem.systems.gw.world.nations import NEUTRAL, is_sea, turn_number
from pbem.systems.gw.world.units import HEAVY_CARRIER, catalogue
from pbem.systems.gw.world.vocabulary import (
    TRACK_VALUES,
    WORDS,
    Alliance,
    Marker,
    PowerFlag,
    Relation,
    TrackName,
    UnitMark,
)

_TURN: Final = re.compile(r"[0-9]{4}-(jan|jul)")
_LEGAL_TURN: Final = "it is a year and jan or jul, as 1941-jan"
SIDES: Final = (*Alliance, NEUTRAL)
NATIONS: Final = (
    PowerFlag.CONTROLLED_BY, PowerFlag.ALIGNED_WITH, PowerFlag.SURRENDERED, PowerFlag.DEFEATED,
    PowerFlag.CAPITAL_LOST,
)  # fmt: skip
TURNS: Final = (TrackName.LAST_TURN, TrackName.TIED_IN, TrackName.FRANCE_SURRENDERED)
SEA_ZONES: Final = (UnitMark.SEA,)
ZONES: Final = (UnitMark.FROM, UnitMark.BASE, UnitMark.FOR, *SEA_ZONES)
NUMBERS: Final = (UnitMark.LEFT, UnitMark.DAMAGED)


def sound(position: Position) -> Sequence[str]:
    """Everything that no rule could go on with, each with what would be legal."""
    return (
        *_clock(position),
        *_nations(position),
        *unsound_wars(position.state, Relation.WAR),
        *_tracks(position.state),
        *unknown_words(position.state, WORDS),
        *_facilities(position),
        *_marks(position),
        *_damage(position),
        *_cargo(position.state),
    )


def _turn(name: str, value: Scalar) -> Iterator[str]:
    if not (isinstance(value, str) and _TURN.fullmatch(value)):
        yield f"{name}: there is no turn '{value}'; {_LEGAL_TURN}"


def _clock(position: Position) -> Iterator[str]:
    """Turns, the nations' turns in them (table 6-1), and Alliances."""
    rows = position.book.chart("national-order").table("nations").rows.names
    numbers = sorted({turn_number(position.book, row) for row in rows})
    yield from _turn("the clock", position.clock.turn)
    if position.clock.impulse not in numbers:
        yield (
            f"the clock: there is no turn of a nation number {position.clock.impulse}; "
            f"they have the numbers {numbers[0]} to {numbers[-1]}"
        )
    for power in position.powers.values():
        if power.side not in SIDES:
            yield f"{power.id}: there is no Alliance '{power.side}'; {suggest(power.side, SIDES)}"


def _nations(position: Position) -> Iterator[str]:
    """Flags that name a nation or a zone name one that is there; money and incomes are numbers."""
    for power in position.powers.values():
        for flag in NATIONS:
            other = power.flags.get(flag)
            if other is not None and other not in position.powers:
                hint = suggest(str(other), position.powers)
                yield f"{power.id}: {flag} is '{other}'; {hint}"
        capital = power.flags.get(PowerFlag.CAPITAL)
        if capital is not None and capital not in position.board:
            yield f"{power.id}: there is no place '{capital}' for its capital"
        for name, number in power.counters.items():
            if number < 0:
                yield f"{power.id}: {name} is {number}; it is never less than 0"


def _tracks(state: State) -> Iterator[str]:
    """Tracks that name a turn, a word or nations."""
    for name in TURNS:
        if state.track(name) is not None:
            yield from _turn(name, state.track(name))
    for name, words in TRACK_VALUES.items():
        value = state.track(name)
        if value is not None and str(value) not in words:
            yield f"{name} is '{value}'; {suggest(str(value), words)}"
    for nation in as_text(state.track(ON_TURN)).split():
        if nation not in state.powers:
            yield f"{ON_TURN}: there is no power '{nation}'"


def _facilities(position: Position) -> Iterator[str]:
    """Of each kind of facility a zone has a number, and its damage is one."""
    for place in position.places.values():
        for name, value in place.facts.items():
            if name in facilities(position.book) and not _is_count(value or 0):
                yield f"{place.id}: {name} is '{value}'; it is a number"
        for name, value in place.markers.items():
            if Marker.term_for(name) == Marker.DAMAGE and not _is_count(value):
                yield f"{place.id}: {name} is '{value}'; it is a number"


def _is_count(value: Scalar) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _marks(position: Position) -> Iterator[str]:
    """Marks are those of the rules; some name a zone, some count."""
    board = position.board
    for unit in position.units.values():
        for name, mark in unit.marks.items():
            value = mark.value
            if name in NUMBERS and (isinstance(value, bool) or not isinstance(value, int)):
                yield f"{unit.id}: {name} is '{value}'; it is a number"
            elif name in ZONES and value not in board:
                yield f"{unit.id}: {name} is '{value}', which is no place"
            elif name in SEA_ZONES and not is_sea(board, str(value)):
                yield f"{unit.id}: {name} is '{value}', which is no sea zone"


def _damage(position: Position) -> Iterator[str]:
    """A ship bears fewer hits than sink it (0.9)."""
    for unit in position.units.values():
        mark = unit.marks.get(UnitMark.DAMAGED)
        if (
            mark is None
            or unit.counter not in catalogue(position.book)
            or not isinstance(mark.value, int)
        ):
            continue
        hits = _hits(position, unit)
        if mark.value >= hits:
            name = catalogue(position.book)[unit.counter].name
            hit = f"{name} is lost by hit number {hits}"
            yield f"{unit.id}: {UnitMark.DAMAGED} is {mark.value}; {hit}"


def _hits(position: Position, unit: Unit) -> int:
    """The hits that sink a ship in this game; only of Heavy Carriers there is a question."""
    kind = catalogue(position.book)[unit.counter]
    if kind.id != HEAVY_CARRIER:
        return kind.hits
    ruling = position.reading(HeavyCarrier)
    return sturdy(kind, ruling, bool(position.options.capital_ship_damage)).hits


def _cargo(state: State) -> Iterator[str]:
    """What is in a hold has a carrier that bears the name of that hold (8.4)."""
    marks = (unit.marks.get(UnitMark.HOLD) for unit in state.units.values())
    holds = {f"in:{mark.value}" for mark in marks if mark}
    for unit in state.units.values():
        if is_hold(unit.at) and unit.at not in holds:
            bears = f"no unit bears the mark {UnitMark.HOLD}={unit.at[3:]}"
            yield f"{unit.id}: nobody carries it; {bears}"
