"""Foreign forces that must leave France when it surrenders, and Vichy when it is created (14.4.2).

Each owner chooses where his units go, in the standing orders if he likes; nobody is asked unless a
line says so. What cannot leave France is lost.
Decides where they can go. Leaves to `french_surrender` and `vichy` when they must.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import within
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import REMOVED, State, Unit
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.position import Position
from pbem.systems.gw.world.cargo import load, moved, with_room
from pbem.systems.gw.world.fallen_france import FRANCE, FREE_FRANCE, VICHY
from pbem.systems.gw.world.movement import deck_for, land_path, landing_zones, points
from pbem.systems.gw.world.nations import is_friendly, is_sea, one_power
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Alliance

FARTHEST: Final = 60  # more borders than lie between any two zones of the map

SIZE: Final = {"units": "how many units of the kind stand there"}
LEAVE_FRANCE: Final = DecisionKind(
    "leave-france",
    "Out of France",
    "when France surrenders to Germany and Vichy is created",
    "14.4.2",
    (AnswerKey("politics", "leave_france"),),
    SIZE,
)
LEAVE_VICHY: Final = DecisionKind(
    "leave-vichy",
    "Out of Vichy",
    "when Vichy is created in a zone where Axis units stand",
    "14.4.2",
    (AnswerKey("politics", "leave_vichy"),),
    SIZE,
)


@dataclass(frozen=True, slots=True)
class Leaver:
    """A group that must leave, or what is left of it: the part for which a way is chosen now."""

    unit: Unit
    part: int = 1


# --- Allied forces ---------------------------------------------------------------------------


# whose units, of which kind, how many, from where, and where they go
Departing = tuple[PowerId, str, int, str, str]


@dataclass(frozen=True, slots=True)
class DepartureVerdict(Judged):
    """Where foreign forces go."""

    kind: ClassVar[str] = "departure"
    cite: ClassVar[str] = "14.4.2"

    of: str
    moves: Sequence[Departing]


@implements("GW-14.4-5")
def allies_leave(umpire: Umpire, zones: Sequence[str], lost_in: str, free_to_stay: bool) -> None:
    """Forces of France's allies leave the zones, or are lost; in encircled Paris they surrender."""
    told: list[Departing] = []
    for zone in zones:
        for unit in allied_in(umpire.state, zone):
            if zone == lost_in:
                umpire.apply(moved(unit, REMOVED, unit.size))
                told.append((unit.owner, unit.counter, unit.size, zone, REMOVED))
            elif not free_to_stay:
                told += _withdraw(umpire, unit, zones)
    if told:
        outcome = "lost" if all(row[-1] == REMOVED for row in told) else "leave"
        umpire.tell(DepartureVerdict(at=None, result=outcome, of="allies", moves=told))


def allied_in(state: State, zone: str) -> tuple[Unit, ...]:
    """The units in a zone that are of France's Alliance and not French, nor Free French."""
    side, own = state.side_of(FRANCE), (FRANCE, FREE_FRANCE)
    return tuple(u for u in state.at(zone) if u.owner not in own and state.side_of(u.owner) == side)


def _withdraw(umpire: Umpire, unit: Unit, zones: Collection[str]) -> list[Departing]:
    """A group leaves in one move, in parts where transports have little room."""
    told: list[Departing] = []
    origin, left, part = unit.at, unit.size, 0
    while left:
        here = umpire.state.units[unit.id]
        goals = ways_out(umpire.position, here, zones)
        part += 1
        goal = _chosen(umpire, LEAVE_FRANCE, Leaver(here, part), goals)
        count = _goes(umpire, here, goal)
        left -= count
        told.append((unit.owner, unit.counter, count, origin, goal))
    return told


def ways_out(position: Position, unit: Unit, zones: Collection[str]) -> tuple[str, ...]:
    """Where a unit can leave France to in one move: nearest first, transports at the coast last."""
    most, kind = points(position, unit), type_of(position.book, unit)
    if kind.is_air:
        found = landing_zones(replace(position, start=position.state), unit, unit.at, most)
        return tuple(zone for zone in found if zone not in zones)
    near = within(position.board.neighbours, unit.at, most)
    walks = [
        zone
        for zone in sorted(near, key=lambda zone: (near[zone], zone))
        if zone not in zones and is_friendly(position.state, unit.owner, zone)
        if land_path(position, unit, zone) is not None
    ]
    seas = [
        s for s in position.board.neighbours[unit.at] if ship_for(position, unit, s) is not None
    ]
    return (*walks, *sorted(seas))


def ship_for(position: Position, unit: Unit, sea: str) -> Unit | None:
    """A Transport of the unit's own power in a zone that has room for it."""
    ships = [
        ship
        for ship in position.state.at(sea)
        if type_of(position.book, ship).is_transport and one_power(ship.owner, unit.owner)
    ]
    return with_room(position, ships, type_of(position.book, unit))


def _goes(umpire: Umpire, unit: Unit, goal: str) -> int:
    """As many of a group as find room go to their goal; how many they are."""
    if goal == REMOVED or not is_sea(umpire.board, goal):
        umpire.apply(moved(unit, goal, unit.size))
        return unit.size
    kind, position = type_of(umpire.book, unit), umpire.position
    ship = (
        deck_for(position, unit.owner, kind, goal)
        if kind.is_air
        else ship_for(position, unit, goal)
    )
    if ship is None:
        raise AssertionError(f"no room for {unit.id} in {goal}")
    umpire.apply(*load(umpire.state, ship, unit, 1))
    return 1


# --- Axis forces -----------------------------------------------------------------------------


@implements("GW-14.4-4")
def axis_leaves(umpire: Umpire, zones: Sequence[str]) -> None:
    """Axis units leave the zones of Vichy for zones beside them that the Axis possesses."""
    told: list[Departing] = []
    for zone in zones:
        for unit in umpire.state.at(zone):
            if unit.owner != VICHY and umpire.state.side_of(unit.owner) == Alliance.AXIS:
                goals = axis_zones_near(umpire.position, zone, zones)
                goal = _chosen(umpire, LEAVE_VICHY, Leaver(unit), goals)
                umpire.apply(moved(unit, goal, unit.size))
                told.append((unit.owner, unit.counter, unit.size, zone, goal))
    if told:
        umpire.tell(DepartureVerdict(at=None, result="leave", of=Alliance.AXIS, moves=told))


def axis_zones_near(position: Position, zone: str, without: Collection[str]) -> tuple[str, ...]:
    """The Axis zones beside a zone, or where there is none (Corsica) those nearest to it."""
    steps = within(position.board.neighbours, zone, FARTHEST)
    held = [
        other
        for other in steps
        if other not in without
        and not is_sea(position.board, other)
        and _is_axis(position.state, other)
    ]
    best = min((steps[other] for other in held), default=0)
    return tuple(sorted(other for other in held if steps[other] == best))


def _is_axis(state: State, zone: str) -> bool:
    holder = state.holder(zone)
    return holder != VICHY and state.side_of(holder) == Alliance.AXIS


def _chosen(umpire: Umpire, kind: DecisionKind, leaver: Leaver, goals: tuple[str, ...]) -> str:
    """The owner's choice among the zones to which his unit can go; the first one by default."""
    if not goals:
        return REMOVED
    unit, label = leaver.unit, umpire.board.label
    own = tuple(goal for goal in goals if umpire.state.controller(goal) == unit.owner)
    decision = kind.ask(
        f"Where do the {type_of(umpire.book, unit).name} in {label(unit.at)} go?",
        umpire.state.powers[unit.owner].players,
        (Option(goal, label(goal)) for goal in goals),
        ((own or goals)[0],),
        at=unit.at,
        about=f"{unit.id}-{leaver.part}",
        facts={"units": unit.size},
    )
    return umpire.decide(decision).pick
