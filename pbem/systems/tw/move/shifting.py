"""Strategic movement by land and air (8.0, 8.1, 8.3): `{units: {6-5 INF: 1}, from: A, to: B}`.

Decides who may go, which way, and what it takes of the strategic movement points of a power, which
are counted in halves. Leaves ships and what they carry to `sea`, aircraft that are met to `air`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import is_base, slots_of, why_not_stay
from pbem.systems.tw.air.carrying import Transfer, transfers
from pbem.systems.tw.air.flights import staging_range
from pbem.systems.tw.air.staging import hops_to, lands
from pbem.systems.tw.move.points import HALF, WHOLE, use_points
from pbem.systems.tw.move.winter import is_let
from pbem.systems.tw.supply.lines import MAJORS, is_supplied
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.boxes import NORTH, is_box, is_flown_to
from pbem.systems.tw.world.geography import NORTH_AFRICA, Box, Land
from pbem.systems.tw.world.hexes import crosses, has_fortress, is_swamp
from pbem.systems.tw.world.homes import is_shut_to, may_be_in
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.placing import why_not_there
from pbem.systems.tw.world.position import Position, Umpire, in_alliance_order
from pbem.systems.tw.world.units import Kind, Piece, by_owner
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName, Side, UnitMark
from pbem.systems.tw.world.weather import effect
from pbem.systems.tw.world.zoc import enemy_zones

BY_AIR: Final = "air"


class AircraftAtTheFront(Reading, id="TW-R-8.1.3-b"):
    """Whether aircraft move strategically from and to bases beside the enemy."""

    FREE = "free"
    BOUND = "bound"


@implements("TW-8.0-1", "TW-8.1.3-1")
def check_stratmove(position: Position, order: Order) -> Ruling:
    """Units go from one hex to another behind the lines."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    pieces = check.pieces(origin, order.data["units"]) if origin else ()
    if not check.ok or not pieces:
        return check.ruling("")
    for piece in pieces:
        _may_go(check, piece)
    why, cite = why_not_there(position, pieces, goal)
    if why:
        check.complain("placing", why, cite=cite, about=order.data["to"])
    if any(piece.is_air for piece in pieces) or order.data.get("by") == BY_AIR:
        return _fly(check, pieces, origin, goal)
    power = pieces[0].owner
    sheltered = _may_part(check, power, origin, goal)
    way = way_by_land(position, power, origin, goal, unseen=sheltered)
    if way is None:
        message = f"no way leads from {check.label(origin)} to {check.label(goal)}"
        check.complain("no-way", message, "friendly hexes out of enemy zones", "8.1.1")
    else:
        pays(check, pieces, way.places)
    for piece in pieces:
        check.does(set_mark(piece.unit, UnitMark.SHIFTED, Mark(UnitMark.SHIFTED.until)))
        check.does((UnitMoved(piece.id, origin, goal),))
    way_told = f"{check.label(origin)} > {check.label(goal)}"
    return check.ruling(f"{told(pieces)}: strategically {way_told}")


def _may_part(check: Check, power: str, origin: str, goal: str) -> bool:
    """Nobody leaves the side of the enemy, or comes to it but into a fortress: whether to such."""
    position = check.position
    sheltered = has_fortress(position, goal) and is_pressed(position, power, goal)
    for place in (origin,) if sheltered else (origin, goal):
        if is_pressed(position, power, place):
            message = f"{check.label(place)} is beside the enemy"
            check.complain("beside", message, cite="8.1.1")
    return sheltered


@implements("TW-8.3-1", "TW-8.3.1-1", "TW-8.3.2-1", "TW-8.3.1-2")
def _fly(check: Check, pieces: Sequence[Piece], origin: str, goal: str) -> Ruling:
    """Aircraft hop from base to base, as often as need be, and land where there is room."""
    position, stops = check.position, []
    for piece in pieces:
        name, label = piece.counter.name, check.label(goal)
        flies = piece.is_air or piece.kind == Kind.PARA
        hops = _hops(position, piece, goal) if flies else ()
        if not flies:
            check.complain("mixed", f"{name} goes by land, in an order of its own", cite="8.3")
        elif not hops:
            message = f"no bases lead {name} from {check.label(origin)} to {label}"
            hint = f"hops of {staging_range(piece)} hexes at most, over no neutral country"
            check.complain("no-way", message, hint, "8.3.1", about=name)
        elif not lands(check.position, piece, goal):
            message = why_not_stay(check.position, piece, goal)
            check.complain("no-room", message, cite="11.1", about=goal)
        elif beside := _beside(position, piece, (origin, goal)):
            check.complain("beside", f"{check.label(beside)} is beside the enemy", cite="8.1.1")
        else:
            check.does(set_mark(piece.unit, UnitMark.SHIFTED, Mark(UnitMark.SHIFTED.until)))
            check.does((UnitMoved(piece.id, origin, goal),))
            stops.append((piece.id, hops))
    if check.ok:
        pays(check, pieces, (origin, goal))
    way = f"{check.label(origin)} > {check.label(goal)}"
    reading = f"{told(pieces)}: strategically {way}, by air"
    return check.ruling(reading, Transfer(goal, tuple(stops)))


@implements("TW-8.1.1-1", "TW-8.1.1-4", "TW-8.1.3-5")
def _beside(position: Position, piece: Piece, ends: Sequence[str]) -> str:
    """The end of a flight that is beside the enemy: parachutists neither leave such a hex nor come
    to it but into a fortress, aircraft do.
    """
    if piece.is_air and position.reading(AircraftAtTheFront) is AircraftAtTheFront.FREE:
        return ""
    origin, goal = ends
    sheltered = has_fortress(position, goal)
    near = (origin,) if sheltered else ends
    return next((place for place in near if is_pressed(position, piece.owner, place)), "")


@implements("TW-8.3.1-1", "TW-8.3.1-2", "TW-8.8.7-1", "TW-8.8.8-1")
def _hops(position: Position, piece: Piece, goal: str) -> tuple[str, ...]:
    """The bases on the way of an aircraft; to Narvik and Murmansk, and from there, by one in
    Norway, Sweden or Finland.
    """
    boxes = [place for place in (piece.at, goal) if is_box(place)]
    if not boxes:
        return _flight(position, piece, piece.at, goal)
    if not is_flown_to(position, boxes[0]):
        return ()
    ways = (_by_way_of(position, piece, base, goal) for base in _northern_bases(position, piece))
    return min((way for way in ways if way), key=lambda way: (len(way), way), default=())


def _by_way_of(position: Position, piece: Piece, base: str, goal: str) -> tuple[str, ...]:
    """The bases on a way to a box, or from it, by one base of the north."""
    if is_box(goal):
        before = _flight(position, piece, piece.at, base)
        return (*before, goal) if before or piece.at == base else ()
    after = _flight(position, piece, base, goal)
    return (base, *after) if after or base == goal else ()


def _flight(position: Position, piece: Piece, start: str, goal: str) -> tuple[str, ...]:
    """The bases from one to another, in as few hops as may be."""
    if start == goal:
        return ()
    there = replace(piece, unit=replace(piece.unit, at=start))
    return hops_to(position, there, goal, len(position.board.places), at_home=True)


def _northern_bases(position: Position, piece: Piece) -> tuple[str, ...]:
    """The cities and airbases of Norway, Sweden and Finland that are friendly."""
    board = position.board
    found = (p for p in board.spots if board.country(p) in NORTH and slots_of(position, p))
    return tuple(place for place in found if is_base(position, piece, place))


@implements("TW-8.0-4", "TW-12.6.1-1")
def _may_go(check: Check, piece: Piece) -> None:
    """Active ground units in supply, once."""
    name, position = piece.counter.name, check.position
    hindrances = (
        ("kind", piece.is_naval, "goes by sea", "8.3"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("effort", not allows(position, piece.owner, "shifts"), "may not on a Pass", "4.5"),
        ("cut-off", not is_supplied(position, piece), "is out of supply", "12.6.1"),
        ("shifted", piece.unit.marked(UnitMark.SHIFTED), "has moved strategically", "8.0"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


@implements("TW-8.1.1-1", "TW-8.1.1-4", "TW-8.1.3-5")
def is_pressed(position: Position, power: str, place: str) -> bool:
    """Whether an enemy stands beside a hex: partisans and garrisons of fortresses do not count."""
    return any(
        piece.kind != Kind.PART
        for near in position.board.neighbours[place]
        if crosses(position.board, place, near) and not has_fortress(position, near)
        for piece in position.enemy_ground(power, near)
    )


@implements("TW-8.1.1-2", "TW-8.1.1-4", "TW-8.1.3-2", "TW-8.1.3-3")
def way_by_land(
    position: Position, power: str, origin: str, goal: str, *, unseen: bool = False
) -> Path | None:
    """A way through friendly hexes, out of enemy zones and swamps; an `unseen` one, into a fortress
    beside the enemy, passes no other hex beside him.
    """
    zones = enemy_zones(position, power)

    def leads(a: str, b: str) -> bool:
        if Box.URALS in (a, b):
            return _beyond_the_urals(position, power, a, b)
        if Box.MURMANSK in (a, b):
            return _by_the_arctic(position, power, a, b)
        if not crosses(position.board, a, b) or b in zones or is_swamp(position, b):
            return False
        if unseen and b != goal and is_pressed(position, power, b):
            return False
        if not position.is_friendly(power, b) or is_shut_to(position, power, b):
            return False
        return may_be_in(position, power, b)

    def step(a: str, b: str) -> int | None:
        return 1 if leads(a, b) else None

    return cheapest_path(position.board.neighbours, origin, goal, step)


@implements("TW-8.8-1", "TW-8.8.2-1")
def _beyond_the_urals(position: Position, power: str, a: str, b: str) -> bool:
    """Soviet units, and nobody else's, go to the Urals Box and come from it at the east edge."""
    edge = b if a == Box.URALS else a
    free = edge not in enemy_zones(position, power) and position.is_friendly(power, edge)
    return power == PowerName.SOVIET_UNION and free


@implements("TW-8.8.7-1")
def _by_the_arctic(position: Position, power: str, a: str, b: str) -> bool:
    """Whoever stands with the holder of the Murmansk Box comes and goes by the hexes beside it."""
    edge = b if a == Box.MURMANSK else a
    free = edge not in enemy_zones(position, power)
    open_ = all(position.is_friendly(power, one) for one in (a, b))
    return free and open_ and not is_shut_to(position, power, b)


@implements("TW-8.0-2", "TW-8.4-5", "TW-8.5.2-1", "TW-8.5.3-1", "TW-26.2-1")
def pays(
    check: Check,
    pieces: Sequence[Piece],
    places: Sequence[str],
    *,
    overseas: bool = False,
    spared: bool = False,
) -> None:
    """Each nation pays for its own a point a unit, half of one if Depleted; double in deserts, in
    severe winters, and of ground units of the Axis in Russia.
    """
    for power, own in by_owner(pieces).items():
        halves = sum(
            (HALF if piece.is_depleted else WHOLE)
            * max(_weight(check.position, piece, place) for place in places)
            for piece in own
        )
        use_points(check, power, halves, overseas=overseas, spared=spared)
        is_let(check, own, places, PowerCount.SHIFTED_IN_RUSSIA)


@implements("TW-META-6")
def _weight(position: Position, piece: Piece, place: str) -> int:
    """How often a point is paid for a unit that touches a hex; a Fleet crosses no land."""
    country, side = position.board.country(place), position.side_of(piece.owner)
    deep = piece.is_ground and country == Land.USSR and side == Side.AXIS
    dry = country in NORTH_AFRICA and not piece.is_naval
    return max(2 if deep or dry else 1, effect(position, piece.owner, place, "rail"))


def stratmoves(umpire: Umpire) -> None:
    """The Strategic Movement Segment: who has the fewest NARFs goes first."""
    for player in by_narfs(umpire):
        transfers(umpire, STRATMOVE.name, player)


@implements("TW-3.8-1", "TW-3.11-2")
def by_narfs(umpire: Umpire) -> tuple[str, ...]:
    """The players of the side that moves, those whose power has the fewest NARFs first, of equals
    in the order of the alliance.
    """
    own = {power.id: power for power in umpire.state.powers_of(umpire.state.clock.side)}
    poorest: dict[str, int] = {}
    for power in in_alliance_order(umpire.position):
        for player in own[power].players if power in MAJORS and power in own else ():
            narfs = umpire.state.counter(power, PowerCount.NARFS)
            poorest[player] = min(narfs, poorest.get(player, narfs))
    everybody = (player for power in umpire.state.powers.values() for player in power.players)
    others = (player for player in everybody if player not in poorest)
    return (*sorted(poorest, key=lambda one: poorest[one]), *dict.fromkeys(others))


STRATMOVE: Final = Section(
    "stratmove",
    "Strategic movement",
    "strategic-movement",
    "tw/stratmove",
    "8",
    check_stratmove,
)
