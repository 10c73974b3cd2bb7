"""Strategic movement by sea (7.6, 8.2, 8.3.3): ships change their base, or carry units.

`{units: {Fleet: 2}, from: Scapa Flow, to: Gibraltar}`; `{units: {6-7 MOT: 1}, from: London,
embark: Southampton, ships: {Fleet: 1}, land: Calais, to: "1433"}`. Decides who may, which way, and
what it takes of the strategic movement points. Leaves where boxes of the map lie to `voyages`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import PowerChanged, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import may_stay, why_not_stay
from pbem.systems.tw.move.points import HALF, WHOLE, use_points
from pbem.systems.tw.move.shifting import is_pressed, pays, way_by_land
from pbem.systems.tw.sea.loading import Voyage, areas_named, voyage_of
from pbem.systems.tw.sea.missions import BASE, STRATMOVE, Mission
from pbem.systems.tw.sea.navies import aircraft_of, has_room, is_stranded
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.transport import Passage, conduct, landed, mission_of, sailed
from pbem.systems.tw.sea.transport import abroad as ships_abroad
from pbem.systems.tw.sea.voyages import (
    is_overseas,
    may_leave_america,
    opens,
    stays_abroad,
    way_by_sea,
    why_not,
)
from pbem.systems.tw.sea.waters import is_area
from pbem.systems.tw.supply.lines import NONE, is_closed, lines_of, supply_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.boxes import is_box
from pbem.systems.tw.world.geography import Box
from pbem.systems.tw.world.hexes import is_port
from pbem.systems.tw.world.homes import is_shut_to
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark


class PointsOfShips(Reading, id="TW-R-7.6-a"):
    """What ships that change their base together cost."""

    GROUP = "group"
    EACH = "each"


@implements("TW-7.6.1-1", "TW-7.6.2-1", "TW-8.2.2-1")
def check_shipping(position: Position, order: Order) -> Ruling:
    """Ships, or what they carry, go behind the lines."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    pieces = check.pieces(origin, order.data["units"]) if origin else ()
    if not check.ok:
        return check.ruling("")
    if any(piece.is_naval for piece in pieces):
        return _change_base(check, pieces, origin, goal)
    return _carry(check, pieces, goal)


# --- ships ---------------------------------------------------------------------------------------


@implements("TW-7.6.2-1", "TW-8.2.1-1", "TW-7.1-1", "TW-7.0-2")
def _change_base(check: Check, pieces: Sequence[Piece], origin: str, goal: str) -> Ruling:
    """Ships of one port go to another, any distance, with the aircraft of their carriers."""
    power, ships = pieces[0].owner, tuple(piece for piece in pieces if piece.is_naval)
    may_leave_america(check, ships)
    for piece in pieces:
        _may_change(check, piece)
    if check.order.data.get("ships"):
        check.complain("ships", "ships carry no ships", cite="8.2.1", about="ships")
    _may_lie(check, ships, goal)
    if is_box(goal):
        opens(check, ships, goal)
    way = _way_to_base(check, power, origin, goal) if check.ok else ()
    _pays_for_ships(check, ships, overseas=is_overseas((origin, goal)))
    names = tuple(ship.id for ship in ships)
    mission = Mission(
        name=f"{check.order.player}-{check.order.number}",
        kind=BASE,
        power=power,
        ships=names,
        base=origin,
        way=way,
    )
    _berth(check, ships, origin, goal)
    areas = ", ".join(map(check.label, way))
    ways = f"{check.label(origin)} > {check.label(goal)} ({areas})"
    return check.ruling(f"{told(ships)}: change their base, {ways}", mission)


@implements("TW-7.1-1", "TW-12.6.3-2")
def _may_lie(check: Check, ships: Sequence[Piece], goal: str) -> None:
    """Ships lie in friendly ports with room; those without supply go to ports that have it."""
    position, power = check.position, ships[0].owner
    foreign = not is_box(goal) and not position.is_friendly(power, goal)
    stays = is_stranded(position, ships[0]) and not is_box(goal)
    supplied = lines_of(position, power).reach(goal)
    if not is_port(position, goal) or foreign:
        message = f"{check.label(goal)} is no port of yours"
        check.complain("no-port", message, cite="7.1", about=check.order.data["to"])
    elif is_shut_to(position, power, goal):
        message = f"{check.label(goal)} is closed to {check.title(power)}"
        check.complain("shut", message, cite="8.7", about=check.order.data["to"])
    elif not has_room(position, goal, ships):
        message = f"{check.label(goal)} has no room for {told(ships)}"
        check.complain("no-room", message, "a port bases three Fleets", "7.1", about=goal)
    elif stays and not supplied:
        message = f"{told(ships)} is out of supply, and so is {check.label(goal)}"
        check.complain("cut-off", message, "a supplied port", "12.6.3", about=goal)


@implements("TW-8.2.1-1", "TW-7.3-1")
def _way_to_base(check: Check, power: str, origin: str, goal: str) -> tuple[str, ...]:
    """The sea areas to another port, however many."""
    via, ports = areas_named(check, check.order.data.get("via")), (origin, goal)
    way = way_by_sea(check.position, power, ports, via) if check.ok else ()
    said, hint = why_not(check.position, power, ports, way) if way else ("", "")
    if said:
        check.complain("box", said, hint, "8.8", about=goal)
    elif not way or origin == goal:
        message = f"no way by sea leads from {check.label(origin)} to {check.label(goal)}"
        check.complain("no-way", message, "straits may be closed", "7.3", about=goal)
    return way


@implements("TW-4.0-1", "TW-12.6.3-2")
def _may_change(check: Check, piece: Piece) -> None:
    """Ships, once, unless the effort is a Pass; who lies in a port without supply needs none."""
    name, position = piece.counter.name, check.position
    afloat = piece.is_naval or piece.kind == Kind.NAC
    passes = not allows(position, piece.owner, "shifts")
    bound = supply_of(position, piece) != NONE
    hindrances = (
        ("mixed", not afloat, "goes in an order of its own, with `ships`", "8.2.1"),
        ("at-sea", is_area(piece.at), "is on patrol", "7.4"),
        (
            "not-active",
            bound and not is_active(piece),
            "is not activated by a logistical effort",
            "4.0",
        ),
        ("effort", bound and passes, "may not on a Pass", "4.5"),
        ("shifted", has_shifted(piece), "has moved strategically", "8.0"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


@implements("TW-8.2.1-2")
def has_shifted(piece: Piece) -> bool:
    """Whether a unit has moved strategically; so have ships that have carried others."""
    sailed = piece.unit.marks.get(UnitMark.SAILED)
    carried = sailed is not None and sailed.value == STRATMOVE
    return carried or piece.unit.marked(UnitMark.SHIFTED)


@implements("TW-7.6.2-1", "TW-8.0-2", "TW-8.0-3")
def _pays_for_ships(check: Check, ships: Sequence[Piece], *, overseas: bool) -> None:
    """A point for ships that go together; or one for each of them. Aircraft on a deck cost none."""
    position, power = check.position, ships[0].owner
    each = position.reading(PointsOfShips) is PointsOfShips.EACH
    costs = [HALF if ship.is_depleted else WHOLE for ship in ships]
    cost = sum(costs) if each else max(costs)
    use_points(check, power, cost, overseas=overseas)


def _berth(check: Check, ships: Sequence[Piece], origin: str, goal: str) -> None:
    """The ships and their aircraft lie in the new port."""
    position = check.position
    decks = aircraft_of(position, ships)
    for ship in ships if check.ok else ():
        check.does(set_mark(ship.unit, UnitMark.SHIFTED, Mark(UnitMark.SHIFTED.until)))
        for unit in (ship.id, *([decks[ship.id]] if ship.id in decks else [])):
            check.does((UnitMoved(unit, origin, goal),))


# --- cargo ---------------------------------------------------------------------------------------


@implements("TW-7.6.1-1", "TW-8.3.3-1", "TW-8.3.3-3")
def _carry(check: Check, cargo: Sequence[Piece], goal: str) -> Ruling:
    """Ground units and aircraft go to a port, by sea to another, and on over land."""
    may_leave_america(check, cargo)
    for piece in cargo:
        _may_be_carried(check, piece)
    if not check.order.data.get("ships"):
        message = "name the Fleets that carry them"
        check.complain("ships", message, "ships: {Fleet: 1}", "8.3.3", about="units")
    voyage = voyage_of(check, cargo, far=True) if check.ok else None
    if voyage is None:
        return check.ruling("")
    are_fresh(check, voyage.ships)
    hexes = _behind_the_lines(check, cargo, voyage, goal)
    _not_controlled(check, cargo[0].owner, (*voyage.outward, *voyage.way))
    ends = voyage.embark, voyage.land
    overseas, spared = is_overseas(ends), _are_bombers_for_europe(cargo, ends)
    moving = (*cargo, *voyage.ships)
    pays(check, moving, (cargo[0].at, *hexes), overseas=overseas, spared=spared)
    abroad = _port_abroad(check, voyage) if stays_abroad(ends) else ""
    mission = mission_of(check.order, voyage, STRATMOVE, cargo[0].owner)
    passage = Passage(
        voyage=voyage,
        cargo=tuple(p.id for p in cargo),
        goal=goal,
        hexes=hexes,
        mission=mission,
        abroad=abroad,
    )
    check.does(tuple(sailed(check.position, voyage, STRATMOVE)))
    check.does(tuple(landed(check.position, passage, passage.cargo, UnitMark.SHIFTED)))
    check.does(tuple(ships_abroad(check.position, passage, voyage.ships)))
    stops = dict.fromkeys((cargo[0].at, voyage.embark, voyage.land, goal))
    ways = " > ".join(map(check.label, stops))
    areas = ", ".join(map(check.label, mission.areas))
    stay = f", where the ships stay ({areas})" if abroad else f" ({areas})"
    reading = f"{told(cargo)} with {told(voyage.ships)}: strategically {ways}{stay}"
    return check.ruling(reading, passage)


@implements("TW-8.4-6")
def _are_bombers_for_europe(cargo: Sequence[Piece], ends: tuple[str, str]) -> bool:
    """Whether U-boats do not touch the way of cargo: that of bombers out of America."""
    return ends[0] == Box.US and all(piece.kind == Kind.MDM for piece in cargo)


def are_fresh(check: Check, ships: Sequence[Piece]) -> None:
    """Ships that carry something have not moved strategically before."""
    for ship in ships:
        if has_shifted(ship):
            name = ship.counter.name
            check.complain("shifted", f"{name} has moved strategically", cite="8.0", about=name)


@implements("TW-8.2.1-2", "TW-7.1-1")
def _port_abroad(check: Check, voyage: Voyage) -> str:
    """The port where the ships of a long voyage stay, if it has room."""
    if not has_room(check.position, voyage.land, voyage.ships):
        message = f"{check.label(voyage.land)} has no room for {told(voyage.ships)}"
        check.complain("no-room", message, "a port bases three Fleets", "7.1", about=voyage.land)
    return voyage.land


@implements("TW-8.0-4", "TW-8.3.3-3")
def _may_be_carried(check: Check, piece: Piece) -> None:
    """Active ground units and aircraft, once, not beside the enemy."""
    name, position = piece.counter.name, check.position
    beside = piece.is_ground and is_pressed(position, piece.owner, piece.at)
    hindrances = (
        ("kind", piece.kind == Kind.NAC, "goes with its carrier", "8.2.1"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("effort", not allows(position, piece.owner, "shifts"), "may not on a Pass", "4.5"),
        ("shifted", piece.unit.marked(UnitMark.SHIFTED), "has moved strategically", "8.0"),
        ("beside", beside, f"is beside the enemy in {check.label(piece.at)}", "8.1.1"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


@implements("TW-8.3.3-3", "TW-7.6.1-1")
def _behind_the_lines(
    check: Check, cargo: Sequence[Piece], voyage: Voyage, goal: str
) -> tuple[str, ...]:
    """The hexes before and after the sea: friendly ones, away from the enemy; aircraft land."""
    position, power = check.position, cargo[0].owner
    found: list[str] = []
    for here, there in ((cargo[0].at, voyage.embark), (voyage.land, goal)):
        way = way_by_land(position, power, here, there)
        if way is None:
            message = f"no way leads from {check.label(here)} to {check.label(there)}"
            check.complain("no-way", message, "friendly hexes out of enemy zones", "8.1.1")
        else:
            found += way.places
    if any(piece.is_ground for piece in cargo) and is_pressed(position, power, goal):
        check.complain("beside", f"{check.label(goal)} is beside the enemy", cite="8.1.1")
    for piece in cargo:
        if piece.is_air and not may_stay(position, piece, goal):
            message = why_not_stay(position, piece, goal)
            check.complain("no-room", message, cite="11.1", about=goal)
    return tuple(found)


@implements("TW-8.1.1-2", "TW-8.1.1-3", "TW-8.1.3-1", "TW-8.2.1-3")
def _not_controlled(check: Check, power: str, areas: Sequence[str]) -> None:
    """Cargo goes through no sea area that enemy ships alone patrol; ships by themselves may."""
    for area in areas:
        if is_closed(check.position, power, area):
            message = f"{check.label(area)} is under enemy control"
            check.complain("closed", message, "name another way: via", "8.1.1", about=area)


# --- in play -------------------------------------------------------------------------------------


@implements("TW-8.1.1-5", "TW-8.3.3-4")
def shippings(umpire: Umpire) -> None:
    """Strategic movement by sea, after that by air and land, in the order of the files."""
    for order, ruling in umpire.sound_orders(SHIPPING.name):
        if isinstance(ruling.plan, Mission):
            _rebase(umpire, order, ruling)
        else:
            _pay(umpire, ruling)
            conduct(umpire, order, ruling, UnitMark.SHIFTED)


def _pay(umpire: Umpire, ruling: Ruling) -> None:
    """The points of strategic movement are spent, whatever becomes of the ships."""
    umpire.apply(*(event for event in ruling.events if isinstance(event, PowerChanged)))


@implements("TW-8.2.1-4", "TW-7.10-4")
def _rebase(umpire: Umpire, order: Order, ruling: Ruling) -> None:
    """Ships sail to their new port, if they come through: the whole ones."""
    mission: Mission = ruling.plan
    goal = next(e.new for e in ruling.events if isinstance(e, UnitMoved))
    through = sail(umpire, mission)
    _pay(umpire, ruling)
    position = umpire.position
    left = [ship for ship in mission.pieces(position) if ship.at == mission.base]
    for ship in left if through else ():
        decks = aircraft_of(umpire.position, (ship,))
        mark = Mark(UnitMark.SHIFTED.until)
        umpire.apply(*set_mark(ship.unit, UnitMark.SHIFTED, mark))
        for unit in (ship.id, *decks.values()):
            umpire.apply(UnitMoved(unit, mission.base, goal))
    if through:
        umpire.done(order, ruling.reading)
    else:
        umpire.fail(order, "the ships did not come through", "8.2.1")


SHIPPING: Final = Section(
    "shipping",
    "Strategic movement by sea",
    "strategic-movement-at-sea",
    "tw/shipping",
    "8.2",
    check_shipping,
)
