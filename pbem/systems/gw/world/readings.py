"""Readings of ambiguous rules in play; of a battle only those that can matter are looked up."""

from __future__ import annotations

from collections.abc import Collection

from pbem.core.rules.book import Book
from pbem.core.rules.readings import Asks, Reading, Rules, rules_of
from pbem.systems.gw.rulings.board_rulings import MountainRiver, ZeroAttack
from pbem.systems.gw.rulings.combat_rulings import DefendingHits
from pbem.systems.gw.rulings.rulings import (
    AntiAircraftValue,
    Breakdown,
    Capture,
    DefenceFloor,
    DoubleCasualties,
    LateLanding,
    OddCasualty,
    Support,
    SurroundedMountainCity,
    TransportLoss,
    WorksAndTerrain,
)
from pbem.systems.gw.world.battlefield import Battlefield, rows_of, works_of
from pbem.systems.gw.world.units import UnitType


def rules_of_battle(
    asks: Asks, field: Battlefield, units: Collection[UnitType], landing: bool = False
) -> Rules:
    """The rules of a battle between some kinds of units on some ground; some may land."""
    book = asks.book
    terrain = {*field.terrain, *(name for border in field.borders for name in border.terrain)}
    works = [works_of(book, border.works) for border in field.borders if border.works]
    mixed = any(unit.is_air for unit in units)
    matters: dict[type[Reading], bool] = {
        DefenceFloor: _weakens_defence(book, field, terrain),
        ZeroAttack: any(unit.attack == 0 for unit in units),
        MountainRiver: "mountain" in field.terrain and "river" in terrain,
        Breakdown: "desert" in terrain and any(unit.class_ == "vehicle" for unit in units),
        DoubleCasualties: any(one.double_casualties for one in works),
        SurroundedMountainCity: field.city and field.surrounded and "mountain" in field.terrain,
        LateLanding: landing,
        OddCasualty: landing or any(one.double_casualties for one in works),
        Support: any(unit.supports for unit in units) and any(u.supported for u in units),
        Capture: mixed,
        DefendingHits: bool(units),
        TransportLoss: any(unit.last_casualty for unit in units),
        AntiAircraftValue: any(unit.anti_aircraft for unit in units)
        and bool(terrain or field.city),
        WorksAndTerrain: bool(works or field.works) and bool(terrain),
    }
    return rules_of(asks, matters)


def _weakens_defence(book: Book, field: Battlefield, terrain: Collection[str]) -> bool:
    """Whether the ground lowers Defense values, so that their floor can matter."""
    sources = [*sorted(terrain), *(["surrounded-city"] if field.city and field.surrounded else [])]
    return any(
        row.value == "defender" and row.change < 0
        for source in sources
        for row in rows_of(book, source)
    )
