"""Where units come in that were not on the map: reinforcements and reserves (4.2.1, 9.7).

Decides: home cities, the city of a militia, room, the hexes beside a full city, the best place
where nobody has chosen one. Leaves when units come to `turn` and `politics`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.systems.wif.world.control import conqueror, enemies, major, strangers
from pbem.systems.wif.world.militia import MILITIA, may_be_raised, militia_city
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.stacking import over_air_limit, over_land_limit
from pbem.systems.wif.world.units import Piece
from pbem.systems.wif.world.vocabulary import PlaceFact
from pbem.systems.wif.world.zoc import enemy_zoc

FAR: Final = 10**6


@implements("WIF-4.2.1-10", "WIF-2.1.3-1")
@once
def home_cities(position: Position, power: str) -> tuple[str, ...]:
    """The cities of a unit's home country that its power controls, those beyond the map among them.

    A hex with the fact `supply-source` stands for a city beyond the map.
    """
    state, board = position.state, position.board
    homes = [c for c in state.powers[power].home_countries if conqueror(state, c) is None]
    beyond = [
        p.id for p in position.places.values() if p.facts.get(PlaceFact.SUPPLY_SOURCE) == power
    ]
    cities = {place for place in board.by_fact.get("city", {}) if board.country(place) in homes}
    ours = major(state, power)
    return tuple(place for place in sorted({*cities, *beyond}) if _holder(position, place) == ours)


def _holder(position: Position, place: str) -> str:
    """The major power that controls a hex, itself or through a minor country."""
    holder = position.controller(place)
    return "" if holder is None else major(position.state, holder)


def cities_for(position: Position, piece: Piece) -> tuple[str, ...]:
    """The cities in which a unit may come in: a militia's own, else those of its home (4.2.1)."""
    if piece.kind == MILITIA:
        city = militia_city(position, piece)
        if city is not None:
            return (city,) if may_be_raised(position, piece) else ()
    return home_cities(position, piece.owner)


@implements("WIF-4.2.1-12", "WIF-13.1.3-2")
def why_not_at(position: Position, piece: Piece, place: str) -> str:
    """Why a unit has no room in a hex; a zone of control is no bar in a city (4.2.1)."""
    here = position.at(place)
    if any(other.owner in enemies(position, piece.owner) for other in here):
        return "an enemy is in it"
    if piece.is_land:
        full = over_land_limit(position, place, [*position.land_at(place), piece])
    else:
        full = over_air_limit(position, place, [*position.air_at(place), piece])
    if strangers(position.state, piece.owner, here):
        return f"{piece.owner} does not co-operate with those in it"
    return "it has no room" if full else ""


@implements("WIF-4.2.1-14")
def beside(position: Position, piece: Piece, city: str) -> tuple[str, ...]:
    """The hexes beside a full city where a unit may go instead, in no enemy ZoC (4.2.1)."""
    zoc = enemy_zoc(position, piece.owner)
    board = position.board
    return tuple(
        place
        for place in position.board.neighbours[city]
        if place not in zoc
        and position.ground.is_land(place)
        and board.country(place) == board.country(city)
        and _holder(position, place) == major(position.state, piece.owner)
        and not why_not_at(position, piece, place)
    )


def open_places(position: Position, piece: Piece, used: Iterable[str] = ()) -> tuple[str, ...]:
    """Where a unit may come in now: cities with room, else hexes beside full ones, one a city."""
    cities = cities_for(position, piece)
    with_room = tuple(city for city in cities if not why_not_at(position, piece, city))
    if with_room:
        return with_room
    taken = frozenset(used)
    full = [city for city in cities if city not in taken]
    found = dict.fromkeys(place for city in full for place in beside(position, piece, city))
    return tuple(found)


def cities_used(position: Position, piece: Piece, place: str) -> tuple[str, ...]:
    """The full cities beside which no other unit may be placed, once a unit has come in there."""
    cities = cities_for(position, piece)
    near = position.board.neighbours[place]
    return () if place in cities else tuple(city for city in cities if city in near)


def best_place(position: Position, places: Iterable[str], power: str) -> str:
    """The place nearest to enemy land units that is not beside one, else the farthest from them."""
    zoc = enemy_zoc(position, power)
    foes = enemies(position, power)
    board = position.board
    fronts = sorted({u.at for foe in foes for u in position.units_of(foe) if u.at in board.spots})

    def rank(place: str) -> tuple[bool, int, str]:
        far = [board.distance(place, front) for front in fronts if place in board.spots]
        near = min((d for d in far if d is not None), default=FAR)
        return place in zoc, -near if place in zoc else near, place

    return min(places, key=rank)
