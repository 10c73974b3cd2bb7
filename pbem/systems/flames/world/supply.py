"""Supply (2.4): sources, what bounds paths, what being out of supply means.

Decides: primary and secondary sources, which hexes no path of a power enters, who is in supply, by
a path or in an emergency (option 13). Leaves how far paths go to `supply_paths`, overseas paths to
the sea. Supply is judged on the position as it is at the moment of asking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import once
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.control import enemy_occupied, homes_now, is_friendly, passage_ban
from pbem.systems.flames.world.elites import traces_through_zones
from pbem.systems.flames.world.position import (
    PARTISAN,
    PARTISAN_HQ,
    SUPPLY_UNIT,
    Piece,
    Position,
)
from pbem.systems.flames.world.supply_paths import Limits, Network, Supply, basic_path, over
from pbem.systems.flames.world.vocabulary import Marker, PlaceFact, UnitMark
from pbem.systems.flames.world.zoc import enemy_zoc

_LANDED: Final = frozenset({UnitMark.LANDING, UnitMark.LANDED})


class WeatherOnTheWay(Reading, id=("WIF-2.4.2-R1", "AIF-2.4.2-R1")):
    """Whether bad weather further on shortens a supply path."""

    START_HEX = "start-hex"
    EACH_HEX = "each-hex"


class EmptyEnemyHexes(Reading, id=("WIF-2.4.2-R2", "AIF-2.4.2-R2")):
    """Whether a supply path goes through empty hexes that the enemy controls."""

    OPEN = "open"
    CLOSED = "closed"


class SourceNextDoor(Reading, id="WIF-2.4.2-R3"):
    """Whether the limits on supply paths hold for a source in the next hex."""

    WITHIN_LIMITS = "within-limits"
    ALWAYS = "always"


class FriendsConsent(Reading, id="WIF-2.4.2-R5"):
    """Whether a power with which one co-operates lets supply paths through unasked."""

    AGREED = "agreed"
    LEAVE = "leave"


# --- sources -----------------------------------------------------------------------------------


@implements(
    "WIF-2.4.2-2", "WIF-2.4.2-3", "WIF-2.4.2-4", "WIF-2.4.2-15", "WIF-2.5.2-1", "AIF-2.4.2-1",
    "AIF-2.4.2-4",
)  # fmt: skip
@once
def primary_sources(position: Position, power: str) -> frozenset[str]:
    """Friendly cities at home, or in the home of a major power that it co-operates with (2.4.2).

    Of a friend with several home countries (the Commonwealth) the first, the United Kingdom. Not a
    city that the other side has held this turn. A place may be named a source by the scenario
    (`supply-source: POWER`), where the home country lies beyond the map.
    """
    hosts = _hosts(position, power)
    named = {
        place.id
        for place in position.with_facts
        if place.facts.get(PlaceFact.SUPPLY_SOURCE) in hosts
    }
    homes = homes_now(position.state, power)
    main = slice(1) if position.values.first_home_serves else slice(None)
    friends = [
        home
        for host in hosts
        if host != power
        for home in position.state.powers[host].home_countries[main]
    ]
    cities = named.union(_cities_of(position, (*homes, *friends)))
    found = frozenset(city for city in cities if is_source_city(position, city, power))
    return found.union(*(more(position, power) for more in position.kits.sources))


def _hosts(position: Position, power: str) -> tuple[str, ...]:
    """The power itself, and the major powers that it co-operates with."""
    state = position.state
    return tuple(
        other
        for other in state.powers
        if other == power or (position.major(other) == other and position.cooperate(power, other))
    )


def _cities_of(position: Position, countries: Iterable[str]) -> Iterator[str]:
    """The cities of some countries, where nobody has conquered them."""
    cities = position.board.by_fact.get("city", {})
    homes = {country for country in countries if position.conqueror(country) is None}
    return (city for city in cities if position.country(city) in homes)


@implements("WIF-2.4.2-8", "AIF-2.4.2-4")
def is_source_city(position: Position, place: str, power: str) -> bool:
    """A friendly city that the other side has not controlled this turn (2.4.2).

    Of the two Chinese factions neither is supplied by cities of the other.
    """
    if position.are_rivals(position.controller(place), power):
        return False
    known = position.places.get(place)
    held = known is not None and bool(known.markers.get(Marker.ENEMY_HELD))
    return not held and is_friendly(position, place, position.side(power))


@implements("WIF-2.4.2-9", "WIF-2.4.2-14", "AIF-2.4.2-2")
@once
def secondary_sources(position: Position, power: str) -> frozenset[str]:
    """The secondary sources of a power; HQs of friends only while they are in supply themselves.

    What supplies a minor's units, such as a town of theirs, may not supply the HQ of their lord.
    """
    serving = (
        at
        for friend, at in _headquarters(position, power)
        if friend == power
        or _shares_sources(position, power, friend)
        or supply_before(position, friend).reaches(at)
    )
    return serving_cities(position, power).union(serving)


def _shares_sources(position: Position, power: str, friend: str) -> bool:
    """Whether all that supplies a power's paths in the end supplies a friend's HQs too."""
    theirs = primary_sources(position, friend) | any_secondary_sources(position, friend)
    return primary_sources(position, power) <= theirs


@once
def any_secondary_sources(position: Position, power: str) -> frozenset[str]:
    """The secondary sources of a power, whether or not HQs of friends are in supply (2.4.2)."""
    hqs = (at for _, at in _headquarters(position, power))
    return serving_cities(position, power).union(hqs)


def _headquarters(position: Position, power: str) -> Iterator[tuple[str, str]]:
    """The HQs with which a power co-operates: whose each is, and where."""
    state, headquarters = position.state, position.book.counters.of_class("hq")
    for friend in state.powers:
        if position.cooperate(power, friend):
            for unit in position.units_of(friend):
                if unit.counter in headquarters:
                    yield friend, unit.at


@implements("WIF-2.4.2-10", "WIF-2.4.2-11", "WIF-2.4.2-12", "AIF-2.4.2-2")
@once
def serving_cities(position: Position, power: str) -> frozenset[str]:
    """Capitals of aligned minors and of conquered countries, and cities in the further home
    countries of a friend, as Canada is one of the Commonwealth.
    """
    cities = {*_serving_capitals(position, power), *_further_cities(position, power)}
    return frozenset(city for city in cities if is_source_city(position, city, power))


def _serving_capitals(position: Position, power: str) -> Iterator[str]:
    """Capitals of aligned minor countries, and of countries that we or friends have conquered."""
    for place, country in position.board.by_fact.get("capital", {}).items():
        if _capital_serves(position, str(country), power):
            yield place


def _further_cities(position: Position, power: str) -> Iterator[str]:
    """The cities in all home countries of friends but their first, where that one alone has
    primary sources.
    """
    state = position.state
    if not position.values.first_home_serves:
        return iter(())
    hosts = [host for host in _hosts(position, power) if host != power]
    return _cities_of(
        position, [h for host in hosts for h in state.powers[host].home_countries[1:]]
    )


def _capital_serves(position: Position, country: str, power: str) -> bool:
    """A capital of an aligned minor country, or of a country conquered by us or a friend."""
    state = position.state
    taker = position.conqueror(country)
    if taker is not None:
        return position.cooperate(power, taker)
    host = state.at_home(country)
    if host is None or host == power or position.major(host) == host:
        return False
    if position.values.friends_capitals_serve:
        return position.cooperate(power, host)
    return position.major(host) == position.major(power)


# --- paths -------------------------------------------------------------------------------------


@implements(
    "WIF-2.4.2-37", "WIF-2.4.2-38", "WIF-2.4.2-39", "WIF-2.4.2-40", "WIF-13.1.3-4", "AIF-2.4.2-15",
    "AIF-2.4.2-16",
)  # fmt: skip
@once
def blocked(position: Position, power: str) -> frozenset[str]:
    """The hexes that no supply path of a power may enter (2.4.2, limits).

    Those of enemy units, those in an enemy zone of control without a friendly land unit, and those
    of other powers that do not let it pass.
    """
    side = position.side(power)
    ours = [p.id for p in position.state.powers_of(side)]
    land = position.book.counters.of_class("land")
    held = {u.at for friend in ours for u in position.units_of(friend) if u.counter in land}
    shut = _shut_powers(position, power)
    banned = {p.id for p in position.places.values() if p.controller in shut} if shut else ()
    return (enemy_zoc(position, power) - held) | enemy_occupied(position, power).union(banned)


def _shut_powers(position: Position, power: str) -> frozenset[str]:
    """The powers through whose hexes the paths of a power may not go; co-operating ones agree."""
    through_enemies = position.reading(EmptyEnemyHexes) is EmptyEnemyHexes.OPEN
    return frozenset(
        other
        for other in position.powers
        if (passage_ban(position, power, other) and not _agrees(position, power, other))
        or (position.at_war(power, other) and not through_enemies)
        or position.policy.no_path(position, power, other)
    )


def _agrees(position: Position, power: str, other: str) -> bool:
    """Whether a power that has given no leave to enter agrees to supply paths all the same."""
    if not position.cooperate(power, other):
        return False
    return position.reading(FriendsConsent) is FriendsConsent.AGREED


def limits(position: Position, power: str) -> Limits:
    """The limits of a power's supply paths as they are now."""
    return Limits(
        blocked(position, power),
        position.kits.closed_straits(position, power),
        position.reading(WeatherOnTheWay) is WeatherOnTheWay.EACH_HEX,
        position.reading(SourceNextDoor) is SourceNextDoor.ALWAYS,
        position.values.source_next_door,
    )


@once
def network(position: Position, power: str) -> Network:
    """The supply network of a power as it is now."""
    return _network(position, power, secondary_sources(position, power))


def _network(position: Position, power: str, secondary: frozenset[str]) -> Network:
    bounds, primary = limits(position, power), primary_sources(position, power)
    return Network(bounds, primary, secondary)


@once
def supply_before(position: Position, power: str) -> Supply:
    """The supply of a power while it is not yet asked whether HQs of friends are in supply."""
    ground = position.ground
    net = _network(position, power, any_secondary_sources(position, power))
    return ground.lately(net, lambda: Supply(ground, net))


@once
def supply_of(position: Position, power: str) -> Supply:
    """The supply of a power as it is now; positions with the same network share it."""
    ground, net = position.ground, network(position, power)
    return ground.lately(net, lambda: Supply(ground, net))


# --- being in supply ---------------------------------------------------------------------------


@implements(
    "WIF-2.4.1-1", "WIF-2.4.1-5", "WIF-2.4.2-1", "AIF-2.4.1-1", "AIF-2.4.1-4", "AIF-2.4.2-3",
)  # fmt: skip
def has_path(position: Position, power: str, place: str) -> bool:
    """Whether a power's unit in a hex has a supply path (2.4.2).

    It ends at a primary source, or at a secondary one that is itself supplied.
    """
    return supply_of(position, power).reaches(place)


@implements("WIF-22.1.1-5", "WIF-22.1.1-9")
def has_secret_path(position: Position, piece: Piece) -> bool:
    """Whether a unit has a supply path through enemy zones of control, if it may (22.1.1)."""
    if not piece.is_division or not traces_through_zones(position.ground, piece):
        return False
    power, bounds = piece.owner, limits(position, piece.owner)
    closed = _shut_powers(position, power)
    zones = enemy_zoc(position, power) - enemy_occupied(position, power)
    shut = bounds.shut - {place for place in zones if position.controller(place) not in closed}
    sources = primary_sources(position, power) | supply_of(position, power).supplied
    return basic_path(position.ground, replace(bounds, shut=shut), piece.at, sources) is not None


@implements("WIF-22.15-2")
def is_at_home(position: Position, piece: Piece) -> bool:
    """Whether a partisan HQ stands in its home country (22.15)."""
    if not piece.counter.is_a(PARTISAN_HQ) or piece.at not in position.board.spots:
        return False
    return position.country(piece.at) == piece.counter.power


@implements("WIF-2.4.3-8", "WIF-11.14-7", "WIF-13.1.3-10", "WIF-22.15-2", "AIF-2.4.1-5")
def in_supply(position: Position, piece: Piece) -> bool:
    """Whether a unit is in supply now, by a path or by emergency HQ supply (2.4.2, 2.4.3).

    Partisans always are (13.1.3), their HQs at home (22.15), and who has landed in this impulse
    (11.14).
    """
    if piece.kind == PARTISAN or is_at_home(position, piece):
        return True
    if _LANDED.intersection(piece.unit.marks):
        return True
    if has_path(position, piece.owner, piece.at) or has_secret_path(position, piece):
        return True
    if has_supply_unit(piece) or has_city_at_home(position, piece):
        return True
    hq = position.units.get(str(piece.unit.mark(UnitMark.EMERGENCY_SUPPLY)))
    return hq is not None and reaches_hq(position, piece, hq.at)


@implements("WIF-2.4.2-6", "WIF-22.3-1")
def has_supply_unit(piece: Piece) -> bool:
    """Whether a unit is a supply unit, which always is in supply, or one supplies it (2.4.2)."""
    return piece.counter.is_a(SUPPLY_UNIT) or piece.unit.marked(UnitMark.SUPPLIED)


@implements("WIF-2.4.2-7", "WIF-22.7-6")
def has_city_at_home(position: Position, piece: Piece) -> bool:
    """Whether a territorial reaches a friendly city of its home, conquered or not (2.4.2)."""
    home = piece.territory
    if not home:
        return False
    cities = (place for place in position.board.by_fact.get("city", {}))
    ours = {p for p in cities if position.is_in(p, home)
            and is_source_city(position, p, piece.owner)}  # fmt: skip
    bounds = limits(position, piece.owner)
    found = basic_path(position.ground, bounds, piece.at, frozenset(ours)) if ours else None
    return piece.at in ours or found is not None


@once
def linked(position: Position, power: str) -> frozenset[str]:
    """The hexes from which a basic path of any length leads to a primary source of a power."""
    return flooded(position, power, primary_sources(position, power))


@once
def linked_at_all(position: Position, power: str) -> frozenset[str]:
    """The hexes from which one leads to any source, primary or secondary and supplied."""
    sources = primary_sources(position, power) | supply_of(position, power).supplied
    return sources | flooded(position, power, sources)


def flooded(position: Position, power: str, sources: frozenset[str]) -> frozenset[str]:
    """The sources that no enemy shuts, and every hex with a way to one of them."""
    shut, straits = blocked(position, power), position.kits.closed_straits(position, power)
    open_ends = [place for place in sources if place not in shut]
    found = set(open_ends)
    reach = position.ground.path_reach
    while open_ends:
        place = open_ends.pop()
        ways = over(straits, place, reach[place])
        for there in [there for there in ways if there not in found]:
            found.add(there)
            if there not in shut:
                open_ends.append(there)
    return frozenset(found)


@implements("WIF-2.4.3-8")
def reaches_hq(position: Position, piece: Piece, place: str) -> bool:
    """Whether a unit can trace a basic path to an HQ in a hex now; it may be cut off (2.4.3)."""
    bounds = limits(position, piece.owner)
    return basic_path(position.ground, bounds, piece.at, frozenset({place})) is not None
