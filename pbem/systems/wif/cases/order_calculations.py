"""What cases may calculate of orders: what comes of them in a small position.

Decides what a case writes and what it gets: units that no catalogue holds (an owner's) can be tried
so. Leaves orders of whole scenarios to cases that adjudicate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.cases.shelf import shelf
from pbem.core.data.findings import Where
from pbem.core.orders.orders import Order
from pbem.core.record.events import apply
from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.wif.cases.situation import situation


def given_orders(given: Given) -> Answer:
    """`player` (a power), `orders` of one `section`: what is said of each, where units are then.

    The events of an order that is sound count for the next; `counters` and `marks` are told of
    whoever has some.
    """
    position = replace(situation(given), player=given["player"])
    section = next(s for s in shelf("wif").system.sections if s.name == given["section"])
    told: list[str] = []
    for number, data in enumerate(given["orders"], 1):
        row = {"value": data} if section.single else data
        ruling = section.check(
            position, Order(section.name, number, given["player"], row, Where("case"))
        )
        if ruling.ok:
            position = replace(position, state=apply(position.state, ruling.events))
        told.append(ruling.reading if ruling.ok else f"refused: {ruling.findings[0].message}")
    units = position.state.units.values()
    powers = position.powers.values()
    return {
        "told": told,
        "at": {unit.id: unit.at for unit in units},
        "marks": {unit.id: sorted(unit.marks) for unit in units if unit.marks},
        "counters": {power.id: dict(power.counters) for power in powers if power.counters},
    }


ORDER_CALCULATIONS: Final[Calculations] = {"orders.given": given_orders}
