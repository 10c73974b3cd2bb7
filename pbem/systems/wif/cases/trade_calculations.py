"""What cases may calculate of lend lease and trade (5, 5.1, 13.6.4).

Decides what a case writes and what it gets. Leaves whole stages to cases that adjudicate.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.economy.gifts import gifts
from pbem.systems.wif.economy.lend_lease import received, room_for_points, sent
from pbem.systems.wif.economy.points import output
from pbem.systems.wif.economy.soviet_trade import german_points, soviet_goods
from pbem.systems.wif.economy.trade import promises


def traded(given: Given) -> Answer:
    """A situation: what each power owes each other, which resources leave, what it comes to."""
    position = situation(given)
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
            for power in given["powers"]
        },
        "build points": {p: output(position, p).build_points for p in given["powers"]},
    }  # fmt: skip


def room(given: Given) -> Answer:
    """A situation and a `power`: how many build points each of its cities and ports takes."""
    return {"room": room_for_points(situation(given), given["power"])}


def soviet_trade(given: Given) -> Answer:
    """A situation: what the USSR sends Germany (resources, oil) and Germany it (build points)."""
    position = situation(given)
    resources, oil = soviet_goods(position)
    return {"resources": resources, "oil": oil, "points": german_points(position)}


TRADE_CALCULATIONS: Final[Calculations] = {
    "trade.goods": traded,
    "trade.room": room,
    "trade.soviet": soviet_trade,
}
