"""Rail moves (9.1): `{units: {6-5 INF: 1}, from: Warsaw, to: Cologne}`.

Decides who may move by rail, which way, and how much of the capacity of a nation it uses. Leaves
movement after it to `orders`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_power
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.move.marching import is_cut_off
from pbem.systems.tw.move.winter import is_let
from pbem.systems.tw.supply.lines import limited_is_enough, lines_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.geography import NORTH_AFRICA, City, Land
from pbem.systems.tw.world.hexes import crosses, is_city
from pbem.systems.tw.world.homes import may_be_in
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.placing import why_not_there
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece, by_owner
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName, UnitMark
from pbem.systems.tw.world.weather import effect
from pbem.systems.tw.world.zoc import enemy_zones

MOST: Final = 25  # hexes of a rail move
MINOR: Final = "minor"
WITHOUT_MOSCOW: Final = 2  # rail moves that the Soviet Union loses with Moscow


class ZonesOnRails(Reading, id="TW-R-9.1-a"):
    """Whether rail moves run through hexes in enemy zones of control."""

    OPEN = "open"
    CLOSED = "closed"


@implements("TW-9.1.1-1", "TW-9.1.1-2", "TW-9.1.3-1")
def check_rail(position: Position, order: Order) -> Ruling:
    """Units go by rail from one friendly city to another."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    pieces = check.pieces(origin, order.data["units"]) if origin else ()
    if not check.ok or not pieces:
        return check.ruling("")
    for piece in pieces:
        _may_go(check, piece)
    power = pieces[0].owner
    _is_station(check, power, origin)
    _is_station(check, power, goal)
    if _beside_enemies(position, power, goal):
        message = f"{check.label(goal)} is beside an enemy unit"
        check.complain("beside", message, cite="9.1.1", about=order.data["to"])
    why, cite = why_not_there(position, pieces, goal)
    if why:
        check.complain("placing", why, cite=cite, about=order.data["to"])
    way = _way(position, power, origin, goal)
    if way is None:
        message = (
            f"no railway of {MOST} hexes leads from {check.label(origin)} to {check.label(goal)}"
        )
        check.complain("no-way", message, "friendly hexes in supply", "9.1.1")
    else:
        for owner, own in by_owner(pieces).items():
            _uses(check, owner, own, way)
            is_let(check, own, way.places, PowerCount.RAILED_IN_RUSSIA)
    for piece in pieces:
        check.does(set_mark(piece.unit, UnitMark.RAILED, Mark(UnitMark.RAILED.until)))
        check.does((UnitMoved(piece.id, origin, goal),))
    return check.ruling(f"{told(pieces)}: by rail {check.label(origin)} > {check.label(goal)}")


def _may_go(check: Check, piece: Piece) -> None:
    """Ground units but partisans, active and in supply, before they have moved otherwise."""
    name, position = piece.counter.name, check.position
    hindrances = (
        ("kind", not piece.is_ground or piece.kind == Kind.PART, "does not move by rail", "9.1.1"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("effort", not allows(position, piece.owner, "rail"), "has no rails on a Pass", "4.5"),
        ("cut-off", is_cut_off(piece), "is out of supply", "12.6.1"),
        ("railed", piece.unit.marked(UnitMark.RAILED), "has moved by rail", "9.1.1"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


def _is_station(check: Check, power: str, place: str) -> None:
    if not is_city(check.board, place) or not check.position.is_friendly(power, place):
        message = f"{check.label(place)} is no friendly city"
        check.complain("no-city", message, "rail moves begin and end in cities", "9.1.1")


def _beside_enemies(position: Position, power: str, place: str) -> bool:
    """Whether an enemy ground unit other than partisans is beside a hex."""
    return any(
        piece.kind != Kind.PART
        for near in position.board.neighbours[place]
        if crosses(position.board, place, near)
        for piece in position.enemy_ground(power, near)
    )


@implements("TW-9.1.1-2", "TW-9.1.1-3", "TW-9.1.2-1", "TW-1.2a-10")
def _way(position: Position, power: str, origin: str, goal: str) -> Path | None:
    """A way of 25 hexes at most through friendly hexes in supply, none of them in North Africa."""
    lines = lines_of(position, power)
    supplied = lines.full | lines.limited if limited_is_enough(position) else lines.full

    def cost(a: str, b: str) -> int | None:
        if not crosses(position.board, a, b):
            return None
        if b not in supplied or not position.is_friendly(power, b):
            return None
        if not may_be_in(position, power, b):
            return None
        barred = position.board.country(b) in NORTH_AFRICA or _is_shut(position, power, b)
        return None if barred else 1

    return cheapest_path(position.board.neighbours, origin, goal, cost, limit=MOST)


def _is_shut(position: Position, power: str, place: str) -> bool:
    closed = position.reading(ZonesOnRails) is ZonesOnRails.CLOSED
    return closed and place in enemy_zones(position, power)


@implements("TW-9.1.2-1", "TW-9.1.2-2", "TW-9.1.2-3")
def capacity_of(position: Position, power: str) -> int:
    """The rail moves of a power in a turn: two fewer for the Soviet Union without Moscow."""
    table = position.book.chart("capacity")
    row = power if power in table.table().rows.names else MINOR
    moves = int(table.at(row, "rail").number)
    lost = not position.is_friendly(power, position.city(City.MOSCOW))
    return moves - WITHOUT_MOSCOW if power == PowerName.SOVIET_UNION and lost else moves


@implements("TW-9.1.2-2", "TW-26.2-1")
def _uses(check: Check, power: str, pieces: Sequence[Piece], way: Path) -> None:
    """What the moves use of the capacity: double in the Soviet Union and in severe winters."""
    position = check.position
    each = max(_weight(position, power, place) for place in way.places)
    used = position.state.counter(power, PowerCount.RAILED) + each * len(pieces)
    most = capacity_of(position, power)
    if used > most:
        message = f"{check.title(power)} has {most} rail moves, this would be {used}"
        check.complain("capacity", message, cite="9.1.2")
    check.does(set_power(check.state, power, "counter", PowerCount.RAILED, used))


def _weight(position: Position, power: str, place: str) -> int:
    deep = power == PowerName.GERMANY and position.board.country(place) == Land.USSR
    return max(2 if deep else 1, effect(position, power, place, "rail"))


def rails(umpire: Umpire) -> None:
    """Rail moves, in the order of the files."""
    umpire.carry_out(RAIL.name)


RAIL: Final = Section("rail", "Rail moves", "rail-moves", "tw/rail", "9.1", check_rail)
