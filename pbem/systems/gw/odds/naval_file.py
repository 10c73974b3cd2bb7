"""The sheet of a naval battle for `pbem odds`.

    format: pbem-odds/1
    system: gw
    battle: naval
    attacker:
      name: Great Britain
      units: {destroyer: 2, battleship: 1}
      patrol: {fighter: 2}            # aircraft on patrol, or of a Carrier in the zone
      damaged: {battleship: 1}        # capital ships that start with a hit
    defender: {name: Germany, units: {heavy-cruiser: 1}, hunted: {submarine: 2}, submerge: at-once}

`hunted`: submarines that would decline combat but for the enemy's aircraft on patrol (8.9).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.core.rules.book import Book
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import DAMAGE
from pbem.systems.gw.battle.naval_battle import AT_ONCE, FACTS, NavalBattle, prepare
from pbem.systems.gw.battle.naval_forces import Kind, NavalForce, NavalPlan, Squadron
from pbem.systems.gw.battle.rounds import HOPELESS, NEVER, Lines
from pbem.systems.gw.odds.sheet import Question, Sheet, sheet_from
from pbem.systems.gw.world.units import CLASSES, UnitType, catalogue

WAYS: Final = ("units", "patrol", "hunted", "damaged")
WHEN: Final[Mapping[str, Lines]] = {"never": NEVER, "at-once": AT_ONCE}
RETREAT: Final[Mapping[str, Lines]] = {"usual": HOPELESS, **WHEN}


def naval_question(sheet: Sheet) -> Question[NavalBattle]:
    """The battle that a sheet describes; raises BattleFileError with all findings."""
    rules = sheet.rules()
    sides = Sides.of(lambda role: _fleet(sheet, role))
    retreat = sheet.lines("attacker", "retreat", words=RETREAT, facts=FACTS, usual="usual")
    sheet.refuse()
    battle = prepare(sides, rules, retreat, sheet.at("attacker", "way_back", usual=True))
    return sheet.question(battle, "Naval battle")


def naval_battle_from(book: Book, data: Mapping[str, Any]) -> NavalBattle:
    """The battle that plain data describe."""
    return naval_question(sheet_from(book, data, "naval")).battle


def fights(unit: UnitType) -> bool:
    """Whether a type may fight at sea: ships, and aircraft with an Attack value."""
    return unit.is_naval or (unit.is_air and unit.attack is not None)


def fits(unit: UnitType, way: str) -> bool:
    """Whether units of a type can be in a battle in this way."""
    if way == "patrol":
        return unit.is_air
    if way == "hunted":
        return unit.is_submarine
    return way == "units" or unit.hits > 1


def _fleet(sheet: Sheet, role: Role) -> NavalForce:
    """One side: its units and its plan."""
    squadrons = tuple(one for way in WAYS for one in _squadrons(sheet, role, way))
    sheet.limit(role, sum(squadron.count for squadron in squadrons), "destroyer")
    return NavalForce(
        str(sheet.at(role, "name", usual=role)),
        squadrons,
        _plan(sheet, role, squadrons),
        sheet.at(role, "advanced_asw", usual=False),
    )


def _squadrons(sheet: Sheet, role: Role, way: str) -> list[Squadron]:
    """The units that are in the battle in one way."""

    def bar(unit: UnitType) -> str:
        if not fights(unit):
            return f"{unit.name} cannot fight at sea"
        return "" if fits(unit, way) else f"{unit.name} cannot stand under '{way}'"

    return [
        Squadron(Kind(unit, int(way == "damaged"), way == "patrol", way == "hunted"), count)
        for unit, count in sheet.units(role, way, bar=bar)
    ]


def _plan(sheet: Sheet, role: Role, squadrons: tuple[Squadron, ...]) -> NavalPlan:
    """The orders of losses, targets and fire, and when submarines submerge.

    By default they submerge at once when all of them would have declined combat.
    """
    submarines = [one.kind for one in squadrons if one.kind.unit.is_submarine]
    shy = bool(submarines) and all(kind.hunted for kind in submarines)
    usual = "at-once" if shy else "never"
    types = [name for name, unit in catalogue(sheet.book).items() if fights(unit)]
    return NavalPlan(
        losses=sheet.words(role, "losses", known=[*types, *CLASSES, DAMAGE]),
        targets=sheet.words(role, "targets", known=types),
        fire=sheet.words(role, "fire", known=types),
        soak=sheet.at(role, "soak", usual=True),
        submerge=sheet.lines(role, "submerge", words=WHEN, facts=FACTS, usual=usual),
    )
