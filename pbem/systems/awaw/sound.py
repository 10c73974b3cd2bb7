"""What a position that was edited by hand may say: the names that the rules go on to look up.

Decides no rule: turns are named by year and season, powers that relations, flags and tracks name
are in the game, wars have two sides, marks, markers, counters, flags and tracks are words of the
vocabulary and have values that the rules can read. Whether the position makes sense as history is
left to the moderator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.record.state import NEUTRAL, ON_TURN, Power, Scalar, State, as_text
from pbem.core.record.terms import Term, unknown_words, unsound_wars
from pbem.systems.awaw.world.calendar import PLAYER_TURNS
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.vocabulary import (
    WORDS,
    Faction,
    Front,
    PowerCount,
    PowerFlag,
    Relation,
    Season,
    Side,
    Status,
    TrackName,
    UnitMark,
)

_SEASONS: Final = "|".join(Season)
_TURN: Final = re.compile(rf"[0-9]{{4}}-({_SEASONS})")
_PLAYER_TURN: Final = re.compile(rf"[0-9]{{4}}-({_SEASONS})\.({'|'.join(Side)})")
_LEGAL_TURN: Final = "it is a year and a season, as 1941-summer"
SIDES: Final = (*Side, NEUTRAL)
TURNS: Final = (TrackName.LAST_TURN, TrackName.FIRST_TURN)
NUMBERS: Final = (
    TrackName.RGT, TrackName.USAT, TrackName.USJT, TrackName.USJT_AT_WAR, TrackName.WINTER,
)  # fmt: skip
LISTS: Final = (ON_TURN, TrackName.DEPLOYING)
FRONTS: Final = (UnitMark.ATTACKED, UnitMark.ATTRITIONS, UnitMark.OVERRAN, UnitMark.FRONT)
ON_A_FRONT: Final = (PowerCount.PAID, PowerCount.ACTIONS, PowerCount.IN_MUD)
IN_DEBT: Final = (PowerCount.BRPS,)


def sound(position: Position) -> Sequence[str]:
    """Everything that no rule could go on with, each with what would be legal."""
    return (
        *_clock(position),
        *unknown_words(position.state, WORDS),
        *(trouble for power in position.powers.values() for trouble in _power(position, power)),
        *unsound_wars(position.state, Relation.WAR),
        *_tracks(position.state),
        *_marks(position),
    )


def _turn(name: str, value: Scalar) -> Iterator[str]:
    if not (isinstance(value, str) and _TURN.fullmatch(value)):
        yield f"{name}: there is no turn '{value}'; {_LEGAL_TURN}"


def _clock(position: Position) -> Iterator[str]:
    """A game turn has an Axis and an Allied player turn (8.1)."""
    clock = position.clock
    yield from _turn("the clock", clock.turn)
    if clock.impulse not in PLAYER_TURNS:
        yield f"the clock: there is no player turn number {clock.impulse}; it is 1 or 2"
    elif clock.side != PLAYER_TURNS[clock.impulse]:
        right = PLAYER_TURNS[clock.impulse]
        yield f"the clock: player turn {clock.impulse} is {right}, not '{clock.side}'"


def _power(position: Position, power: Power) -> Iterator[str]:
    """Sides, factions and patrons are there; what is counted is not negative, apart from BRPs."""
    if power.side not in SIDES:
        yield f"{power.id}: there is no side '{power.side}'; {suggest(power.side, SIDES)}"
    for flag, terms in ((PowerFlag.FACTION, Faction), (PowerFlag.STATUS, Status)):
        yield from _one_of(f"{power.id}: {flag}", power.flags.get(flag), terms)
    for name, value in _naming_powers(power):
        if value not in position.powers:
            yield f"{power.id}: {name} is '{value}'; {suggest(str(value), position.powers)}"
    yield from _declared(power)
    for name, number in power.counters.items():
        if number < 0 and name not in IN_DEBT:
            yield f"{power.id}: {name} is {number}; it is never less than 0"
    for term in ON_A_FRONT:
        for name in term.among(power.counters):
            yield from _one_of(f"{power.id}: the front of {term.of(name)}", name, Front)


def _declared(power: Power) -> Iterator[str]:
    """Declarations of war say in which player turn they were made."""
    for name, value in PowerFlag.DECLARED.among(power.flags).items():
        if not (isinstance(value, str) and _PLAYER_TURN.fullmatch(value)):
            legal = "it is a player turn, as 1941-summer.axis"
            yield f"{power.id}: {PowerFlag.DECLARED.of(name)} is '{value}'; {legal}"


def _naming_powers(power: Power) -> Iterator[tuple[str, Scalar]]:
    """The flags of a power that name another one."""
    for flag in (PowerFlag.PATRON, PowerFlag.TO_SET_UP):
        if power.flags.get(flag) is not None:
            yield flag, power.flags[flag]
    for name in PowerFlag.DECLARED.among(power.flags):
        yield PowerFlag.DECLARED.of(name), name


def _one_of(what: str, value: Scalar, terms: Iterable[Term]) -> Iterator[str]:
    words = tuple(map(str, terms))
    if value is not None and value not in words:
        yield f"{what} is '{value}'; {suggest(str(value), words)}"


def _tracks(state: State) -> Iterator[str]:
    """Tracks that name a turn, a number, a side, a front or powers."""
    values: Mapping[str, Scalar] = {name: state.track(name) for name in state.tracks}
    for name, value in values.items():
        if name in TURNS:
            yield from _turn(name, value)
        elif name in NUMBERS and (isinstance(value, bool) or not isinstance(value, int)):
            yield f"{name} is '{value}'; it is a whole number"
        elif name in LISTS:
            lost = (one for one in as_text(value).split() if one not in state.powers)
            yield from (f"{name}: there is no power '{one}'" for one in lost)
    yield from _one_of(TrackName.CONCEDED, values.get(TrackName.CONCEDED), Side)
    for power, front in TrackName.FIRST_TARGET.among(values).items():
        yield from _one_of(TrackName.FIRST_TARGET.of(power), front, Front)


def _marks(position: Position) -> Iterator[str]:
    """Marks whose values name a front, a hex or a player turn name one that there is."""
    for unit in position.units.values():
        for name in FRONTS:
            yield from _one_of(f"{unit.id}: {name}", unit.mark(name), Front)
        flies = unit.mark(UnitMark.DEFENDS)
        if unit.marked(UnitMark.DEFENDS) and flies not in position.board:
            yield f"{unit.id}: {UnitMark.DEFENDS} is '{flies}', which is no place"
        until = unit.mark(UnitMark.INVERTED)
        if until not in (None, True) and not _PLAYER_TURN.fullmatch(str(until)):
            legal = "it is a player turn, as 1941-summer.axis, or nothing"
            yield f"{unit.id}: {UnitMark.INVERTED} is '{until}'; {legal}"
