"""Income in peace and war: increases, wartime bonus, what is collected (5.1-5.4, 7.5, 7.8, 11.6).

A nation's counters are `income`, the level on the tracker, and `cash`. A nation without `cash` has
no economy in its scenario. Decides what a nation earns, and how its income changes. Leaves the
events that raise incomes to their chapters, which call `raise_income`, collecting to `collecting`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.record.events import PowerChanged
from pbem.core.record.state import Power, State
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.book import Book, once
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.capture import left_out
from pbem.systems.gw.world.convoy_lines import is_closed, lines
from pbem.systems.gw.world.fallen_france import earner
from pbem.systems.gw.world.nations import acting, at_war_with_major, when
from pbem.systems.gw.world.passages import leave
from pbem.systems.gw.world.vocabulary import Cause, PowerCount, Treaty
from pbem.systems.gw.world.zones import value_of_zone


class WarIncome(Reading, id="GW-R-5.2-a"):
    """What becomes of a nation's income that is drawn into war below its Wartime Income."""

    FULL_VALUE = "full-value"
    STAYS = "stays"


class EndOfIncreases(Reading, id="GW-R-5.2-b"):
    """Whether what a nation has conquered counts towards the income at which increases end."""

    INCOME = "income"
    STARTING_ZONES = "starting-zones"


IPPS: Final = "ipps"  # money, as what is lent


@implements("GW-5.1-1", "GW-5.2-1", "GW-5.2-2", "GW-5.2-d1")
def raised(level: int, wartime: int | None, more: int) -> int:
    """An income after an increase: never above the Wartime Income, nor once it is reached (5.2)."""
    if wartime is None:
        return max(0, level + more)
    return max(level, min(wartime, level + more)) if more > 0 else max(0, level + more)


@implements("GW-5.2-3", "GW-7.5-1")
def increase_die(book: Book, nation: str, turn: str) -> str:
    """The die that a nation at peace rolls for more income in a turn, if any (5.2, 7.5)."""
    sheets = book.chart("national-sheets")
    if nation not in sheets.table("increases").rows.names:
        return ""
    since = sheets.at(nation, "d12-from", "increases").text
    if when(turn) >= when(since):
        return "d12"
    return "d6" if turn in sheets.at(nation, "d6-in", "increases").text.split() else ""


@implements("GW-5.4-1", "GW-5.4-3")
def earns_wartime_bonus(state: State, power: str) -> bool:
    """Whether a nation is at war with a Major Power; Chinese factions and Free France are none."""
    return at_war_with_major(state, power)


def zones_of(state: State, power: str) -> tuple[str, ...]:
    """The zones that a nation possesses."""
    return tuple(name for name, place in state.places.items() if place.controller == power)


@implements("GW-11.6-1", "GW-1.1-2")
def value_of_zones(position: Position, power: str) -> int:
    """What the land zones in a nation's possession are worth (11.6)."""
    return sum(value_of_zone(position.board, zone) for zone in zones_of(position.state, power))


@implements("GW-11.6-1", "GW-14.4-4")
def value_collected(position: Position, power: str) -> int:
    """What all the zones are worth whose income is a nation's: its own, and those of Vichy."""
    state = position.state
    return sum(value_of_zones(position, one) for one in state.powers if earner(state, one) == power)


@implements("GW-5.2-1", "GW-5.2-2")
def end_of_increases(position: Position, power: str) -> int | None:
    """The income at which a nation's increases end (5.2); None where its sheet names none.

    By one reading it is its starting zones that count, and conquests come on top of their value.
    """
    wartime = position.powers[power].counters.get(PowerCount.WARTIME_INCOME)
    conquered = 0 if wartime is None else _value_conquered(position, power)
    if wartime is None or not conquered:
        return wartime
    on_top = position.reading(EndOfIncreases) is EndOfIncreases.STARTING_ZONES
    return wartime + conquered if on_top else wartime


@once
def _value_conquered(position: Position, power: str) -> int:
    """What the zones are worth that a nation possesses and whose roundel is another's (5.2)."""
    board = position.board
    taken = (z for z in zones_of(position.state, power) if board.text(z, "nation") != power)
    return sum(value_of_zone(board, zone) for zone in taken)


@implements("GW-5.4-1", "GW-5.4-2", "GW-5.4-3", "GW-14.2-6")
def bonus_items(position: Position, power: str) -> dict[str, int]:
    """The bonus income that is a nation's due: by zone in wartime, by treaty in peace too (5.4)."""
    sheets, items = position.book.chart("national-sheets"), dict[str, int]()
    for name in sheets.table("trade").rows.names:
        track = sheets.at(name, "track", "trade").text
        if (
            sheets.at(name, "nation", "trade").text == power
            and position.track(track) == Treaty.IN_FORCE
        ):
            items[name] = int(sheets.at(name, "ipps", "trade").number)
    if earns_wartime_bonus(position.state, power):
        for zone in sheets.table("bonus").rows.names:
            owner = sheets.at(zone, "nation", "bonus").text
            if owner == power and position.controller(zone) == power:
                items[zone] = int(sheets.at(zone, "ipps", "bonus").number)
        items |= line_bonus(position, power)
    return items


@implements("GW-9.11-2", "GW-9.11-3")
def line_bonus(position: Position, power: str) -> dict[str, int]:
    """The bonus income of convoy lines: that of the Soviet-Arctic Line, unless it is closed (9.11).

    The nation that sends it may deny it; what it says is its leave (`permits`).
    """
    sheets, items = position.book.chart("national-sheets"), dict[str, int]()
    for name in sheets.table("line-bonus").rows.names:
        line = lines(position.book)[sheets.at(name, "line", "line-bonus").text]
        sender = sheets.at(name, "sent-by", "line-bonus").text
        whose = sheets.at(name, "nation", "line-bonus").text
        denied = leave(position.state, sender, name, power) is False
        if whose == power and not denied and not is_closed(position.state, line, power):
            items[name] = int(sheets.at(name, "ipps", "line-bonus").number)
    return items


@implements("GW-2.4-1", "GW-2.5-3", "GW-2.5-4", "GW-5.N-1")
def starting_figures(book: Book, nation: str, year: int) -> tuple[int, int]:
    """The IPPs and the income with which a nation starts a scenario, by its sheet (2.4, 2.5)."""
    sheets = book.chart("national-sheets")
    cash, income = (sheets.at(nation, f"{what}-{year}", "income") for what in ("cash", "income"))
    return int(cash.number), int(income.number)


# --- the steps -------------------------------------------------------------------------------


def has_economy(power: Power) -> bool:
    """Whether a nation has money in this scenario."""
    return PowerCount.CASH in power.counters


def cash_change(state: State, power: str, change: int) -> tuple[PowerChanged, ...]:
    """A nation gets or pays money."""
    old = state.counter(power, PowerCount.CASH)
    return set_power(state, power, "counter", PowerCount.CASH, old + change)


@dataclass(frozen=True, slots=True)
class IncomeIncreaseVerdict(Judged):
    """An income that others' actions or a roll have changed."""

    kind: ClassVar[str] = "income-increase"
    cite: ClassVar[str] = "5.2"

    nation: PowerId
    change: int
    was: int
    cause: Cause
    die: str


@implements("GW-5.3-1")
def raise_income(umpire: Umpire, power: str, more: int, cause: Cause, *, die: str = "") -> None:
    """A nation's income changes at once, whosever turn it is (5.3)."""
    counters = umpire.state.powers[power].counters
    old = counters.get(PowerCount.INCOME, 0)
    new = raised(old, end_of_increases(umpire.position, power), more)
    if new != old:
        umpire.apply(*set_power(umpire.state, power, "counter", PowerCount.INCOME, new))
    umpire.tell(
        IncomeIncreaseVerdict(
            at=None, result=str(new), nation=power, change=more, was=old, cause=cause, die=die
        )
    )


def income_increases(umpire: Umpire) -> None:
    """Nations at peace and below their Wartime Income roll for more at the start of their turn."""
    for power in acting(umpire.position):
        end = end_of_increases(umpire.position, power.id)
        if end is None:
            continue
        die = increase_die(umpire.book, power.id, umpire.state.clock.turn)
        level = power.counters.get(PowerCount.INCOME, 0)
        if die and level < end and not earns_wartime_bonus(umpire.state, power.id):
            umpire.chart("national-sheets")
            roll = umpire.roll(f"income-{power.id}", dice=die, by=power.id, cite="7.5")
            raise_income(umpire, power.id, roll.total, ("rolled", str(roll.total), die))


@implements("GW-5.2-2", "GW-11.6-1")
def settle_wartime_income(umpire: Umpire, power: str) -> None:
    """At war with a Major Power a nation's Peacetime Income is over (0.9, 5.2).

    It collects what its zones are worth, conquests of its time at peace among them (11.6).
    """
    position = umpire.position
    counters = position.powers[power].counters
    level, known = counters.get(PowerCount.INCOME, 0), counters.get(PowerCount.WARTIME_INCOME)
    worth = value_collected(position, power)
    if known is None or level >= worth or not earns_wartime_bonus(position.state, power):
        return
    if level >= known or umpire.reading(WarIncome) is WarIncome.FULL_VALUE:
        umpire.apply(*set_power(position.state, power, "counter", PowerCount.INCOME, worth))
        for zone in zones_of(position.state, power):
            umpire.apply(*left_out(umpire.state, power, zone, False))
