"""The build points of a power, with lend lease (13.6.3, 13.6.4).

Decides what a power makes together with what it lends and is lent, and what is left of it. Leaves
building to `building`.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.core.rules.book import once
from pbem.systems.wif.economy.lend_lease import received, sent
from pbem.systems.wif.economy.own_points import Output, own_output
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.stores import POINTS, stores
from pbem.systems.wif.world.vocabulary import PowerCount


@once
def output(position: Position, power: str) -> Output:
    """What a major power has in this turn's production step: what it makes, lends and is lent."""
    lent, came = (sum(goods(position, power).values()) for goods in (sent, received))
    return replace(own_output(position, power), lent=lent, received=came)


def made(position: Position, power: str) -> int:
    """The build points of a power: as it has made them, or as it would make them now.

    With a point for each pilot that it has retrained (14.6.5).
    """
    counters = position.powers[power].counters
    retrained = counters.get(PowerCount.RETRAINED, 0)
    if PowerCount.MADE_POINTS in counters:
        return retrained + counters[PowerCount.MADE_POINTS]
    return retrained + output(position, power).build_points


def left(position: Position, power: str) -> int:
    """The build points that a power has not spent yet, with those it has saved (option 31)."""
    saved = sum(stores(position, power, POINTS).values()) if position.options.saved_points else 0
    return saved + made(position, power) - position.state.counter(power, PowerCount.SPENT_POINTS)
