"""The lending stage: build points that one power of a side gives another in the turn (5).

`{to: Italy, points: 2}`. Decides who may lend and how much. Leaves resources, trade agreements
(5.1), the sea and US entry options to later chapters; whether the points get there is found in
production.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.changes import set_power
from pbem.core.rules.system import Ruling, Section
from pbem.systems.wif.economy.orders_of_powers import is_major, power_of
from pbem.systems.wif.world.control import is_neutral
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.vocabulary import PowerCount

CITE: Final = "5"
INVADED: Final = 1  # what may be given in all while a home city is in enemy hands


@implements("WIF-5-3", "WIF-5-6")
def why_not_lend(position: Position, giver: str, taker: str) -> str:
    """Why one power may lend another nothing; nothing if it may (5)."""
    state = position.state
    if giver == taker or position.side(giver) != position.side(taker):
        return f"{taker} is no other power of your side"
    for power in (giver, taker):
        if is_neutral(state, power):
            return f"{power} is neutral"
    if state.counter(taker, PowerCount.LENT.of(giver)):
        return f"{taker} lends to {giver} in this turn"
    return ""


@implements("WIF-5-4")
def most_lent(position: Position, giver: str) -> int | None:
    """How many build points a power may give in all; None for any number (5)."""
    board, side = position.board, position.side(giver)
    homes = position.powers[giver].home_countries
    cities = [p for p in board.by_fact.get("city", {}) if board.country(p) in homes]
    holders = (position.controller(city) for city in cities)
    lost = any(holder is not None and position.side(holder) != side for holder in holders)
    return INVADED if lost else None


def check_lend(position: Position, order: Order) -> Ruling:
    """Whether build points may be lent (5)."""
    giver, findings = power_of(position, order)
    if findings:
        return Ruling(tuple(findings))
    majors = [power.id for power in position.powers.values() if is_major(power)]
    found = position.game.powers_called(str(order.data["to"]), majors)
    if len(found) != 1:
        hint = f"one of {', '.join(majors)}"
        return Ruling((error("unknown-power", f"lend to whom: '{order.data['to']}'?", hint=hint),))
    taker, points = found[0], int(order.data["points"])
    why = why_not_lend(position, giver, taker)
    troubles: list[Finding] = [error("no-lending", why, cite=CITE, about="to")] if why else []
    counters = position.powers[giver].counters
    lent = sum(PowerCount.LENT.among(counters).values())
    most = most_lent(position, giver)
    if most is not None and lent + points > most:
        message = f"a city of {giver} is in enemy hands: it lends {most} build point in all"
        troubles.append(error("invaded", message, cite=CITE, about="points"))
    if troubles:
        return Ruling(tuple(troubles))
    name = PowerCount.LENT.of(taker)
    many = counters.get(name, 0) + points
    words = f"{giver} lends {taker} {points} build points of the turn"
    return Ruling((), words, set_power(position.state, giver, "counter", name, many))


@implements("WIF-5-1")
def lending(umpire: Umpire) -> None:
    """What each power lends in the turn that begins (5)."""
    umpire.carry_out("lend")


LEND: Final = Section(
    name="lend",
    title="Build points lent in the coming turn",
    step="lending",
    schema="wif/lend",
    cite=CITE,
    check=check_lend,
)
