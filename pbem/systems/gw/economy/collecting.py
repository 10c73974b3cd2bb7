"""Nations collect their income (11.6).

Decides when that is, and adds up income, bonus and the dice of a Wartime Economy. Leaves what each
of them is worth to `incomes` and `wartime_economy`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.incomes import (
    bonus_items,
    cash_change,
    has_economy,
    settle_wartime_income,
)
from pbem.systems.gw.economy.wartime_economy import wartime_money
from pbem.systems.gw.world.fallen_france import earner
from pbem.systems.gw.world.nations import acting, is_unevolved
from pbem.systems.gw.world.vocabulary import Nation, PowerCount


class CommunistRecruits(Reading, id="GW-R-24"):
    """Whether Communist China makes recruitment rolls, and has the income of its sheet."""

    INSTEAD = "instead"
    BESIDE_INCOME = "beside-income"
    WITHOUT_INCOME = "without-income"


@implements("GW-0.9-16", "GW-11.6-1")
def collect_income(umpire: Umpire) -> None:
    """Last of all each nation collects its income (11.6)."""
    for power in acting(umpire.position):
        earns = has_economy(power) and earner(umpire.state, power.id) == power.id
        if earns and not recruits_instead(umpire, power.id):
            _collect(umpire, power.id)


@implements("GW-11.5-1")
def recruits_instead(umpire: Umpire, power: str) -> bool:
    """Whether a nation rolls for recruits and so has no income: Communist China (11.5)."""
    if power != Nation.COMMUNIST_CHINA or not is_unevolved(umpire.state, power):
        return False
    return umpire.reading(CommunistRecruits) is CommunistRecruits.INSTEAD


@dataclass(frozen=True, slots=True)
class IncomeVerdict(Judged):
    """What a nation has collected."""

    kind: ClassVar[str] = "income"
    cite: ClassVar[str] = "11.6"

    nation: PowerId
    income: int
    bonus: Mapping[str, int]
    cash: int


def _collect(umpire: Umpire, power: str) -> None:
    """Income, bonus income and the dice of a Wartime Economy become cash."""
    settle_wartime_income(umpire, power)
    position = umpire.position
    items = bonus_items(position, power)
    if items:
        umpire.chart("national-sheets")
    items = {**items, **_wartime_economy(umpire, power)}
    level = position.state.counter(power, PowerCount.INCOME)
    umpire.apply(*cash_change(position.state, power, level + sum(items.values())))
    umpire.tell(
        IncomeVerdict(
            at=None,
            result=str(level + sum(items.values())),
            nation=power,
            income=level,
            bonus=items,
            cash=umpire.state.powers[power].counters[PowerCount.CASH],
        )
    )


@dataclass(frozen=True, slots=True)
class WartimeShareVerdict(Judged):
    """What a nation gets of the income that another has in wartime."""

    kind: ClassVar[str] = "wartime-share"
    cite: ClassVar[str] = "7.8"

    nation: PowerId
    giver: PowerId


def _wartime_economy(umpire: Umpire, power: str) -> dict[str, int]:
    """What a nation keeps of the 2D6 of its Wartime Economy; the rest goes to its Commonwealth."""
    money = wartime_money(umpire, power)
    for nation, ipps in money.items():
        if nation != power:
            umpire.apply(*cash_change(umpire.state, nation, ipps))
            umpire.tell(WartimeShareVerdict(at=None, result=str(ipps), nation=nation, giver=power))
    return {"wartime-economy": money[power]} if power in money else {}
