"""Effective Attack and Defense values of a unit in a round of land combat (0.2, 0.3).

Decides: which bonuses and penalties act on a unit, and what value they leave it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.readings import (
    AntiAircraftValue,
    DefenceFloor,
    MountainRiver,
    Support,
    WorksAndTerrain,
    ZeroAttack,
)
from pbem.systems.gw.world.battlefield import (
    Battlefield,
    Modifier,
    Works,
    city_modifiers,
    mountain_is_lifted,
    terrain_acting,
    terrain_modifiers,
    works_modifiers,
)
from pbem.systems.gw.world.options import DEFAULT_OPTIONS, Options
from pbem.systems.gw.world.units import TargetSelection, UnitType, belongs, bonus, selection


@dataclass(frozen=True, slots=True)
class Circumstances:
    """All that decides a unit's value besides the unit itself."""

    role: Role
    field: Battlefield
    first_round: bool
    border: str = ""
    airborne_assault: bool = False
    works: tuple[Works, ...] = ()
    options: Options = DEFAULT_OPTIONS
    _: KW_ONLY
    rules: Rules

    @property
    @implements("GW-1.7-2")
    def crossed(self) -> tuple[str, ...]:
        """The terrain of a border that attackers cross, which acts in round one alone (1.7)."""
        attacks = self.first_round and self.role is Role.ATTACKER
        return self.field.border(self.border).terrain if attacks else ()


@implements("GW-0.2-1")
def round_up(numerator: int, denominator: int) -> int:
    """A fraction becomes the next whole number (0.2)."""
    return -(-numerator // denominator)


@implements(
    "GW-0.3-2", "GW-0.3-3", "GW-0.3-4", "GW-0.3-5", "GW-1.12-3", "GW-1.24-2", "GW-12.7-3"
)  # fmt: skip
def acting(modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """The best bonus and the worst penalty among a unit's modifiers; the rest is idle (0.3).

    Of equal ones the first in the rulebook's order is named.
    """
    bonuses = [modifier for modifier in modifiers if modifier.change > 0]
    penalties = [modifier for modifier in modifiers if modifier.change < 0]
    best = [max(bonuses, key=lambda modifier: modifier.change)] if bonuses else []
    worst = [min(penalties, key=lambda modifier: modifier.change)] if penalties else []
    return tuple(best + worst)


@implements("GW-0.3-6", "GW-0.3-7", "GW-0.3-8", "GW-9.1-b8")
def effective(
    base: int | None, modifiers: Sequence[Modifier], role: Role, rules: Rules
) -> int | None:
    """A value under its modifiers; penalties stop at the floor, no value stays none (0.3c-d)."""
    if base is None:
        return None
    value = base + sum(modifier.change for modifier in acting(modifiers))
    floored = role is Role.ATTACKER or rules.reading(DefenceFloor) is DefenceFloor.ONE
    lifts = role is Role.ATTACKER and rules.reading(ZeroAttack) is ZeroAttack.ONE
    lowest = 1 if lifts and any(one.change < 0 for one in modifiers) else min(base, 1)
    return max(value, lowest if floored else 0)


@implements("GW-1.24-4")
def terrain_of(at: Circumstances) -> tuple[str, ...]:
    """The terrain that acts on a unit in these circumstances (1.7).

    By one reading mountains weaken those who crossed a river in round one alone (1.24).
    """
    found = terrain_acting(at.field, at.crossed, at.options)
    later = not at.first_round and at.role is Role.ATTACKER
    river = at.options.rivers and "river" in at.field.border(at.border).terrain
    if later and river and at.rules.reading(MountainRiver) is MountainRiver.FIRST_ROUND:
        return tuple(name for name in found if name != "mountain")
    return found


@implements("GW-12.7-3")
def modifiers_of(unit: UnitType, at: Circumstances) -> tuple[Modifier, ...]:
    """Every bonus and penalty on a unit this round, apart from artillery support."""
    works = works_modifiers(unit, at.role, at.works, at.first_round)
    lifted = mountain_is_lifted(at.field, at.rules)
    met = [name for name in terrain_of(at) if not (lifted and name == "mountain")]
    terrain = terrain_modifiers(at.rules.book, unit, at.role, met)
    if (
        at.works
        and at.first_round
        and at.rules.reading(WorksAndTerrain) is WorksAndTerrain.WORKS_ONLY
    ):
        terrain = tuple(modifier for modifier in terrain if modifier.change > 0)
    city = city_modifiers(at.rules.book, unit, at.role, at.field)
    return works + terrain + city + _airborne_modifiers(unit, at)


@implements("GW-9.15-4", "GW-12.2-airborne")
def _airborne_modifiers(unit: UnitType, at: Circumstances) -> tuple[Modifier, ...]:
    """The bonus of Airborne in round one of their airborne assault (12.2)."""
    gain = bonus(at.rules.book, "airborne-assault")
    if not (at.airborne_assault and at.first_round and belongs(unit, gain.to)):
        return ()
    return (Modifier(gain.name, gain.change, "12.2"),)


@implements("GW-12.2-artillery")
def support_modifier(at: Circumstances) -> Modifier | None:
    """What a paired artillery unit lends to an attacking infantry-class unit this round (12.2)."""
    over = at.rules.reading(Support) is Support.FIRST_ROUND and not at.first_round
    if at.role is not Role.ATTACKER or over:
        return None
    gain = bonus(at.rules.book, "artillery-support")
    return Modifier(gain.name, gain.change, "12.2")


def value_of(unit: UnitType, at: Circumstances, supported: bool = False) -> int | None:
    """The value that a unit's die must not exceed in this round; None when it cannot roll."""
    if unit.harmless:
        return None
    base, modifiers = unit.printed(at.role), modifiers_of(unit, at)
    if unit.anti_aircraft is not None:
        base = unit.anti_aircraft.hits_on
        if at.rules.reading(AntiAircraftValue) is AntiAircraftValue.FIXED:
            modifiers = ()
    support = support_modifier(at) if supported and unit.supported else None
    if support:
        modifiers = (*modifiers, support)
    return effective(base, modifiers, at.role, at.rules)


@implements("GW-9.3-5", "GW-1.16-3", "GW-12.2-tank-destroyer", "GW-7.8-5")
def selection_of(unit: UnitType, at: Circumstances) -> TargetSelection | None:
    """A unit's target selection: its own (table 9-1), or that of a city's defenders (1.16)."""
    in_city = at.role is Role.DEFENDER and at.field.city and not at.field.surrounded
    return (
        selection(at.rules.book, "city", f"{unit.class_}-class") if in_city else None
    ) or unit.selection
