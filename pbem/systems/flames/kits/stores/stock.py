"""Oil and build points that are saved on the map (13.6.9, options 30 and 31).

Decides whose they are, how many a city or port holds, and what partisans destroy of them. Leaves
paying for actions to `kits/oil`, saving to `saving`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import as_number
from pbem.systems.flames.world.countries import country_at, power_over
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.vocabulary import Marker

OIL: Final = "oil"
POINTS: Final = "points"
GOODS: Final = {OIL: Marker.SAVED_OIL, POINTS: Marker.SAVED_POINTS}
ROOM: Final = 4


def saved_at(position: Position, place: str, goods: str) -> int:
    """How much of some goods is saved in a hex."""
    return as_number(position.state.marker(place, GOODS[goods]))


@implements("WIF-13.6.9-5", "WIF-11.10.6-18", "WIF-1.3-3")
def stores(position: Position, power: str, goods: str) -> dict[str, int]:
    """What a major power has saved, in byte order of the hexes: who controls a hex owns it."""
    word = GOODS[goods]
    found = {
        place.id: as_number(place.markers[word])
        for place in position.places.values()
        if place.markers.get(word) and position.held_by(place.id) == power
    }  # fmt: skip
    return dict(sorted(found.items()))


@implements("WIF-13.6.10-37a")
def saved_points(position: Position, country: str) -> dict[str, int]:
    """The build points that a country has saved (option 31), by the hexes that work for it."""
    saved = stores(position, power_over(position, country), POINTS)
    return {place: many for place, many in saved.items() if country_at(position, place) == country}


@implements("WIF-13.6.9-3")
def room_for(position: Position, power: str, place: str, goods: str) -> int:
    """How much more a hex can hold: 4 a city, 4 a port, twice that in a capital (13.6.9)."""
    ground, board = position.ground, position.board
    kinds = int(ground.is_city(place)) + int(bool(ground.port(place)))
    capital = board.fact(place, "capital") in position.powers[power].home_countries
    room = ROOM * kinds * (2 if capital else 1)
    return max(0, room - saved_at(position, place, goods))


def changed(position: Position, place: str, goods: str, more: int) -> tuple[Event, ...]:
    """The change of what is saved in a hex."""
    left = saved_at(position, place, goods) + more
    return set_place(position.state, place, "marker", GOODS[goods], left or None)
