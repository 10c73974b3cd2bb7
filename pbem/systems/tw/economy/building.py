"""Building units (15.0, 15.2): `{units: {8-8 ARM: 1}, at: Berlin}`.

Decides which units of the force pools may be built where, and pays. Units that were lost in supply
are built before like ones that were lost without; a Satellite builds its own (`by: Romania`). What
the Soviet Union has for nothing is the business of `soviet_builds`, where the Empire and America
build that of `abroad`. Leaves ships and strategic units to rules that are not played:
TW-15.2.1-1, TW-15.2.5-1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitMoved
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import may_land, slots_of
from pbem.systems.tw.economy.abroad import appear_abroad
from pbem.systems.tw.economy.prices import price_of, spend
from pbem.systems.tw.economy.soviet_builds import (
    FOR_NOTHING,
    is_placed_anywhere,
    placed_anywhere,
    to_the_urals,
    use_free_builds,
)
from pbem.systems.tw.supply.lines import lines_of
from pbem.systems.tw.world.boxes import is_box
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.geography import Box
from pbem.systems.tw.world.hexes import CLEAR, ground
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.placing import why_not_there
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.stacking import excess
from pbem.systems.tw.world.units import FLAK, JET, Kind, Piece
from pbem.systems.tw.world.vocabulary import Pool, PowerCount, PowerName, UnitMark
from pbem.systems.tw.world.west import may_base_french
from pbem.systems.tw.world.zoc import enemy_zones

JETS: Final[Mapping[str, str]] = {  # the turns from which they are built
    Kind.FTR: "1944-fall",
    Kind.TAC: "1945-spring",
}
GUNNERS: Final = (
    PowerName.BRITAIN, PowerName.UNITED_STATES, PowerName.GERMANY, PowerName.ITALY,
    PowerName.SOVIET_UNION,
)  # fmt: skip
NOT_HERE: Final = (Kind.NAC,)  # built in shipyards


class RebuiltFirst(Reading, id="TW-R-15.1.6.1-a"):
    """Which units lost in supply are rebuilt before one that was lost without."""

    LIKE = "like"
    ALL = "all"


@implements("TW-15.0-1", "TW-15.0-2", "TW-3.7-1", "TW-15.1.6.1-1", "TW-15.1.4-1")
def check_build(position: Position, order: Order) -> Ruling:
    """Units of a force pool appear in a place at home."""
    check = Check(position, order)
    place = check.place(order.data["at"])
    power = check.own_power(order.data.get("by"), satellites=True) if place else ""
    pieces = _in_pools(check, power, order.data["units"]) if power else ()
    if not check.ok or not pieces:
        return check.ruling("")
    _lost_in_supply_first(check, power, pieces)
    _appear(check, power, place, pieces)
    why, cite = why_not_there(position, pieces, place)
    if why:
        check.complain("placing", why, cite=cite, about=order.data["at"])
    if not check.ok:
        return check.ruling("")
    paid = _pay(check, power, pieces)
    for piece in pieces:
        for mark in (UnitMark.FREE, UnitMark.UNBUILT):
            unit = check.position.units[piece.id]
            check.does(set_mark(unit, mark, None))
        check.does((UnitMoved(piece.id, piece.at, place),))
    _find_bases(check, pieces, place)
    if not is_box(place) and excess(check.position, power, place):
        check.complain("stacking", f"too many units would be in {check.label(place)}", cite="9.6")
    return check.ruling(f"{told(pieces)} in {check.label(place)}: built, {paid} NARFs")


@implements("TW-15.2.3-1")
def _find_bases(check: Check, pieces: Sequence[Piece], place: str) -> None:
    """New aircraft need bases that are free, as all others do."""
    for piece in pieces:
        if piece.is_air and not may_land(check.position, piece, place):
            message = f"{check.label(place)} has no room for {piece.counter.name}"
            check.complain("no-room", message, cite="11.1", about=piece.counter.name)
            return


def _appear(check: Check, power: str, place: str, pieces: Sequence[Piece]) -> None:
    """Whether units may appear in a place."""
    for piece in pieces:
        _may_be(check, piece)
    if appear_abroad(check, power, place, pieces):
        return
    if all(is_placed_anywhere(check.position, piece) for piece in pieces):
        placed_anywhere(check, power, place)
    else:
        _at_home(check, power, place, pieces)
        to_the_urals(check, place, pieces)


@implements("TW-15.4-1", "TW-14.4-2", "TW-15.0-3", "TW-15.1.6.1-7")
def _pay(check: Check, power: str, pieces: Sequence[Piece]) -> int:
    """What units cost: nothing those that are free, a Satellite's of its own NARFs while it can."""
    if check.order.data.get("price") == FOR_NOTHING:
        use_free_builds(check, power, pieces)
        return 0
    bought = [piece for piece in pieces if not piece.unit.marked(UnitMark.FREE)]
    cost = sum(price_of(check.position, piece) for piece in bought)
    own = check.state.counter(power, PowerCount.NARFS) >= cost
    return spend(check, power if own else check.position.patron(power), cost)


@implements("TW-15.1.6.1-6")
def _lost_in_supply_first(check: Check, power: str, pieces: Sequence[Piece]) -> None:
    """A ground unit that was lost without supply waits for those that were lost in supply."""
    late = [p for p in pieces if p.is_ground and p.at == _pool(power, Pool.OUT_OF_SUPPLY)]
    lost = [p for p in _lost_in_supply(check.position, power) if p not in pieces]
    if check.position.reading(RebuiltFirst) is RebuiltFirst.LIKE:
        kinds = [piece.counter for piece in late]
        lost = [piece for piece in lost if piece.counter in kinds]
    if late and lost:
        name, first = late[0].counter.name, lost[0].counter.name
        message = f"{first} that was lost in supply is rebuilt before {name} that was not"
        check.complain("first", message, cite="15.1.6.1", about=name)


def _lost_in_supply(position: Position, power: str) -> Iterator[Piece]:
    """The ground units of a power that wait in its pool, and have been built before."""
    for piece in position.at(_pool(power, Pool.FORCE)):
        if piece.is_ground and not piece.unit.marked(UnitMark.UNBUILT):
            yield piece


def _pool(power: str, pool: Pool) -> str:
    return f"pool:{power}/{pool}"


@implements("TW-1.2b-20", "TW-15.1.6.1-6")
def _in_pools(check: Check, power: str, said: Any) -> tuple[Piece, ...]:
    """The units that an order names, of those lost in supply before the others."""
    pools = (Pool.FORCE, Pool.OUT_OF_SUPPLY)
    there = [piece for pool in pools for piece in check.position.at(_pool(power, pool))]
    return tuple(check.named(there, said, "the force pool"))


@implements("TW-11.12-2", "TW-11.13-1")
def _may_be(check: Check, piece: Piece) -> None:
    """Ground units and aircraft; ships need a shipyard, and flak is not for every power."""
    if piece.is_naval or piece.kind in NOT_HERE:
        name = piece.counter.name
        check.complain("shipyard", f"{name} is built in a shipyard", cite="15.1.5", about=name)
    elif piece.counter.is_a(JET) and order_of(check.position.clock.turn) < order_of(
        JETS[piece.kind]
    ):
        name = piece.counter.name
        check.complain("jet", f"{name} is not built before {JETS[piece.kind]}", cite="11.13")
    elif piece.kind in FLAK and piece.owner not in GUNNERS:
        check.complain("flak", f"{check.title(piece.owner)} builds no flak", cite="11.12")


@implements("TW-15.2.2-1", "TW-15.2.3-1", "TW-15.2.2-4", "TW-9.6-6")
def _at_home(check: Check, power: str, place: str, pieces: Sequence[Piece]) -> None:
    """At home, friendly, in supply, out of enemy zones but in fortresses; aircraft at bases."""
    position, label = check.position, check.label(place)
    home = position.board.country(place) in position.powers[power].home_countries
    zone = is_barred(position, power, place)
    cut_off = place != Box.URALS and place not in lines_of(position, power).full
    hindrances = (
        ("not-home", not home, f"{label} is not at home", "15.2.2"),
        ("not-friendly", position.holder(place) != power, f"{label} is not friendly", "15.2.2"),
        ("no-supply", cut_off, f"{label} has no supply", "15.2"),
        ("zone", zone, f"{label} is in an enemy zone of control", "15.2.2"),
    )
    if check.first(hindrances, about=check.order.data["at"]):
        return
    for piece in pieces:
        if piece.is_air and not _is_base(position, piece, place):
            message = f"{piece.counter.name} needs a city"
            check.complain("no-base", message, cite="15.2.3", about=piece.counter.name)
        elif piece.is_air and power == PowerName.FRANCE and not may_base_french(position, place):
            message = f"{piece.counter.name} must be based beside Germany or Belgium"
            check.complain("border", message, cite="18.2", about=piece.counter.name)


@implements("TW-15.2.2-2")
def is_barred(position: Position, power: str, place: str) -> bool:
    """Whether an enemy zone keeps new units from a hex: Finnish ones bar no Soviet units."""
    if place not in enemy_zones(position, power):
        return False
    finnish = frozenset(piece.at for piece in pieces_named(position, PowerName.FINLAND))
    return power != PowerName.SOVIET_UNION or place in enemy_zones(position, power, finnish)


def pieces_named(position: Position, power: str) -> tuple[Piece, ...]:
    """The units of a power that may not be in the game."""
    return position.pieces_of(power) if power in position.powers else ()


def _is_base(position: Position, piece: Piece, place: str) -> bool:
    """A city or an airbase; for fighters clear ground will do."""
    open_ground = piece.kind == Kind.FTR and ground(position, place) == CLEAR
    return open_ground or slots_of(position, place) > 0


def builds(umpire: Umpire) -> None:
    """New units of the Build Segment."""
    umpire.carry_out(BUILD.name)


BUILD: Final = Section("build", "New units", "unit-construction", "tw/build", "15", check_build)
