"""Who rolls which dice in a step of land combat (9.1, 9.3, 9.5, 12.2).

Decides: the volleys of a side (one for each unit type), first strike, artillery support, target
selection, air superiority, Anti-Aircraft fire, the fire of works, breakdowns in the desert.
Leaves to `rounds`: what the dice say. Nothing here rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.casualties import (
    AIRCRAFT_FIRST,
    AIRCRAFT_ONLY,
    ANY_UNIT,
    Claim,
    Counts,
    LossRules,
)
from pbem.systems.gw.battle.rounds import Dice, Stage, Volley, is_single
from pbem.systems.gw.world.battlefield import Works
from pbem.systems.gw.world.units import UnitType


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
        if gain(index) <= 0:
            break
        pairs[index] = min(guns, counts[index])
        guns -= pairs[index]
    return tuple(pairs)


@dataclass(frozen=True, slots=True)
class Battery:
    """A force that fires in a stage; `pairs`: how many of each kind have artillery support."""

    side: Side
    counts: Counts
    stage: Stage
    pairs: Counts


def ready(side: Side, counts: Counts, stage: Stage) -> Battery:
    """A force before it fires in a stage."""
    return Battery(side, counts, stage, paired(side, counts, stage))


@implements("GW-9.1-2", "GW-9.1-bd1", "GW-9.1-bd2")
@implements("GW-9.1-b3", "GW-9.1-b6", "GW-9.3-4", "GW-12.2-aa-1", "GW-12.2-d1", "GW-12.2-fighter")
def volley_of(battery: Battery, group: Sequence[int], targets: int) -> Volley[Claim] | None:
    """The volley of one unit type, facing so many aircraft; None if it rolls nothing."""
    side, stage = battery.side, battery.stage
    unit = side.units[group[0]]
    if not fires(unit, stage):
        return None
    dice: list[Dice] = []
    for index in group:
        dice += _dice(battery, index, targets)
    if not dice:
        return None
    rating = side.ratings(stage)[group[0]]
    selected = Claim(rating.versus, shooter_names=True) if rating.selects else ANY_UNIT
    single = is_single(side.role, side.losses.rules, stage)
    return Volley(unit.id, tuple(dice), stage, claim_of(unit, stage), selected, single)


def claim_of(unit: UnitType, stage: Stage) -> Claim:
    """What an ordinary hit of a unit demands: aircraft only, aircraft first, or any unit."""
    if unit.anti_aircraft is not None:
        return AIRCRAFT_ONLY
    if unit.air_superiority and stage is Stage.FIRST_ROUND:
        return AIRCRAFT_FIRST
    return ANY_UNIT


def _dice(battery: Battery, index: int, targets: int) -> list[Dice]:
    """The dice of one unit kind: with support, without, or one for each aircraft (12.2)."""
    unit, count = battery.side.units[index], battery.counts[index]
    rating, pairs = battery.side.ratings(battery.stage)[index], battery.pairs[index]
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


@implements("GW-1.23-3", "GW-1.23-d1")
@implements("GW-12.7-2", "GW-12.7-d1")
def works_volleys(side: Side) -> tuple[Volley[Claim], ...]:
    """The first strike of the works that are attacked (1.23, 12.7), one volley for each kind."""
    kinds = {works.kind: works for works in side.works}
    return tuple(
        plain_volley(kind, works.dice * side.works.count(works), works.hits_on)
        for kind, works in kinds.items()
    )


def plain_volley(name: str, count: int, value: int) -> Volley[Claim]:
    """What works or ships fire before all others, at any unit."""
    return Volley(name, (Dice(-1, count, value),), Stage.FIRST_STRIKE, ANY_UNIT, ANY_UNIT)


def volleys(battery: Battery, targets: int) -> tuple[Volley[Claim], ...]:
    """All volleys of a force in a stage, in its order of fire, facing so many aircraft."""
    rolled = (volley_of(battery, group, targets) for group in battery.side.firing)
    return tuple(volley for volley in rolled if volley)


def strength(side: Side, counts: Counts) -> int:
    """The sum of the values of all dice that a force rolls after round one."""
    rolled = volleys(ready(side, counts, Stage.LATER), 0)
    return sum(dice.count * dice.value for volley in rolled for dice in volley.dice)


def can_hit(side: Side, counts: Counts) -> bool:
    """Whether a force can still hit anything after round one."""
    return any(
        count and rating.value and fires(unit, Stage.LATER)
        for count, rating, unit in zip(counts, side.later, side.units, strict=True)
    )


_FACTS: Final[Mapping[str, Callable[[Side, Counts], int]]] = {
    "units": lambda _, counts: sum(counts),
    "land": land_units,
    "air": aircraft,
    "strength": strength,
}


def side_facts(side: Side, counts: Counts, names: Iterable[str]) -> dict[str, int]:
    """Facts of a force that an order of retreat may ask for, by name."""
    return {name: _FACTS[name](side, counts) for name in names}
