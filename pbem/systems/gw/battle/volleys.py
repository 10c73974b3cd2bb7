"""Volleys on land and at sea: dice that some units roll together, and what they say (9.1, 9.3).

Decides: what a die says, the hits of a volley, whose hits count as one.
Leaves to `fire` and `naval_fire`: who rolls which volley, and whom its hits may strike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, TypeVar

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.readings import DefendingHits

SIDES_OF_DIE = 12

C = TypeVar("C")


class Stage(StrEnum):
    """When dice are rolled: before everything else in round one, in round one, or later."""

    FIRST_STRIKE = "first-strike"
    FIRST_ROUND = "first-round"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice of one kind of unit: each hits on `value` or less, selects on `selects` or less."""

    index: int
    count: int
    value: int
    selects: int = 0
    breaks_down: bool = False


@dataclass(frozen=True, slots=True)
class Volley(Generic[C]):
    """The dice that one unit type rolls together in a stage, and what its hits demand.

    `selected`: what those demand whose casualty the shooter names. `single`: however many hits,
    they cause one casualty.
    """

    name: str
    dice: tuple[Dice, ...]
    stage: Stage
    claim: C
    selected: C
    single: bool = False

    @property
    def count(self) -> int:
        """How many dice are rolled."""
        return sum(dice.count for dice in self.dice)


class Reading(Enum):
    """What one die says."""

    MISS = 0
    HIT = 1
    SELECTED = 2
    BREAKDOWN = 3


@dataclass(frozen=True, slots=True)
class Hits:
    """The hits of a volley: those whose casualty the shooter names, the others, the breakdowns."""

    selected: int = 0
    ordinary: int = 0
    broken: tuple[int, ...] = ()


@implements("GW-9.1-b4", "GW-9.3-5", "GW-9.5-4", "GW-1.9-3", "GW-1.9-d1", "GW-0.9-11", "GW-9.1-d1")
def read(dice: Dice, face: int) -> Reading:
    """One die against a value (9.1); a natural 12 stops a vehicle in the desert (1.9)."""
    if face <= dice.value:
        return Reading.SELECTED if face <= dice.selects else Reading.HIT
    if dice.breaks_down and face == SIDES_OF_DIE:
        return Reading.BREAKDOWN
    return Reading.MISS


def fire(volley: Volley[C], faces: Sequence[int]) -> Hits:
    """The hits of a volley's dice, given in the order of its groups of dice."""
    if len(faces) != volley.count:
        raise ValueError(f"{volley.name} rolls {volley.count} dice, not {len(faces)}")
    selected = ordinary = start = 0
    broken: list[int] = []
    for dice in volley.dice:
        for face in faces[start : start + dice.count]:
            reading = read(dice, face)
            selected += reading is Reading.SELECTED
            ordinary += reading is Reading.HIT
            if reading is Reading.BREAKDOWN:
                broken.append(dice.index)
        start += dice.count
    if volley.single:
        selected, ordinary = one_hit(selected, ordinary)
    return Hits(selected, ordinary, tuple(broken))


def one_hit(selected: int, ordinary: int) -> tuple[int, int]:
    """One of some hits, if there are any: a selected one before others."""
    return (1, 0) if selected else (0, min(1, ordinary))


@implements("GW-9.1-4")
def is_single(role: Role, rules: Rules, stage: Stage) -> bool:
    """Whether a type of defenders causes one casualty only, by the reading of 9.1."""
    regular = role is Role.DEFENDER and stage is not Stage.FIRST_STRIKE
    return regular and rules.reading(DefendingHits) is DefendingHits.ONE_EACH_TYPE
