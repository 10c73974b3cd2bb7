"""What cases may calculate of lend lease, trade and what is saved (5, 5.1, 13.6.4, 13.6.9).

Decides what a case writes and what it gets. Leaves whole stages to cases that adjudicate.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.flames.economy.gifts import gifts
from pbem.systems.flames.economy.lend_lease import received, room_for_points, sent
from pbem.systems.flames.economy.points import output
from pbem.systems.flames.economy.trade import promises
from pbem.systems.flames.kits.stores.saving import least_safe, made_at, oil_of, storage
from pbem.systems.flames.kits.stores.stock import OIL, POINTS
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.economy.soviet_trade import german_points, soviet_goods


def traded(given: Given) -> Answer:
    """A situation: what each power owes each other, which resources leave, what it comes to.

    `countries`: those that produce apart and are no powers (option 40).
    """
    position = situation(given)
    names = (*given["powers"], *given.get("countries", ()))
    pairs = [(p.giver, p.taker) for p in promises(position)]
    return {
        "owed": {
            f"{p.giver} > {p.taker}": [p.resources, p.oil, p.points] for p in promises(position)
        },
        "leave": {
            f"{g.place} > {g.taker}": [g.goods.general, g.goods.oil] for g in gifts(position)
        },
        "points": {
            f"{giver} > {taker}": [
                sent(position, giver).get(taker, 0), received(position, taker).get(giver, 0)
            ]
            for giver, taker in pairs
        },
        "loads": {
            power: {f"{x.source} > {x.factory}": x.count for x in output(position, power).loads}
            for power in names
        },
        "build points": {p: output(position, p).build_points for p in names},
    }  # fmt: skip


def room(given: Given) -> Answer:
    """A situation and a `power`: how many build points each of its cities and ports takes."""
    return {"room": room_for_points(situation(given), given["power"])}


def soviet_trade(given: Given) -> Answer:
    """A situation: what the USSR sends Germany (resources, oil) and Germany it (build points)."""
    position = situation(given)
    resources, oil = soviet_goods(position)
    return {"resources": resources, "oil": oil, "points": german_points(position)}


def what_is_saved(given: Given) -> Answer:
    """A situation and a `power`: what its oil does, where it stores goods, which points go first.

    Of each hex: the oil that no factory has used, and the saved oil that some have.
    """
    position, power = situation(given), given["power"]
    rows = oil_of(position, power, output(position, power).loads)
    return {
        "oil": {place: [unused, burnt] for place, unused, burnt in rows},
        "storage": {goods: storage(position, power, goods) for goods in (OIL, POINTS)},
        "made at": made_at(position, power),
        "spent first": list(least_safe(position, power).items()),
    }


TRADE_CALCULATIONS: Final[Calculations] = {
    "trade.goods": traded,
    "trade.room": room,
    "trade.saved": what_is_saved,
    "trade.soviet": soviet_trade,
}
