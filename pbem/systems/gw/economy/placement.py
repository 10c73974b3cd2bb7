"""Where a finished unit may be placed, and how many of them a turn (11.1, 12.4-12.6).

Decides which factory, yard or zone delivers a unit, and what is left of its limit. Leaves what
facilities deliver in all to `facilities`, the placing itself to `placing` among the moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.world.building import COLONIAL, needs_no_factory, technology_for
from pbem.systems.gw.world.facilities import (
    FACTORIES,
    MAJOR_FACTORY,
    SHIPYARDS,
    has_factory,
    home_factory_railed,
    is_captured,
    is_home,
    output_of,
    slots_at,
)
from pbem.systems.gw.world.nations import was_held
from pbem.systems.gw.world.units import UnitType
from pbem.systems.gw.world.vocabulary import PlaceFact, UnitMark
from pbem.systems.gw.world.zones import facilities_facing, value_of_zone

MILITIA: Final = "militia"
NO_LIMIT: Final = 999
ANYWHERE: Final = "anywhere"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A unit that a nation would place: of what kind, in which zone, a ship into which sea zone."""

    power: str
    kind: UnitType
    zone: str
    sea: str = ""


# --- limits ----------------------------------------------------------------------------------


@implements("GW-11.1-7")
def militia_limit(value: int, captured: bool) -> int:
    """How many Militia a zone takes a turn: its value, at least one; one if captured (11.1)."""
    return 1 if captured else max(1, value)


@implements("GW-11.1-8")
def takes_colonial(value: int, home: bool, original: bool) -> bool:
    """Whether Colonial Infantry may be placed: a zone of value abroad, originally owned (11.1)."""
    return value > 0 and not home and original


def used(state: State, mark: str) -> int:
    """How much of something was used this turn: units placed at it, hits repaired by it."""
    return sum(
        unit.size for unit in state.units.values() if unit.mark(UnitMark.PLACED) == mark
    ) + sum(
        int(str(unit.mark(UnitMark.REPAIR)).rpartition("/")[2]) * unit.size
        for unit in state.units.values()
        if unit.marked(UnitMark.REPAIR)
        and str(unit.mark(UnitMark.REPAIR)).rpartition("/")[0] == mark
    )


# --- where a unit may be placed ----------------------------------------------------------------


@implements("GW-11.1-1", "GW-11.1-2")
def placement(position: Position, unit: Delivery) -> tuple[str, int, str]:
    """What delivers a unit in a zone, how many more this turn, and why none if none (11.1)."""
    power, kind, zone = unit.power, unit.kind, unit.zone
    if position.controller(zone) != power or not was_held(position, zone):
        return "", 0, "not possessed since the turn began (11.1)"
    if kind.id == MILITIA:
        limit = militia_limit(value_of_zone(position.board, zone), is_captured(position, zone))
        return _left(position.state, f"{zone}/{MILITIA}", limit)
    if kind.id == COLONIAL:
        original = position.board.text(zone, "nation") == power
        value, home = value_of_zone(position.board, zone), is_home(position.game, power, zone)
        if not takes_colonial(value, home, original):
            return "", 0, "no zone of value abroad that was always yours (11.1)"
        return f"{zone}/{COLONIAL}", NO_LIMIT, ""
    if kind.is_naval:
        return _ship_placement(position, unit)
    if not at_home_if_advanced(position.game, unit):
        return "", 0, "advanced units are built in the Home Country (7.8)"
    if needs_no_factory(position, power, kind.id, zone):
        return f"{zone}/{ANYWHERE}", NO_LIMIT, ""
    return _left(position.state, zone, output_of(position, power, zone))


@implements("GW-11.1-4", "GW-7.8-1")
def at_home_if_advanced(game: Game, unit: Delivery) -> bool:
    """Whether a unit that takes a technology would be built at home (7.8, 11.1)."""
    return not technology_for(game.book, unit.kind.id) or is_home(game, unit.power, unit.zone)


def _left(state: State, mark: str, limit: int) -> tuple[str, int, str]:
    """What is left of a limit after what was placed this turn; a limit of 0 delivers nothing."""
    if not limit:
        return "", 0, "nothing there can deliver it this turn (11.1)"
    left = max(0, limit - used(state, mark))
    return mark, left, "" if left else "nothing more can be placed there this turn (11.1)"


def _ship_placement(position: Position, ship: Delivery) -> tuple[str, int, str]:
    """The first yard of a zone that delivers a ship into a sea zone, or one that is full (11.1)."""
    full, kind, zone, sea = "", ship.kind, ship.zone, ship.sea
    reason = f"no yard there delivers {kind.name} (11.1)"
    if not at_home_if_advanced(position.game, ship):
        return "", 0, "advanced units are built in the Home Country (7.8)"
    facing = facilities_facing(position, zone, sea) if sea else ()
    if sea and not facing:
        reason = f"no yard there lies on {position.label(sea)} (11.1)"
    for yard in yards_for(kind):
        if yard not in facing:
            continue
        if not is_linked(position, ship):
            reason = "no undamaged railway joins the yard to a factory (11.1)"
            continue
        slots = slots_at(position, zone, yard)
        mark, left, reason = _left(position.state, f"{zone}/{yard}", slots)
        if left:
            return mark, left, ""
        full = mark or full
    return full, 0, reason


@implements("GW-11.1-5", "GW-11.1-6", "GW-12.2-battlecruiser")
def yards_for(kind: UnitType) -> tuple[str, ...]:
    """Which yards deliver a ship: capital ships only Major Shipyards (11.1)."""
    if "capital" in kind.classes:
        return SHIPYARDS[1:]
    return (PlaceFact.SUBMARINE_BASE, *SHIPYARDS) if kind.is_submarine else SHIPYARDS


@implements("GW-11.1-5", "GW-11.1-6")
def is_linked(position: Position, ship: Delivery) -> bool:
    """Whether a yard has its factory: next to it or by rail; capital ships a Major one at home."""
    power, zone = ship.power, ship.zone
    if "capital" in ship.kind.classes:
        return home_factory_railed(position, power, zone, (MAJOR_FACTORY,), at_home=True)
    if home_factory_railed(position, power, zone, FACTORIES, at_home=False):
        return True
    return any(
        position.controller(other) == power and has_factory(position, other)
        for other in position.board.neighbours[zone]
    )
