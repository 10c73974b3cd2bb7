"""Strategic movement points (8.4, 8.5.5, 8.7): how many a power has in a turn, and who spends them.

They are counted in halves. America has two pools, of equal size: one for the way between its box
and the board, one for the board. Britain and America may spend each other's (`points: United
States`). Decides what is left after losses at sea and fire storms, and pays. Leaves what moves cost
to those who move, and what the U-boats sink to rules that are not played: TW-5.1.3-1,
TW-5.1.3-3.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.rules.readings import Reading
from pbem.systems.tw.move.rail import MINOR, WITHOUT_MOSCOW
from pbem.systems.tw.world.calendar import turn_after
from pbem.systems.tw.world.geography import City
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import BRITAIN_AND_AMERICA, PowerCount, PowerFlag, PowerName

WHOLE: Final = 2  # halves of a point for a unit
HALF: Final = 1  # for a Depleted one
POOLS: Final = 2  # of America
BURNT: Final = 2  # points that a fire storm costs in the turn after it
CARGO: Final = 20  # NARFs sunk that cost a point, or the rest of them


class LeastOfAmerica(Reading, id="TW-R-8.4-a"):
    """Whether the two points that losses leave America are those of both pools, or of each."""

    BOTH = "both"
    EACH = "each"


class PointsOfAmerica(Reading, id="TW-R-22.1-a"):
    """How many points America has, once it is at war."""

    POOLS = "pools"
    FIVE = "five"


@implements("TW-8.4-1", "TW-8.6-1")
def own_points(position: Position, power: str) -> int:
    """The strategic movement points of a power, whatever it has lost for a time."""
    return position.state.counter(power, PowerCount.SMP) or _printed(position, power, "smp")


def _printed(position: Position, power: str, column: str) -> int:
    chart = position.book.chart("capacity")
    row = power if power in chart.table().rows.names else MINOR
    return int(chart.at(row, column).number)


@implements("TW-8.4-6", "TW-8.5.5-1", "TW-8.5.3-2", "TW-21.2-2")
def points_of(
    position: Position, power: str, *, overseas: bool = False, spared: bool = False
) -> int:
    """The strategic movement points of a power in a turn, in halves; of America those of a pool, of
    which sinkings take nothing where bombers alone cross (`spared`).
    """
    own, least = own_points(position, power), _least(position, power)
    if power == PowerName.UNITED_STATES:
        own //= POOLS
    lost = not position.is_friendly(power, position.city(City.MOSCOW))
    if power == PowerName.SOVIET_UNION and lost:
        own -= WITHOUT_MOSCOW
    taken = _burnt(position, power) + (0 if overseas and spared else _sunk(position, power))
    return WHOLE * max(least, own - taken)


def _least(position: Position, power: str) -> int:
    """What losses leave a power, or a pool of it."""
    least = _printed(position, power, "least")
    pools = power == PowerName.UNITED_STATES
    together = position.reading(LeastOfAmerica) is LeastOfAmerica.BOTH if pools else False
    return least // POOLS if together else least


@implements("TW-8.4-3", "TW-8.4-4")
def _sunk(position: Position, power: str) -> int:
    """The points of a player turn that went down with convoys: one for each 20 NARFs or part of
    them, and those of ambushes and massacres; of America in each pool.
    """
    sunk = position.state.counter(power, PowerCount.SUNK)
    return -(-sunk // CARGO) + position.state.counter(power, PowerCount.AMBUSHED)


@implements("TW-8.4-2")
def _burnt(position: Position, power: str) -> int:
    """The points that a fire storm of the turn before costs."""
    when = position.state.flag(power, PowerFlag.FIRE_STORM)
    return BURNT if when and turn_after(str(when)) == position.clock.turn else 0


# --- paying --------------------------------------------------------------------------------------


def use_points(
    check: Check,
    power: str,
    halves: int,
    said: str = "",
    *,
    overseas: bool = False,
    spared: bool = False,
) -> None:
    """Spend points of a power, or of the partner whose points an order names."""
    payer = payer_of(check, power)
    pool = overseas and payer == PowerName.UNITED_STATES
    count = PowerCount.OVERSEAS if pool else PowerCount.SHIFTED
    used = check.state.counter(payer, count) + halves
    shared = _is_one_pool(check.position, payer)
    other = _in_other_pool(check, payer, count) if shared else 0
    most = _exceeded(check, payer, used + other, pool=pool, spared=spared)
    if most is not None:
        where = "" if shared else _where(payer, pool=pool)
        message = f"{check.title(payer)} has {most // WHOLE} strategic movement points{where}"
        check.complain("points", said or message, cite="8.4")
    check.does(set_power(check.state, payer, "counter", count, used))
    if pool and spared:
        apart = check.state.counter(payer, PowerCount.SPARED) + halves
        check.does(set_power(check.state, payer, "counter", PowerCount.SPARED, apart))


@implements("TW-8.4-6")
def _exceeded(check: Check, payer: str, used: int, *, pool: bool, spared: bool) -> int | None:
    """The points that spending goes beyond, if it does: bombers cross within the whole pool, others
    also within what sinkings leave of it, whoever goes first. On the board both are the same.
    """
    whole = points_of(check.position, payer, overseas=pool, spared=True)
    left = points_of(check.position, payer, overseas=pool)
    apart = check.state.counter(payer, PowerCount.SPARED)
    if not spared and used - apart > left:
        return left
    return whole if used > whole else None


def _is_one_pool(position: Position, power: str) -> bool:
    """Whether the points of America are read as five in all, for whatever way."""
    america = power == PowerName.UNITED_STATES
    return america and position.reading(PointsOfAmerica) is PointsOfAmerica.FIVE


def _in_other_pool(check: Check, power: str, count: PowerCount) -> int:
    """What has been spent of the pool from which is not paid."""
    other = PowerCount.SHIFTED if count is PowerCount.OVERSEAS else PowerCount.OVERSEAS
    return check.state.counter(power, other)


def _where(payer: str, *, pool: bool) -> str:
    """For which moves the points of America are."""
    if payer != PowerName.UNITED_STATES:
        return ""
    return " between its box and the board" if pool else " on the board"


@implements("TW-8.7-1")
def payer_of(check: Check, power: str) -> str:
    """Whose points are spent: those of the power itself, or of its partner against Germany."""
    said = str(check.order.data.get("points", ""))
    payer = check.power(said) if said else power
    if payer in (power, ""):
        return power
    at_war = all(check.position.at_war(one, PowerName.GERMANY) for one in BRITAIN_AND_AMERICA)
    if not at_war or power not in BRITAIN_AND_AMERICA or payer not in BRITAIN_AND_AMERICA:
        message = f"{check.title(power)} spends no points of {check.title(payer)}"
        hint = "Britain and America do, once both are at war with Germany"
        check.complain("sharing", message, hint, "8.7", about=said)
    return payer
