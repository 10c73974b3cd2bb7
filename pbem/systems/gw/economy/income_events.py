"""Incomes of nations at peace that the actions of others raise (5.2, 5.3, 8.1).

What raises whose income stands on the reference sheets; the chart `income-events` has what is known
of them. Increases are rolled and noted at once, whosever turn it is (5.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import PowerChanged
from pbem.core.record.state import State
from pbem.core.rules.position import Position
from pbem.systems.gw.economy.incomes import WARTIME, raise_income
from pbem.systems.gw.world.capture import INCOME
from pbem.systems.gw.world.causes import Cause
from pbem.systems.gw.world.factions import IN_FORCE
from pbem.systems.gw.world.nations import at_war_with_major, has_surrendered
from pbem.systems.gw.world.zones import home_of

CHART: Final = "income-events"
PACT: Final = "pact-molotov-ribbentrop"
ANY: Final = "any"
FULL: Final = "full"
BESIDE: Final = "beside"
ALARM: Final = "alarmed-by:"  # flag of a nation: a zone whose possessor has raised its income


@implements("GW-5.2-2", "GW-0.9-17")
def gains_of_war(position: Position, by: str, on: str) -> dict[str, str]:
    """What every nation gains when a nation declares war on another: dice, a number, or `full`."""
    column = "in-pact" if position.track(PACT) == IN_FORCE else "roll"
    table = position.book.chart(CHART).table("wars")
    gains: dict[str, str] = {}
    for row in table.rows.names:
        nation, who, whom, roll = (
            position.book.chart(CHART).at(row, name, "wars").text
            for name in ("nation", "by", "on", column)
        )
        if by in who.split() and (whom == ANY or on in whom.split()):
            gains.setdefault(nation, roll)
    return gains


def income_events(umpire: Umpire, by: str, on: str) -> None:
    """Raise the incomes that a declaration of war raises (5.2, 8.1)."""
    for nation, gain in gains_of_war(umpire.position, by, on).items():
        _gain(umpire, nation, gain, f"{by}-{on}", ("declares-war", by, on))


def income_event(umpire: Umpire, event: str, about: str, cause: Cause) -> None:
    """Raise the incomes that another event raises: an annexation, Argentina (5.2)."""
    for nation in umpire.book.chart(CHART).table("events").columns.names:
        gain = umpire.book.chart(CHART).at(event, nation, "events").text
        if gain != "0":
            _gain(umpire, nation, gain, f"{event}-{about}", cause)


# --- zones that the wrong people hold ----------------------------------------------------------


@implements("GW-5.2-1", "GW-5.3-1")
def holdings_alarm(umpire: Umpire) -> bool:
    """Raise the incomes of nations that see others hold certain zones, once for each zone (5.2)."""
    table, changed = umpire.book.chart(CHART).table("holdings"), False
    for row in table.rows.names:
        nation, by, zones, roll = (
            umpire.book.chart(CHART).at(row, name, "holdings").text for name in table.columns.names
        )
        held = _held_by(umpire.position, nation, by.split(), zones)
        for zone in held if can_gain(umpire.state, nation) else ():
            umpire.apply(PowerChanged(nation, "flag", ALARM + zone, None, True))
            holder = umpire.state.controller(zone) or ""
            _gain(umpire, nation, roll, zone, ("holds", holder, zone))
            changed = True
    return changed


def _held_by(position: Position, nation: str, by: Sequence[str], zones: str) -> tuple[str, ...]:
    """The zones that alarm a nation and have not yet."""
    known = position.powers.get(nation)
    board, flags = position.board, known.flags if known else {}
    beside = zones == BESIDE
    return tuple(
        zone
        for zone, place in sorted(position.places.items())
        if place.controller in by and zone in board and ALARM + zone not in flags
        if not beside or any(home_of(board, o) == nation for o in board.neighbours[zone])
        if beside or zone in zones.split()
    )


@implements("GW-5.2-2")
def can_gain(state: State, nation: str) -> bool:
    """Whether a nation is at peace and below its Wartime Income, and has not fallen (5.2)."""
    power = state.powers.get(nation)
    wartime = power.counters.get(WARTIME) if power else None
    if power is None or wartime is None or has_surrendered(state, nation):
        return False
    if at_war_with_major(state, nation):
        return False
    return power.counters.get(INCOME, 0) < wartime


@implements("GW-5.3-1", "GW-5.2-1")
def _gain(umpire: Umpire, nation: str, gain: str, about: str, cause: Cause) -> None:
    """One increase of a nation that can gain income."""
    if not can_gain(umpire.state, nation):
        return
    counters = umpire.state.powers[nation].counters
    level, wartime = counters.get(INCOME, 0), counters[WARTIME]
    umpire.chart(CHART)
    if gain == FULL:
        raise_income(umpire, nation, wartime - level, cause)
    elif "d" in gain:
        roll = umpire.roll(f"income-{nation}-{about}", dice=gain, by=nation, cite="5.2")
        raise_income(umpire, nation, roll.total, cause, die=gain)
    else:
        raise_income(umpire, nation, int(gain), cause)
