"""Factories that go by rail (11.9).

Decides when a blue factory may go, to which city, what it costs, and that it stands idle then.
It goes when the enemy has come, or when bombs have destroyed a factory of the country.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place, set_power
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.economy.holdings import (
    BLUE,
    factories_at,
    gone_by_rail,
    is_held,
    railed_in,
)
from pbem.systems.flames.impulse.actions import refusal, spend
from pbem.systems.flames.land.rail import is_station, maps_away, rail_moves, rail_path
from pbem.systems.flames.world.control import enemies
from pbem.systems.flames.world.named import places_in
from pbem.systems.flames.world.position import Position, Umpire
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import Marker, PlaceFact, PowerCount, number_of

CITE: Final = "11.9"
ACTIVITY: Final = "rail-land"
BEYOND_MOVES: Final = 3  # rail moves of a factory that leaves the map, as scenarios have it
MOST: Final = 2  # blue factories that a city may have


@dataclass(frozen=True, slots=True)
class Freight:
    """A factory on its way by rail."""

    owner: str
    at: str
    id: str = "factory"
    rails_as_hq: bool = False


def owner_of(position: Position, place: str) -> str:
    """The player's major power in whose home country a hex lies that it controls; or none."""
    country = position.country(place)
    own = position.state.powers_of_player(position.player)
    homes = (p.id for p in own if country in p.home_countries and is_held(position, p.id, place))
    return next(homes, "")


@implements("WIF-11.9-8")
def is_threatened(position: Position, power: str, place: str) -> bool:
    """Whether an enemy land unit in supply is in the home country, on the map of a factory.

    Or bombs have destroyed a factory there, in this turn or in the one before.
    """
    country, hostile = position.country(place), enemies(position, power)
    return _was_bombed(position, country, place) or any(
        piece.is_land
        and piece.owner in hostile
        and not maps_away(position.board, place, piece.at)
        and position.country(piece.at) == country
        and in_supply(position, piece)
        for piece in position.on_map
    )


def _was_bombed(position: Position, country: str, place: str) -> bool:
    now = number_of(position.clock.turn)
    turns = {p.id: p.markers.get(Marker.WORKS_BOMBED) for p in position.places.values()}
    return any(
        turn is not None
        and number_of(str(turn)) >= now - 1
        and position.country(at) == country
        and not maps_away(position.board, place, at)
        for at, turn in turns.items()
    )


@implements("WIF-11.9-9")
def destination_ban(position: Position, start: str, place: str) -> str:
    """Why a factory may not end its move in a hex; nothing if it may."""
    label = position.label(place)
    if not position.ground.is_city(place):
        return f"{label} is no city"
    if position.country(place) != position.country(start):
        return f"{label} is not in its home country"
    if factories_at(position, place).count(BLUE) >= MOST:
        return f"{label} has {MOST} blue factories already"
    return ""


def check_factory(position: Position, order: Order) -> Ruling:
    """`{factory: Kharkov, to: [Gorki, Perm]}`: to the first that is possible (11.9).

    `beyond: true` sends it on from there to cities beyond the map, where a scenario lets it.
    """
    starts, troubles = places_in(position, order, "factory")
    ends, more = places_in(position, order, "to")
    if troubles or more:
        return Ruling((*troubles, *more))
    start, power = starts[0], owner_of(position, starts[0])
    findings = tuple(_start_troubles(position, power, start))
    if findings:
        return Ruling(findings)
    beyond = bool(order.data.get("beyond"))
    place, ban = _destination(position, power, (start, ends), beyond)
    if ban:
        return Ruling((error("no-rail", ban, cite=CITE, about=ends[0]),))
    usual = rail_moves(maps_away(position.board, start, place), factory=True)
    cost = BEYOND_MOVES if beyond else usual
    refused = refusal(position, power, ACTIVITY, cost)
    if refused:
        return Ruling(tuple(refused))
    words = f"a factory of {position.label(start)} goes to {position.label(place)} by rail"
    words += " and on beyond the map" if beyond else ""
    paid = spend(position, power, ACTIVITY, cost)
    arrived = _gone_beyond(position, power) if beyond else _arrived(position, place)
    return Ruling((), words, (*_left(position, start), *arrived, *paid))


def _destination(
    position: Position, power: str, way: tuple[str, Sequence[str]], beyond: bool
) -> tuple[str, str]:
    """The first hex of a list to which a factory can go, or why it cannot to the first."""
    start, ends = way
    why_not = _exit_ban if beyond else destination_ban
    bans = {
        place: why_not(position, start, place) or _way_ban(position, power, start, place)
        for place in ends
    }
    place = next((place for place, ban in bans.items() if not ban), "")
    return place, "" if place else bans[ends[0]]


def _exit_ban(position: Position, start: str, place: str) -> str:
    """Why no factory leaves the map in a hex; nothing if it may."""
    known = position.places.get(place)
    country = position.country(start)
    leads = known.facts.get(PlaceFact.RAIL_EXIT) if known else None
    if leads is None or country not in position.powers[str(leads)].home_countries:
        return f"no railway leads from {position.label(place)} to cities beyond the map"
    return ""


def _start_troubles(position: Position, power: str, start: str) -> Iterator[Finding]:
    label = position.label(start)
    if not power:
        message = f"{label} is not yours, or not in your home country"
        yield error("not-yours", message, cite=CITE, about=start)
    elif BLUE not in factories_at(position, start):
        works = position.board.by_fact.get("factories", {})
        blue = [at for at in works if position.controller(at) == power]
        able = [position.label(at) for at in sorted(blue) if BLUE in factories_at(position, at)]
        hint = f"yours that go by rail: {', '.join(able) or 'none'}"
        message = f"{label} has no blue factory"
        yield error("no-factory", message, hint=hint, cite=CITE, about=start)
    elif not is_threatened(position, power, start):
        country = position.called(position.country(start))
        message = f"no enemy land unit in supply is in {country} on that map"
        hint = "nor have bombs destroyed a factory there in this turn or the last"
        yield error("no-threat", message, hint=hint, cite=CITE, about=start)


def _way_ban(position: Position, power: str, start: str, place: str) -> str:
    """Why a factory cannot go to a hex: what the hex is, or no railway."""
    if start == place and not destination_ban(position, start, place):
        return f"it is in {position.label(place)} already"
    freight = Freight(power, start)
    if not (is_station(position, start, freight) and is_station(position, place, freight)):
        return f"no railway joins {position.label(start)} and {position.label(place)}"
    path = rail_path(position, freight, place)
    if path is None or (start != place and not path.steps):
        return f"no railway of ours leads from {position.label(start)} to {position.label(place)}"
    return ""


@implements("WIF-11.9-10")
def _arrived(position: Position, place: str) -> tuple[Event, ...]:
    """The factory is in its new city, where it begins to work in the second turn after this."""
    turn = position.clock.turn
    new = railed_in(position, place).get(turn, 0) + 1
    return set_place(position.state, place, "marker", Marker.RAILED_IN.of(turn), new)


def _gone_beyond(position: Position, power: str) -> tuple[Event, ...]:
    """The factory is beyond the map, where it begins to work as late."""
    word = PowerCount.FACTORIES_BEYOND.of(position.clock.turn)
    many = position.state.counter(power, word) + 1
    return set_power(position.state, power, "counter", word, many)


def _left(position: Position, start: str) -> tuple[Event, ...]:
    """The factory has left its city: first one that had come there by rail."""
    state, came = position.state, railed_in(position, start)
    if came:
        first = next(iter(came))
        left = came[first] - 1 or None
        return set_place(state, start, "marker", Marker.RAILED_IN.of(first), left)
    gone = gone_by_rail(position, start) + 1
    return set_place(state, start, "marker", str(Marker.RAILED_AWAY), gone)


def factories_by_rail(umpire: Umpire) -> None:
    """Factories go by rail in the step of units (11.9)."""
    umpire.carry_out("rail_factory")


SECTION: Final = Section(
    name="rail_factory",
    title="Factories by rail",
    step="factories-by-rail",
    schema="rail_factory",
    cite=CITE,
    check=check_factory,
)
