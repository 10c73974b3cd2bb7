"""Incomes of nations at peace that the actions of others raise (5.2, 5.3, 8.1).

What raises whose income stands on the reference sheets; the chart `income-events` has what is known
of them. Increases are rolled and noted at once, whosever turn it is (5.3).
"""

from __future__ import annotations

from typing import Final

from pbem.core.rulebook import implements
from pbem.core.state import State
from pbem.core.umpire import Umpire
from pbem.systems.gw.capture import INCOME
from pbem.systems.gw.incomes import WARTIME, raise_income
from pbem.systems.gw.names import title
from pbem.systems.gw.nations import at_war_with_major, has_surrendered
from pbem.systems.gw.units import chart

CHART: Final = "income-events"
PACT: Final = "pact-molotov-ribbentrop"
IN_FORCE: Final = "in-force"
ANY: Final = "any"
FULL: Final = "full"


@implements("GW-5.2-2", "GW-0.9-17")
def gains_of_war(state: State, by: str, on: str) -> dict[str, str]:
    """What every nation gains when a nation declares war on another: dice, a number, or `full`."""
    column = "in-pact" if state.track(PACT) == IN_FORCE else "roll"
    table = chart(CHART).table("wars")
    gains: dict[str, str] = {}
    for row in table.rows.names:
        nation, who, whom, roll = (
            chart(CHART).at(row, name, "wars").text for name in ("nation", "by", "on", column)
        )
        if by in who.split() and (whom == ANY or on in whom.split()):
            gains.setdefault(nation, roll)
    return gains


def income_events(umpire: Umpire, by: str, on: str) -> None:
    """Raise the incomes that a declaration of war raises (5.2, 8.1)."""
    for nation, gain in gains_of_war(umpire.state, by, on).items():
        _gain(umpire, nation, gain, f"{by}-{on}", f"{title(by)} declares war on {title(on)}")


def income_event(umpire: Umpire, event: str, about: str, cause: str) -> None:
    """Raise the incomes that another event raises: an annexation, Argentina (5.2)."""
    for nation in chart(CHART).table("events").columns.names:
        gain = chart(CHART).at(event, nation, "events").text
        if gain != "0":
            _gain(umpire, nation, gain, f"{event}-{about}", cause)


@implements("GW-5.3-1", "GW-5.2-1")
def _gain(umpire: Umpire, nation: str, gain: str, about: str, cause: str) -> None:
    """One increase of a nation at peace that is below its Wartime Income and has not fallen."""
    power = umpire.state.powers.get(nation)
    wartime = power.counters.get(WARTIME) if power else None
    if power is None or wartime is None or has_surrendered(umpire.state, nation):
        return
    if at_war_with_major(umpire.state, nation):
        return
    level = power.counters.get(INCOME, 0)
    if level >= wartime:
        return
    umpire.chart(CHART)
    if gain == FULL:
        raise_income(umpire, nation, wartime - level, cause)
    elif "d" in gain:
        roll = umpire.roll(f"income-{nation}-{about}", dice=gain, by=nation, cite="5.2")
        raise_income(umpire, nation, roll.total, f"{cause}: {roll.total} on {gain}")
    else:
        raise_income(umpire, nation, int(gain), cause)
