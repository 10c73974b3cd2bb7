"""Invasions (7.7): `{units: {6-5 INF: 1}, from: Kiel, ships: {Fleet: 1}, to: Oslo}`, in operations.

Ground units that began the turn with Fleets in a port sail to a beach. Where no enemies stand they
land; else they attack from the hex itself, in an order of `attacks` that names it as `from`, before
operations end. Decides who may land where, and what a landing leaves. Leaves air superiority,
second waves and several beaches of one Fleet to later rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_controller, set_mark, set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.sea.loading import Voyage, areas_named, loads_of, may_carry
from pbem.systems.tw.sea.missions import LANDING
from pbem.systems.tw.sea.navies import ships_at
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.sea_verdicts import LandingVerdict
from pbem.systems.tw.sea.transport import Passage, mission_of, sailed
from pbem.systems.tw.sea.voyages import missions_alone
from pbem.systems.tw.sea.waters import GIBRALTAR, RANGE, doors, is_port, way_between, ways_from
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.boxes import AMERICA, takes_missions
from pbem.systems.tw.world.calendar import next_own_player_turn, order_of, turn_after
from pbem.systems.tw.world.hexes import is_city
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, now
from pbem.systems.tw.world.telling import turn_name
from pbem.systems.tw.world.units import COMMANDOS, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerCount, PowerName, UnitMark

NEAR: Final = 3  # sea areas from a friendly port
SHARE: Final = 3  # one part of so many of the factors may be ARM and MECH
FAST: Final = ("ARM", "MECH")
STATIC: Final = "STA"
TORCH: Final = "1942-fall"  # from which turn on Americans land from America
LANDS: Final = ("morocco", "algeria")
MASSACRE: Final = 2  # points that a massacre of convoys costs


@implements("TW-7.7-1", "TW-7.7.1-1")
def check_invasion(position: Position, order: Order) -> Ruling:
    """Ground units of a port go by sea to a beach of the enemy."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    cargo = check.pieces(origin, order.data["units"]) if origin and goal else ()
    ships = check.pieces(origin, order.data["ships"]) if cargo else ()
    if origin == AMERICA:
        _from_america(check, cargo, goal)
        missions_alone(check, goal)
    else:
        missions_alone(check, origin, goal)
    for ship in ships:
        may_carry(check, ship)
        _began_here(check, ship, origin)
    for piece in cargo:
        _may_land(check, piece, origin)
    if not cargo or not ships or not check.ok:
        return check.ruling("")
    _is_beach(check, cargo, goal)
    _mixture(check, cargo, goal)
    return _embark(check, (cargo, ships), origin, goal)


@implements("TW-7.7.1-1")
def _embark(
    check: Check, who: tuple[tuple[Piece, ...], tuple[Piece, ...]], origin: str, goal: str
) -> Ruling:
    """Each Fleet takes a whole unit, or its pieces, to the beach, and Commandos besides."""
    cargo, ships = who
    raiders = [(piece.id,) for piece in cargo if piece.kind == COMMANDOS]
    loads = loads_of(check.position, [p for p in cargo if p.kind != COMMANDOS])
    needed = max(len(loads), len(raiders))
    if needed > len(ships):
        message = f"{needed} Fleets are needed, {len(ships)} are named"
        check.complain("capacity", message, "one lands a whole unit", "7.7.1", about="ships")
    way = _way(check, cargo[0].owner, origin, goal)
    filled = zip_longest(ships, loads, raiders, fillvalue=())
    every = tuple((ship.id, (*load, *raid)) for ship, load, raid in filled if ship)
    voyage = Voyage(origin, origin, goal, ships, every, (), way)
    mission = mission_of(check.order, voyage, LANDING, cargo[0].owner)
    passage = Passage(voyage, tuple(p.id for p in cargo), goal, (), mission)
    check.does(tuple(sailed(check.position, voyage, LANDING)))
    check.does(tuple(ashore(check.position, passage.cargo, goal)))
    areas = ", ".join(map(check.label, way))
    where = f"{check.label(origin)} > {check.label(goal)} ({areas})"
    return check.ruling(f"{told(cargo)} with {told(ships)}: land {where}", passage)


@implements("TW-7.7-2", "TW-8.8.3-2", "TW-22.3.3-2")
def _from_america(check: Check, cargo: Sequence[Piece], goal: str) -> None:
    """Americans alone land from their box, from Fall 1942 on, in Morocco and Algeria, while
    Gibraltar is friendly and no convoys have been massacred.
    """
    position = check.position
    strangers = any(piece.owner != PowerName.UNITED_STATES for piece in cargo)
    power = PowerName.UNITED_STATES
    early = order_of(position.clock.turn) < order_of(TORCH)
    gibraltar = position.is_friendly(power, position.city(GIBRALTAR))
    lost = max(position.state.counter(one, PowerCount.AMBUSHED) for one in position.powers)
    said = (
        ("stranger", strangers, "Americans alone land from the U.S. Box"),
        ("early", early, f"nobody lands from the U.S. Box before {turn_name(TORCH)}"),
        (
            "where",
            check.board.country(goal) not in LANDS,
            f"{check.label(goal)} is not in Morocco or Algeria",
        ),
        ("gibraltar", not gibraltar, "Gibraltar is not in friendly hands"),
        ("massacre", lost >= MASSACRE, "convoys have been massacred in this turn"),
    )
    for code, is_so, message in said:
        if is_so:
            check.complain(code, message, cite="7.7", about=check.order.data["from"])
            return


@implements("TW-7.7-1")
def _began_here(check: Check, piece: Piece, port: str) -> None:
    """Who lands began the turn in the port, with the Fleets."""
    began = check.position.start.units.get(piece.id)
    if began is None or began.at != port:
        message = f"{piece.counter.name} did not begin its turn in {check.label(port)}"
        check.complain("began", message, cite="7.7", about=piece.counter.name)


@implements("TW-7.7-1", "TW-7.7.1-1", "TW-13.1-1")
def _may_land(check: Check, piece: Piece, port: str) -> None:
    """Whole active ground units in supply that have not moved; no static ones."""
    name, position = piece.counter.name, check.position
    _began_here(check, piece, port)
    hindrances = (
        ("kind", not piece.is_ground or piece.kind == STATIC, "lands on no beach", "7.7"),
        ("depleted", piece.is_depleted, "is Depleted", "7.7.1"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("effort", not allows(position, piece.owner, "landings"), "needs an SLE or RLE", "4.3"),
        ("moved", piece.unit.marked(UnitMark.MOVED), "has moved in this impulse", "9.0"),
        ("cut-off", supply_of(position, piece) != FULL, "is not in supply", "7.7"),
    )
    for code, is_so, message, cite in hindrances:
        if is_so:
            check.complain(code, f"{name} {message}", cite=cite, about=name)
            return


@implements("TW-7.7.2-1", "TW-1.2a-13", "TW-2.6-CDO-1")
def _is_beach(check: Check, cargo: Sequence[Piece], goal: str) -> None:
    """A beach of the enemy, for Commandos alone a port too, without his ships, three sea areas from
    a friendly port at most.
    """
    position, label, power = check.position, check.label(goal), cargo[0].owner
    raid = all(piece.kind == COMMANDOS for piece in cargo) and is_port(check.board, goal)
    beach = bool(check.board.fact(goal, "beach")) or raid
    hostile = position.at_war(power, position.holder(goal))
    ships = [s for s in ships_at(position, goal) if position.at_war(power, s.owner)]
    hindrances = (
        ("no-beach", not beach, f"{label} is no beach", "7.7.2"),
        ("foreign", not hostile, f"{label} is not in enemy hands", "7.7"),
        ("ships", bool(ships), f"enemy ships lie in {label}", "7.7.2"),
        ("far", not _is_near(position, power, goal), f"no port of yours is near {label}", "7.7"),
    )
    for code, is_so, message, cite in hindrances:
        if is_so:
            check.complain(code, message, cite=cite, about=check.order.data["to"])
            return


def _is_near(position: Position, power: str, goal: str) -> bool:
    """Whether a friendly port is within three sea areas of a beach."""
    board = position.board
    ports = [
        port
        for port in board.by_fact.get("port", {})
        if is_port(board, port)
        and takes_missions(position, port)
        and position.is_friendly(power, port)
    ]
    return any(
        0 < len(ways_from(position, power, port).get(area, ())) <= NEAR
        for port in ports
        for area in doors(board, goal)
    )


@implements("TW-7.7.2-3")
def _mixture(check: Check, cargo: Sequence[Piece], goal: str) -> None:
    """A third of the factors that land on a beach, rounded up, may be ARM and MECH."""
    position = check.position
    before = [p for p in position.ground_at(goal) if p.unit.marked(UnitMark.LANDED)]
    pieces = (*before, *cargo)
    whole = sum(piece.strength for piece in pieces)
    fast = sum(piece.strength for piece in pieces if piece.kind in FAST)
    if fast > -(-whole // SHARE):
        message = f"{fast} of {whole} factors are ARM and MECH"
        check.complain("armor", message, "a third at most", "7.7.2", about="units")


@implements("TW-7.7-1", "TW-7.2-1", "TW-7.3-2")
def _way(check: Check, power: str, origin: str, goal: str) -> tuple[str, ...]:
    """The sea areas to the beach: twelve at most."""
    via = areas_named(check, check.order.data.get("via"))
    way = way_between(check.position, power, (origin, goal), via) if check.ok else ()
    if check.ok and not 0 < len(way) <= RANGE:
        message = f"no way by sea leads from {check.label(origin)} to {check.label(goal)}"
        check.complain("no-way", message, f"{RANGE} sea areas at most", "7.7", about=goal)
    return way


# --- ashore --------------------------------------------------------------------------------------


@implements("TW-7.7.2-1", "TW-7.7.4-1", "TW-1.2d-2", "TW-12.5-1")
def ashore(position: Position, units: Sequence[str], goal: str) -> Iterator[Event]:
    """Units stand on a beach, with a beachhead; it is theirs where nobody contests it."""
    for unit in units:
        piece = position.piece(position.units[unit])
        for mark in (UnitMark.LANDED, UnitMark.MOVED):
            yield from set_mark(piece.unit, mark, Mark(mark.until))
        yield UnitMoved(unit, piece.at, goal)
    power = position.units[units[0]].owner if units else ""
    if power:
        clock = position.clock
        last = next_own_player_turn(replace(clock, turn=turn_after(clock.turn)))
        yield from set_place(position.state, goal, "marker", Marker.BEACHHEAD, power)
        yield from set_place(position.state, goal, "marker", Marker.BEACHHEAD_UNTIL, last)
        if _falls(position, units, goal):
            yield from set_controller(position.state, goal, power)


@implements("TW-2.6-CDO-4")
def _falls(position: Position, units: Sequence[str], goal: str) -> bool:
    """Whether a hex falls to those who land there: no enemies, and no city that Commandos must take
    by an attack.
    """
    pieces = [position.piece(position.units[unit]) for unit in units]
    power = pieces[0].owner
    raid = all(piece.kind == COMMANDOS for piece in pieces)
    stands = raid and is_city(position.board, goal) and not position.is_friendly(power, goal)
    return not (stands or position.enemy_ground(power, goal))


@implements("TW-7.7.1-3", "TW-7.8-7")
def invasions(umpire: Umpire) -> None:
    """The invasions of operations: who comes through is ashore, or turns back."""
    for order, ruling in umpire.sound_orders(INVASION.name):
        passage: Passage = ruling.plan
        umpire.apply(*sailed(now(umpire), passage.voyage, LANDING))
        through = sail(umpire, passage.mission)
        position = now(umpire)
        come = passage.on(passage.mission.fit(position)) if through else ()
        _worn(umpire, passage)
        umpire.apply(*ashore(now(umpire), come, passage.goal))
        if come:
            umpire.done(order, ruling.reading)
            met = tuple(p.id for p in now(umpire).enemy_ground(passage.mission.power, passage.goal))
            umpire.tell(LandingVerdict(passage.goal, come, met))
        else:
            umpire.fail(order, "the ships did not come through", "7.8")


@implements("TW-7.7.1-3")
def _worn(umpire: Umpire, passage: Passage) -> None:
    """Units on Depleted Fleets are Depleted with them, and those of sunk ones are lost."""
    position = now(umpire)
    afloat, fit = passage.mission.pieces(position), passage.mission.fit(position)
    for unit in passage.cargo:
        piece = position.piece(position.units[unit])
        if unit not in passage.on(afloat):
            umpire.apply(*eliminated(piece))
        elif unit not in passage.on(fit):
            mark = Mark(UnitMark.DEPLETED.until)
            umpire.apply(*set_mark(piece.unit, UnitMark.DEPLETED, mark))


INVASION: Final = Section(
    "invasion",
    "Invasions",
    "invasions",
    "tw/invasion",
    "7.7",
    check_invasion,
)
