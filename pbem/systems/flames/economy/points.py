"""The build points of a power, with lend lease (13.6.3, 13.6.4).

Decides what a power makes together with what it lends and is lent, and what is left of it; so of
each of its countries that produces apart (option 40). Leaves building to `building`.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.core.orders.orders import Order
from pbem.core.record.events import Event
from pbem.core.rules.book import once
from pbem.systems.flames.economy.lend_lease import received, sent
from pbem.systems.flames.economy.orders_of_powers import POWER
from pbem.systems.flames.economy.own_points import Output, own_output
from pbem.systems.flames.world.countries import (
    count,
    countries_of,
    country_at,
    has_count,
    one_more,
)
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.vocabulary import PowerCount


@once
def output(position: Position, power: str) -> Output:
    """What a major power has in this turn's production step: what it makes, lends and is lent."""
    lent, came = (sum(goods(position, power).values()) for goods in (sent, received))
    return replace(own_output(position, power), lent=lent, received=came)


def made(position: Position, power: str) -> int:
    """The build points of a power: as it has made them, or as it would make them now.

    With a point for each pilot that it has retrained (14.6.5).
    """
    retrained = count(position, power, PowerCount.RETRAINED)
    if has_count(position, power, PowerCount.MADE_POINTS):
        return retrained + count(position, power, PowerCount.MADE_POINTS)
    return retrained + output(position, power).build_points


def left(position: Position, power: str) -> int:
    """The build points that a power has not spent yet, with those it has saved (option 31)."""
    saved = sum(position.kits.saved_points(position, power).values())
    return saved + made(position, power) - count(position, power, PowerCount.SPENT_POINTS)


def who_pays(position: Position, order: Order, power: str, work: tuple[str, int]) -> str:
    """Which country pays for work in a hex: the one that an order names, else that of the hex.

    If that has not the points it is its major power. `work`: the hex and the price.
    """
    place, price = work
    near = country_at(position, place)
    if POWER in order.data or near not in countries_of(position, power):
        return power
    return near if left(position, near) >= price else power


def spends(position: Position, power: str, points: int) -> tuple[Event, ...]:
    """The change when a power, or a country that produces apart, spends build points."""
    return one_more(position, power, PowerCount.SPENT_POINTS, points)
