"""Zones and units that pass to another nation without a fight (0.9, 14.2, 14.4).

Decides what changes with them: incomes, markers, the Production Chart. Leaves why they pass to the
callers, zones that are taken in battle to `capture`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.record.changes import set_controller, set_place, set_power
from pbem.core.record.events import Event, UnitChanged, UnitMoved, after_change
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.rules.position import Position
from pbem.systems.gw.world.capture import leaves_out, left_out
from pbem.systems.gw.world.fallen_france import earner
from pbem.systems.gw.world.vocabulary import Marker, PowerCount
from pbem.systems.gw.world.zones import has_works, value_of_zone


def income_change(state: State, power: str, change: int) -> Iterator[Event]:
    """The income of a nation that has any goes up or down, but not below 0."""
    money = {PowerCount.INCOME, PowerCount.CASH}
    if change and not money.isdisjoint(state.power(power).counters):
        new = max(0, state.counter(power, PowerCount.INCOME) + change)
        yield from set_power(state, power, "counter", PowerCount.INCOME, new)


def gives(position: Position, zone: str, to: str, conquered: bool = False) -> list[Event]:
    """A zone gets another possessor, and its income goes to him.

    Elsewhere than on his own printed roundel it is marked as one that he did not conquer, unless
    it counts as conquered: then its works are gone, too (12.7).
    """
    state, board, holder = position.state, position.board, position.holder(zone)
    if holder == to:
        return []
    value = value_of_zone(board, zone)
    events: list[Event] = [*set_controller(state, zone, to)]
    loser, winner = earner(state, holder), earner(state, to)
    if loser != winner:
        lost = 0 if leaves_out(state, holder, zone) else -value
        events += [*income_change(state, loser, lost), *income_change(state, winner, value)]
        events += left_out(state, holder, zone, False)
    as_given = not conquered and board.text(zone, "nation") != to
    events += set_place(state, zone, "marker", Marker.ALIGNED, as_given or None)
    if conquered and has_works(position.book, board, zone):
        events += set_place(state, zone, "marker", Marker.WORKS_LOST, True)
    return events


def hands_over(unit: Unit, to: str) -> list[Event]:
    """A unit, or a whole group, becomes another nation's; on the Production Chart too."""
    change = UnitChanged(unit.id, "owner", unit.owner, to, count=unit.count)
    theirs = after_change(unit, change)
    here = f"track:{unit.owner}/"
    if not unit.at.startswith(here):
        return [change]
    moved = f"track:{to}/{unit.at.removeprefix(here)}"
    return [change, UnitMoved(theirs.id, unit.at, moved, unit.count)]


def leaves_game(unit: Unit) -> Event:
    """A unit, or a whole group, is removed."""
    return UnitMoved(unit.id, unit.at, REMOVED, unit.count)


def units_of(state: State, power: str) -> tuple[Unit, ...]:
    """The units of a nation that are in the game, by id."""
    found = (unit for unit in state.units.values() if unit.owner == power and unit.at != REMOVED)
    return tuple(sorted(found, key=lambda unit: unit.id))
