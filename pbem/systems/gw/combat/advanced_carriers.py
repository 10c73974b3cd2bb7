"""Advanced carrier rules (15.3, optional): Carriers and their aircraft stay together.

A Carrier is placed with an aircraft, which is new too or comes from a land zone beside it. Aircraft
that began the turn on a Carrier end it on one, unless others take their place: `swap: {London:
{fighter: 1}}` in a non-combat move, or `swap: {Production: {fighter: 1}}` for new ones. A Carrier
that is empty at the end goes towards its nation's nearest factory.
Decides what goes aboard, who takes whose place, and the way home of empty Carriers. Leaves to
`placing` and the moves when that is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import Event, apply
from pbem.core.record.state import State, Unit
from pbem.core.record.verdicts import Judged, PlaceId, PowerId
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.systems.gw.economy.placement import Delivery, placement
from pbem.systems.gw.economy.spending import box, placed
from pbem.systems.gw.world.cargo import cargo_of, follow, load, mark_events, takes
from pbem.systems.gw.world.facilities import has_factory
from pbem.systems.gw.world.move_orders import Check, ready_units, so_many
from pbem.systems.gw.world.movement import air_path, deck_for, has_moved, points, sent
from pbem.systems.gw.world.nations import acting, is_acting, is_sea
from pbem.systems.gw.world.sea_movement import Sailing, sea_cost
from pbem.systems.gw.world.units import UnitType, type_of
from pbem.systems.gw.world.vocabulary import UnitMark

BOX: Final = "production"  # how an order to swap names the Place Units Box


# --- placing Carriers ----------------------------------------------------------------------------


def needs_crew(game: Game, kind: UnitType) -> bool:
    """Whether a unit may be placed only with an aircraft."""
    return game.options.advanced_carriers and kind.is_carrier


@implements("GW-15.3-1")
def crews(position: Position, power: str, kind: UnitType, sea: str) -> Iterator[tuple[Unit, str]]:
    """The aircraft that can go aboard a new Carrier, new ones first: with what delivers them."""
    for unit in position.state.at(box(power)):
        one = type_of(position.book, unit)
        if takes(position.book, kind, one) and unit.marked(UnitMark.FOR) and not _is_kept(unit):
            zone = str(unit.mark(UnitMark.FOR))
            mark, left, _ = placement(position, Delivery(power, one, zone))
            if left:
                yield unit, mark
    for zone in sorted(position.board.neighbours[sea]):
        for unit in position.state.at(zone):
            if unit.owner == power and takes(position.book, kind, type_of(position.book, unit)):
                yield unit, ""


def _is_kept(unit: Unit) -> bool:
    return unit.marked(UnitMark.LENT) or unit.marked(UnitMark.HELD)


@implements("GW-15.3-1")
def board_carrier(state: State, carrier: Unit, aircraft: Unit, mark: str) -> list[Event]:
    """The events by which an aircraft goes aboard a Carrier that has just been placed."""
    sea = carrier.at
    events: list[Event] = []
    if mark:
        events += placed(aircraft, 1, sea, mark)
        aircraft = follow(aircraft, events)
    after = apply(state, events)
    return [*events, *load(after, after.units[carrier.id], after.units[aircraft.id], 1)]


# --- back to a Carrier ---------------------------------------------------------------------------


def left_deck(check: Check, unit: Unit, count: int, sea: str) -> Unit:
    """An aircraft that takes off remembers its Carrier's sea zone, under the option."""
    if not check.options.advanced_carriers:
        return unit
    events = mark_events(unit, {UnitMark.DECKED: sea}, count)
    check.does(events)
    return follow(unit, events)


@implements("GW-15.3-2")
def decks_among(game: Game, unit: Unit, zones: Sequence[str]) -> tuple[str, ...]:
    """Where an aircraft may land among some zones: one that began on a Carrier on decks alone."""
    if not unit.marked(UnitMark.DECKED):
        return tuple(zones)
    return tuple(zone for zone in zones if is_sea(game.board, zone))


@implements("GW-15.3-2", "GW-15.3-3")
def ashore(check: Check, unit: Unit, count: int, goal: str) -> None:
    """Aircraft of a Carrier land on land only if as many others take their places (15.3)."""
    if not unit.marked(UnitMark.DECKED):
        return
    sea = str(unit.mark(UnitMark.DECKED))
    came = sum(_replace(check, zone, units, sea) for zone, units in _swaps(check.order.data))
    if check.ok and came < count:
        message = (
            f"{type_of(check.book, unit).name} began the turn on a Carrier and must end it on one"
        )
        check.complain("carrier-aircraft", message, "swap: {London: {fighter: 1}}", "15.3", goal)


def _swaps(data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return list(data.get("swap", {}).items())


def _replace(check: Check, word: str, said: Mapping[str, Any], sea: str) -> int:
    """How many aircraft of a zone, or new ones, take the places that others leave."""
    if word.casefold() == BOX:
        return _commit(check, said, sea)
    zone = check.place(word)
    ready = ready_units(check.position, check.order.player, zone) if zone else ()
    count = 0
    for unit, number in list(
        so_many(check, [u for u in ready if type_of(check.book, u).is_air], said)
    ):
        count += sum(_lands_on_deck(check, unit, sea) for _ in range(number))
    return count


def _lands_on_deck(check: Check, unit: Unit, sea: str) -> bool:
    """One aircraft flies to a Carrier in a sea zone within its reach."""
    path = air_path(check.position, unit, sea)
    deck = deck_for(check.position, unit.owner, type_of(check.book, unit), sea)
    if path is None or deck is None:
        name, label = type_of(check.book, unit).name, check.label(sea)
        check.complain("no-swap", f"{name} cannot land on a Carrier in {label}", cite="15.3")
        return False
    events = sent(unit, sea, 1, {UnitMark.LEFT: 0})
    check.does(events)
    check.does(load(check.state, deck, follow(unit, events), 1))
    return True


def _commit(check: Check, said: Mapping[str, Any], sea: str) -> int:
    """New aircraft of the Place Units Box are committed to the Carriers of a sea zone."""
    count = 0
    for power in acting(check.position):
        if check.order.player not in power.players:
            continue
        waiting = [u for u in check.state.at(box(power.id)) if not u.marked(UnitMark.DECK)]
        for unit, number in list(so_many(check, waiting, said)):
            check.does(mark_events(unit, {UnitMark.DECK: sea}, number))
            count += number
    return count


@implements("GW-15.3-3")
def to_its_deck(umpire: Umpire, unit: Unit, sea: str) -> None:
    """A new aircraft that was committed to a Carrier goes aboard, if there is room."""
    deck = deck_for(umpire.position, unit.owner, type_of(umpire.book, unit), sea)
    if deck is not None:
        umpire.apply(*load(umpire.state, deck, unit, 1))


# --- Carriers without aircraft -------------------------------------------------------------------


@implements("GW-15.3-4")
def carriers_go_home(umpire: Umpire) -> None:
    """Empty Carriers that have not moved go towards their nation's nearest factory (15.3)."""
    if not umpire.options.advanced_carriers:
        return
    for unit in tuple(umpire.state.units.values()):
        stays = is_acting(umpire.position, unit.owner) and not has_moved(unit)
        if stays and is_empty(umpire.position, unit):
            _go_home(umpire, unit)


def is_empty(position: Position, unit: Unit) -> bool:
    """Whether a unit is a Carrier at sea without aircraft, none being on its way to it."""
    if (
        not type_of(position.book, unit).is_carrier
        or unit.at not in position.board
        or cargo_of(position.state, unit)
    ):
        return False
    own = (other for other in position.units.values() if other.owner == unit.owner)
    return not any(other.mark(UnitMark.BASE) == unit.at for other in own)


def way_home(position: Position, unit: Unit) -> Path | None:
    """The shortest way of a Carrier to a sea zone beside a factory of its nation."""
    harbours = {
        sea
        for zone, place in position.places.items()
        if place.controller == unit.owner and zone in position.board and has_factory(position, zone)
        for sea in position.board.neighbours[zone]
        if is_sea(position.board, sea)
    }
    cost = sea_cost(position, Sailing(unit, ""))
    return cheapest_path(position.board.neighbours, unit.at, harbours, cost) if harbours else None


@dataclass(frozen=True, slots=True)
class EmptyCarrierVerdict(Judged):
    """A Carrier without aircraft has gone towards a factory."""

    kind: ClassVar[str] = "empty-carrier"
    cite: ClassVar[str] = "15.3"

    unit: str
    owner: PowerId
    count: int
    to: PlaceId


def _go_home(umpire: Umpire, unit: Unit) -> None:
    position = umpire.position
    path = way_home(position, unit)
    if path is None or not path.cost:
        return
    goal = path.places[min(points(position, unit), len(path.places) - 1)]
    umpire.apply(*sent(unit, goal, unit.size, {UnitMark.LEFT: 0}))
    umpire.tell(
        EmptyCarrierVerdict(
            at=unit.at,
            result="goes-home",
            unit=unit.counter,
            owner=unit.owner,
            count=unit.size,
            to=goal,
        )
    )


@implements("GW-15.3-4")
def must_go_home(check: Check, unit: Unit, goal: str) -> None:
    """An empty Carrier may be moved nowhere but towards its nearest factory (15.3)."""
    loads = "load" in check.order.data
    if not check.options.advanced_carriers or loads or not is_empty(check.position, unit):
        return
    here = way_home(check.position, unit)
    there = way_home(check.position, replace(unit, at=goal))
    if here is not None and (there is None or there.cost >= here.cost):
        name, label = type_of(check.book, unit).name, check.label(goal)
        message = f"{name} without aircraft goes towards the nearest factory, not to {label}"
        check.complain("empty-carrier", message, cite="15.3", about=goal)
