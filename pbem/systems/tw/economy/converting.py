"""Units exchanged for better ones (21.7.2, 21.7.3): `{convert: {3-3 STA: 1}, at: Kursk}`.

Soviet ones, and German flak where motorized flak is played (29.21). Decides which units may be
exchanged, when, how many and for what. Leaves repair to `repair`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_power
from pbem.core.record.events import UnitCreated
from pbem.core.record.state import Unit
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.prices import pay, price_of_factor, spend
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.ratings import THIRD, army_rating
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, PowerName
from pbem.systems.tw.world.zoc import enemy_zones


@dataclass(frozen=True, slots=True)
class Exchange:
    """One kind of exchange: into what, from when, for how many NARFs, how many in all."""

    into: str
    since: str
    cost: int = 0  # of STA and INF; armor costs its new factors
    most: int = 0  # in all; none is said of armor
    counts: bool = True  # against the limit of a turn


EXCHANGES: Final = {
    "sov-3-3-sta": Exchange("sov-6-5-inf", "1943-fall", 5, 5, counts=False),
    "sov-6-5-inf": Exchange("sov-6-8-mech", "1943-fall", 3, 5),
    "sov-1-8-arm": Exchange("sov-4-8-arm", "1942-fall"),
    "sov-2-8-arm": Exchange("sov-6-8-arm", "1942-fall"),
    "ger-1-3-flak": Exchange("ger-1-7-motflak", "1940-winter", 2, 3),
}
GUNS: Final = "ger-1-3-flak"


def check_conversion(position: Position, order: Order) -> Ruling:
    """Units of one place are exchanged."""
    check = Check(position, order)
    place = check.place(order.data["at"])
    pieces = check.pieces(place, order.data["convert"]) if place else ()
    for piece in pieces:
        exchange = exchange_of(position, piece)
        if exchange is None:
            name = piece.counter.name
            check.complain("kind", f"{name} is not exchanged", cite="21.7.2", about=name)
            continue
        _may_be(check, piece, exchange)
        if check.ok:
            _exchange(check, piece, exchange)
    return check.ruling(f"{told(pieces)} in {check.label(place)}: exchanged for better ones")


@implements("TW-29.21-1", "TW-2.6-MOTFLAK-1")
def exchange_of(position: Position, piece: Piece) -> Exchange | None:
    """For what a unit is exchanged: flak where motorized flak is played."""
    if piece.unit.counter == GUNS and not position.options.motorized_flak:
        return None
    return EXCHANGES.get(piece.unit.counter)


@implements("TW-21.7.2-1", "TW-21.7.2-2", "TW-21.7.3-1", "TW-15.1.6.2-2", "TW-29.21-1")
def _may_be(check: Check, piece: Piece, exchange: Exchange) -> None:
    """From its time on, one of a kind a turn; of a Soviet army that is Second-Rate, in supply and
    out of zones.
    """
    position, power, kind = check.position, piece.owner, piece.unit.counter
    cite = "21.7.2" if power == PowerName.SOVIET_UNION else "29.21"
    early = order_of(position.clock.turn) < order_of(exchange.since)
    today = position.state.counter(power, PowerCount.CONVERTS.of(kind))
    all_ = position.state.counter(power, PowerCount.CONVERTED.of(kind))
    said = (
        (early, f"not before {exchange.since}"),
        (bool(today), "one a turn"),
        (bool(exchange.most) and all_ >= exchange.most, f"no more than {exchange.most} in all"),
        *_of_soviets(position, piece),
    )
    for is_so, message in said:
        if is_so:
            name = piece.counter.name
            check.complain("convert", f"{name}: {message}", cite=cite, about=name)
            break


def _of_soviets(position: Position, piece: Piece) -> Iterator[tuple[bool, str]]:
    """What is asked of Soviet units alone: the rating of their army, supply, no enemy zone."""
    power = piece.owner
    if power == PowerName.SOVIET_UNION:
        yield army_rating(position, power) >= THIRD, "the army is not Second-Rate"
        yield supply_of(position, piece) != FULL, "it is not in full supply"
        yield piece.at in enemy_zones(position, power), "it is in an enemy zone of control"


@implements("TW-21.7.2-1", "TW-21.7.2-2", "TW-21.7.3-1")
def _exchange(check: Check, piece: Piece, exchange: Exchange) -> None:
    """One unit goes for good, a better one stands in its place, as Depleted as it was."""
    power, kind = piece.owner, piece.unit.counter
    for name in (PowerCount.CONVERTS.of(kind), PowerCount.CONVERTED.of(kind)):
        many = check.state.counter(power, name) + 1
        check.does(set_power(check.state, power, "counter", name, many))
    cost = exchange.cost or _cost_of_factors(check.position, piece, exchange)
    if exchange.counts:
        spend(check, power, cost)
    else:
        pay(check, power, cost)
    check.does((UnitCreated(piece.id, piece.unit, None),))
    names = (f"{exchange.into}.{number}" for number in count(1))
    name = next(name for name in names if name not in check.state.units)
    better = Unit(name, exchange.into, power, piece.at, marks=piece.unit.marks)
    check.does((UnitCreated(name, None, better),))


def _cost_of_factors(position: Position, piece: Piece, exchange: Exchange) -> int:
    """NARFs of the factors that a unit of armor gains."""
    better = int(position.book.counters[exchange.into].rating("combat"))
    return (better - piece.strength) * price_of_factor(position, piece)


def conversions(umpire: Umpire) -> None:
    """Exchanges of the Unit Construction Segment, once new units stand."""
    umpire.carry_out(CONVERSIONS.name)


CONVERSIONS: Final = Section(
    "convert",
    "Units exchanged for better ones",
    "conversions",
    "tw/convert",
    "21.7.2",
    check_conversion,
)
