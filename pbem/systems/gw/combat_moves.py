"""The Combat Movement Phase (8.2, 8.3): land units and aircraft move into the zones they attack.

One order moves units of one zone to another: `{units: {infantry: 3}, from: Picardy, to: Paris}`.
Leaves to later chapters: ships, cargo, declarations of war, bombing of facilities, patrols.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.events import Event
from pbem.core.findings import Finding, PbemError, error, has_errors
from pbem.core.game import Game
from pbem.core.orders import Order
from pbem.core.rulebook import implements
from pbem.core.state import State, Unit
from pbem.core.system import Ruling, Section, Trial
from pbem.core.umpire import Umpire
from pbem.systems.gw.movement import (
    BASE,
    FROM,
    LEFT,
    air_path,
    has_moved,
    land_path,
    landing_zones,
    movement_left,
    sent,
    type_of,
)
from pbem.systems.gw.nations import is_acting, is_enemy_zone
from pbem.systems.gw.units import unit_type

ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an order asks for, with its names understood."""

    units: tuple[tuple[Unit, int], ...]
    goal: str
    via: tuple[str, ...] = ()
    land: str = ""


@dataclass(slots=True)
class Check:
    """One order being checked: what is found, and what it would do."""

    trial: Trial
    order: Order
    findings: list[Finding] = field(default_factory=list)

    def complain(self, code: str, message: str, hint: str = "", cite: str = "") -> None:
        """Note that the order is illegal, and why."""
        self.findings.append(error(code, message, hint=hint, cite=cite))

    def place(self, name: Any) -> str:
        """The zone that a word means; nothing if it means none."""
        found = self.trial.game.board.find(str(name))
        if found.place is None:
            self.complain("unknown-place", found.problem, found.hint)
        return found.place or ""


def check_combat_move(trial: Trial, order: Order) -> Ruling:
    """Whether a combat move is legal, what it reads, and what it changes."""
    check = Check(trial, order)
    wanted = read_move(check)
    events = tuple(_moves(check, wanted)) if wanted else ()
    if wanted is None or has_errors(check.findings):
        return Ruling(tuple(check.findings))
    return Ruling((), reading(trial, wanted), events, wanted)


def read_move(check: Check) -> Wanted | None:
    """The units, the zones and the way that an order names."""
    data = check.order.data
    origin, goal = check.place(data["from"]), check.place(data["to"])
    via = tuple(check.place(name) for name in as_list(data.get("via")))
    land = check.place(data["land"]) if "land" in data else ""
    if not origin or has_errors(check.findings):
        return None
    units = tuple(named_units(check, origin, data["units"]))
    return None if has_errors(check.findings) else Wanted(units, goal, via, land)


def as_list(value: Any) -> list[Any]:
    """A value that may stand alone or in a list, as a list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def named_units(check: Check, origin: str, said: Any) -> Iterator[tuple[Unit, int]]:
    """The groups of a zone that `{infantry: 3, artillery: all}`, or `all`, names."""
    ready = ready_units(check.trial.state, check.order.player, origin)
    if said == ALL:
        yield from ((unit, unit.size) for unit in ready)
    for name, count in said.items() if isinstance(said, dict) else ():
        try:
            kind = unit_type(name)
        except PbemError as trouble:
            check.complain("unknown-unit", trouble.message, trouble.hint)
            continue
        yield from _so_many(check, [unit for unit in ready if unit.counter == kind.id], name, count)
    if not ready and said == ALL:
        check.complain("no-units", f"you have no units in {origin} that can still move")


def _so_many(
    check: Check, groups: Sequence[Unit], name: str, count: Any
) -> Iterator[tuple[Unit, int]]:
    """So many units of some groups, in order; too few is an error."""
    there = sum(group.size for group in groups)
    left = there if count == ALL else int(count)
    if not there or left > there:
        check.complain("too-many", f"{there} {name} can move, not {count}", cite="8.2")
        return
    for group in groups:
        if left:
            yield group, min(left, group.size)
            left -= min(left, group.size)


def ready_units(state: State, player: str, zone: str) -> tuple[Unit, ...]:
    """The units of a player in a zone that may still move in this turn."""
    own = {power.id for power in state.powers_of_player(player) if is_acting(state, power.id)}
    return tuple(unit for unit in state.at(zone) if unit.owner in own and not has_moved(unit))


@implements("GW-8.2-1", "GW-8.2-2", "GW-8.2-4")
def _moves(check: Check, wanted: Wanted) -> Iterator[Event]:
    """The events of a combat move, group by group; a move goes into a zone of the enemy (8.2)."""
    for unit, count in wanted.units:
        if not is_enemy_zone(check.trial.state, unit.owner, wanted.goal):
            label = check.trial.game.board.label(wanted.goal)
            check.complain("no-enemy", f"no enemy holds {label}", _non_combat(label), "8.2")
            return
        move = _fly if type_of(unit).is_air else _march
        yield from move(check, unit, count, wanted)


def _non_combat(label: str) -> str:
    return f"units go to {label} in non-combat movement, if it is friendly"


def _march(check: Check, unit: Unit, count: int, wanted: Wanted) -> Iterator[Event]:
    """A land move: the zone before the last is where it comes from, and may retreat to."""
    path = land_path(check.trial.game, check.trial.state, unit, wanted.goal, wanted.via)
    if path is None:
        _too_far(check, unit, wanted.goal, "0.8")
        return
    left = movement_left(unit) - path.cost
    yield from sent(unit, wanted.goal, count, {FROM: path.places[-2], LEFT: left})


def _too_far(check: Check, unit: Unit, goal: str, cite: str) -> None:
    label, points = check.trial.game.board.label, movement_left(unit)
    name = type_of(unit).name
    check.complain(
        "too-far",
        f"{name} cannot get from {label(unit.at)} to {label(goal)} with {points} movement",
        "land units pass friendly zones only, and rough terrain takes their whole move",
        cite,
    )


def _fly(check: Check, unit: Unit, count: int, wanted: Wanted) -> Iterator[Event]:
    """A flight: there must be movement left to land, by default where it took off (8.3)."""
    path = air_path(check.trial.game, check.trial.state, unit, wanted.goal, wanted.via)
    if path is None:
        _too_far(check, unit, wanted.goal, "8.3")
        return
    left = movement_left(unit) - path.cost
    base = _base(check, unit, wanted, left)
    if base:
        yield from sent(unit, wanted.goal, count, {BASE: base, LEFT: left})


def _base(check: Check, unit: Unit, wanted: Wanted, left: int) -> str:
    """Where an aircraft will land: as ordered, else where it took off, else the nearest zone."""
    trial = check.trial
    near = landing_zones(trial.game, trial.state, trial.start, unit.owner, wanted.goal, left)
    label = trial.game.board.label
    if wanted.land and wanted.land not in near:
        hint = f"in reach: {', '.join(map(label, near))}" if near else ""
        check.complain("cannot-land", f"cannot land in {label(wanted.land)}", hint, "8.3")
        return ""
    if not near:
        message = f"{type_of(unit).name} could not get back from {label(wanted.goal)}"
        check.complain("cannot-land", message, f"{left} movement would be left", "8.3")
        return ""
    return wanted.land or (unit.at if unit.at in near else near[0])


def reading(trial: Trial, wanted: Wanted) -> str:
    """The order read back."""
    label = trial.game.board.label
    units = ", ".join(f"{count} {type_of(unit).name}" for unit, count in wanted.units)
    origin = label(wanted.units[0][0].at)
    back = f", back to {label(wanted.land)}" if wanted.land else ""
    return f"{units}: {origin} > {label(wanted.goal)}{back}"


def combat_movement(umpire: Umpire) -> None:
    """Carry out the combat moves, in the order of the files (8.2)."""
    for order in umpire.orders(COMBAT_MOVES.name):
        ruling = umpire.check(order)
        if ruling.ok:
            umpire.apply(*ruling.events)
            umpire.done(order, ruling.reading)
        else:
            umpire.reject(order, ruling.findings)


COMBAT_MOVES: Final = Section(
    "combat_moves",
    "Combat movement",
    "combat-movement",
    "gw/combat_moves",
    "8.2",
    check_combat_move,
)


def units_that_may_act(game: Game, state: State, player: str) -> Mapping[str, Sequence[str]]:
    """The groups that a player may move into combat now."""
    own = {power.id for power in state.powers_of_player(player) if is_acting(state, power.id)}
    ready = (
        unit.id
        for unit in state.units.values()
        if unit.owner in own and unit.at in game.board and not has_moved(unit)
    )
    return {COMBAT_MOVES.name: sorted(ready)}
