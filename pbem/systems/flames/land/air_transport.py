"""Air transport (11.11): air transports carry land units to a friendly hex, or fetch them from one.

Decides what may be carried by whom, where it is loaded and unloaded, the flights out and home with
their air combats. Leaves the flights to `raids`, frogmen to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling
from pbem.systems.flames.air.air_combat import air_combats
from pbem.systems.flames.air.air_to_air import BOMBER
from pbem.systems.flames.air.flights import (
    Flight,
    Mission,
    carries_bombs,
    flown_distance,
    is_transport,
)
from pbem.systems.flames.air.sorties import Sky, all_return, intercept, return_to_base
from pbem.systems.flames.impulse.actions import refusals, spent
from pbem.systems.flames.land.land_verdicts import TransportVerdict
from pbem.systems.flames.strikes.raids import (
    Raid,
    RaidKind,
    check_raid,
    cost,
    fly_raids,
    raid_section,
)
from pbem.systems.flames.world.control import entry_ban, is_friendly, take_hex
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.named import LAND_UNIT, LIFTER, find_units
from pbem.systems.flames.world.partisans import strangers_to, work_together
from pbem.systems.flames.world.position import (
    INFANTRY_CLASS,
    PARTISAN,
    SUPPLY_UNIT,
    Piece,
    Position,
    Umpire,
    marked,
    names,
    other_side,
    turned_down,
)
from pbem.systems.flames.world.stacking import check_stacking, over_air_limit, over_land_limit
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import UnitMark

CITE: Final = "11.11"
LIGHT: Final = ("PARA", "MTN")
TOO_HEAVY: Final = ("HQ-I", "MAR", "MOT", "PART")  # infantry that no aircraft carries


# --- what is carried -----------------------------------------------------------------------------


@implements("WIF-11.11-4")
def is_light(piece: Piece, kits: Kits) -> bool:
    """Whether any air transport can carry a unit: PARA, MTN."""
    return piece.kind in LIGHT or any(fits(piece) for fits in kits.light)


@implements("WIF-11.11-4", "WIF-11.11-9", "WIF-22.17-3", "AIF-11.12-4")
def can_carry(carrier: Piece, cargo: Sequence[Piece], kits: Kits) -> bool:
    """Whether an air transport can carry some units at once (11.11).

    One light unit; a large one two, or one corps of the infantry class. An A-bomb goes
    with a bomber of its power alone, which carries nothing else (22.17).
    """
    if len(cargo) == 1 and cargo[0].is_a_bomb:
        return carries_bomb(carrier, cargo[0], kits)
    if not is_transport(carrier, kits):
        return False
    if not kits.is_large(carrier):
        return len(cargo) == 1 and is_light(cargo[0], kits)
    if all(is_light(piece, kits) for piece in cargo):
        return len(cargo) <= 2
    return len(cargo) == 1 and _is_carried_corps(cargo[0])


@implements("WIF-22.17-3")
def carries_bomb(carrier: Piece, bomb: Piece, kits: Kits) -> bool:
    """Whether an aircraft carries an A-bomb: a bomber of its owner (22.17)."""
    return bomb.owner == carrier.owner and carries_bombs(carrier, kits)


def _is_carried_corps(piece: Piece) -> bool:
    """Whether a unit is one of the infantry corps that a large transport carries."""
    carried = piece.kind in INFANTRY_CLASS and piece.kind not in TOO_HEAVY
    return carried and not piece.is_division


@implements("WIF-11.11-9")
def is_heavy(cargo: Sequence[Piece], kits: Kits) -> bool:
    """Whether a load is more than an ordinary air transport carries: its flight costs double."""
    return len(cargo) > 1 or not (is_light(cargo[0], kits) or cargo[0].is_a_bomb)


@implements("WIF-11.11-5")
def together(
    carriers: Sequence[Piece], supplies: Sequence[Piece], kits: Kits
) -> dict[str, tuple[Piece, ...]]:
    """Which air transports carry supply units: a large one alone, else two of one hex (11.11)."""
    found: dict[str, tuple[Piece, ...]] = {}
    for supply in supplies:
        for carrier in _for_supply([c for c in carriers if c.id not in found], kits):
            found[carrier.id] = (supply,)
    return found


def _for_supply(carriers: Sequence[Piece], kits: Kits) -> Sequence[Piece]:
    """Those of some air transports that carry one supply unit; none where they cannot."""
    free = [carrier for carrier in carriers if is_transport(carrier, kits)]
    if not kits.supplies_fly:
        return ()
    large = [carrier for carrier in free if kits.is_large(carrier)]
    if large:
        return large[:1]
    return next((pair for pair in combinations(free, 2) if pair[0].at == pair[1].at), ())


def loads(raid: Raid, cargo: Sequence[Piece], kits: Kits) -> Mapping[str, tuple[Piece, ...]]:
    """Which air transport carries what: each in turn as much as it can."""
    supplies = [piece for piece in cargo if piece.counter.is_a(SUPPLY_UNIT)]
    found = together(raid.bombers, supplies, kits)
    left = [piece for piece in cargo if piece not in supplies]
    free = [carrier for carrier in raid.bombers if carrier.id not in found]
    found |= _in_turn(free, left, kits)
    aboard = {piece.id for load in found.values() for piece in load}
    return found if aboard == {piece.id for piece in cargo} else {}


def _in_turn(
    carriers: Sequence[Piece], cargo: Sequence[Piece], kits: Kits
) -> dict[str, tuple[Piece, ...]]:
    """What each of some air transports carries of what the ones before have left."""
    left, found = list(cargo), dict[str, tuple[Piece, ...]]()
    for carrier in carriers:
        pair, one = tuple(left[:2]), tuple(left[:1])
        first = next((load for load in (pair, one) if can_carry(carrier, load, kits)), ())
        found[carrier.id] = first
        del left[: len(first)]
    return found


# --- the order -----------------------------------------------------------------------------------


def check_laden(
    kind: RaidKind, position: Position, order: Order, key: str
) -> tuple[Ruling, tuple[Piece, ...]]:
    """The flights of a mission that carries the land units named under a key, and those units."""
    found = find_units(position, order.data[key], LAND_UNIT)
    ruling = Ruling(found.findings) if found.findings else check_raid(kind, position, order)
    return ruling, found.pieces


def check_transport(kind: RaidKind, position: Position, order: Order) -> Ruling:
    """`{fly: Ju-52, carry: II PARA, at: Kaunas, unload: there}` (11.11)."""
    if order.data.get("carry") is None:
        return check_air_cav(kind, position, order)
    ruling, cargo = check_laden(kind, position, order, "carry")
    raid = ruling.plan
    if not isinstance(raid, Raid):
        return ruling
    findings = [
        *cargo_troubles(position, raid, cargo),
        *refusals(position, cargo, "land-move"),
    ]
    if findings:
        return Ruling(tuple(findings))
    kept = order.data.get("unload") == "home"
    plan = laden(raid, loads(raid, cargo, position.kits), position.kits)
    plan = replace(plan, said={**raid.said, "keep": kept})
    words = f"{ruling.reading}; carries {names(cargo)}{_along(plan)}"
    return Ruling(ruling.findings, words, (*ruling.events, *_foreseen(position, plan)), plan)


@implements("WIF-22.12-2", "WIF-22.12-3")
def check_air_cav(kind: RaidKind, position: Position, order: Order) -> Ruling:
    """`{fly: Gd Cav ACV, at: Kaunas}`: Air Cav flies to a friendly hex, without cargo (22.12)."""
    ruling = check_raid(kind, position, order)
    raid = ruling.plan
    if not isinstance(raid, Raid):
        return ruling
    findings, place = without_cargo(raid), raid.targets[0]
    if not findings and over_land_limit(position, place, [*position.land_at(place), *raid.bombers]):
        message = f"{position.label(place)} has no room for {names(raid.bombers)}"
        findings = [error("no-room", message, cite="22.12", about=place)]
    if findings:
        return Ruling(tuple(findings))
    moved = (UnitMoved(p.id, p.at, place, p.unit.count) for p in raid.bombers)
    return Ruling(ruling.findings, ruling.reading, (*cost(position, raid), *moved), raid)


def without_cargo(raid: Raid) -> list[Finding]:
    """Which aircraft of a mission without cargo are no Air Cav."""
    empty = [piece for piece in raid.bombers if not piece.is_air_cav]
    if not empty:
        return []
    message = f"{names(empty)} carries nobody"
    hint = "name the units under `carry` or `drop`; Air Cav alone flies without any"
    return [error("cargo", message, hint=hint, cite=raid.kind.cite, about="fly")]


@implements("WIF-11.11-1", "WIF-18.2-1")
def cargo_troubles(position: Position, raid: Raid, cargo: Sequence[Piece]) -> list[Finding]:
    """Why these units cannot be carried by these aircraft (11.11)."""
    place = raid.targets[0]
    findings = [
        error("cargo", f"{piece.name} {why}", cite=CITE, about=piece.id)
        for piece in cargo
        if (why := why_not_aboard(position, raid, piece) or why_not_down(position, piece, place))
    ]
    if findings:
        return findings
    loaded = loads(raid, cargo, position.kits)
    if not loaded:
        message = f"{names(raid.bombers)} cannot carry {names(cargo)}"
        return [error("too-heavy", message, cite=CITE, about="carry")]
    return too_far(position, raid, loaded)


@implements("WIF-11.11-1")
def why_not_aboard(position: Position, raid: Raid, piece: Piece) -> str:
    """Why a unit cannot come aboard any of the air transports (11.11)."""
    if piece.face_down:
        return "is face-down"
    if piece.unit.marked(UnitMark.MOVED):
        return "has already moved"
    if not all(work_together(position, piece, other) for other in raid.bombers):
        return f"does not co-operate with {raid.bombers[0].name}"
    if piece.at in {raid.targets[0], *(other.at for other in raid.bombers)}:
        return ""
    return "is neither with the air transports nor where they fly"


@implements("WIF-11.11-9")
def too_far(
    position: Position, raid: Raid, loaded: Mapping[str, tuple[Piece, ...]]
) -> list[Finding]:
    """Why a large air transport does not fly as far with a heavy load: each hex costs it double.

    What it fetches is not aboard on the way out.
    """
    place, findings = raid.targets[0], []
    for carrier in raid.bombers:
        load = [piece for piece in loaded.get(carrier.id, ()) if piece.at != place]
        far = 2 * flown_distance(position, carrier.at, place)
        heavy = load and alone(carrier, loaded) and is_heavy(load, position.kits)
        if heavy and far > carrier.range:
            message = f"{carrier.name} with {names(load)} flies {carrier.range} points, not {far}"
            findings.append(error("too-far", message, cite=raid.kind.cite, about=carrier.id))
    return findings


def alone(carrier: Piece, loaded: Mapping[str, tuple[Piece, ...]]) -> bool:
    """Whether no second aircraft shares an aircraft's load."""
    return list(loaded.values()).count(loaded[carrier.id]) == 1


def laden(raid: Raid, loaded: Mapping[str, tuple[Piece, ...]], kits: Kits) -> Raid:
    """A mission with what its aircraft carry."""
    heavy = (
        carrier.id
        for carrier in raid.bombers
        if loaded[carrier.id] and alone(carrier, loaded) and is_heavy(loaded[carrier.id], kits)
    )
    held = {carrier: tuple(p.id for p in pieces) for carrier, pieces in loaded.items()}
    return replace(raid, cargo=held, heavy=frozenset(heavy))


@implements("WIF-11.11-1")
def why_not_there(position: Position, raid: Raid, place: str) -> str:
    """Why land units cannot be carried to or from a hex (11.11)."""
    first = raid.bombers[0]
    if not position.ground.is_land(place) or why_not_down(position, first, place):
        return "the hex is not friendly"
    return entry_ban(position, first.owner, place)


@implements("WIF-13.1.3-5")
def why_not_down(position: Position, piece: Piece, place: str) -> str:
    """Why a unit is not set down in a hex: an enemy's, without partisans of its own country."""
    if is_friendly(position, place, position.side(piece.owner)):
        return ""
    if any(
        other.kind == PARTISAN and work_together(position, other, piece)
        for other in position.at(place)
    ):
        return ""
    return f"cannot go to {position.label(place)}: no partisan of its country holds it"


def in_words(position: Position, raid: Raid) -> str:
    """The receipt: who flies where."""
    return f"air transport to {position.label(raid.targets[0])}: {names(raid.bombers)}"


def _along(raid: Raid) -> str:
    """Who flies along empty, which the rules allow (11.11)."""
    empty = [piece for piece in raid.bombers if not raid.cargo[piece.id]]
    return f"; {names(empty)} without any" if empty else ""


def _foreseen(position: Position, raid: Raid) -> tuple[Event, ...]:
    """What a receipt takes for granted: the cargo arrives."""
    place = raid.targets[0]
    pieces = position.pieces(*dict.fromkeys(unit for ids in raid.cargo.values() for unit in ids))
    moved = (UnitMoved(p.id, p.at, place, p.unit.count) for p in pieces)
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
    fliers=LIFTER,
)
AIR_TRANSPORT: Final = raid_section(TRANSPORT, "Air transport", "air-transport", check_transport)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.11-2", "WIF-11.11-10", "AIF-11.12-1", "AIF-11.12-5")
def air_transports(umpire: Umpire) -> None:
    """The air transport step, out and home (11.11); nothing if nobody carries."""
    if not umpire.orders(AIR_TRANSPORT.name):
        return
    sky, targets = fly_raids(umpire, TRANSPORT)
    side = umpire.state.clock.side
    arrived = [f for place in targets for f in sky.over(umpire.position, place, side, BOMBER)]
    for flight in arrived:
        arrive(umpire, sky, flight)
    carriers = tuple(flight.id for flight in arrived if flight.id in sky.flights)
    _come_home(umpire, sky)
    second_flight(umpire, sky, carriers)
    all_return(umpire, sky)
    check_stacking(umpire)


def _come_home(umpire: Umpire, sky: Sky) -> None:
    """Everybody returns to base but the patrols that have met nobody."""
    for flight in tuple(sky.flights.values()):
        if flight.mission is not Mission.CAP or flight.target in sky.fought:
            return_to_base(umpire, sky, flight)


@implements("WIF-22.12-3")
def arrive(umpire: Umpire, sky: Sky, flight: Flight) -> None:
    """A transport unloads; Air Cav has come where it goes, and stays face-up (22.12)."""
    if not flight.piece.is_air_cav:
        unload_there(umpire, sky, flight)
        return
    piece, place = flight.piece, flight.target
    sky.land(piece.id)
    umpire.apply(UnitMoved(piece.id, piece.at, place, piece.unit.count))
    umpire.apply(*marked(piece, UnitMark.MOVED))
    umpire.tell(TransportVerdict(place, piece.id, (piece.id,)))


@implements("WIF-11.11-2", "WIF-11.11-6", "AIF-11.12-6")
def unload_there(umpire: Umpire, sky: Sky, flight: Flight) -> None:
    """What an air transport carries is unloaded at its target, unless it is to be brought home.

    Also brought home where the aircraft or the units could not stand (11.11).
    """
    position, place = umpire.position, flight.target
    cargo = position.pieces(*sky.cargo.get(flight.id, ()))
    fetched = any(piece.at == place and place != flight.piece.at for piece in cargo)
    if not cargo or fetched or flight.id in sky.keeping or not may_stand(position, flight, cargo):
        return
    sky.unloaded(piece.id for piece in cargo)
    umpire.apply(*(change for piece in cargo for change in set_down(umpire, piece, place)))
    umpire.apply(*take_hex(umpire.position, place, cargo))
    umpire.tell(TransportVerdict(place, flight.id, tuple(piece.id for piece in cargo)))


def may_stand(position: Position, flight: Flight, cargo: Sequence[Piece]) -> bool:
    """Whether an air transport and what it carries could stand in its target hex (11.11).

    In one book the transport need not. Where partisans hold an enemy's hex only the cargo must.
    """
    place, here = flight.target, position.at(flight.target)
    if not is_friendly(position, place, position.side(flight.piece.owner)):
        return not over_land_limit(position, place, [*position.land_at(place), *cargo])
    lands = position.values.lands_to_unload
    strange = any(strangers_to(position, p, here) for p in (flight.piece, *cargo))
    aircraft = [p for p in position.air_at(place) if p.id != flight.id]
    land = [*position.land_at(place), *cargo]
    return not (
        strange
        or (lands and over_air_limit(position, place, [*aircraft, flight.piece]))
        or over_land_limit(position, place, land)
    )


@implements("WIF-11.11-7", "AIF-11.12-7")
def set_down(umpire: Umpire, piece: Piece, place: str) -> tuple[Event, ...]:
    """A unit leaves its aircraft: face-down only if it began the impulse out of supply (11.11)."""
    began = replace(umpire.position, state=umpire.since("impulse"))
    supplied = in_supply(began, began.piece(began.units[piece.id]))
    moved = (UnitMoved(piece.id, piece.at, place, piece.unit.count),) if piece.at != place else ()
    return (*moved, *marked(piece, UnitMark.MOVED), *(() if supplied else turned_down(piece)))


@implements("WIF-11.11-2", "WIF-11.11-3", "WIF-11.11-6", "AIF-11.12-1", "AIF-11.12-2")
def second_flight(umpire: Umpire, sky: Sky, carriers: Sequence[str]) -> None:
    """At the hexes to which air transports came home they may be intercepted again (11.11).

    What is still aboard is unloaded where they are.
    """
    active = umpire.state.clock.side
    position = umpire.position
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
            pieces = umpire.position.pieces(*aboard)
            umpire.apply(*(c for p in pieces for c in set_down(umpire, p, piece.at)))
            umpire.tell(TransportVerdict(piece.at, piece.id, tuple(p.id for p in pieces)))
