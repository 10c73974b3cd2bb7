"""Orders to march (2): what is legal, and the order read back.

Decides: who may march whither. Leaves to `play` that an enemy stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error, suggest
from pbem.core.orders.orders import Order
from pbem.core.record.state import State, Unit
from pbem.core.rules.system import Ruling, Section, Trial


@dataclass(frozen=True, slots=True)
class March:
    """A legal march: who, from where, whither."""

    unit: str
    old: str
    to: str


def check_march(trial: Trial, order: Order) -> Ruling:
    """One unit of the side whose impulse it is goes to a place beside its own (2)."""
    unit, findings = _unit_of(trial, str(order.data["unit"]))
    found = trial.game.board.find(str(order.data["to"]))
    if found.place is None:
        findings.append(error("unknown-place", found.problem, hint=found.hint))
    if unit is None or found.place is None:
        return Ruling(tuple(findings))
    findings += _may_go(trial, unit, found.place)
    label = trial.game.board.label
    name = trial.game.counters[unit.counter].name
    reading = f"{name} {label(unit.at)} > {label(found.place)}"
    return Ruling(tuple(findings), reading, plan=March(unit.id, unit.at, found.place))


def _unit_of(trial: Trial, name: str) -> tuple[Unit | None, list[Finding]]:
    """The player's own unit with an id."""
    own = {power.id for power in trial.state.powers_of_player(trial.player)}
    units = {unit.id: unit for unit in trial.state.units.values() if unit.owner in own}
    if name in units:
        return units[name], []
    return None, [error("unknown-unit", f"you have no unit '{name}'", hint=suggest(name, units))]


def _may_go(trial: Trial, unit: Unit, place: str) -> list[Finding]:
    if not may_march(trial.state, unit, trial.player):
        return [error("may-not-march", f"{unit.id} may not march now", cite="1")]
    if not trial.game.board.adjacent(unit.at, place):
        near = ", ".join(trial.game.board.neighbours[unit.at])
        return [error("too-far", f"{place} is not beside {unit.at}", hint=near, cite="2")]
    return []


def may_march(state: State, unit: Unit, player: str) -> bool:
    """Whether a unit is the player's, on the board, and of the side whose impulse it is."""
    power = state.powers[unit.owner]
    on_board = ":" not in unit.at and unit.at != "removed"
    return player in power.players and power.side == state.clock.side and on_board


MARCH: Final = Section("march", "March", "march", "demo/march", "2", check_march)
