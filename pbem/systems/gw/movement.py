"""Movement of land units and aircraft from zone to zone (0.8, 1.8-1.11, 8.3, 10.3).

Leaves to later chapters: sea, rail, cargo, canals and crossings; to `blitz`, land units that go on
through zones of the enemy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.events import Event, UnitChanged, UnitMoved, after_change
from pbem.core.game import Game
from pbem.core.paths import Path, cheapest_path, reachable
from pbem.core.rulebook import implements
from pbem.core.state import Mark, Scalar, State, Unit, Until, regrouped
from pbem.systems.gw.battlefield import OPTION_OF_TERRAIN
from pbem.systems.gw.nations import enemies_in, is_enemy_zone, is_friendly
from pbem.systems.gw.rulings import Options
from pbem.systems.gw.units import UnitType, unit_type
from pbem.systems.gw.zones import border_into, terrain_of_zone

FROM = "from"  # the zone from which a land unit entered the zone it attacks
LEFT = "left"  # the movement points it has left
BASE = "base"  # where an aircraft is to land
SLOW_TERRAIN = ("mountain", "desert", "jungle", "marsh")


def type_of(unit: Unit) -> UnitType:
    """The type of a unit of the state."""
    return unit_type(unit.counter)


def has_moved(unit: Unit) -> bool:
    """Whether a unit has moved in this turn."""
    return unit.marked(LEFT)


def movement_left(unit: Unit) -> int:
    """The movement points that a unit still has."""
    return int(unit.marks[LEFT].value or 0) if has_moved(unit) else type_of(unit).move


@implements("GW-0.8-1", "GW-0.8-2")
def land_path(
    game: Game, state: State, unit: Unit, goal: str, via: Sequence[str] = ()
) -> Path | None:
    """The cheapest path of a land unit to a zone; zones on the way must be Friendly."""
    kind, power = type_of(unit), unit.owner
    most = movement_left(unit)

    def cost(here: str, there: str) -> int | None:
        if there != goal and not is_friendly(state, power, there):
            return None
        return most if is_slow(game, kind, here, there) else 1

    return cheapest_path(game.board.neighbours, unit.at, goal, cost, limit=most, via=via)


def is_slow(game: Game, kind: UnitType, here: str, there: str) -> bool:
    """Whether a step takes a land unit's whole movement: its border or goal is rough."""
    met = (*terrain_of_zone(game.board, there), *border_into(game.board, there, here).terrain)
    return slows(kind, met, game.options)


@implements("GW-1.8-3", "GW-1.9-4", "GW-1.10-4", "GW-1.11-3")
def slows(kind: UnitType, met: Sequence[str], options: Options) -> bool:
    """Whether terrain reduces a land unit's movement to 1 (1.8-1.11); mountains spare cavalry."""
    return any(
        getattr(options, OPTION_OF_TERRAIN[terrain])
        for terrain in met
        if terrain in SLOW_TERRAIN and not (terrain == "mountain" and kind.id == "cavalry")
    )


@implements("GW-0.8-1", "GW-8.3-1", "GW-8.3-2", "GW-10.3-2")
def may_fly_over(state: State, power: str, zone: str) -> bool:
    """Whether aircraft may cross a zone: friendly, or an enemy's without enemy fighters (8.3)."""
    if is_friendly(state, power, zone):
        return True
    fighters = [unit for unit in enemies_in(state, power, zone) if type_of(unit).air_superiority]
    return is_enemy_zone(state, power, zone) and not fighters


def air_path(
    game: Game, state: State, unit: Unit, goal: str, via: Sequence[str] = ()
) -> Path | None:
    """The cheapest path of an aircraft to a zone."""

    def cost(here: str, there: str) -> int | None:
        return 1 if there == goal or may_fly_over(state, unit.owner, there) else None

    limit = movement_left(unit)
    return cheapest_path(game.board.neighbours, unit.at, goal, cost, limit=limit, via=via)


@implements("GW-8.3-3", "GW-10.3-1", "GW-10.3-2")
def landing_zones(
    game: Game, state: State, start: State, power: str, zone: str, most: int
) -> tuple[str, ...]:
    """Where aircraft in a zone can land with so many points: Friendly zones, nearest first.

    Not in zones that were captured in this turn (10.3): `start` is how it began.
    """

    def cost(here: str, there: str) -> int | None:
        return 1 if may_fly_over(state, power, there) else None

    near = reachable(game.board.neighbours, zone, cost, most)
    return tuple(
        other
        for other in near
        if is_friendly(state, power, other) and is_friendly(start, power, other)
    )


def sent(unit: Unit, to: str, count: int, marks: Mapping[str, Scalar]) -> tuple[Event, ...]:
    """The events that send some of a group to a zone with marks of this turn."""
    events: list[Event] = [UnitMoved(unit.id, unit.at, to, count)]
    there = regrouped(Unit(unit.id, unit.counter, unit.owner, to, count, unit.marks))
    for name, value in marks.items():
        old, new = there.marks.get(name), Mark(Until.IMPULSE, value)
        if old != new:
            change = UnitChanged(there.id, "mark", old, new, name, count)
            events.append(change)
            there = after_change(there, change)
    return tuple(events)
