"""Battles fought one by one: a check on all other odds, and dice for those at sea.

The dice come from a fixed bit generator (PCG64), so that a seed gives the same odds everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.rounds import SIDES_OF_DIE, Outcome, Rounds, Standing, Throw

Ended = tuple[Outcome, Counts, Counts]

_BLOCK = 4096


def dice(seed: int) -> Iterator[int]:
    """Twelve-sided dice without end."""
    import numpy as np

    generator = np.random.Generator(np.random.PCG64(seed))
    while True:
        yield from generator.integers(1, SIDES_OF_DIE + 1, size=_BLOCK).tolist()


def one_by_one(battle: LandBattle, battles: int, seed: int) -> Counter[Ended]:
    """How often each ending came up; attackers that broke down count as survivors."""
    rounds = Rounds(battle, thrown(dice(seed)))
    return Counter(ended(*rounds.all()) for _ in range(battles))


def thrown(stream: Iterator[int]) -> Throw[Any]:
    """The dice of every volley, from a stream."""
    return lambda _, volley: list(islice(stream, volley.count))


def ended(outcome: Outcome, standing: Standing) -> Ended:
    """An ending as the odds count it: who is alive of both sides."""
    return (outcome, *standing.alive)
