"""Ships and aircraft that carry others: loading, the way, unloading (0.8, 8.4, 12.2, 10.2).

A Transport may load in any zone beside its way and unload in zones beside its goal. In a combat
move what it unloads attacks: such cargo stays aboard, marked with the zone that it assaults, until
the assault is fought.
Decides how ships get to their goal, what fits aboard and where it goes ashore. Leaves to
`sea_movement` what bars the way, to `amphibious_combat` the assault.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.data.findings import warning
from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path
from pbem.core.record.state import Scalar, Unit
from pbem.core.rules.book import Book
from pbem.systems.gw.combat.advanced_carriers import left_deck
from pbem.systems.gw.combat.battle_orders import onward_of
from pbem.systems.gw.moves.attacks import attack_zone, attacked_in
from pbem.systems.gw.moves.dangers import warn_of_meetings, warn_of_warships
from pbem.systems.gw.moves.forcing import forced_straits, straits_forced
from pbem.systems.gw.world.cargo import (
    cargo_of,
    carrier_of,
    follow,
    hold_name,
    is_bulky,
    kinds_aboard,
    load,
    mark_events,
    room_for,
    some_of,
    unload,
    whereabouts,
)
from pbem.systems.gw.world.crossings import PassingShips, passed
from pbem.systems.gw.world.duties import takes_up
from pbem.systems.gw.world.move_orders import (
    ALL,
    Check,
    Trip,
    bulky_first,
    named_units,
    one_by_one,
    own_powers,
    ready_units,
    so_many,
)
from pbem.systems.gw.world.movement import BOUND, MILITIA, points, sent
from pbem.systems.gw.world.nations import (
    enemies_in,
    is_enemy_zone,
    is_sea,
    may_march_in,
    was_friendly,
)
from pbem.systems.gw.world.passages import Traveller, bar_between
from pbem.systems.gw.world.sea_movement import Sailing, sea_path, why_barred
from pbem.systems.gw.world.units import Group, UnitType, type_of
from pbem.systems.gw.world.vocabulary import UnitMark
from pbem.systems.gw.world.zones import MAJOR_BASES, facilities_facing


@dataclass(frozen=True, slots=True)
class Voyage:
    """The way of a ship, the movement that is left then, and the straits that it may force."""

    path: Path
    left: int
    forces: frozenset[str]


def set_out(check: Check, trip: Trip) -> None:
    """Ships load, go to a zone and unload, as their order says (8.4)."""
    ships = trip.ships(check)
    forces = forced_straits(check, ships) if trip.combat else frozenset()
    voyages = [
        Voyage(path, points(check.position, unit) - path.cost, forces)
        for unit, count in ships
        if (path := _way(check, unit, trip, forces))
        for _ in range(count)
    ]
    if not check.ok:
        return
    warn_of_meetings(check, trip, [voyage.path for voyage in voyages])
    crew = take_on(check, one_by_one(ships), _beside(check, voyages), trip.combat)
    for index, voyage in enumerate(voyages):
        crew[index] = _sail(check, crew[index], trip, voyage)
    put_off(check, _onward(check, crew, voyages), trip.goal, trip.combat)
    warn_of_warships(check, trip)


def _sail(check: Check, ship: Unit, trip: Trip, voyage: Voyage) -> Unit:
    """A ship goes its way, and bears the marks of what it met and means to do there."""
    marks: dict[UnitMark, Scalar] = {UnitMark.LEFT: voyage.left}
    if trip.combat:
        marks |= _entry(check, ship, trip.goal, voyage.path) | _run(check, ship, voyage)
    marks |= _past_guns(check, ship, voyage.path)
    events = list(sent(ship, trip.goal, 1, marks))
    events += takes_up(follow(ship, events), trip.task, 1)
    check.does(events)
    return follow(ship, events)


@implements("GW-8.10-1", "GW-9.7-1", "GW-9.7-5")
def _onward(check: Check, crew: list[Unit], voyages: Sequence[Voyage]) -> list[Unit]:
    """Ships that are to go on behind their screen bear the next sea zone as a mark (9.7)."""
    if "then" not in check.order.data:
        return crew
    goal = check.place(check.order.data["then"])
    for index, voyage in enumerate(voyages):
        ship = crew[index]
        why = _why_not_on(check, ship, voyage.left, goal) if check.ok else ""
        if why:
            name = type_of(check.book, ship).name
            check.complain("cannot-go-on", f"{name} cannot go on: {why}", cite="9.7", about="then")
        events = mark_events(ship, {UnitMark.ONWARD: goal}, 1)
        check.does(events)
        crew[index] = follow(ship, events)
    return crew


def _why_not_on(check: Check, ship: Unit, left: int, goal: str) -> str:
    """Why a ship could not enter a further sea zone; nothing if it could (9.7)."""
    if not check.options.screening_forces:
        return "screening forces are not in use"
    if not is_sea(check.board, goal) or not check.board.adjacent(ship.at, goal):
        return f"{check.label(goal)} is no sea zone beside {check.label(ship.at)}"
    if left < 1:
        return "it has no movement left"
    who = Traveller(type_of(check.book, ship), ship.owner, combat=True)
    return bar_between(check.position, who, ship.at, goal)


@implements("GW-9.4-7")
def _entry(check: Check, ship: Unit, goal: str, path: Path) -> dict[UnitMark, str]:
    """The mark of a ship that comes to fight: the zone from which it entered (9.4)."""
    fights = len(path.places) > 1 and enemies_in(check.state, ship.owner, goal)
    return {UnitMark.FROM: path.places[-2]} if fights else {}


def _run(check: Check, ship: Unit, voyage: Voyage) -> dict[UnitMark, str]:
    """The mark of a ship that forces straits on its way (15.6)."""
    straits = straits_forced(check, ship, voyage.path.places, voyage.forces)
    return {UnitMark.FORCED: " ".join(straits)} if straits else {}


def _past_guns(check: Check, ship: Unit, path: Path) -> dict[UnitMark, str]:
    """The mark of a ship that passes narrow crossings under enemy guns (12.9)."""
    position = check.position
    return passed(position, ship, path.places, lambda: check.reading(PassingShips))


def _way(check: Check, ship: Unit, trip: Trip, forces: frozenset[str]) -> Path | None:
    """How a ship gets to its goal, or why it does not."""
    goal = trip.goal
    sailing = Sailing(ship, goal, trip.via, trip.combat, forces)
    path = sea_path(check.position, sailing)
    if path is None:
        name, left = type_of(check.book, ship).name, points(check.position, ship)
        barred = why_barred(check.position, sailing)
        message = f"{name} cannot get to {check.label(goal)} with {left} movement"
        check.complain("too-far", message, barred or "ships stop where the enemy is", "0.8", goal)
    return path


def _beside(check: Check, voyages: Iterable[Voyage]) -> frozenset[str]:
    """The zones beside the way, where cargo may be picked up."""
    on_way = {zone for voyage in voyages for zone in voyage.path.places}
    return frozenset(other for zone in on_way for other in check.board.neighbours[zone])


# --- loading -------------------------------------------------------------------------------------


@implements("GW-8.4-5", "GW-8.4-7")
def take_on(check: Check, crew: list[Unit], beside: frozenset[str], combat: bool) -> list[Unit]:
    """The carriers of an order with what it loads, before or on their way (8.4).

    The units that go aboard are the player's own, and have not moved in this turn.
    """
    wanted: list[Group] = []
    for place, said in dict(check.order.data.get("load", {})).items():
        zone = check.place(place)
        if zone and zone not in beside:
            message = f"{check.label(zone)} is not beside the way"
            check.complain("not-beside", message, cite="8.4", about=zone)
        if not check.ok:
            return crew
        ready = [
            unit
            for unit in ready_units(check.position, check.order.player, zone)
            if not type_of(check.book, unit).is_naval and unit.at == zone
        ]
        wanted += named_units(check, zone, said, ready)
    for unit, count in bulky_first(check.position, crew, wanted):
        for _ in range(count):
            _take_aboard(check, crew, unit, combat)
    return crew


def _take_aboard(check: Check, crew: list[Unit], unit: Unit, combat: bool) -> None:
    """One unit goes aboard the first carrier with room that it takes from no other kind; those
    that carry something come first."""
    kind = type_of(check.book, unit)
    if not stays_in_bounds(check, unit):
        return

    def rank(index: int) -> tuple[bool, bool, int]:
        carrier = crew[index]
        bulky = is_bulky(check.book, type_of(check.book, carrier), kind)
        return (bulky, not hold_name(carrier), index)

    for index in sorted(range(len(crew)), key=rank):
        carrier = crew[index]
        kinds = [*kinds_aboard(check.position, carrier), kind]
        if room_for(check.book, type_of(check.book, carrier), kinds) and _fits_phase(
            check.book, carrier, unit, combat
        ):
            events = load(check.state, carrier, unit, 1)
            check.does(events)
            crew[index] = follow(carrier, events)
            return
    hint = "two infantry, or one and one other unit"
    check.complain("no-room", f"there is no room aboard for {kind.name}", hint, "12.2", kind.id)


@implements("GW-12.2-militia")
def stays_in_bounds(check: Check, unit: Unit) -> bool:
    """Whether a unit may go aboard: not Militia, which the sea would take out of its country."""
    if unit.counter == MILITIA:
        check.complain("no-room", "Militia goes aboard nothing", BOUND, "12.2", MILITIA)
    return unit.counter != MILITIA


def _fits_phase(book: Book, carrier: Unit, unit: Unit, combat: bool) -> bool:
    """Aircraft carry Airborne into combat, else Air Transports infantry (8.4, 12.2)."""
    if not type_of(book, carrier).is_air:
        return True
    if combat:
        return type_of(book, unit).id == "airborne"
    return type_of(book, carrier).id == "air-transport"


# --- unloading -----------------------------------------------------------------------------------


@implements("GW-8.4-3")
def put_off(check: Check, crew: Sequence[Unit], goal: str, combat: bool) -> None:
    """What the carriers of an order unload, in one zone or in several (8.4)."""
    goals = dict(check.order.data.get("unload", {}))
    if goals:
        _warn_of_guests(check, crew)
    for place, said in goals.items():
        zone = check.place(place)
        if not check.ok:
            return
        every = _own_cargo(check, crew)
        ashore = [(unit, unit.size) for unit in every if not _why_aboard(check, unit, combat)]
        named = ashore if said == ALL else list(so_many(check, every, said))
        if not named and check.ok:
            message = f"nothing is aboard for {check.label(zone)}"
            check.complain("no-units", message, cite="8.4", about=zone)
        for one in named:
            step_ashore(check, one, zone, combat)


@implements("GW-8.4-7")
def _own_cargo(check: Check, crew: Sequence[Unit]) -> list[Unit]:
    """The cargo that has no goal yet and is the player's own; what allies have aboard waits for
    their turn (8.4)."""
    aboard = [cargo for carrier in crew for cargo in cargo_of(check.state, carrier)]
    own = own_powers(check.position, check.order.player)
    return [unit for unit in aboard if unit.owner in own and not unit.marked(UnitMark.ASSAULT)]


def _warn_of_guests(check: Check, crew: Sequence[Unit]) -> None:
    """Before play, who unloads ships is told whose cargo stays aboard them."""
    aboard = {cargo.owner for carrier in crew for cargo in cargo_of(check.state, carrier)}
    guests = sorted(aboard - own_powers(check.position, check.order.player))
    if guests and not check.position.in_play:
        told = f"what {', '.join(map(check.title, guests))} has aboard stays there"
        hint = "its own player puts it ashore in its own turn: {units: …, from: the sea zone}"
        check.findings.append(warning("guests", told, hint=hint, cite="8.4", about="unload"))


@implements("GW-8.4-1")
def _why_aboard(check: Check, unit: Unit, combat: bool) -> str:
    """Why cargo is not put ashore: aircraft fly from Carriers, and assault nothing (8.4, 9.8)."""
    kind, carrier = type_of(check.book, unit), carrier_of(check.state, unit)
    if carrier and type_of(check.book, carrier).is_carrier:
        return f"{kind.name} flies from its Carrier by a move of its own"
    if combat and kind.is_air:
        return f"{kind.name} in a Transport takes no part in an assault"
    return ""


def step_ashore(check: Check, named: Group, zone: str, combat: bool) -> None:
    """Units leave a ship for a zone beside it; in a combat move they assault it."""
    unit, count = named
    why = _why_aboard(check, unit, combat)
    if why:
        check.complain("not-ashore", why, cite="8.4", about=unit.counter)
        return
    carrier = carrier_of(check.state, unit)
    sea = (onward_of(carrier) if carrier else "") or whereabouts(check.state, unit)
    if zone != sea and not check.board.adjacent(sea, zone):
        message = f"{check.label(zone)} is not beside the ship"
        check.complain("not-beside", message, cite="8.4", about=zone)
        return
    if combat:
        _assault(check, unit, count, zone)
        return
    if not may_disembark(check, unit, zone, sea):
        message = f"{check.label(zone)} is no place to land units now"
        check.complain("not-friendly", message, cite="10.1", about=zone)
        return
    events = unload(check.state, unit, zone, count)
    check.does(events)
    ashore = follow(unit, events[:1])
    check.does(mark_events(ashore, {UnitMark.LEFT: 0}, count))


def _assault(check: Check, unit: Unit, count: int, zone: str) -> None:
    attacked = attacked_in(check.state, unit.owner, zone)
    if attacked:
        attack_zone(check, unit.owner, attacked, zone)
    if not is_enemy_zone(check.state, unit.owner, zone):
        message = f"no enemy holds {check.label(zone)}"
        check.complain("no-enemy", message, cite="8.2", about=zone)
        return
    check.does(mark_events(unit, {UnitMark.ASSAULT: zone, UnitMark.LEFT: 0}, count))


@implements("GW-10.1-2", "GW-10.2-1", "GW-0.5-1")
def may_disembark(check: Check, unit: Unit, zone: str, sea: str) -> bool:
    """Whether a unit may leave its ship in a zone: Friendly, and not taken in this turn (10.1).

    Under the option of 10.2 a Major naval facility that was captured in this turn serves too.
    """
    position, power = check.position, unit.owner
    if not may_march_in(check.state, power, zone):
        return False
    if was_friendly(check.position, power, zone):
        return True
    bases = facilities_facing(check.position, zone, sea)
    return position.options.captured_bases and any(base in MAJOR_BASES for base in bases)


# --- carrier aircraft ----------------------------------------------------------------------------


def in_transport(check: Check, unit: Unit) -> bool:
    """Whether aircraft are the cargo of a Transport, from which nothing flies (8.4)."""
    carrier = carrier_of(check.state, unit)
    return carrier is not None and not type_of(check.book, carrier).is_carrier


@implements("GW-0.8-3", "GW-8.4-1")
def take_off(check: Check, unit: Unit, count: int) -> Unit:
    """Aircraft leave their Carrier for the zone it is in, which costs no movement (0.8)."""
    carrier = carrier_of(check.state, unit)
    part = replace(unit, count=some_of(unit, count))
    if carrier is None:
        return part
    if in_transport(check, unit):
        kind = type_of(check.book, unit)
        message = f"{kind.name} does not fly from a Transport"
        check.complain("not-from-here", message, cite="8.4", about=kind.id)
        return part
    if carrier.marked(UnitMark.DAMAGED):
        message = f"{type_of(check.book, unit).name} cannot take off from a damaged Carrier"
        check.complain("damaged", message, cite="12.2", about=type_of(check.book, unit).id)
        return part
    sea = whereabouts(check.state, unit)
    events = unload(check.state, unit, sea, count)
    check.does(events)
    return left_deck(check, follow(unit, events[:1]), count, sea)


def carries(kind: UnitType, data: Any) -> bool:
    """Whether an order makes a kind of aircraft carry others."""
    return kind.is_air and ("load" in data or "unload" in data)
