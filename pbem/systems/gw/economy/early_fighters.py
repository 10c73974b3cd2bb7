"""Early War Fighters (15.9, optional): bought before modern ones, later converted or scrapped.

Decides how long fighters are early ones, and what changing or scrapping them costs and brings.
Leaves buying them to `production`, how they fight to the charts.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import UnitChanged
from pbem.core.record.state import REMOVED
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.economy.incomes import cash_change
from pbem.systems.gw.economy.spending import first_of, pay, relocated
from pbem.systems.gw.world.cargo import aboard
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.nations import when
from pbem.systems.gw.world.units import EARLY, MODERN, Group


class ModernFighters(Reading, id="GW-R-9"):
    """From when on fighters are modern ones (15.9)."""

    JANUARY_1940 = "january-1940"
    JULY_1940 = "july-1940"


PRICE: Final = 4
FROM: Final = {
    ModernFighters.JANUARY_1940: "1940-jan",
    ModernFighters.JULY_1940: "1940-jul",
}


@implements("GW-15.9-1")
def only_early(position: Position) -> bool:
    """Whether fighters are still those of the early war (15.9)."""
    if not position.options.early_war_fighters:
        return False
    return when(position.clock.turn) < when(FROM[position.reading(ModernFighters)])


@implements("GW-15.9-1")
def fighters_are_early(umpire: Umpire) -> bool:
    """All fighters that a scenario begins with are those of the early war too (15.9)."""
    units = umpire.state.units.values() if umpire.options.early_war_fighters else ()
    modern = sorted(unit.id for unit in units if unit.counter == MODERN and unit.at != REMOVED)
    if not modern or not only_early(umpire.position):
        return False
    for name in modern:
        part = umpire.state.units[name].count
        umpire.apply(UnitChanged(name, "counter", MODERN, EARLY, count=part))
    return True


@implements("GW-15.9-2")
def convert(check: Check, power: str, zone: str) -> str:
    """Early War Fighters become modern ones for 4 IPP, wherever they are (15.9)."""
    count = int(check.order.data["convert"])
    units = _early_units(check, power, zone, count)
    pay(check, power, PRICE * count, f"converting {count} Early War Fighter")
    for unit, number in units:
        part = None if unit.count is None else number
        check.does([UnitChanged(unit.id, "counter", EARLY, MODERN, count=part)])
    return f"convert {count} Early War Fighter in {check.label(zone)} for {PRICE * count} IPP"


@implements("GW-15.9-2")
def scrap(check: Check, power: str, zone: str) -> str:
    """Early War Fighters are scrapped for 4 IPP (15.9)."""
    count = int(check.order.data["scrap"])
    for unit, number in _early_units(check, power, zone, count):
        check.does(relocated(unit, REMOVED, number, {}))
    check.does(cash_change(check.state, power, PRICE * count))
    return f"scrap {count} Early War Fighter in {check.label(zone)}: {PRICE * count} IPP back"


def _early_units(check: Check, power: str, zone: str, count: int) -> list[Group]:
    """So many Early War Fighters of a zone, aboard ships or not, once modern ones are there."""
    if only_early(check.position) or not check.options.early_war_fighters or not zone:
        check.complain("too-early", "there are no modern fighters to convert to yet", cite="15.9")
        return []
    here = (*check.state.at(zone), *aboard(check.state, zone))
    own = (unit for unit in here if unit.owner == power and unit.counter == EARLY)
    found = list(first_of(own, count))
    there = sum(number for _, number in found)
    if there < count:
        check.complain("too-many", f"{there} are in {check.label(zone)}", cite="15.9")
    return found
