"""Who rolls which dice in a step of land combat, and what the dice say (9.1, 9.3, 9.5, 12.2).

Decides: the volleys of a side (one for each unit type), first strike, artillery support, target
selection, air superiority, Anti-Aircraft fire, the fire of works, breakdowns in the desert.
Dice come in as numbers; nothing here rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Rules
from pbem.systems.gw.battle.casualties import (
    AIRCRAFT_FIRST,
    AIRCRAFT_ONLY,
    ANY_UNIT,
    Claim,
    Counts,
    LossRules,
)
from pbem.systems.gw.world.battlefield import Works
from pbem.systems.gw.world.readings import DefendingHits
from pbem.systems.gw.world.units import Role, UnitType

SIDES_OF_DIE = 12


class Stage(StrEnum):
    """When dice are rolled: before everything else in round one, in round one, or later."""

    FIRST_STRIKE = "first-strike"
    FIRST_ROUND = "first-round"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Rating:
    """What a unit kind needs to hit in a round: alone, and with artillery support."""

    value: int | None
    supported: int | None
    selects: int = 0
    versus: str = ""
    breaks_down: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle, ready to fight: its roster, ratings, orders of fire and of losses."""

    role: Role
    name: str
    units: tuple[UnitType, ...]
    start: Counts
    first_round: tuple[Rating, ...]
    later: tuple[Rating, ...]
    firing: tuple[tuple[int, ...], ...]
    losses: LossRules
    works: tuple[Works, ...] = ()
    cannot_retreat: tuple[int, ...] = ()

    def ratings(self, stage: Stage) -> tuple[Rating, ...]:
        """The ratings of a stage: modifiers differ between round one and later rounds."""
        return self.later if stage is Stage.LATER else self.first_round


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice of one kind of unit: each hits on `value` or less, selects on `selects` or less."""

    index: int
    count: int
    value: int
    selects: int = 0
    breaks_down: bool = False


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice that one unit type rolls together, and what its hits demand.

    `single`: however many hits, they cause one casualty.
    """

    name: str
    dice: tuple[Dice, ...]
    claim: Claim = ANY_UNIT
    selected: Claim = ANY_UNIT
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


def fire(volley: Volley, faces: Sequence[int]) -> Hits:
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


def aircraft(side: Side, counts: Counts) -> int:
    """How many aircraft a force has."""
    return sum(count for count, unit in zip(counts, side.units, strict=True) if unit.is_air)


def land_units(side: Side, counts: Counts) -> int:
    """How many land units a force has."""
    return sum(count for count, unit in zip(counts, side.units, strict=True) if unit.is_land)


@implements("GW-9.3-1", "GW-9.3-2", "GW-9.3-3", "GW-9.5-2", "GW-9.5-8", "GW-12.7-2")
def fires(unit: UnitType, stage: Stage) -> bool:
    """Whether a unit rolls in a stage: first strike once in round one, then with the rest (9.3).

    Anti-Aircraft Artillery fires in round one only (12.2).
    """
    if stage is Stage.FIRST_STRIKE:
        return unit.first_strike
    if stage is Stage.FIRST_ROUND:
        return not unit.first_strike
    return unit.anti_aircraft is None


def paired(side: Side, counts: Counts, stage: Stage) -> Counts:
    """How many units of each kind have artillery support, 1:1, where it helps most (12.2)."""
    guns = sum(count for count, unit in zip(counts, side.units, strict=True) if unit.supports)
    ratings = side.ratings(stage)
    pairs = [0] * len(counts)

    def gain(index: int) -> int:
        rating = ratings[index]
        return (rating.supported or 0) - (rating.value or 0)

    for index in sorted(range(len(counts)), key=gain, reverse=True):
        if gain(index) <= 0 or not guns:
            break
        pairs[index] = min(guns, counts[index])
        guns -= pairs[index]
    return tuple(pairs)


@implements("GW-9.1-2", "GW-9.1-bd1", "GW-9.1-bd2")
@implements("GW-9.1-b3", "GW-9.1-b6", "GW-9.3-4", "GW-12.2-aa-1", "GW-12.2-d1", "GW-12.2-fighter")
def volley_of(
    side: Side, counts: Counts, group: Sequence[int], pairs: Counts, stage: Stage, targets: int
) -> Volley | None:
    """The volley of one unit type, facing so many aircraft; None if it rolls nothing."""
    unit = side.units[group[0]]
    if not fires(unit, stage):
        return None
    ratings = side.ratings(stage)
    dice: list[Dice] = []
    for index in group:
        dice += _dice(index, counts[index], pairs[index], ratings[index], unit, targets)
    if not dice:
        return None
    rating = ratings[group[0]]
    selected = Claim(rating.versus, shooter_names=True) if rating.selects else ANY_UNIT
    single = is_single(side.role, side.losses.rules, stage)
    return Volley(unit.id, tuple(dice), claim_of(unit, stage), selected, single)


@implements("GW-9.1-4")
def is_single(role: Role, rules: Rules, stage: Stage) -> bool:
    """Whether a type of defenders causes one casualty only, by the reading of 9.1."""
    regular = role is Role.DEFENDER and stage is not Stage.FIRST_STRIKE
    return regular and rules.reading(DefendingHits) is DefendingHits.ONE_EACH_TYPE


def claim_of(unit: UnitType, stage: Stage) -> Claim:
    """What an ordinary hit of a unit demands: aircraft only, aircraft first, or any unit."""
    if unit.anti_aircraft is not None:
        return AIRCRAFT_ONLY
    if unit.air_superiority and stage is Stage.FIRST_ROUND:
        return AIRCRAFT_FIRST
    return ANY_UNIT


def _dice(
    index: int, count: int, pairs: int, rating: Rating, unit: UnitType, targets: int
) -> list[Dice]:
    """The dice of one unit kind: with support, without, or one for each aircraft (12.2)."""
    if not count or not rating.value:
        return []
    if unit.anti_aircraft is not None:
        guns = unit.anti_aircraft
        each = min(guns.most_dice, guns.dice_for_each_aircraft * targets)
        return [Dice(index, count * each, rating.value)] if each else []
    groups = ((pairs, rating.supported), (count - pairs, rating.value))
    return [
        Dice(index, number, value, rating.selects, rating.breaks_down)
        for number, value in groups
        if number and value
    ]


@implements("GW-1.23-d1")
@implements("GW-12.7-2", "GW-12.7-d1")
def works_volleys(side: Side) -> tuple[Volley, ...]:
    """The first strike of the works that are attacked (1.23, 12.7), one volley for each kind."""
    kinds = {works.kind: works for works in side.works}
    return tuple(
        Volley(kind, (Dice(-1, works.dice * side.works.count(works), works.hits_on),))
        for kind, works in kinds.items()
    )


def volleys(side: Side, counts: Counts, stage: Stage, targets: int) -> tuple[Volley, ...]:
    """All volleys of a force in a stage, in its order of fire, facing so many aircraft."""
    pairs = paired(side, counts, stage)
    rolled = (volley_of(side, counts, group, pairs, stage, targets) for group in side.firing)
    return tuple(volley for volley in rolled if volley)


def strength(side: Side, counts: Counts) -> int:
    """The sum of the values of all dice that a force rolls after round one."""
    rolled = volleys(side, counts, Stage.LATER, 0)
    return sum(dice.count * dice.value for volley in rolled for dice in volley.dice)


def can_hit(side: Side, counts: Counts) -> bool:
    """Whether a force can still hit anything after round one."""
    return any(
        count and rating.value and fires(unit, Stage.LATER)
        for count, rating, unit in zip(counts, side.later, side.units, strict=True)
    )
