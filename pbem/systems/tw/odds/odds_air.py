"""The odds of air combat (11.9): every way in which its dice can fall, and who is left then.

The rounds of play throw the dice themselves; both sides decide as they do where nobody says
otherwise. Decides nothing of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pbem.core.orders.inputs import DiceSource
from pbem.core.play.every_way import every_way
from pbem.core.play.rehearsal import rehearsal
from pbem.systems.tw.air.basing import BOMBERS
from pbem.systems.tw.air.fighting import fight
from pbem.systems.tw.air.flak import fire
from pbem.systems.tw.air.skies import Skies
from pbem.systems.tw.air.support import columns_of, most_columns

SIDES: Final = ("attacker", "defender")


@dataclass(frozen=True, slots=True)
class Fate:
    """How one way of the dice ends: who is lost and Depleted, and the columns that it shifts."""

    lost: tuple[int, int]
    depleted: tuple[int, int]
    columns: int


@dataclass(frozen=True, slots=True)
class AirOdds:
    """The chances of numbers of aircraft lost and Depleted on each side, and of column shifts."""

    lost: tuple[Mapping[int, Fraction], Mapping[int, Fraction]]
    depleted: tuple[Mapping[int, Fraction], Mapping[int, Fraction]]
    columns: Mapping[int, Fraction]


def air_odds(skies: Skies, power: str, most: int) -> AirOdds:
    """The odds of aircraft of both sides over a hex; `most` columns are of use to the attacker."""
    ways: list[tuple[Fraction, Fate]] = list(
        every_way(lambda dice: _flown(skies, power, most, dice))
    )
    return AirOdds(
        (_added(ways, lambda f: f.lost[0]), _added(ways, lambda f: f.lost[1])),
        (_added(ways, lambda f: f.depleted[0]), _added(ways, lambda f: f.depleted[1])),
        _added(ways, lambda f: f.columns),
    )


def _flown(skies: Skies, power: str, most: int, dice: DiceSource) -> Fate:
    """One way of the dice: the rounds, flak at who is left, the columns of both sides."""
    umpire = rehearsal(skies.position, dice)
    left = replace(skies, position=umpire.position)
    with umpire.step("odds", at=skies.place):
        left = fight(umpire, left, power) if left.contested else left
        bombers = tuple(one for one in left.attackers if one.kind in BOMBERS)
        fire(umpire, skies.place, power, bombers)
    position = umpire.position
    right = columns_of(position, position.still_at(bombers), skies.place, most)
    shifts = columns_of(position, left.defenders, skies.place, most_columns(position, "das"))
    lost, worn = [], []
    for pieces in (skies.attackers, skies.defenders):
        there = position.still_at(pieces)
        fresh = {piece.id for piece in pieces if not piece.is_depleted}
        lost.append(len(pieces) - len(there))
        worn.append(sum(one.is_depleted and one.id in fresh for one in there))
    return Fate((lost[0], lost[1]), (worn[0], worn[1]), right - shifts)


def _added(ways: list[tuple[Fraction, Fate]], of: Callable[[Fate], int]) -> dict[int, Fraction]:
    """The chances of each number, in their order."""
    found: dict[int, Fraction] = {}
    for chance, fate in ways:
        found[of(fate)] = found.get(of(fate), Fraction(0)) + chance
    return dict(sorted(found.items()))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """What comes on average."""
    return sum((number * chance for number, chance in chances.items()), Fraction(0))
