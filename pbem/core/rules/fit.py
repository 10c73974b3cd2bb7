"""Whether a position fits its game: the counters, places and powers that it names are there.

A state that was played always does; one that was edited by hand, or corrected, may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.findings import suggest
from pbem.core.record.state import ON_TURN, REMOVED, State, Unit
from pbem.core.record.views import HIDDEN
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import OVER, windows

_ELSEWHERE: Final = ("pool:", "track:", "sea:")


def misfits(game: Game, state: State) -> Iterator[str]:
    """What a position names that its game has not."""
    for unit in state.units.values():
        for trouble in unit_misfits(game, state, unit):
            yield f"{unit.id}: {trouble}"
    for place in state.places.values():
        if place.id not in game.board:
            yield f"there is no place '{place.id}'"
        if place.controller is not None and place.controller not in state.powers:
            yield f"{place.id}: there is no power '{place.controller}'"
    names = [window.name for window in windows(game.system.sequence)]
    if state.clock.window not in (*names, OVER):
        yield f"there is no window '{state.clock.window}'; {suggest(state.clock.window, names)}"
    for name in str(state.track(ON_TURN) or "").split():
        if name not in state.powers:
            yield f"{ON_TURN}: there is no power '{name}'; {suggest(name, state.powers)}"
    yield from game.system.sound(game.at(state))


def unit_misfits(game: Game, state: State, unit: Unit) -> Iterator[str]:
    """What a unit names that its game has not."""
    if unit.counter != HIDDEN and unit.counter not in game.counters:
        yield f"there is no counter '{unit.counter}'"
    if unit.owner not in state.powers:
        yield f"there is no power '{unit.owner}'"
    if unit.at.startswith("in:"):
        if not _is_hold(state, unit.at.removeprefix("in:")):
            yield f"there is no unit '{unit.at.removeprefix('in:')}' to be in"
        elif _is_in_itself(state, unit):
            yield "it is inside itself"
    elif unit.at not in game.board and unit.at != REMOVED and not unit.at.startswith(_ELSEWHERE):
        yield f"there is no place '{unit.at}'"


def _is_in_itself(state: State, unit: Unit) -> bool:
    """Whether the way from a unit to what it is in, and on, comes back to a unit on it."""
    passed: set[str] = set()
    at: Unit | None = unit
    while at is not None and at.id not in passed:
        passed.add(at.id)
        at = state.units.get(at.at.removeprefix("in:"))
    return at is not None


def _is_hold(state: State, name: str) -> bool:
    """Whether a name is a unit's, or one that a unit bears as a mark (the hold of a group)."""
    return name in state.units or any(
        mark.value == name for unit in state.units.values() for mark in unit.marks.values()
    )
