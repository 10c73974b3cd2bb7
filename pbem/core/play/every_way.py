"""Every way in which dice can fall: what an act of play comes to in each, with its chance.

So odds are worked out from the very steps that play. Decides nothing of play. Of several dice
thrown together only the sum is told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeVar

from pbem.core.orders.inputs import DiceSource

T = TypeVar("T")


@dataclass(slots=True)
class _Fallen:
    """Dice that fall as they are told, throw by throw, and from then on as low as they can."""

    told: tuple[int, ...]
    picks: list[int] = field(default_factory=list)
    ways: list[int] = field(default_factory=list)
    chance: Fraction = Fraction(1)

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice shown for a context."""
        sums = _sums(count, sides)
        depth = len(self.picks)
        pick = self.told[depth] if depth < len(self.told) else 0
        shown, chance = sums[pick]
        self.picks.append(pick)
        self.ways.append(len(sums))
        self.chance *= chance
        return shown


@cache
def _sums(count: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Each sum of some dice: dice that show it, and its chance."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for shown in product(range(1, sides + 1), repeat=count):
        found.setdefault(sum(shown), []).append(shown)
    return tuple((ways[0], Fraction(len(ways), sides**count)) for ways in found.values())


def every_way(act: Callable[[DiceSource], T]) -> Iterator[tuple[Fraction, T]]:
    """What an act comes to in every way that its dice can fall, with the chance of each."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        dice = _Fallen(waiting.pop())
        came = act(dice)
        yield dice.chance, came
        for depth in range(len(dice.told), len(dice.picks)):
            before = dice.picks[:depth]
            waiting += [(*before, pick) for pick in range(1, dice.ways[depth])]
