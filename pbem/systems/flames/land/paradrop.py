"""Paradrops (11.14): air transports drop paratroops into a hex of the enemy.

Decides who may be dropped by whom and where, and who comes down. Leaves the flights to `raids`,
what the dropped units must do then to `combat/declaring`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling
from pbem.systems.flames.air.air_to_air import BOMBER
from pbem.systems.flames.air.flights import Flight, Mission
from pbem.systems.flames.air.sorties import Sky, all_return
from pbem.systems.flames.impulse.actions import refusal, refusals, spend, spent
from pbem.systems.flames.land.air_transport import (
    can_carry,
    check_laden,
    laden,
    too_far,
    without_cargo,
)
from pbem.systems.flames.land.combat.attack_rules import ACTIVITY, charged, is_target
from pbem.systems.flames.land.land_verdicts import ParadropVerdict
from pbem.systems.flames.strikes.raids import (
    Raid,
    RaidKind,
    check_raid,
    cost,
    fly_raids,
    raid_section,
)
from pbem.systems.flames.world.control import enemy_units
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.named import LIFTER
from pbem.systems.flames.world.position import (
    PARTISAN,
    Piece,
    Position,
    Umpire,
    marked,
    names,
)
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.vocabulary import LandingWay, UnitMark

CITE: Final = "11.14"
PARA: Final = "PARA"


# --- who drops -----------------------------------------------------------------------------------


@implements("WIF-11.14-1", "WIF-11.14-3", "WIF-22.1.1-3", "AIF-11.15-1")
def can_drop(piece: Piece, kits: Kits) -> bool:
    """Whether a unit can be dropped: a PARA, and who may come down beside one."""
    return piece.kind == PARA or any(drops(piece) for drops in kits.dropped)


@implements("WIF-11.14-2", "AIF-11.15-1")
def loads(raid: Raid, cargo: Sequence[Piece], kits: Kits) -> Mapping[str, tuple[Piece, ...]]:
    """Which aircraft carries whom, from the hex where both are; nothing unless all are loaded."""
    found: dict[str, tuple[Piece, ...]] = {}
    left, waiting = list(cargo), list(raid.bombers)
    while waiting:
        load = load_of(waiting.pop(0), left, waiting, kits)
        if not load:
            return {}
        found[raid.bombers[len(found)].id] = load
        left = [piece for piece in left if piece not in load]
    return {} if left else found


def load_of(
    carrier: Piece, cargo: Sequence[Piece], others: Sequence[Piece], kits: Kits
) -> tuple[Piece, ...]:
    """What an aircraft takes aboard, so that each of the others in its hex carries somebody too."""
    here = tuple(piece for piece in cargo if piece.at == carrier.at)
    most = 2 if len(here) > 1 + sum(other.at == carrier.at for other in others) else 1
    sizes = (here[:most], here[:1])
    return next((load for load in sizes if can_carry(carrier, load, kits)), ())


@implements("WIF-11.14-2")
def why_not_aboard(position: Position, raid: Raid, piece: Piece) -> str:
    """Why a unit cannot be dropped by any of the aircraft (11.14)."""
    if not can_drop(piece, position.kits):
        return "is no paratroop unit"
    if piece.face_down:
        return "is face-down"
    if not in_supply(position, piece):
        return "is out of supply"
    if not all(position.cooperate(piece.owner, other.owner) for other in raid.bombers):
        return f"does not co-operate with {raid.bombers[0].name}"
    if piece.at not in {other.at for other in raid.bombers}:
        return "is not with the aircraft that are to drop it"
    return ""


# --- the order -----------------------------------------------------------------------------------


def check_paradrop(kind: RaidKind, position: Position, order: Order) -> Ruling:
    """`{fly: Ju-52, drop: II PARA, at: Minsk, escort: Bf-109F2}` (11.14); Air Cav flies itself."""
    if order.data.get("drop") is None:
        return check_air_cav(kind, position, order)
    ruling, cargo = check_laden(kind, position, order, "drop")
    raid = ruling.plan
    if not isinstance(raid, Raid):
        return ruling
    findings = [
        *cargo_troubles(position, raid, cargo),
        *refusals(position, cargo, "land-move"),
        *attack_troubles(position, cargo, raid.targets[0]),
    ]
    if findings:
        return Ruling(tuple(findings))
    loaded = loads(raid, cargo, position.kits)
    words = f"{ruling.reading}; drops {names(cargo)}, which must attack there"
    sure = (*ruling.events, *spent(position, cargo, "land-move"))
    landed = landing_events(position, cargo, raid.targets[0])
    plan = laden(raid, loaded, position.kits)
    return Ruling(ruling.findings, words, (*sure, *landed), plan)


@implements("WIF-22.12-4")
def check_air_cav(kind: RaidKind, position: Position, order: Order) -> Ruling:
    """`{fly: Gd Cav ACV, at: Minsk}`: Air Cav lands in a hex that it must attack (22.12)."""
    ruling = check_raid(kind, position, order)
    raid = ruling.plan
    if not isinstance(raid, Raid):
        return ruling
    findings = [*without_cargo(raid), *attack_troubles(position, raid.bombers, raid.targets[0])]
    if findings:
        return Ruling(tuple(findings))
    landed = landing_events(position, raid.bombers, raid.targets[0])
    words = f"{ruling.reading}, which must attack there"
    return Ruling(ruling.findings, words, (*cost(position, raid), *landed), raid)


def cargo_troubles(position: Position, raid: Raid, cargo: Sequence[Piece]) -> list[Finding]:
    """Why these units cannot be dropped by these aircraft (11.14)."""
    findings = [
        error("cargo", f"{piece.name} {why}", cite=CITE, about=piece.id)
        for piece in cargo
        if (why := why_not_aboard(position, raid, piece))
    ]
    if findings:
        return findings
    if not any(piece.kind == PARA for piece in cargo):
        message = f"{names(cargo)} comes down only beside a PARA"
        return [error("cargo", message, cite=CITE, about="drop")]
    loaded = loads(raid, cargo, position.kits)
    if not loaded:
        message = f"{names(raid.bombers)} cannot drop {names(cargo)}"
        hint = "each aircraft drops one unit that starts in its hex, and none flies without one"
        return [error("too-heavy", message, hint=hint, cite=CITE, about="drop")]
    return too_far(position, raid, loaded)


@implements("WIF-11.14-8")
def attack_troubles(position: Position, cargo: Sequence[Piece], place: str) -> list[Finding]:
    """Why the dropped units could not attack the hex, as they must: no land attack is left."""
    return [
        finding
        for power in charged(position, cargo, place)
        for finding in refusal(position, power, ACTIVITY)
    ]


@implements("WIF-11.14-1", "WIF-11.14-6", "WIF-13.1.3-6", "AIF-11.15-4")
def why_not_there(position: Position, raid: Raid, place: str) -> str:
    """Why nobody can be dropped into a hex (11.14)."""
    owner = raid.bombers[0].owner
    if not position.ground.is_land(place):
        return "the hex is water"
    if not is_target(position, place, owner):
        return "the hex is not controlled by an enemy"
    side = position.side(owner)
    ours = (piece for piece in position.land_at(place) if position.side(piece.owner) == side)
    return "friendly partisans are there" if any(p.kind == PARTISAN for p in ours) else ""


def in_words(position: Position, raid: Raid) -> str:
    """The receipt: who flies where."""
    return f"paradrop on {position.label(raid.targets[0])}: {names(raid.bombers)}"


def places_to_drop(position: Position) -> tuple[str, ...]:
    """The hexes into which the active side could drop somebody: the enemy patrols over any."""
    own = position.state.powers_of(position.state.clock.side)
    return tuple(
        place for place in position.places if any(is_target(position, place, p.id) for p in own)
    )


def attacked_powers(position: Position, place: str, side: str) -> tuple[str, ...]:
    """The powers of a side whose units are in a hex, else the one that controls it (18.2)."""
    active = (power.id for power in position.state.powers_of(position.state.clock.side))
    there = (piece for power in active for piece in enemy_units(position, place, power))
    owners = [piece.owner for piece in there if piece.is_land]
    holder = position.controller(place)
    return tuple(dict.fromkeys(owners)) or ((holder,) if holder else ())


DROP: Final = RaidKind(
    section="paradrop",
    mission=Mission.DROP,
    activity="paradrop",
    cite=CITE,
    candidates=places_to_drop,
    concerned=attacked_powers,
    problem=why_not_there,
    words=in_words,
    fliers=LIFTER,
)
PARADROP: Final = raid_section(DROP, "Paradrops", "paradrop", check_paradrop)


# --- the step ------------------------------------------------------------------------------------


@implements("WIF-11.14-5", "AIF-11.15-2")
def paradrops(umpire: Umpire) -> None:
    """The paradrop step: flights, air combats, who comes down, the return (11.14)."""
    if not umpire.orders(PARADROP.name):
        return
    sky, targets = fly_raids(umpire, DROP)
    for place in targets:
        drop(umpire, sky, place)
    all_return(umpire, sky)
    check_stacking(umpire)


@implements("WIF-11.14-3", "WIF-11.14-5", "WIF-22.1.1-3")
def drop(umpire: Umpire, sky: Sky, place: str) -> None:
    """Those come down whose aircraft are over the hex still; without a PARA nobody does."""
    position = umpire.position
    over = sky.over(position, place, umpire.state.clock.side, BOMBER)
    by = tuple(flight.id for flight in over if flight.id in sky.cargo)
    touch_down(umpire, sky, over, place)
    dropped = position.pieces(*(unit for flight in by for unit in sky.cargo[flight]))
    if not any(piece.kind == PARA for piece in dropped):
        return
    umpire.apply(*landing_events(position, dropped, place))
    umpire.apply(*_strangely_carried(umpire.position, sky, over))
    for flight in by:
        del sky.cargo[flight]
    units = tuple(piece.id for piece in dropped)
    umpire.tell(ParadropVerdict(at=place, by=by, units=units))


@implements("WIF-22.12-4")
def touch_down(umpire: Umpire, sky: Sky, over: Sequence[Flight], place: str) -> None:
    """Air Cav that is over the hex still lands there and stays (22.12)."""
    units = tuple(flight.id for flight in over if flight.piece.is_air_cav)
    for unit in units:
        sky.land(unit)
    if units:
        position = umpire.position
        umpire.apply(*landing_events(position, position.pieces(*units), place))
        umpire.tell(ParadropVerdict(at=place, by=units, units=units))


@implements("WIF-15-4")
def _strangely_carried(position: Position, sky: Sky, over: Sequence[Flight]) -> Iterator[Event]:
    """Units that a friend's aircraft have dropped bear his name: who is his enemy expects them."""
    for flight in over:
        for piece in position.pieces(*sky.cargo.get(flight.id, ())):
            if position.major(piece.owner) != position.major(flight.piece.owner):
                yield from marked(piece, UnitMark.CARRIED_BY, flight.piece.owner)


@implements("WIF-11.14-7", "WIF-11.14-8", "AIF-11.15-5", "AIF-11.15-6")
def landing_events(position: Position, pieces: Sequence[Piece], place: str) -> tuple[Event, ...]:
    """The changes when units come down in an enemy's hex; their attack is counted now (10.2)."""
    attacks = (
        c for power in charged(position, pieces, place) for c in spend(position, power, ACTIVITY)
    )
    moved = (UnitMoved(piece.id, piece.at, place, piece.unit.count) for piece in pieces)
    marks = (
        change
        for piece in pieces
        for mark, value in ((UnitMark.LANDING, str(LandingWay.AIR)), (UnitMark.MOVED, True))
        for change in marked(piece, mark, value)
    )
    return (*attacks, *moved, *marks)
