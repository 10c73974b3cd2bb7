"""Incomes of nations at peace that the actions of others raise (5.2, 5.3, 8.1).

What raises whose income stands on the reference sheets; the chart `income-events` has what is known
of them. Increases are rolled and noted at once, whosever turn it is (5.3). Decides who gains how
much by what. Leaves the changing of an income to `incomes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power
from pbem.core.rules.position import Position
from pbem.systems.gw.economy.incomes import end_of_increases, raise_income
from pbem.systems.gw.world.nations import at_war_with_major, has_surrendered, home_of
from pbem.systems.gw.world.treaties import NAZI_SOVIET, in_force
from pbem.systems.gw.world.vocabulary import Cause, PowerCount, PowerFlag

CHART: Final = "income-events"
ANY: Final = "any"
FULL: Final = "full"
BESIDE: Final = "beside"


@dataclass(frozen=True, slots=True)
class Increase:
    """What an event raises an income by: dice, a number or `full`; its name in rolls, and why."""

    gain: str
    name: str
    cause: Cause


@implements("GW-5.2-2", "GW-0.9-17")
def gains_of_war(position: Position, by: str, on: str) -> dict[str, str]:
    """What every nation gains when a nation declares war on another: dice, a number, or `full`."""
    column = "in-pact" if in_force(position, NAZI_SOVIET) else "roll"
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


@implements("GW-4.9-2")
def income_events(umpire: Umpire, by: str, on: str, attacked: Sequence[str] = ()) -> None:
    """Raise the incomes that a declaration of war raises (5.2, 8.1).

    `attacked`: nations of which this one is a part (4.9); what their war has raised does not rise
    for it again.
    """
    position = umpire.position
    risen = {nation for other in attacked for nation in gains_of_war(position, by, other)}
    for nation, gain in gains_of_war(position, by, on).items():
        if nation not in risen:
            _gain(umpire, nation, Increase(gain, f"{by}-{on}", ("declares-war", by, on)))


def income_event(umpire: Umpire, event: str, about: str, cause: Cause) -> None:
    """Raise the incomes that another event raises: an annexation, Argentina (5.2)."""
    for nation in umpire.book.chart(CHART).table("events").columns.names:
        gain = umpire.book.chart(CHART).at(event, nation, "events").text
        if gain != "0":
            _gain(umpire, nation, Increase(gain, f"{event}-{about}", cause))


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
        for zone in held if room_to_gain(umpire.position, nation) else ():
            umpire.apply(
                *set_power(umpire.state, nation, "flag", PowerFlag.ALARMED_BY.of(zone), True)
            )
            holder = umpire.state.holder(zone)
            _gain(umpire, nation, Increase(roll, zone, ("holds", holder, zone)))
            changed = True
    return changed


def _held_by(position: Position, nation: str, by: Sequence[str], zones: str) -> tuple[str, ...]:
    """The zones that alarm a nation and have not yet."""
    board, named = position.board, zones.split()

    def alarms(zone: str) -> bool:
        if zones == BESIDE:
            return any(home_of(board, other) == nation for other in board.neighbours[zone])
        return zone in named

    return tuple(
        zone
        for zone, place in sorted(position.places.items())
        if place.controller in by and zone in board and alarms(zone)
        if not position.state.flag(nation, PowerFlag.ALARMED_BY.of(zone))
    )


@implements("GW-5.2-2")
def room_to_gain(position: Position, nation: str) -> int:
    """How much below its Wartime Income a nation is that is at peace and has not fallen (5.2)."""
    state = position.state
    end = end_of_increases(position, nation) if nation in position.powers else None
    if end is None or has_surrendered(state, nation) or at_war_with_major(state, nation):
        return 0
    return max(0, end - state.counter(nation, PowerCount.INCOME))


@implements("GW-5.3-1", "GW-5.2-1")
def _gain(umpire: Umpire, nation: str, more: Increase) -> None:
    """One increase of a nation that can gain income."""
    room = room_to_gain(umpire.position, nation)
    if not room:
        return
    umpire.chart(CHART)
    if more.gain == FULL:
        raise_income(umpire, nation, room, more.cause)
    elif "d" in more.gain:
        roll = umpire.roll(f"income-{nation}-{more.name}", dice=more.gain, by=nation, cite="5.2")
        raise_income(umpire, nation, roll.total, more.cause, die=more.gain)
    else:
        raise_income(umpire, nation, int(more.gain), more.cause)
