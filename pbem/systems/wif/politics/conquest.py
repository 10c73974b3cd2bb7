"""Which countries are conquered or liberated in the peace step, and by whom (13.7.1, 13.7.5).

Decides it from who holds capitals, printed factories, cities and ports. Leaves what comes of it to
`conquering`, and the peculiar ways of China, France and the Commonwealth to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import NEUTRAL, State
from pbem.core.rules.readings import Reading
from pbem.systems.wif.world.control import at_war, conqueror, major, other_side
from pbem.systems.wif.world.garrison import garrison_of, total_garrison
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.vocabulary import PowerName

TERRITORY: Final = "territory"
ROME: Final = "Rome"
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


@dataclass(frozen=True, slots=True)
class Conquest:
    """A country, who held it and who takes it; `freed`: it can be liberated, not conquered anew."""

    country: str
    lord: str
    taker: str
    freed: bool = False


def lord_of(state: State, country: str) -> str:
    """The major power that a country belongs to: who has conquered it, else its own or its lord."""
    taken = conqueror(state, country)
    if taken is not None:
        return major(state, taken)
    host = state.at_home(country)
    return "" if host is None or state.side_of(host) == NEUTRAL else major(state, host)


def capital_of(position: Position, country: str) -> str:
    """The capital of a country on this map; `` where it lies beyond."""
    capitals = position.board.by_fact.get("capital", {})
    return next((place for place, of in sorted(capitals.items()) if of == country), "")


def hexes_in(position: Position, country: str) -> tuple[str, ...]:
    """The hexes of a country on this map."""
    board = position.board
    return tuple(place for place in sorted(board.spots) if board.country(place) == country)


@implements("WIF-13.7.1-1", "WIF-13.7-1")
def conquests(position: Position) -> tuple[Conquest, ...]:
    """All conquests and liberations of a peace step, worked out on one position (13.7.1)."""
    known = position.board.countries
    found = [_conquest(position, name, known[name].get("kind")) for name in sorted(known)]
    return tuple(one for one in found if one is not None)


def _conquest(position: Position, country: str, kind: object) -> Conquest | None:
    lord = lord_of(position.state, country)
    if not lord:
        return None
    if kind == TERRITORY:
        taker = territory_taker(position, country, lord)
    elif country == PowerName.ITALY and conqueror(position.state, country) is None:
        taker = italys_taker(position, lord)
    else:
        return _home(position, country, lord)
    return Conquest(country, lord, taker) if taker else None


@implements("WIF-13.7.1-2", "WIF-13.7.1-6", "WIF-13.7.1-23", "WIF-13.7.5-2", "WIF-13.7.5-1a")
def _home(position: Position, country: str, lord: str) -> Conquest | None:
    """A home country falls with its capital and every printed factory hex; freed by its capital."""
    state = position.state
    capital = capital_of(position, country)
    holder = position.controller(capital) if capital else None
    if holder is None:
        return None
    taker = major(state, holder)
    if not at_war(state, taker, lord) or position.side(taker) == position.side(lord):
        return None
    host = state.at_home(country)
    if host is not None and conqueror(state, country) is not None:
        return Conquest(country, lord, taker, freed=True)
    side = position.side(taker)
    works = position.board.by_fact.get("factories", {})
    mine = [p for p in works if position.board.country(p) == country]
    return Conquest(country, lord, taker) if _all_held(position, mine, side) else None


def _all_held(position: Position, places: Iterable[str], side: str) -> bool:
    """Whether a side controls every one of some hexes."""
    holders = [position.controller(place) for place in places]
    return all(holder is not None and position.side(holder) == side for holder in holders)


@implements("WIF-13.7.1-3")
def territory_taker(position: Position, territory: str, lord: str) -> str:
    """Who conquers a territory: with every city and port of it, or every hex (13.7.1)."""
    side = other_side(position.side(lord))
    hexes = [place for place in hexes_in(position, territory) if position.ground.is_land(place)]
    ground = position.ground
    towns = [place for place in hexes if ground.is_city(place) or ground.port(place)]
    if not hexes or not _all_held(position, towns or hexes, side):
        return ""
    foes = [power for power in _majors(position, side) if at_war(position.state, power, lord)]
    return influential(position, hexes, foes)


def _majors(position: Position, side: str) -> Iterator[str]:
    state = position.state
    return (p.id for p in state.powers_of(side) if major(state, p.id) == p.id)


@implements("WIF-13.7.1-4")
def influential(position: Position, places: Iterable[str], powers: Iterable[str]) -> str:
    """The power with most towns, then garrison, then land factors in some hexes (13.7.1).

    Who came last is not known; then the first of them by name.
    """
    hexes = tuple(places)
    ranked = sorted(powers, key=lambda power: (_influence(position, hexes, power), power))
    best = [power for power in ranked if any(_influence(position, hexes, power))]
    if not best:
        return ""
    top = _influence(position, hexes, best[-1])
    return next(power for power in best if _influence(position, hexes, power) == top)


def _influence(position: Position, places: tuple[str, ...], power: str) -> tuple[Fraction, ...]:
    state, ground = position.state, position.ground
    holders = ((place, position.controller(place)) for place in places)
    held = [place for place, one in holders if one is not None and major(state, one) == power]
    towns = sum(ground.is_city(place) + bool(ground.port(place)) for place in held)
    units = [u for p in places for u in position.at(p) if major(state, u.owner) == power]
    factors = sum((Fraction(unit.combat) for unit in units if unit.is_land), Fraction(0))
    return Fraction(towns), total_garrison(units), factors, Fraction(len(held))


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
        _garrison(position, side, hexes) > _garrison(position, other_side(side), hexes),
    )
    if not falls:
        return ""
    foes = [power for power in _majors(position, side) if at_war(position.state, power, lord)]
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
    holders = (position.controller(place) for place in places)
    lords = (major(position.state, holder) for holder in holders if holder is not None)
    return next((lord for lord in lords if lord in named), "")


def _garrison(position: Position, side: str, places: tuple[str, ...]) -> Fraction:
    every = position.reading(ConquestGarrison) is ConquestGarrison.ALL
    return garrison_of(position, side, places, all_units=every)
