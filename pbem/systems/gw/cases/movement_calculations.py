"""What a case can calculate about movement and supply on the world board: plain data in and out.

Decides what stands on the board. Leaves the rules to `world` and `moves`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.record.state import Mark, Place, Power, State, Unit, Until
from pbem.core.rules.game import Game
from pbem.core.rules.position import position_of
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.gw.moves.strategic_naval import allowance
from pbem.systems.gw.world.cargo import room_for
from pbem.systems.gw.world.movement import landing_zones, may_fly_over, points
from pbem.systems.gw.world.supply import supplied_from
from pbem.systems.gw.world.units import unit_type

BOARD_OF: Final = "sea-lion-1940"  # a scenario on the world board


def position(given: Given) -> State:
    """A position on the world board: who holds which zone, what is damaged, who is whose enemy."""
    state = shelf("gw").start(BOARD_OF)
    powers = {
        name: Power(
            name,
            row.get("side", "allies"),
            flags=row.get("flags", {}),
            relations=dict.fromkeys(row.get("at_war", ()), "war"),
        )
        for name, row in given["powers"].items()
    }
    markers, facts = given.get("markers", {}), given.get("facts", {})
    places = {
        zone: Place(zone, holder, markers.get(zone, {}), facts.get(zone, {}))
        for zone, holder in given["holds"].items()
    }
    clock = replace(state.clock, turn=given.get("turn", state.clock.turn))
    units = {row["id"]: _unit(row) for row in given.get("units", ())}
    return replace(state, clock=clock, powers=powers, places=places, units=units)


def _unit(row: Given) -> Unit:
    """A group of units; its marks hold for this turn."""
    marks = {name: Mark(Until.IMPULSE, value) for name, value in row.get("marks", {}).items()}
    return Unit(row["id"], row["counter"], row["owner"], row["at"], row["count"], marks)


def world(given: Given) -> Game:
    """The game on the world board, with the optional rules and the readings of a case."""
    return shelf("gw").game(BOARD_OF, given.get("options"), given.get("interpretations"))


def supply_reaches(given: Given) -> Answer:
    """To which of some zones a Supply Path leads from a zone (1.5)."""
    game, state = world(given), position(given)
    found = supplied_from(position_of(game, state), given["power"], given["from"])
    return {"reached": [zone for zone in given["zones"] if zone in found]}


def movement_points(given: Given) -> Answer:
    """The movement points of some units where they stand (0.8, 12.5, 12.6, 7.8)."""
    game, state = world(given), position(given)
    return {
        "points": {unit.id: points(position_of(game, state), unit) for unit in state.units.values()}
    }


def flights(given: Given) -> Answer:
    """Which of some zones aircraft may cross, and where a kind can land in reach (8.3, 10.3).

    `captured`: zones that somebody else held when the turn began.
    """
    book = shelf("gw").book
    game, state = world(given), position(given)
    power, zones = given["power"], given["zones"]
    before = {zone: Place(zone, holder) for zone, holder in given.get("captured", {}).items()}
    start = replace(state, places={**state.places, **before})
    here = replace(position_of(game, state), start=start)
    plane = Unit("plane", unit_type(book, given["kind"]).id, power, given["from"])
    near = landing_zones(here, plane, given["from"], given["points"])
    return {
        "crossed": [zone for zone in zones if may_fly_over(here, power, zone)],
        "landed": [zone for zone in near if zone in zones],
    }


def naval_allowance(given: Given) -> Answer:
    """How many units nations may move by strategic naval movement (10.6)."""
    here = position_of(world(given), position({"powers": given["powers"], "holds": {}}))
    return {"units": {name: allowance(here, name) for name in given["powers"]}}


def cargo_room(given: Given) -> Answer:
    """Which of some loads find room on a carrier (8.4, 12.2)."""
    book = shelf("gw").book
    return {
        "fits": {
            carrier: [
                room_for(book, unit_type(book, carrier), [unit_type(book, name) for name in load])
                for load in loads
            ]
            for carrier, loads in given["loads"].items()
        }
    }


MOVEMENT: Final[Calculations] = {
    "supply.reaches": supply_reaches,
    "movement.points": movement_points,
    "movement.flights": flights,
    "naval.allowance": naval_allowance,
    "cargo.room": cargo_room,
}
