"""What units cost (15.1.2), and the limit of what is spent on them in a turn (15.1.6.1).

Decides prices, and what goes beyond half of the base. Leaves what is built to `building`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.systems.tw.world.calendar import year_of
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import JET, Kind, Piece
from pbem.systems.tw.world.vocabulary import Pool, PowerCount, PowerName

LIMITED_FROM: Final = 1940
DEAR_AIR: Final = (PowerName.GERMANY, PowerName.ITALY)


@implements("TW-15.1.1-1", "TW-2.6-INF-1")
def price_of_factor(position: Position, piece: Piece) -> int:
    """NARFs of one combat factor of a ground unit."""
    chart = position.book.chart("costs")
    columns = chart.table("ground").columns.names
    column = piece.owner if piece.owner in columns else "factor"
    return int(chart.at(piece.kind, column, "ground").number)


@implements("TW-11.13-1")
def row_of(piece: Piece) -> str:
    """The row of an aircraft in the cost table: naval aircraft are dear for the Axis, and jets."""
    if piece.counter.is_a(JET):
        return JET
    dear = piece.kind == Kind.NAC and piece.owner in DEAR_AIR
    return "NAC-germany-italy" if dear else piece.kind


@implements("TW-15.1.2-2", "TW-15.1.1-2", "TW-15.3-1", "TW-12.6.4-1", "TW-3.9.1-2", "TW-15.5-1")
def price_of(position: Position, piece: Piece) -> int:
    """NARFs of a whole unit; those that were lost without supply, or given up, cost double."""
    price = worth_of(position, piece)
    return 2 * price if piece.at.endswith(f"/{Pool.OUT_OF_SUPPLY}") else price


def worth_of(position: Position, piece: Piece) -> int:
    """NARFs of a whole unit, however it was lost."""
    chart = position.book.chart("costs")
    if piece.is_air:
        row = row_of(piece)
        return sum(int(chart.at(row, part, "air").number) for part in ("build", "cadre"))
    cadre = int(chart.at(piece.kind, "cadre", "ground").number)
    return max(1, piece.strength) * price_of_factor(position, piece) + cadre


def pay(check: Check, power: str, cost: int) -> None:
    """Pay NARFs that a power has; what units cost is paid by `spend`."""
    _take(check, power, cost)


@implements("TW-14.4-2")
def _take(check: Check, power: str, cost: int) -> None:
    """Take NARFs of a power; what it lacks, of its Satellites, whose NARFs are its own; on credit
    also what nobody has.
    """
    left = check.state.counter(power, PowerCount.NARFS)
    credit = bool(check.order.data.get("credit"))
    lacks = 0 if credit else max(0, cost - left)
    found = 0
    for satellite, has in _of_satellites(check, power):
        part = min(has, lacks - found)
        if part > 0:
            check.does(set_power(check.state, satellite, "counter", PowerCount.NARFS, has - part))
        found += max(0, part)
    if lacks > found:
        message = f"{cost} NARFs are needed, {check.title(power)} has {left + found}"
        check.complain("narfs", message, cite="15.1.2")
    check.does(set_power(check.state, power, "counter", PowerCount.NARFS, left - cost + found))


def _of_satellites(check: Check, power: str) -> tuple[tuple[str, int], ...]:
    """The Satellites of a power, with the NARFs of each."""
    position = check.position
    own = (one for one in position.powers if one != power and position.patron(one) == power)
    return tuple((one, check.state.counter(one, PowerCount.NARFS)) for one in own)


@implements(
    "TW-15.1.6.1-2", "TW-15.1.6.1-3", "TW-15.1.6.1-4", "TW-15.1.6.1-5", "TW-14.1.4-1", "TW-4.5-3"
)
def spend(check: Check, power: str, cost: int) -> int:
    """Pay for units: what goes beyond half of a major power's base, from Spring 1940 on, costs
    double.
    """
    state = check.state
    spent = state.counter(power, PowerCount.SPENT)
    base = state.counter(power, PowerCount.BASE)
    limit = -(-base // 2)
    limited = base and year_of(state.clock.turn) >= LIMITED_FROM
    free = max(0, limit - spent) if limited else cost
    dear = cost + max(0, cost - free)
    _take(check, power, dear)
    check.does(set_power(check.state, power, "counter", PowerCount.SPENT, spent + cost))
    return dear
