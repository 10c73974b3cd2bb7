"""What cases may calculate of zones of control, stacks, supply and the weather of hexes.

Decides what a case writes and what it gets. Leaves the rules to the modules that it calls.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pbem.core.rules.system import Answer, Given
from pbem.systems.flames.cases.situation import Asked, CaseBook, piece_of
from pbem.systems.flames.world.control import new_controller
from pbem.systems.flames.world.stacking import over_air_limit
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.terrain import terrain_in, weather_for
from pbem.systems.flames.world.zoc import opponents_at_peace, zoc_of, zoc_reaches


def zone_of_control(book: CaseBook, given: Given) -> Answer:
    """`unit`: the hexes in its zone of control."""
    position = book.situation(given)
    piece = piece_of(position, given["unit"])
    reached = zoc_of(position.ground, zoc_reaches(piece.counter), piece.at)
    peace = opponents_at_peace(position, piece.owner)
    hexes = [place for place in reached if position.controller(place) not in peace]
    return {"hexes": sorted(hexes)}


def aircraft_stack(book: CaseBook, given: Given) -> Answer:
    """`hex`: how many of the aircraft there are too many."""
    position = book.situation(given)
    return {"too many": over_air_limit(position, given["hex"], position.air_at(given["hex"]))}


def supply_of(book: CaseBook, given: Given) -> Answer:
    """`of`: for each of these units whether it is in supply."""
    position = book.situation(given)
    return {name: in_supply(position, piece_of(position, name)) for name in given["of"]}


def taken_hex(book: CaseBook, given: Given) -> Answer:
    """`hex`, `entering` (power: factors): who controls the enemy hex afterwards."""
    entering = {power: Fraction(factors) for power, factors in given["entering"].items()}
    return {"controller": new_controller(book.situation(given), given["hex"], entering)}


def weather_in_hex(book: CaseBook, given: Given) -> Answer:
    """`zone weather`, `terrain`: the weather that a hex suffers, and what its terrain counts as."""
    weather = weather_for(given["zone weather"], given["terrain"])
    return {"weather": weather, "terrain": terrain_in(given["terrain"], weather)}


WORLD_CALCULATIONS: Final[Asked] = {
    "zoc.unit": zone_of_control,
    "stacking.aircraft-in": aircraft_stack,
    "supply.units": supply_of,
    "control.taken": taken_hex,
    "weather.hex": weather_in_hex,
}
