"""Where units come in that were not on the map: reinforcements and reserves (4.2.1, 9.7).

Decides: home cities, the city of a militia, room, the hexes beside a full city, the best place
where nobody has chosen one. Leaves when units come to `turn` and `politics`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.book import once
from pbem.systems.flames.world.control import enemies, homes_now
from pbem.systems.flames.world.local_units import MILITIA, city_of, may_be_raised, ports_and_cities
from pbem.systems.flames.world.partisans import strangers_to
from pbem.systems.flames.world.position import (
    PARTISAN,
    PARTISAN_HQ,
    VOLUNTEER,
    WARLORD,
    Piece,
    Position,
)
from pbem.systems.flames.world.stacking import over_air_limit, over_land_limit
from pbem.systems.flames.world.vocabulary import Marker, PlaceFact
from pbem.systems.flames.world.zoc import enemy_zoc

FAR: Final = 10**6
NEAREST: Final = 6  # places that a finding names


@implements("WIF-4.2.1-10", "WIF-4.2.1-11", "WIF-2.1.3-1", "AIF-4.2-4")
@once
def home_cities(position: Position, power: str) -> tuple[str, ...]:
    """The cities of a unit's home country that its power controls, those beyond the map among them.

    A hex with the fact `supply-source` stands for a city beyond the map. Of the Chinese factions
    each has its own.
    """
    state, board = position.state, position.board
    homes = homes_now(state, power)
    beyond = gates(position, power)
    cities = {place for place in board.by_fact.get("city", {}) if position.country(place) in homes}
    ours = position.major(power)
    return tuple(
        place
        for place in sorted({*cities, *beyond})
        if position.held_by(place) == ours
        and not position.are_rivals(position.controller(place), power)
    )


def cities_for(position: Position, piece: Piece) -> tuple[str, ...]:
    """The cities in which a unit may come in: a militia's own, else those of its home (4.2.1).

    An optional rule may tie it to other places.
    """
    tied = position.kits.waiting.entries(position, piece)
    if tied is not None:
        return tied
    if piece.kind == MILITIA:
        city = city_of(position, piece)
        if city is not None:
            return (city,) if may_be_raised(position, piece) else ()
    if piece.counter.is_a(PARTISAN_HQ):
        return _with_partisans(position, piece)
    if piece.territory:
        return ports_and_cities(position, piece)
    if piece.counter.is_a(VOLUNTEER) or piece.counter.is_a(WARLORD):
        return _own_city(position, piece)
    return home_cities(position, piece.owner)


def gates(position: Position, power: str) -> tuple[str, ...]:
    """The hexes that stand for cities of a power beyond the map."""
    return _with_fact(position, PlaceFact.SUPPLY_SOURCE, power)


def ways_in(position: Position, power: str) -> tuple[str, ...]:
    """Where units come in from beyond the map: these hexes, else those where its railways begin."""
    return gates(position, power) or _with_fact(position, PlaceFact.RAIL_EXIT, power)


def _with_fact(position: Position, fact: PlaceFact, power: str) -> tuple[str, ...]:
    facts = ((p.id, p.facts.get(fact)) for p in position.places.values())
    return tuple(sorted(place for place, whose in facts if whose == power))


@implements("WIF-4.2.1-9", "WIF-22.6-1")
def _own_city(position: Position, piece: Piece) -> tuple[str, ...]:
    """The city that is printed on a unit, while its power holds it (4.2.1)."""
    city = city_of(position, piece) or ""
    return (city,) if position.held_by(city) == position.major(piece.owner) else ()


@implements("WIF-22.15-3")
def _with_partisans(position: Position, hq: Piece) -> tuple[str, ...]:
    """The hexes of a partisan HQ's country in which a friendly partisan stands (22.15)."""
    side, country = position.side(hq.owner), hq.counter.power
    friends = (p for p in position.on_map if p.kind == PARTISAN and position.side(p.owner) == side)
    places = {piece.at for piece in friends}
    return tuple(place for place in sorted(places) if position.country(place) == country)


@implements("WIF-4.2.1-12", "WIF-13.1.3-2", "AIF-4.2-5", "AIF-4.2-6")
def why_not_at(position: Position, piece: Piece, place: str) -> str:
    """Why a unit has no room in a hex; a zone of control is no bar in a city (4.2.1)."""
    here = position.at(place)
    if any(other.owner in enemies(position, piece.owner) for other in here):
        return "an enemy is in it"
    if piece.is_land:
        full = over_land_limit(position, place, [*position.land_at(place), piece])
    else:
        full = over_air_limit(position, place, [*position.air_at(place), piece])
    if strangers_to(position, piece, here):
        return f"{position.called(piece.owner)} does not co-operate with those in it"
    return "it has no room" if full else ""


@implements("WIF-4.2.1-14")
def beside(position: Position, piece: Piece, city: str) -> tuple[str, ...]:
    """The hexes beside a full city where a unit may go instead, in no enemy ZoC (4.2.1)."""
    zoc = enemy_zoc(position, piece.owner)
    return tuple(
        place
        for place in position.board.neighbours[city]
        if place not in zoc
        and position.ground.is_land(place)
        and position.country(place) == position.country(city)
        and position.held_by(place) == position.major(piece.owner)
        and not why_not_at(position, piece, place)
    )


@implements("WIF-4.2.1-14")
def open_places(position: Position, piece: Piece) -> tuple[str, ...]:
    """Where a unit may come in now: cities with room, else hexes beside full ones, one a city.

    Who is tied to the place where it waits comes in there alone, else it stays.
    """
    cities = cities_for(position, piece)
    with_room = tuple(city for city in cities if not why_not_at(position, piece, city))
    if with_room or position.kits.waiting.is_tied(piece):
        return with_room
    full = [city for city in cities if not _is_overflown(position, city)]
    found = dict.fromkeys(place for city in full for place in beside(position, piece, city))
    return tuple(found)


def _is_overflown(position: Position, city: str) -> bool:
    """Whether a unit has come in beside a full city in this turn."""
    return bool(position.state.marker(city, Marker.OVERFLOWN))


def first_open(position: Position, piece: Piece, places: Iterable[str]) -> tuple[str, str]:
    """The first of some places in which a unit may come in, or why it may not in the first."""
    reasons: list[str] = []
    open_now = open_places(position, piece)
    for place in places:
        if place in open_now:
            return place, ""
        reasons.append(_why_closed(position, piece, place))
    return "", reasons[0]


def _why_closed(position: Position, piece: Piece, place: str) -> str:
    cities = cities_for(position, piece)
    if place in cities:
        return why_not_at(position, piece, place)
    near = [city for city in cities if city in position.board.neighbours[place]]
    if near and all(_is_overflown(position, city) for city in near):
        return f"another unit has come in beside {position.label(near[0])} in this turn"
    if piece.kind == MILITIA and city_of(position, piece):
        return "it is not the city of this militia"
    if position.kits.waiting.is_tied(piece):
        return "it was built elsewhere"
    return "it is no city of its home"


def no_entry(
    position: Position, piece: Piece, place: str, why: str, *, cite: str = "4.2.1"
) -> Finding:
    """A unit may not come in at a place: why, and where it may."""
    far = position.board.distance
    may = sorted(open_places(position, piece), key=lambda city: far(place, city) or FAR)
    near = ", ".join(map(position.label, may[:NEAREST])) or "nowhere"
    left = len(may) - NEAREST
    more = f" and {left} place{'s' * (left > 1)} farther away" if left > 0 else ""
    message = f"{piece.name} cannot come in at {position.label(place)}: {why}"
    return error(
        "no-place", message, hint=f"it may come in at: {near}{more}", cite=cite, about=place
    )


@implements("WIF-4.2.1-14")
def coming_to(position: Position, piece: Piece, place: str) -> tuple[Event, ...]:
    """A unit comes in; beside a full city it is the one unit of the turn that may (4.2.1)."""
    moved = UnitMoved(piece.id, piece.at, place, piece.unit.count)
    cities, near = cities_for(position, piece), position.board.neighbours[place]
    beside_it = [city for city in cities if city in near and not _is_overflown(position, city)]
    if place in cities or not beside_it:
        return (moved,)
    marked = set_place(position.state, beside_it[0], "marker", Marker.OVERFLOWN, True)
    return (moved, *marked)


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
