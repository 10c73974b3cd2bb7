"""Odds of ground combat (10.0, 10.1): from factors to a column of the table.

Odds are levels: 0 is 1:1, 2 is 3:1, -3 is 1:4; a shift adds to the level. Decides the level and its
column. Leaves who attacks, and the die, to combat.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.position import Position

WORST: Final = -3  # 1:4
EVEN: Final = 0  # 1:1
BEST: Final = 4  # 5:1
OVERRUN: Final = 5  # 6:1, an automatic victory


@implements("TW-10.0-2", "TW-10.1.1-1")
def level_of(attack: Number, defence: Number) -> int:
    """The level of some odds, rounded in favour of the defender: 13 to 4 is 3:1."""
    if attack >= defence:
        return int(attack // defence) - 1
    return 1 + int(-defence // (attack or 1))


@implements("TW-10.0-3", "TW-GCRT-1")
def may_attack(level: int) -> bool:
    """Whether odds are good enough to attack at all: 1:4 or better."""
    return level >= WORST


@implements("TW-10.1.1-2", "TW-1.2d-1")
def column_of(level: int) -> str:
    """The column of the table: at best 5:1, at worst 1:4."""
    shown = min(BEST, max(WORST, level))
    return ratio_of(shown)


def ratio_of(level: int) -> str:
    """A level in words: `3:1`, `1:2`."""
    return f"{level + 1}:1" if level >= 0 else f"1:{1 - level}"


@implements("TW-10.8-2")
def nationality_modifier(position: Position, attacker: int, defender: int) -> int:
    """What the ratings of both sides add to the die."""
    chart = position.book.chart("gcrt-modifiers")
    return int(chart.at(str(defender), str(attacker), "nationality").number)
