"""Orders to march (2): what is legal, and the order read back.

Decides: who may march whither. Leaves to `play` that an enemy stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.orders.orders import Order
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position
from pbem.core.rules.system import Ruling, Section


@dataclass(frozen=True, slots=True)
class March:
    """A legal march: who, from where, whither."""

    unit: str
    old: str
    to: str


def check_march(position: Position, order: Order) -> Ruling:
    """One unit of the side whose impulse it is goes to a place beside its own (2)."""
    unit, findings = _unit_of(position, str(order.data["unit"]))
    found = position.board.find(str(order.data["to"]))
    if found.place is None:
        findings.append(error("unknown-place", found.problem, hint=found.hint))
    if unit is None or found.place is None:
        return Ruling(tuple(findings))
    findings += _may_go(position, unit, found.place)
    label = position.label
    name = position.book.counters[unit.counter].name
    reading = f"{name} {label(unit.at)} > {label(found.place)}"
    return Ruling(tuple(findings), reading, plan=March(unit.id, unit.at, found.place))


def _unit_of(position: Position, name: str) -> tuple[Unit | None, list[Finding]]:
    """The player's own unit with an id or a printed name."""
    own = {power.id for power in position.state.powers_of_player(position.player)}
    units = {unit.id: unit for unit in position.state.units.values() if unit.owner in own}
    for unit in units.values():
        if name in (unit.id, position.book.counters[unit.counter].name):
            return unit, []
    return None, [error("unknown-unit", f"you have no unit '{name}'", hint=suggest(name, units))]


def _may_go(position: Position, unit: Unit, place: str) -> list[Finding]:
    if not may_march(position, unit):
        return [error("may-not-march", f"{unit.id} may not march now", cite="1")]
    if not position.board.adjacent(unit.at, place):
        near = ", ".join(position.board.neighbours[unit.at])
        return [error("too-far", f"{place} is not beside {unit.at}", hint=near, cite="2")]
    return []


def may_march(position: Position, unit: Unit) -> bool:
    """Whether a unit is the player's, on the board, and of the side whose impulse it is."""
    power = position.state.powers[unit.owner]
    is_due = power.side == position.state.clock.side
    return position.player in power.players and is_due and unit.at in position.board


MARCH: Final = Section("march", "March", "march", "demo/march", "2", check_march)
