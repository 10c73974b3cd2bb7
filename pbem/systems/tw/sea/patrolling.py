"""Patrols (7.4): `{units: {Fleet: 1}, from: Kiel, in: West Baltic}`, as a player turn ends.

Whole ships stay in a sea area through the enemy player turn and their own next one, then they go
home. There they keep enemy supply and strategic movement out (12.7). Decides who may patrol what,
and when they come back. Leaves those who hunt them to `hunting`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.sea.missions import PATROL, has_sailed
from pbem.systems.tw.sea.navies import aircraft_of, has_deck, has_room, range_of
from pbem.systems.tw.sea.voyages import missions_alone
from pbem.systems.tw.sea.waters import is_area, ways_from
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.calendar import next_own_player_turn
from pbem.systems.tw.world.hexes import ports_of
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark


@implements("TW-7.4-1", "TW-2.6-PATROL-1")
def check_patrol(position: Position, order: Order) -> Ruling:
    """Whole ships of a port go on patrol in a sea area."""
    check = Check(position, order)
    origin, area = check.place(order.data["from"]), check.place(order.data["in"])
    pieces = check.pieces(origin, order.data["units"]) if origin and area else ()
    ships = tuple(piece for piece in pieces if piece.is_naval)
    missions_alone(check, origin)
    for ship in ships:
        _may_patrol(check, ship)
    if not pieces or not check.ok:
        return check.ruling("")
    if not ships:
        check.complain("kind", "ships patrol, with the aircraft on their decks", cite="7.4")
    elif not is_area(area):
        check.complain("no-area", f"{check.label(area)} is no sea area", cite="7.4", about=area)
    elif not 0 < len(ways_from(position, ships[0].owner, origin).get(area, ())) <= range_of(ships):
        message = f"{check.label(area)} is out of reach of {check.label(origin)}"
        check.complain("no-way", message, "twelve sea areas, straits may be closed", "7.2")
    check.does(tuple(_at_sea(check.position, ships, area)) if check.ok else ())
    return check.ruling(f"{told(ships)}: patrol {check.label(area)}")


@implements("TW-7.4-1", "TW-7.0-2", "TW-7.10-1")
def _may_patrol(check: Check, ship: Piece) -> None:
    """Whole Fleets and carriers with aircraft, active, that have not sailed."""
    name, position = ship.counter.name, check.position
    bare = ship.kind == Kind.CV and not has_deck(position, ship)
    hindrances = (
        ("depleted", ship.is_depleted, "is Depleted", "7.4"),
        ("bare", bare, "has no aircraft", "7.4"),
        ("not-active", not is_active(ship), "is not activated by a logistical effort", "4.0"),
        ("effort", not allows(position, ship.owner, "patrols"), "needs an SLE, RLE or LLE", "7.4"),
        ("sailed", has_sailed(ship), "has sailed on its mission of this player turn", "7.0"),
        ("cut-off", supply_of(position, ship) != FULL, "is out of supply", "12.6.3"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


def _at_sea(position: Position, ships: Sequence[Piece], area: str) -> Iterator[Event]:
    """Ships and their aircraft are on patrol, and know their port."""
    decks = aircraft_of(position, ships)
    until = next_own_player_turn(position.clock)
    for ship in ships:
        for mark, value in (
            (UnitMark.SAILED, PATROL),
            (UnitMark.PATROL, ship.at),
            (UnitMark.PATROL_UNTIL, until),
        ):
            yield from set_mark(ship.unit, mark, Mark(mark.until, value))
        for unit in (ship.id, *([decks[ship.id]] if ship.id in decks else [])):
            yield UnitMoved(unit, ship.at, area)


@implements("TW-7.4-1", "TW-3.10.2-2")
def patrols(umpire: Umpire) -> None:
    """As a player turn ends: patrols whose time is over come home, new ones sail."""
    for name in sorted(umpire.state.units):
        unit = umpire.state.units[name]
        until = unit.marks.get(UnitMark.PATROL_UNTIL)
        if until is not None and until.value == umpire.state.clock.name:
            _come_back(umpire, umpire.position.piece(unit))
    umpire.carry_out(PATROLS.name)


def _come_back(umpire: Umpire, ship: Piece) -> None:
    """One patrol goes to the port from which it sailed, else to the nearest friendly one."""
    position = umpire.position
    base = str(ship.unit.marks[UnitMark.PATROL].value)
    for mark in (UnitMark.PATROL, UnitMark.PATROL_UNTIL):
        umpire.apply(*set_mark(umpire.state.units[ship.id], mark, None))
    if not is_area(ship.at):
        return
    port = next(_homes(position, ship, base), "")
    decks = aircraft_of(position, (ship,)).values()
    for unit in (ship.id, *decks) if port else ():
        umpire.apply(UnitMoved(unit, ship.at, port))


def _homes(position: Position, ship: Piece, base: str) -> Iterator[str]:
    """The friendly ports with room, its own first, then the nearest by sea."""
    board, ways = position.board, ways_from(position, ship.owner, ship.at)
    ports = [
        port
        for port in ports_of(position)
        if (port in board.spots or port == base)
        and position.is_friendly(ship.owner, port)
        and has_room(position, port, (ship,))
    ]
    far = {
        port: min((len(ways[area]) for area in board.seas(port) if area in ways), default=0)
        for port in ports
    }
    yield from sorted((p for p in ports if far[p]), key=lambda p: (p != base, far[p], p))


PATROLS: Final = Section(
    "patrol",
    "Patrols",
    "patrols",
    "tw/patrol",
    "7.4",
    check_patrol,
)
