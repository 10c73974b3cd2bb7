"""The odds of a battle by brute force: every die of every round, with fractions.

It plays the rounds of the land battle itself and uses nothing of the odds, so that it can check
them. Only good for small battles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.rounds import (
    SIDES_OF_DIE,
    Dice,
    Outcome,
    Reading,
    Rounds,
    Standing,
    Volley,
    read,
)

Ending = tuple[Outcome, Counts, Counts]


def enumerate_battle(battle: LandBattle, rounds_matter: int = 1) -> Counter[Ending]:
    """The chance of every ending; the round number may matter up to a round."""
    return every_ending(battle, lambda position: position.forces, rounds_matter)


def every_ending(battle: Any, left: Callable[[Standing], Any], rounds_matter: int) -> Counter[Any]:
    """The chance of every ending of a battle on land or at sea, with what is left of both sides."""
    known: dict[Standing, Counter[Any]] = {}

    def capped(position: Standing) -> Standing:
        return replace(position, round=min(position.round, rounds_matter))

    def follow(position: Standing) -> Counter[Any]:
        if position not in known:
            known[position] = settle(position)
        return known[position]

    def settle(position: Standing) -> Counter[Any]:
        outcome = battle.ending(position)
        if outcome is not None:
            return Counter({(outcome, *left(position)): Fraction(1)})
        total: Counter[Any] = Counter()
        stay = Fraction(0)
        for after, chance in one_round(battle, position).items():
            if capped(after) == position:
                stay += chance
                continue
            for reached, more in follow(capped(after)).items():
                total[reached] += chance * more
        return Counter({reached: chance / (1 - stay) for reached, chance in total.items()})

    return follow(battle.start())


def one_round(battle: Any, position: Standing) -> Counter[Standing]:
    """The chance of every position after a round, over all ways in which the dice can fall."""
    total: Counter[Standing] = Counter()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        oracle = Oracle(waiting.pop())
        after = Rounds(battle, oracle.throw).one(position)
        total[after] += oracle.chance
        waiting += oracle.others
    return total


class Oracle:
    """Dice that fall as a list of choices says, and then always in the first way there is."""

    def __init__(self, choices: tuple[int, ...]) -> None:
        self.choices = choices
        self.taken: tuple[int, ...] = ()
        self.chance = Fraction(1)
        self.others: list[tuple[int, ...]] = []

    def throw(self, _: Role, volley: Volley[Any]) -> Sequence[int]:
        return [self.face(dice) for dice in volley.dice for _ in range(dice.count)]

    def face(self, dice: Dice) -> int:
        ways = ways_to_fall(dice)
        place = len(self.taken)
        if place < len(self.choices):
            choice = self.choices[place]
        else:
            choice = 0
            self.others += [(*self.taken, other) for other in range(1, len(ways))]
        self.taken += (choice,)
        face, number = ways[choice]
        self.chance *= Fraction(number, SIDES_OF_DIE)
        return face


def ways_to_fall(dice: Dice) -> list[tuple[int, int]]:
    """One face for each reading of a die, and how many faces read so."""
    faces: dict[Reading, list[int]] = {}
    for face in range(1, SIDES_OF_DIE + 1):
        faces.setdefault(read(dice, face), []).append(face)
    return [(alike[0], len(alike)) for alike in faces.values()]
