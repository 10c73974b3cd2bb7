"""Factories that go by rail (11.9).

Decides when a blue factory may go, to which city, what it costs, and that it stands idle then.
Leaves the reason that bombs have given to a later chapter: it goes when the enemy has come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.economy.holdings import (
    BLUE,
    factories_at,
    gone_by_rail,
    is_held,
    railed_in,
)
from pbem.systems.wif.impulse.actions import refusal, spend
from pbem.systems.wif.land.rail import is_station, maps_away, rail_moves, rail_path
from pbem.systems.wif.world.control import enemies
from pbem.systems.wif.world.named import places_in
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.supply import in_supply
from pbem.systems.wif.world.vocabulary import Marker

CITE: Final = "11.9"
ACTIVITY: Final = "rail-land"
MOST: Final = 2  # blue factories that a city may have


@dataclass(frozen=True, slots=True)
class Freight:
    """A factory on its way by rail."""

    owner: str
    at: str
    id: str = "factory"
    is_hq: bool = False


def owner_of(position: Position, place: str) -> str:
    """The player's major power in whose home country a hex lies that it controls; or none."""
    country = position.board.country(place)
    own = position.state.powers_of_player(position.player)
    homes = (p.id for p in own if country in p.home_countries and is_held(position, p.id, place))
    return next(homes, "")


@implements("WIF-11.9-8")
def is_threatened(position: Position, power: str, place: str) -> bool:
    """Whether an enemy land unit in supply is in the home country, on the map of a factory."""
    country, hostile = position.board.country(place), enemies(position, power)
    return any(
        piece.is_land
        and piece.owner in hostile
        and not maps_away(position.board, place, piece.at)
        and position.board.country(piece.at) == country
        and in_supply(position, piece)
        for piece in position.on_map
    )


@implements("WIF-11.9-9")
def destination_ban(position: Position, start: str, place: str) -> str:
    """Why a factory may not end its move in a hex; nothing if it may."""
    board, label = position.board, position.label(place)
    if not position.ground.is_city(place):
        return f"{label} is no city"
    if board.country(place) != board.country(start):
        return f"{label} is not in its home country"
    if factories_at(position, place).count(BLUE) >= MOST:
        return f"{label} has {MOST} blue factories already"
    return ""


def check_factory(position: Position, order: Order) -> Ruling:
    """`{factory: Kharkov, to: [Gorki, Perm]}`: to the first that is possible (11.9)."""
    starts, troubles = places_in(position, order, "factory")
    ends, more = places_in(position, order, "to")
    if troubles or more:
        return Ruling((*troubles, *more))
    start, power = starts[0], owner_of(position, starts[0])
    findings = tuple(_start_troubles(position, power, start))
    if findings:
        return Ruling(findings)
    bans = {place: _way_ban(position, power, start, place) for place in ends}
    place = next((place for place, ban in bans.items() if not ban), "")
    if not place:
        return Ruling((error("no-rail", bans[ends[0]], cite=CITE, about=ends[0]),))
    cost = rail_moves(maps_away(position.board, start, place), factory=True)
    refused = refusal(position, power, ACTIVITY, cost)
    if refused:
        return Ruling(tuple(refused))
    words = f"a factory of {position.label(start)} goes to {position.label(place)} by rail"
    paid = spend(position, power, ACTIVITY, cost)
    return Ruling((), words, (*_moved(position, start, place), *paid))


def _start_troubles(position: Position, power: str, start: str) -> Iterator[Finding]:
    label = position.label(start)
    if not power:
        message = f"{label} is not yours, or not in your home country"
        yield error("not-yours", message, cite=CITE, about=start)
    elif BLUE not in factories_at(position, start):
        yield error("no-factory", f"{label} has no blue factory", cite=CITE, about=start)
    elif not is_threatened(position, power, start):
        message = f"no enemy land unit in supply is in {position.board.country(start)} on that map"
        yield error("no-threat", message, cite=CITE, about=start)


def _way_ban(position: Position, power: str, start: str, place: str) -> str:
    """Why a factory cannot go to a hex: what the hex is, or no railway."""
    freight = Freight(power, start)
    ban = destination_ban(position, start, place)
    if ban:
        return ban
    if not (is_station(position, start, freight) and is_station(position, place, freight)):
        return f"no railway joins {position.label(start)} and {position.label(place)}"
    path = rail_path(position, freight, place)
    if path is None or not path.steps:
        return f"no railway of ours leads from {position.label(start)} to {position.label(place)}"
    return ""


@implements("WIF-11.9-10")
def _moved(position: Position, start: str, place: str) -> tuple[Event, ...]:
    """The factory is in its new city, where it begins to work in the second turn after this."""
    state, came = position.state, railed_in(position, start)
    turn = position.clock.turn
    new = railed_in(position, place).get(turn, 0) + 1
    arrived = set_place(state, place, "marker", Marker.RAILED_IN.of(turn), new)
    if came:
        first = next(iter(came))
        left = came[first] - 1 or None
        return (*set_place(state, start, "marker", Marker.RAILED_IN.of(first), left), *arrived)
    gone = gone_by_rail(position, start) + 1
    return (*set_place(state, start, "marker", str(Marker.RAILED_AWAY), gone), *arrived)


def factories_by_rail(umpire: Umpire) -> None:
    """Factories go by rail in the step of units (11.9)."""
    umpire.carry_out("rail_factory")


SECTION: Final = Section(
    name="rail_factory",
    title="Factories by rail",
    step="factories-by-rail",
    schema="wif/rail_factory",
    cite=CITE,
    check=check_factory,
)
