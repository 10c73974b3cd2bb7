"""Repair of Depleted units (3.9.2, 15.1.3): `{units: {8-8 ARM: 1}, at: Cologne}`.

Decides which ground and air units may be repaired and what it costs. Leaves ships, which need a
shipyard, to `docks`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.docks import check_docked
from pbem.systems.tw.economy.prices import price_of_factor, row_of, spend
from pbem.systems.tw.supply.lines import is_supplied
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.hexes import crosses
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName, UnitMark
from pbem.systems.tw.world.zoc import enemy_zones

MOVES: Final = (UnitMark.MOVED, UnitMark.EXPLOITED, UnitMark.RAILED, UnitMark.DROPPED)


class RepairAfterMoving(Reading, id="TW-R-3.9-a"):
    """Whether a ground unit that has moved may be repaired in the same player turn."""

    DOUBLE = "double"
    FORBIDDEN = "forbidden"


@implements("TW-3.9.2-1", "TW-3.9.2-3", "TW-15.0-2", "TW-15.1.4-1")
def check_repair(position: Position, order: Order) -> Ruling:
    """Depleted units of one place are made whole."""
    check = Check(position, order)
    place = check.place(order.data["at"])
    pieces = check.pieces(place, order.data["units"], depleted=True) if place else ()
    if any(piece.is_naval for piece in pieces):
        return check_docked(check, pieces, place)
    if "spaces" in order.data:
        check.complain("spaces", "only ships are repaired by spaces", cite="15.1.3.2")
    for piece in pieces:
        _may_be(check, piece)
    if not check.ok or not pieces:
        return check.ruling("")
    costs: dict[str, int] = {}
    for piece in pieces:
        power = position.patron(piece.owner)
        costs[power] = costs.get(power, 0) + cost_of_repair(position, piece)
    dear = sum(spend(check, power, cost) for power, cost in costs.items())
    for piece in pieces:
        check.does(set_mark(piece.unit, UnitMark.DEPLETED, None))
    return check.ruling(f"{told(pieces)} in {check.label(place)}: repaired, {dear} NARFs")


@implements("TW-15.1.3.3-1", "TW-15.1.3.3-2", "TW-15.1.3.3-6", "TW-13.2.3-1")
def _may_be(check: Check, piece: Piece) -> None:
    """Depleted, in supply, out of enemy zones, and not in a fortress under siege."""
    position, name = check.position, piece.counter.name
    forbidden = (
        _has_moved(piece) and position.reading(RepairAfterMoving) is RepairAfterMoving.FORBIDDEN
    )
    besieged = bool(position.state.marker(piece.at, Marker.SIEGE))
    in_zone = piece.is_ground and piece.at in enemy_zones(position, piece.owner)
    hindrances = (
        ("whole", not piece.unit.marked(UnitMark.DEPLETED), "is not Depleted", "15.1.3"),
        ("cut-off", not is_supplied(position, piece), "is not in supply", "15.1.3.3"),
        ("zone", in_zone, "is in an enemy zone of control", "15.1.3.3"),
        ("besieged", besieged, "is under siege", "13.2.3"),
        ("moved", piece.is_ground and forbidden, "has moved", "3.9.2"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


@implements(
    "TW-15.1.2-1",
    "TW-15.1.2-2",
    "TW-15.1.2-3",
    "TW-3.9.2-4",
    "TW-15.1.3.3-3",
    "TW-15.1.3.3-4",
    "TW-15.1.3.1-1",
    "TW-15.1.3.1-2",
    "TW-11.10-1",
    "TW-1.2e-6",
)
def cost_of_repair(position: Position, piece: Piece) -> int:
    """NARFs of a repair: half the printed strength, rounded up, at the price of a factor."""
    if piece.is_air:
        price = int(position.book.chart("costs").at(row_of(piece), "repair", "air").number)
        busy = piece.unit.marked(UnitMark.FLOWN)
        return 2 * price if busy or _is_pressed(position, piece) else price
    half = -(-piece.strength // 2)
    price = half * price_of_factor(position, piece)
    price = 2 * price if _has_moved(piece) else price
    deep = piece.owner == PowerName.GERMANY and position.board.country(piece.at) == Land.USSR
    return 2 * price if deep else price


@implements("TW-15.1.3.3-1")
def _has_moved(piece: Piece) -> bool:
    """Whether a unit has moved in the operations of this player turn, on foot, by rail or air."""
    return any(map(piece.unit.marked, MOVES))


def _is_pressed(position: Position, piece: Piece) -> bool:
    """Whether enemy ground units stand beside the base of an aircraft."""
    near = position.board.neighbours[piece.at]
    beside = (one for one in near if crosses(position.board, piece.at, one))
    return any(position.enemy_ground(piece.owner, one) for one in beside)


def repairs(umpire: Umpire) -> None:
    """Repairs of the Build Segment."""
    umpire.carry_out(REPAIR.name)


REPAIR: Final = Section("repair", "Repairs", "repairs", "tw/repair", "15.1.3", check_repair)
