"""Air transport (11.11): air transports carry land units to a friendly hex, or fetch them from one.

Decides what may be carried by whom, where it is loaded and unloaded, the flights out and home with
their air combats. Leaves the flights to `raids`; hexes of partisans, frogmen and supply units to
later chapters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.air.air_combat import air_combats
from pbem.systems.wif.air.air_missions import Flight, Mission
from pbem.systems.wif.air.air_to_air import BOMBER
from pbem.systems.wif.air.rebase import flown_distance
from pbem.systems.wif.air.sorties import Sky, all_return, intercept, return_to_base
from pbem.systems.wif.impulse.actions import refusals, spent
from pbem.systems.wif.land.air_supply import LARGE
from pbem.systems.wif.land.land_verdicts import TransportVerdict
from pbem.systems.wif.strikes.raids import (
    FACTS,
    Raid,
    RaidKind,
    check_raid,
    fly_raids,
    raid_claims,
)
from pbem.systems.wif.world.control import cooperate, entry_ban, is_friendly, other_side, strangers
from pbem.systems.wif.world.named import LAND_UNIT, find_units
from pbem.systems.wif.world.options import Options
from pbem.systems.wif.world.position import Position, now
from pbem.systems.wif.world.stacking import check_stacking, over_air_limit, over_land_limit
from pbem.systems.wif.world.supply import in_supply
from pbem.systems.wif.world.units import Piece, marked, names, turned_down
from pbem.systems.wif.world.vocabulary import UnitMark

CITE: Final = "11.11"
LIGHT: Final = ("PARA", "MTN")
LIGHT_DIVISIONS: Final = ("INF", "GAR", "SKI")
INFANTRY_CLASS: Final = ("INF", "GAR", "MIL", "MTN", "PARA")


# --- what is carried -----------------------------------------------------------------------------


@implements("WIF-11.11-4")
def is_light(piece: Piece, options: Options) -> bool:
    """Whether any air transport can carry a unit: PARA, MTN, with option 2 light divisions."""
    division = options.divisions and piece.is_division and piece.kind in LIGHT_DIVISIONS
    return piece.kind in LIGHT or division


@implements("WIF-11.11-4", "WIF-11.11-9")
def can_carry(carrier: Piece, cargo: Sequence[Piece], options: Options) -> bool:
    """Whether an air transport can carry some units at once (11.11).

    One light unit; a large one (option 8) two, or one corps of the infantry class.
    """
    if not (options.aircraft_types and carrier.counter.is_a(LARGE)):
        return len(cargo) == 1 and is_light(cargo[0], options)
    if all(is_light(piece, options) for piece in cargo):
        return 0 < len(cargo) <= 2
    return len(cargo) == 1 and cargo[0].kind in INFANTRY_CLASS and not cargo[0].is_division


@implements("WIF-11.11-9")
def is_heavy(cargo: Sequence[Piece], options: Options) -> bool:
    """Whether a load is more than an ordinary air transport carries: its flight costs double."""
    return len(cargo) > 1 or any(not is_light(piece, options) for piece in cargo)


def loads(raid: Raid, cargo: Sequence[Piece], options: Options) -> Mapping[str, tuple[Piece, ...]]:
    """Which air transport carries what: each in turn as much as it can."""
    left = list(cargo)
    found: dict[str, tuple[Piece, ...]] = {}
    for carrier in raid.bombers:
        for many in (2, 1):
            first = tuple(left[:many])
            if len(first) == many and can_carry(carrier, first, options):
                found[carrier.id] = first
                del left[:many]
                break
    return {} if left else found


# --- the order -----------------------------------------------------------------------------------


def check_transport(position: Position, order: Order) -> Ruling:
    """`{fly: Ju-52, carry: II PARA, at: Kaunas, unload: there}` (11.11)."""
    said = order.data
    found = find_units(position, said["carry"], LAND_UNIT)
    if found.findings:
        return Ruling(found.findings)
    ruling = check_raid(TRANSPORT, position, order)
    raid = ruling.plan
    if not isinstance(raid, Raid):
        return ruling
    cargo = found.pieces
    findings = [
        *cargo_troubles(position, raid, cargo),
        *refusals(position, cargo, "land-move"),
    ]
    if findings:
        return Ruling(tuple(findings))
    kept = said.get("unload") == "home"
    loaded = loads(raid, cargo, position.options)
    held = {carrier: tuple(p.id for p in pieces) for carrier, pieces in loaded.items()}
    plan = replace(raid, cargo=held, said={**raid.said, "keep": kept})
    words = f"{ruling.reading}; carries {names(cargo)}"
    return Ruling(ruling.findings, words, (*ruling.events, *_foreseen(position, plan)), plan)


@implements("WIF-11.11-1", "WIF-18.2-1")
def cargo_troubles(position: Position, raid: Raid, cargo: Sequence[Piece]) -> list[Finding]:
    """Why these units cannot be carried by these aircraft (11.11)."""
    findings = [
        error("cargo", f"{piece.name} {why}", cite=CITE, about=piece.id)
        for piece in cargo
        if (why := why_not_aboard(position, raid, piece))
    ]
    if not findings and not loads(raid, cargo, position.options):
        message = f"{names(raid.bombers)} cannot carry {names(cargo)}"
        findings.append(error("too-heavy", message, cite=CITE, about="carry"))
    return findings or too_far(position, raid, cargo)


@implements("WIF-11.11-1")
def why_not_aboard(position: Position, raid: Raid, piece: Piece) -> str:
    """Why a unit cannot come aboard any of the air transports (11.11)."""
    if piece.face_down:
        return "is face-down"
    if piece.unit.marked(UnitMark.MOVED):
        return "has already moved"
    if not all(cooperate(position.state, piece.owner, other.owner) for other in raid.bombers):
        return f"does not co-operate with {raid.bombers[0].name}"
    if piece.at in {raid.targets[0], *(other.at for other in raid.bombers)}:
        return ""
    return "is neither with the air transports nor where they fly"


@implements("WIF-11.11-9")
def too_far(position: Position, raid: Raid, cargo: Sequence[Piece]) -> list[Finding]:
    """Why a large air transport does not fly as far with a heavy load: each hex costs it double."""
    place, findings = raid.targets[0], []
    for carrier in raid.bombers:
        load = loads(raid, cargo, position.options).get(carrier.id, ())
        far = 2 * flown_distance(position, carrier.at, place)
        if load and is_heavy(load, position.options) and far > carrier.range:
            message = f"{carrier.name} with {names(load)} flies {carrier.range} points, not {far}"
            findings.append(error("too-far", message, cite=CITE, about=carrier.id))
    return findings


@implements("WIF-11.11-1")
def why_not_there(position: Position, raid: Raid, place: str) -> str:
    """Why land units cannot be carried to or from a hex (11.11)."""
    owner = raid.bombers[0].owner
    if not position.ground.is_land(place) or not is_friendly(position, place, position.side(owner)):
        return "the hex is not friendly"
    return entry_ban(position, owner, place)


def in_words(position: Position, raid: Raid) -> str:
    """The receipt: who flies where."""
    return f"air transport to {position.label(raid.targets[0])}: {names(raid.bombers)}"


def _foreseen(position: Position, raid: Raid) -> tuple[Event, ...]:
    """What a receipt takes for granted: the cargo arrives."""
    place = raid.targets[0]
    pieces = [p for ids in raid.cargo.values() for p in position.pieces(*ids)]
    moved = (UnitMoved(p.id, p.at, place, p.unit.count) for p in pieces if p.at != place)
    down = (change for piece in pieces for change in marked(piece, UnitMark.MOVED))
    return (*moved, *down, *spent(position, pieces, "land-move"))


def own_places(position: Position) -> tuple[str, ...]:
    """The hexes with land units of the active side: where its air transports may well fly."""
    side = position.state.clock.side
    return tuple(
        sorted({p.at for p in position.on_map if p.is_land and position.side(p.owner) == side})
    )


TRANSPORT: Final = RaidKind(
    section="air_transport",
    mission=Mission.CARRY,
    activity="air-transport",
    cite=CITE,
    candidates=own_places,
    concerned=lambda *_: (),
    problem=why_not_there,
    words=in_words,
)
AIR_TRANSPORT: Final = Section(
    name="air_transport",
    title="Air transport",
    step="air-transport",
    schema="wif/air_transport",
    cite=CITE,
    check=check_transport,
    facts=FACTS,
    claims=raid_claims,
)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.11-2", "WIF-11.11-10")
def air_transports(umpire: Umpire) -> None:
    """The air transport step, out and home (11.11); nothing if nobody carries."""
    if not umpire.orders(AIR_TRANSPORT.name):
        return
    sky, targets = fly_raids(umpire, TRANSPORT)
    side = umpire.state.clock.side
    arrived = [f for place in targets for f in sky.over(now(umpire), place, side, BOMBER)]
    for flight in arrived:
        unload_there(umpire, sky, flight)
    carriers = tuple(flight.id for flight in arrived)
    patrols = [f for f in sky.flights.values() if f.mission is Mission.CAP]
    idle = tuple(flight for flight in patrols if flight.target not in sky.fought)
    for flight in tuple(sky.flights.values()):
        if flight not in idle:
            return_to_base(umpire, sky, flight)
    second_flight(umpire, sky, carriers)
    all_return(umpire, sky)
    check_stacking(umpire)


@implements("WIF-11.11-2", "WIF-11.11-6")
def unload_there(umpire: Umpire, sky: Sky, flight: Flight) -> None:
    """What an air transport carries is unloaded at its target, unless it is to be brought home.

    Also brought home where the aircraft or the units could not stand (11.11).
    """
    position, place = now(umpire), flight.target
    cargo = position.pieces(*sky.cargo.get(flight.id, ()))
    fetched = any(piece.at == place and place != flight.piece.at for piece in cargo)
    if not cargo or fetched or flight.id in sky.keeping or not may_stand(position, flight, cargo):
        return
    del sky.cargo[flight.id]
    umpire.apply(*(change for piece in cargo for change in set_down(umpire, piece, place)))
    umpire.tell(TransportVerdict(place, flight.id, tuple(piece.id for piece in cargo)))


def may_stand(position: Position, flight: Flight, cargo: Sequence[Piece]) -> bool:
    """Whether an air transport and what it carries could stand in its target hex (11.11)."""
    place, here = flight.target, position.at(flight.target)
    strange = any(strangers(position.state, p.owner, here) for p in (flight.piece, *cargo))
    aircraft = [p for p in position.air_at(place) if p.id != flight.id]
    land = [*position.land_at(place), *cargo]
    return not (
        strange
        or over_air_limit(position, place, [*aircraft, flight.piece])
        or over_land_limit(position, place, land)
    )


@implements("WIF-11.11-7")
def set_down(umpire: Umpire, piece: Piece, place: str) -> tuple[Event, ...]:
    """A unit leaves its aircraft: face-down only if it began the impulse out of supply (11.11)."""
    began = replace(now(umpire), state=umpire.since("impulse"))
    unit = began.units.get(piece.id)
    supplied = unit is None or in_supply(began, began.piece(unit))
    moved = (UnitMoved(piece.id, piece.at, place, piece.unit.count),) if piece.at != place else ()
    return (*moved, *marked(piece, UnitMark.MOVED), *(() if supplied else turned_down(piece)))


@implements("WIF-11.11-2", "WIF-11.11-3", "WIF-11.11-6")
def second_flight(umpire: Umpire, sky: Sky, carriers: Sequence[str]) -> None:
    """At the hexes to which air transports came home they may be intercepted again (11.11).

    What is still aboard is unloaded where they are.
    """
    active = umpire.state.clock.side
    position = now(umpire)
    home = [piece for piece in position.pieces(*carriers) if piece.at in umpire.board]
    for piece in home:
        sky.take_off([Flight(piece, Mission.CARRY, piece.at)])
        sky.landed.add(piece.id)
    bases = dict.fromkeys((piece.at for piece in home), ())
    intercept(umpire, sky, other_side(active), bases)
    intercept(umpire, sky, active, bases)
    air_combats(umpire, sky, tuple(bases))
    for piece in home:
        aboard = sky.cargo.pop(piece.id, ())
        if piece.id in sky.flights and aboard:
            pieces = now(umpire).pieces(*aboard)
            umpire.apply(*(c for p in pieces for c in set_down(umpire, p, piece.at)))
            umpire.tell(TransportVerdict(piece.at, piece.id, tuple(p.id for p in pieces)))
