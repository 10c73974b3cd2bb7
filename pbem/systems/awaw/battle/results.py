"""Results of ground combat (3.11): what A, a, D and d take from either side.

Decides how many factors either side loses by a result, and which units a loser gives up. Leaves
exchanges, whose amounts are in 15.61, to the moderator, and the result itself to the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading


class Result(StrEnum):
    """The results of the Combat Results Table."""

    ATTACKER = "A"
    HALF_ATTACKER = "a"
    DEFENDER = "D"
    HALF_DEFENDER = "d"
    EXCHANGE = "Ex"
    EXCHANGE_1 = "Ex-1"
    EXCHANGE_2 = "Ex-2"


EXCHANGES: Final = (Result.EXCHANGE, Result.EXCHANGE_1, Result.EXCHANGE_2)
MOST_UNITS: Final = 12  # of which the cheapest that make up a loss are looked for


class Halves(Reading, id="AWAW-R-3.11-a"):
    """How half of the modified value of the defenders, and half of their factors, is rounded."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Losses:
    """Factors that either side loses at least."""

    attacker: int
    defender: int


@implements("AWAW-3.11-43")
def modified_value(factors: int, net_dm: int) -> int:
    """The defensive strength of units: their factors times the net defense multiplier.

    Multipliers may be negative; they always add up before.
    """
    return factors * net_dm


@implements("AWAW-3.11-43")
def net_dm(multipliers: Iterable[int]) -> int:
    """The net defense multiplier: all of them added up."""
    return sum(multipliers)


@implements("AWAW-3.11-1", "AWAW-3.11-2", "AWAW-3.11-3", "AWAW-3.11-4")
def losses(result: Result, halves: Halves, *, attack: int, defence: int, modified: int) -> Losses:
    """What either side loses by a result; by an exchange nothing here, its amounts are in 15.61.

    `attack` and `defence` are factors, `modified` is the modified value of the defenders. Nobody
    loses more than he has.
    """
    by_attacker = {Result.ATTACKER: modified, Result.HALF_ATTACKER: half(modified, halves)}
    by_defender = {Result.DEFENDER: defence, Result.HALF_DEFENDER: half(defence, halves)}
    return Losses(min(attack, by_attacker.get(result, 0)), by_defender.get(result, 0))


def half(number: int, halves: Halves) -> int:
    """Half of a number."""
    return -(-number // 2) if halves is Halves.UP else number // 2


def given_up(
    factors: Sequence[int], lost: int, prices: Sequence[int] | None = None
) -> tuple[int, ...]:
    """Which of some units, by number, make up a loss: those of the lowest prices together (without
    prices the fewest factors), then the fewest factors, then the fewest units.

    Of very many units the cheapest go first.
    """
    numbers = range(len(factors))
    worth = factors if prices is None else prices
    if lost <= 0:
        return ()
    if len(factors) > MOST_UNITS:
        return _first_that_do(factors, lost, worth)
    found = [
        some
        for size in range(1, len(factors) + 1)
        for some in combinations(numbers, size)
        if sum(factors[one] for one in some) >= lost
    ]
    rated = (
        (sum(worth[one] for one in some), sum(factors[one] for one in some), len(some), some)
        for some in found
    )
    best = min(rated, default=None)
    return best[3] if best else tuple(numbers)


def _first_that_do(factors: Sequence[int], lost: int, worth: Sequence[int]) -> tuple[int, ...]:
    cheapest = sorted(range(len(factors)), key=lambda one: (worth[one], factors[one], one))
    return tuple(sorted(needed_of(cheapest, factors, lost)))


def needed_of(order: Sequence[int], factors: Sequence[int], lost: int) -> tuple[int, ...]:
    """As many of some units, by number and in this order, as make up a loss: none goes in vain."""
    taken: list[int] = []
    for one in order:
        if sum(factors[other] for other in taken) < lost:
            taken.append(one)
    for one in reversed(tuple(taken)):
        if sum(factors[other] for other in taken) - factors[one] >= lost:
            taken.remove(one)
    return tuple(taken)
