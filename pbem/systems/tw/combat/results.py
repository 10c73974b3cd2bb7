"""Results of the Ground Combat Results Table, and what they take (10.2, 10.3.2).

Decides what a cell of the table says, how many factors go on each side, and which units make up a
number of factors with the least excess. Leaves who chooses, and the changes, to `losing`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.systems.tw.battle.odds import column_of
from pbem.systems.tw.world.position import Position

LEAST: Final = -1  # the first row of the table, and its last
LAST: Final = 12
_CELL: Final = re.compile(r"(½|2x)?(AE|DE|DR|DD|EX)(\d|/PV)?(Ω)?")
_TIMES: Final[Mapping[str, Fraction]] = {
    "½": Fraction(1, 2),
    "": Fraction(1),
    "/PV": Fraction(3, 2),
    "2x": Fraction(2),
}


class ResultKind(StrEnum):
    """What a result does."""

    ATTACKER = "AE"
    DEFENDER = "DE"
    RETREAT = "DR"
    DEPLETED = "DD"
    EXCHANGE = "EX"


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the table: what it does, to how much, and whether the Axis is worn down."""

    kind: ResultKind
    half: bool = False
    times: Fraction = Fraction(1)
    depletions: int = 0
    omega: bool = False

    @property
    def retreats(self) -> bool:
        """Whether defenders who are left must retreat."""
        lost_half = self.kind is ResultKind.DEFENDER and self.half
        return lost_half or self.kind in (ResultKind.RETREAT, ResultKind.DEPLETED)


@implements("TW-GCRT-2", "TW-GCRT-8", "TW-GCRT-9", "TW-GCRT-12")
def result_of(text: str) -> Result:
    """What a cell says: `½EX`, `DD2Ω`, `EX/PV`."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise AssertionError(f"{text} is no result of ground combat")
    before, kind, after, omega = (part or "" for part in match.groups())
    exchange = kind == ResultKind.EXCHANGE
    depletions = int(after or 1) if kind == ResultKind.DEPLETED else 0
    times = _TIMES[before or after] if exchange else Fraction(1)
    return Result(ResultKind(kind), before == "½" and not exchange, times, depletions, bool(omega))


@implements("TW-GCRT-1", "TW-10.2.2-1")
def cell_of(position: Position, level: int, roll: int) -> str:
    """The cell of the table for odds and a modified die, which is read at the ends beyond them."""
    return position.book.chart("gcrt").at(row_of(roll), column_of(level)).text


def row_of(roll: int) -> int:
    """The row in which a modified die is read."""
    return min(LAST, max(LEAST, roll))


@implements("TW-10.2.3-2")
def worse_results(position: Position, level: int, roll: int) -> tuple[str, ...]:
    """The result of a roll, and those of higher rows that an attacker may take instead."""
    rows = range(row_of(roll), LAST + 1)
    return tuple(dict.fromkeys(cell_of(position, level, row) for row in rows))


@dataclass(frozen=True, slots=True)
class Toll:
    """The factors that each side must remove at least; None for all that it has."""

    attacker: int | None = 0
    defender: int | None = 0


@implements(
    "TW-GCRT-2", "TW-GCRT-3", "TW-GCRT-4", "TW-GCRT-5", "TW-GCRT-6", "TW-GCRT-7", "TW-GCRT-11",
    "TW-10.3.2-1",
)  # fmt: skip
def toll_of(result: Result, attack: Number, defence: Number) -> Toll:
    """What a result takes of both sides, whose factors count with terrain."""
    if result.kind is ResultKind.ATTACKER:
        return Toll(attacker=ceil(Fraction(attack) / 2) if result.half else None)
    if result.kind is ResultKind.DEFENDER:
        return Toll(defender=ceil(Fraction(defence) / 2) if result.half else None)
    if result.kind is not ResultKind.EXCHANGE:
        return Toll()
    if result.times < 1:
        return Toll(ceil(result.times * defence), None)
    if attack == defence:
        return Toll(None, None)
    if attack < defence:
        return Toll(None, ceil(result.times * attack))
    return Toll(ceil(result.times * defence), None)


def least_excess(factors: Sequence[Number], need: Number) -> tuple[int, ...]:
    """The numbers of some units that make up at least so many factors, with as few as will do.

    Of equal sums those that come first; all of them where they are not enough.
    """
    if need <= 0:
        return ()
    best: dict[Number, tuple[int, ...]] = {0: ()}
    for number, value in enumerate(factors):
        for total, chosen in tuple(best.items()):
            if total < need:
                best.setdefault(total + value, (*chosen, number))
    enough = [total for total in best if total >= need]
    return best[min(enough)] if enough else tuple(range(len(factors)))
