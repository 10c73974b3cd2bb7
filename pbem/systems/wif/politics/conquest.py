"""Which countries are conquered or liberated in the peace step, and by whom (13.7.1, 13.7.5).

Decides it from who holds capitals, printed factories, cities and ports. Leaves what comes of it to
`conquering` and `liberation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.garrison import counts_as_garrison, garrison_of, total_garrison
from pbem.systems.flames.world.position import (
    Piece,
    Position,
    conqueror,
    major,
    other_side,
)
from pbem.systems.flames.world.vocabulary import TrackName
from pbem.systems.wif.world.vocabulary import MinorName, PowerName

TERRITORY: Final = "territory"
ROME: Final = "Rome"
KIEV: Final = "Kiev"
TRIPOLI: Final = "Tripoli"
ITALY_FALLS: Final = 3  # of its four conditions


class ItalysConqueror(Reading, id="WIF-13.7.1-R1"):
    """Which priority names the conqueror of Italy."""

    INFLUENCE = "influence"
    CONDITIONS = "conditions"


class ConquestGarrison(Reading, id="WIF-13.7.1-R2"):
    """Which units count in garrison values for conquest."""

    AS_PACT = "as-pact"
    ALL = "all"


class WhoHolds(Reading, id="WIF-13.7.1-R7"):
    """Who must hold the capital and the factories of a home country."""

    SIDE = "side"
    POWER = "power"


@dataclass(frozen=True, slots=True)
class Conquest:
    """A country, who held it and who takes it.

    `freed`: it can be liberated; `whole`: all that a conquest needs is held, not the capital alone.
    """

    country: str
    lord: str
    taker: str
    freed: bool = False
    whole: bool = True


@implements("WIF-2.5.2-6", "WIF-2.5.2-3", "WIF-19-1")
def lord_of(state: State, country: str) -> str:
    """The major power that a country belongs to: who has conquered it, else its own or its lord."""
    taken = conqueror(state, country)
    if taken is not None:
        return major(state, taken)
    host = str(state.at_home(country))
    return "" if state.side_of(host) == NEUTRAL else major(state, host)


def aligned_1939(position: Position, country: str) -> str:
    """The power to which a country was aligned in 1939, as the map says; `` if it is not played."""
    home = position.board.countries.get(country, {}).get("aligned")
    return (position.state.at_home(str(home)) or "") if home else ""


@implements("WIF-13.7.5-1a")
def may_be_freed(position: Position, country: str, taker: str) -> bool:
    """Whether a conquered country can be liberated: by the side that did not conquer it first."""
    state = position.state
    first = state.track(TrackName.FIRST_CONQUEROR.of(country))
    return position.conqueror(country) is not None and state.side_of(taker) != first


def capital_of(position: Position, country: str) -> str:
    """The capital of a country on this map; `` where it lies beyond. That of Ukraine is Kiev."""
    board = position.board
    if country == MinorName.UKRAINE:
        return next((place for place in sorted(board.spots) if board.name(place) == KIEV), "")
    capitals = board.by_fact.get("capital", {})
    return next((place for place, of in sorted(capitals.items()) if of == country), "")


def hexes_in(position: Position, country: str) -> tuple[str, ...]:
    """The hexes of a country on this map."""
    return tuple(p for p in sorted(position.board.spots) if position.country(p) == country)


@implements("WIF-13.7.1-1", "WIF-13.7-1", "WIF-19.10-1", "WIF-19.12-5")
def conquests(position: Position) -> tuple[Conquest, ...]:
    """All conquests and liberations of a peace step, worked out on one position (13.7.1)."""
    known = {name: facts.get("kind") for name, facts in position.board.countries.items()}
    if MinorName.UKRAINE in position.claimed.values():
        known[MinorName.UKRAINE] = "home"
    found = [_conquest(position, name, known[name]) for name in sorted(known)]
    return tuple(one for one in found if one is not None)


@implements("WIF-2.5.1-1")
def _conquest(position: Position, country: str, kind: object) -> Conquest | None:
    lord = lord_of(position.state, country)
    if kind == TERRITORY:
        lord = lord or _lord_of_old(position, country)
    if not lord:
        return None
    if kind == TERRITORY:
        taker = territory_taker(position, country, lord)
    elif country == PowerName.ITALY and not _is_rome_free(position, country, lord):
        taker = italys_taker(position, lord)
    else:
        return _home(position, country, lord)
    return Conquest(country, lord, taker, may_be_freed(position, country, taker)) if taker else None


def _lord_of_old(position: Position, territory: str) -> str:
    """Whose an unconquered territory is that is no power of its own."""
    lord = aligned_1939(position, territory)
    return position.major(lord) if lord and position.side(lord) != NEUTRAL else ""


@implements("WIF-13.7.5-2")
def _is_rome_free(position: Position, country: str, lord: str) -> bool:
    """Whether Italy could be liberated: Rome and all its factories are in other hands (13.7.5)."""
    hexes = hexes_in(position, country)
    rome, _, works = _marks_of_italy(position, hexes)
    if position.conqueror(country) is None or not rome:
        return False
    side = other_side(position.side(lord))
    return _all_held(position, rome, side) and _all_taken(
        position, works, position.held_by(rome[0])
    )


@implements("WIF-13.7.1-2", "WIF-13.7.1-6", "WIF-13.7.1-23", "WIF-13.7.5-2", "WIF-13.7.5-1a")
def _home(position: Position, country: str, lord: str) -> Conquest | None:
    """A home country falls with its capital and every printed factory hex; freed by its capital.

    A country that is no power of the game has nobody to come back, and is conquered anew. What a
    minor takes its controlling power conquers, though it be at peace; then the minor frees (2.5.3).
    """
    state = position.state
    capital = capital_of(position, country)
    holder = position.controller(capital) if capital else None
    if holder is None or not position.at_war(holder, lord):
        return None
    taker = position.major(holder)
    works = position.board.by_fact.get("factories", {})
    mine = [p for p in works if position.country(p) == country]
    whole = _all_taken(position, mine, taker)
    freed = state.at_home(country) is not None and may_be_freed(position, country, taker)
    if freed and not position.at_war(taker, lord):
        taker = holder
    return Conquest(country, lord, taker, freed, whole) if whole or freed else None


@implements("WIF-13.7.1-6", "WIF-13.7.5-2")
def _all_taken(position: Position, works: Iterable[str], taker: str) -> bool:
    """Whether who holds the capital holds every factory too: with its side, or by itself."""
    if position.reading(WhoHolds) is WhoHolds.SIDE:
        return _all_held(position, works, position.side(taker))
    return all(position.held_by(place) == taker for place in works)


def _all_held(position: Position, places: Iterable[str], side: str) -> bool:
    """Whether a side controls every one of some hexes."""
    state = position.state
    return all(state.side_of(position.held_by(place)) == side for place in places)


@implements("WIF-13.7.1-2", "WIF-13.7.1-3")
def territory_taker(position: Position, territory: str, lord: str) -> str:
    """Who conquers a territory (13.7.1).

    With every city and port of it, every port and coastal city of the seas about it, or every hex.
    """
    side = other_side(position.side(lord))
    hexes = [place for place in hexes_in(position, territory) if position.ground.is_land(place)]
    towns = [place for place in hexes if _is_town(position, place)]
    ways = (towns, _coast_of(position, hexes), hexes)
    won = [way for way in ways if way and _all_held(position, way, side)]
    if not won:
        return ""
    foes = _foes_of(position, side, lord)
    return influential(position, hexes, foes) or influential(position, won[0], foes)


def _foes_of(position: Position, side: str, lord: str) -> list[str]:
    """The major powers of a side that are at war with a power, or a minor of theirs is."""
    state = position.state
    warring = {position.major(p.id) for p in state.powers_of(side) if position.at_war(p.id, lord)}
    return [power for power in _majors(position, side) if power in warring]


def _is_town(position: Position, place: str) -> bool:
    return position.ground.is_city(place) or bool(position.ground.port(place))


def _coast_of(position: Position, hexes: Iterable[str]) -> list[str]:
    """Every port and coastal city in the sea areas on which some hexes border."""
    board, ground = position.board, position.ground
    seas = {sea for place in hexes for sea in board.seas(place)}
    return [
        place
        for place in sorted(board.spots)
        if ground.is_land(place)
        and _is_town(position, place)
        and seas.intersection(board.seas(place))
    ]


def _majors(position: Position, side: str) -> Iterator[str]:
    state = position.state
    return (p.id for p in state.powers_of(side) if position.major(p.id) == p.id)


@implements("WIF-13.7.1-4")
def influential(position: Position, places: Iterable[str], powers: Iterable[str]) -> str:
    """The power with most towns, then garrison, then land factors in some hexes (13.7.1).

    Of equals who has occupied a town last, then a hex. Where neither is known (of what was taken
    before the game, or by agreement) who holds most of the hexes, then the first by name.
    """
    hexes = tuple(places)
    ranked = sorted(powers, key=lambda power: (_influence(position, hexes, power), power))
    best = [power for power in ranked if any(_strength(position, hexes, power))]
    if not best:
        return ""
    top = _influence(position, hexes, best[-1])
    return next(power for power in best if _influence(position, hexes, power) == top)


def _influence(position: Position, places: tuple[str, ...], power: str) -> tuple[Fraction, ...]:
    """What counts for a power, in the order of the list (13.7.1)."""
    *present, held = _strength(position, places, power)
    countries = {position.country(place) for place in places}
    last = [
        any(position.state.track(track.of(str(country))) == power for country in countries)
        for track in (TrackName.LAST_TOWN, TrackName.LAST_HEX)
    ]
    return (*present, *map(Fraction, last), held)


def _strength(position: Position, places: tuple[str, ...], power: str) -> tuple[Fraction, ...]:
    ground = position.ground
    held = [place for place in places if position.held_by(place) == power]
    towns = sum(ground.is_city(place) + bool(ground.port(place)) for place in held)
    units = [u for p in places for u in position.at(p) if position.major(u.owner) == power]
    factors = sum((Fraction(unit.combat) for unit in units if unit.is_land), Fraction(0))
    garrison = total_garrison(_that_count(position, units))
    return Fraction(towns), garrison, factors, Fraction(len(held))


def _that_count(position: Position, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Those of some units that count in garrisons, by one reading all of them."""
    every = position.reading(ConquestGarrison) is ConquestGarrison.ALL
    return tuple(piece for piece in pieces if every or counts_as_garrison(position, piece))


@implements("WIF-13.7.1-5")
def italy_falls(rome: bool, tripoli: bool, factory: bool, garrison: bool) -> bool:
    """Whether Italy is conquered: three of four conditions (13.7.1)."""
    return rome + tripoli + factory + garrison >= ITALY_FALLS


def italys_taker(position: Position, lord: str) -> str:
    """Who conquers Italy now; `` if nobody does (13.7.1)."""
    side = other_side(position.side(lord))
    hexes = hexes_in(position, PowerName.ITALY)
    rome, tripoli, works = _marks_of_italy(position, hexes)
    falls = italy_falls(
        bool(rome) and _all_held(position, rome, side),
        bool(tripoli) and _all_held(position, tripoli, side),
        any(_all_held(position, [place], side) for place in works),
        _garrison(position, side, hexes) > _italian_garrison(position, lord, hexes),
    )
    if not falls:
        return ""
    foes = _foes_of(position, side, lord)
    if position.reading(ItalysConqueror) is ItalysConqueror.CONDITIONS:
        return _first_holder(position, (*rome, *tripoli, *works), foes)
    return influential(position, (*hexes, *tripoli), foes)


def _marks_of_italy(
    position: Position, hexes: tuple[str, ...]
) -> tuple[list[str], list[str], list[str]]:
    """Rome, Tripoli, and the other factory hexes of Italy on this map."""
    board = position.board
    rome = [place for place in hexes if board.name(place) == ROME]
    tripoli = [place for place in board.spots if board.name(place) == TRIPOLI]
    works = [p for p in board.by_fact.get("factories", {}) if p in hexes and p not in rome]
    return rome, tripoli, works


def _first_holder(position: Position, places: Iterable[str], powers: Iterable[str]) -> str:
    """The power that holds the first of some places that any of these powers holds."""
    named = tuple(powers)
    lords = (position.held_by(place) for place in places)
    return next((lord for lord in lords if lord in named), "")


@implements("WIF-13.7.1-5")
def _italian_garrison(position: Position, lord: str, places: tuple[str, ...]) -> Fraction:
    """What of a garrison value keeps Italy: Italy's own; once it is lost, that of who holds it."""
    if lord != PowerName.ITALY:
        return _garrison(position, position.side(lord), places)
    there = (piece for place in places for piece in position.at(place))
    own = [piece for piece in there if position.major(piece.owner) == lord]
    return total_garrison(_that_count(position, own))


def _garrison(position: Position, side: str, places: tuple[str, ...]) -> Fraction:
    every = position.reading(ConquestGarrison) is ConquestGarrison.ALL
    return garrison_of(position, side, places, all_units=every)
