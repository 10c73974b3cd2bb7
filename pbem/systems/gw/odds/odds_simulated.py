"""Battles fought one by one: a check on all other odds, and dice for those at sea.

The dice come from a fixed bit generator (PCG64), so that a seed gives the same odds everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.fire import SIDES_OF_DIE, Side, Volley
from pbem.systems.gw.battle.land_battle import Battle, Outcome, fight

Ended = tuple[Outcome, Counts, Counts]

_BLOCK = 4096


def dice(seed: int) -> Iterator[int]:
    """Twelve-sided dice without end."""
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(seed))
    while True:
        yield from generator.integers(1, SIDES_OF_DIE + 1, size=_BLOCK).tolist()


def one_by_one(battle: Battle, battles: int, seed: int) -> Counter[Ended]:
    """How often each ending came up; attackers that broke down count as survivors."""
    stream = dice(seed)

    def throw(_: Side, volley: Volley) -> Sequence[int]:
        return [next(stream) for _ in range(volley.count)]

    endings: Counter[Ended] = Counter()
    for _ in range(battles):
        outcome, position = fight(battle, throw)
        alive = tuple(map(sum, zip(position.attacker, position.withdrawn, strict=True)))
        endings[outcome, alive, position.defender] += 1
    return endings
