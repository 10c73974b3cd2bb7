"""Facilities: factories, ports, yards and bases; what they make, hold and lose (7.8, 12.3-12.6).

How many of a kind stand in a zone is printed on the map until play changes it: then the state holds
the number as a fact of the place. Damage is a marker `damage-<kind>`, construction in progress
`building-<kind>` with the payments made.

Decides: what stands in a zone, what it makes, delivers, repairs and lets through.
Leaves to `economy`: building, repair and placing; to `combat`: bombs and anti-aircraft fire.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.record.state import State, as_number
from pbem.core.rules.book import Book, once
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.world.fallen_france import SOUTHERN_FRANCE, VICHY, heir
from pbem.systems.gw.world.nations import (
    CHINESE_FACTIONS,
    COMMONWEALTH,
    SPANISH_FACTIONS,
    home_of,
    is_friendly,
    one_power,
    was_held,
)
from pbem.systems.gw.world.rail import has_rail
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact, PowerFlag
from pbem.systems.gw.world.zones import guest_base, listed

FACTORIES: Final = (PlaceFact.MINOR_FACTORY, PlaceFact.MEDIUM_FACTORY, PlaceFact.MAJOR_FACTORY)
MINOR_FACTORY, MEDIUM_FACTORY, MAJOR_FACTORY = FACTORIES
SHIPYARDS: Final = (PlaceFact.MINOR_SHIPYARD, PlaceFact.MAJOR_SHIPYARD)
NOTHING: Final = "nothing"
IMPROVED_FACTORIES: Final = PowerFlag.TECH.of("improved-factories")
IMPROVED_CONSTRUCTION: Final = PowerFlag.TECH.of("improved-construction")


@dataclass(frozen=True, slots=True)
class Facility:
    """A kind of facility, as the tables of chapter 12 have it."""

    id: str
    output: int
    more_output: int
    slots: int
    more_slots: int
    repairs: int
    passes: str
    damage: int
    stages: tuple[int, ...]
    where: str
    to: str
    upgrade: int

    @property
    def name(self) -> str:
        """`Major Factory`."""
        return self.id.replace("-", " ").title()


@once
def facilities(book: Book) -> Mapping[str, Facility]:
    """Every kind of facility that can be built, by id."""
    table = book.chart("facilities").table("facilities")
    return {row: _facility(book, row) for row in table.rows.names}


def _facility(book: Book, row: str) -> Facility:
    def number(column: str) -> int:
        return int(book.chart("facilities").at(row, column, "facilities").number)

    def text(column: str) -> str:
        return book.chart("facilities").at(row, column, "facilities").text

    return Facility(
        id=row,
        output=number("output"),
        more_output=number("more-output"),
        slots=number("slots"),
        more_slots=number("more-slots"),
        repairs=number("repairs"),
        passes=text("passes"),
        damage=number("damage"),
        stages=stages_of(text("stages")),
        where=text("where"),
        to=text("to"),
        upgrade=number("upgrade"),
    )


@implements("GW-7.3-1", "GW-12.2-2")
def stages_of(printed: str) -> tuple[int, ...]:
    """The payments of a printed cost: `5/5/5` is three of them, one a turn (7.3, 12.2)."""
    return tuple(int(part) for part in printed.split("/"))


# --- what they do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Factory:
    """A factory of a kind: captured or not, with or without its possessor's Improved Factories."""

    kind: str
    captured: bool = False
    improved: bool = False


@implements("GW-12.4-1", "GW-12.4-3", "GW-12.4-4", "GW-12.4-5", "GW-7.8-14")
def factory_output(book: Book, factory: Factory, damage: int) -> int:
    """How many units a factory produces a turn (table 12-2, 7.8).

    A captured one works as a Minor Factory; damage takes units from a Major Factory one by one and
    stops the others.
    """
    works_as = facilities(book)[MINOR_FACTORY if factory.captured else factory.kind]
    full = works_as.output + works_as.more_output * factory.improved
    if works_as.id == MAJOR_FACTORY:
        return max(0, full - damage)
    return 0 if damage else full


@implements("GW-12.6-3", "GW-12.6-4", "GW-7.8-15")
def yard_slots(book: Book, kind: str, damage: int, improved: bool) -> int:
    """How many ships a Shipyard, or submarines a Submarine Base, delivers a turn (12.6, 7.8)."""
    yard = facilities(book)[kind]
    return 0 if damage else yard.slots + yard.more_slots * improved


@implements("GW-7.4-3", "GW-12.6-3")
def repair_slots(book: Book, kind: str, damage: int) -> int:
    """How many hits a Shipyard or Dockyard repairs a turn (7.4, 12.6)."""
    return 0 if damage else facilities(book)[kind].repairs


@implements("GW-12.6-5")
def passes(book: Book, kind: str, damage: int, ipps: int) -> bool:
    """Whether lend-lease of some worth goes through a facility (12.6)."""
    limit = facilities(book)[kind].passes
    if damage or limit == NOTHING:
        return False
    return limit == "all" or ipps <= int(limit)


# --- what stands where -----------------------------------------------------------------------


@implements("GW-11.3-2", "GW-1.4-1", "GW-1.4-2")
def counts(position: Position, zone: str) -> dict[str, int]:
    """How many facilities of each kind stand in a zone: as printed, but for what play changed."""
    found: dict[str, int] = {}
    for name in listed(position.board, zone, "facilities"):
        found[name] = found.get(name, 0) + 1
    place = position.places.get(zone)
    for name, number in (place.facts if place else {}).items():
        if name in facilities(position.book):
            found[name] = int(number or 0)
    return {name: number for name, number in sorted(found.items()) if number}


@implements("GW-0.4-1")
def damage_of(state: State, zone: str, kind: str) -> int:
    """The damage points that the facilities of a kind bear in a zone."""
    return as_number(state.marker(zone, Marker.DAMAGE.of(kind)))


@implements("GW-9.18-1")
def damage_of_each(position: Position, zone: str, kind: str, number: int) -> tuple[int, ...]:
    """What each of so many facilities of a kind bears: the first its maximum, the next the rest."""
    most, left = facilities(position.book)[kind].damage, damage_of(position.state, zone, kind)
    return tuple(min(most, max(0, left - most * index)) for index in range(number))


def is_captured(position: Position, zone: str) -> bool:
    """Whether a zone's possessor took it from the nation whose roundel is printed (12.4, 11.1).

    What is French is Free France's own once France has fallen (14.4).
    """
    if position.state.marker(zone, Marker.ALIGNED):
        return False
    holder = position.holder(zone)
    return not one_power(holder, heir(position.state, position.board.text(zone, "nation")))


def has(state: State, power: str, flag: str) -> bool:
    """Whether a nation has a technology, as its flag says."""
    return state.flag(power, flag) is True


@implements("GW-11.1-2", "GW-11.1-3", "GW-12.4-2")
def output_of(position: Position, power: str, zone: str) -> int:
    """How many units the factories of a zone that a nation holds produce this turn (11.1, 12.4).

    What counts is what stood there when the turn began: a new factory produces nothing yet, an
    upgraded one its old quantity. Who took the zone in this turn may not place there at all.
    """
    captured, improved = is_captured(position, zone), has(position.state, power, IMPROVED_FACTORIES)
    total = 0
    for kind, number in counts(position.then(position.start), zone).items():
        if kind in FACTORIES:
            factory = Factory(kind, captured, improved)
            for damage in damage_of_each(position, zone, kind, number):
                total += factory_output(position.book, factory, damage)
    return total


def has_factory(position: Position, zone: str, kinds: tuple[str, ...] = FACTORIES) -> bool:
    """Whether a factory of some kinds stands in a zone."""
    return any(kind in kinds for kind in counts(position, zone))


@implements("GW-12.6-4", "GW-11.1-9", "GW-8.11-3")
def slots_at(position: Position, zone: str, kind: str) -> int:
    """How many ships a kind of yard in a zone delivers this turn, whoever blockades it."""
    if not was_held(position, zone):
        return 0
    number = counts(position.then(position.start), zone).get(kind, 0)
    if kind == PlaceFact.SUBMARINE_BASE and guest_base(position.state, zone):
        number -= 1
    improved = has(position.state, position.holder(zone), IMPROVED_CONSTRUCTION)
    damage = damage_of(position.state, zone, kind)
    return yard_slots(position.book, kind, damage, improved) * number if number else 0


# --- homes and railways ----------------------------------------------------------------------


@implements("GW-5.N-2", "GW-14.4-13")
def is_home(game: Game, power: str, zone: str) -> bool:
    """Whether a zone is part of a nation's Home Country (0.9).

    Both Chinese factions have one, and both sides in Spain; lend-lease reaches Vichy in Southern
    France (14.4.3).
    """
    if power == VICHY:
        return zone == SOUTHERN_FRANCE
    home = home_of(game.board, zone)
    shared = {"china": CHINESE_FACTIONS, "spain": SPANISH_FACTIONS}
    return home == power or power in shared.get(home, ())


def railed(position: Position, power: str, zone: str) -> frozenset[str]:
    """The zones that undamaged railways join to a zone, over land that is Friendly (11.1)."""

    def step(here: str, there: str) -> int | None:
        open_ = is_friendly(position.state, power, there) and has_rail(position, here, there)
        return 1 if open_ else None

    return frozenset(reachable(position.board.neighbours, zone, step))


def home_factory_railed(
    position: Position, power: str, zone: str, kinds: tuple[str, ...], *, at_home: bool
) -> bool:
    """Whether a railway joins a zone to a factory of some kinds, at home or anywhere."""
    return any(
        has_factory(position, other, kinds)
        and (is_home(position.game, power, other) or not at_home)
        for other in railed(position, power, zone)
        if is_friendly(position.state, power, other)
    )


def lenders(power: str) -> tuple[str, ...]:
    """The nations that share a power's technology and limits: the Commonwealth does (2.3)."""
    return COMMONWEALTH if power in COMMONWEALTH else (power,)
