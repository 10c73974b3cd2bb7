"""The sheet of a battle on land for `pbem odds`: forces, ground, plans, retreat order.

format: pbem-odds/1
system: gw
zone: {terrain: [marsh], city: true}
borders: {Dnieper: {terrain: [river]}}
attacker: {name: Germany, across: {Dnieper: {infantry: 6}}, units: {fighter: 2}}
defender: {name: USSR, units: {infantry: 8, artillery: 2}}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.data.findings import suggest
from pbem.core.rules.book import Book
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.land_battle import LandBattle, prepare
from pbem.systems.gw.battle.muster import Force, Ground, Plan, Troop
from pbem.systems.gw.battle.rounds import FACTS, RETREATS, Lines
from pbem.systems.gw.odds.sheet import Question, Sheet, sheet_from
from pbem.systems.gw.world.battlefield import Battlefield, Border
from pbem.systems.gw.world.options import DEFAULT_OPTIONS, options
from pbem.systems.gw.world.units import CLASSES, UnitType, catalogue

DROPPERS: Final = ("air-transport", "strategic-bomber", "heavy-strategic-bomber")
PRESETS: Final = ("club", "take-zone")
LANDING: Final = ("by_sea", "attack_transports")


def land_question(sheet: Sheet) -> Question[LandBattle]:
    """The battle that a sheet describes; raises BattleFileError with all findings."""
    forces, ground, retreat = forces_of(sheet), ground_of(sheet), retreat_of(sheet)
    for path in (("attacker", "bombard"), ("coastal_artillery",)):
        if sheet.at(*path):
            sheet.complain(path, "nobody lands from the sea", "write by_sea: {infantry: 3}")
    sheet.refuse()
    battle = prepare(forces, ground, retreat, sheet.at("attacker", "way_back", usual=True))
    return sheet.question(battle, "Battle")


def battle_from(book: Book, data: Mapping[str, Any]) -> LandBattle:
    """The battle that plain data describe."""
    return land_question(sheet_from(book, data)).battle


def ground_from(book: Book, data: Mapping[str, Any]) -> Ground:
    """The ground that plain data describe, among them others."""
    keys = ("zone", "borders", "options", "interpretations")
    sheet = sheet_from(book, {key: data[key] for key in keys if key in data})
    ground = ground_of(sheet)
    sheet.refuse()
    return ground


def ground_of(sheet: Sheet) -> Ground:
    """The zone with its borders, the optional rules and the readings."""
    zone = sheet.at("zone", usual={})
    field = Battlefield(
        terrain=sheet.listed("zone", "terrain"),
        city=zone.get("city", False),
        surrounded=zone.get("surrounded", False),
        works=zone.get("works", ""),
        borders=tuple(
            Border(name, sheet.listed("borders", name, "terrain"), border.get("works", ""))
            for name, border in sheet.at("borders", usual={}).items()
        ),
    )
    chosen = DEFAULT_OPTIONS
    with sheet.about("options"):
        chosen = options(sheet.at("options", usual={}))
    return Ground(field, chosen, rules=sheet.rules())


def forces_of(sheet: Sheet) -> Sides[Force]:
    """Both sides: their units by the way they came, and their plans."""
    return Sides.of(
        lambda role: Force(
            str(sheet.at(role, "name", usual=role)), _troops(sheet, role), _plan(sheet, role)
        )
    )


def retreat_of(sheet: Sheet) -> Lines:
    """The attacker's retreat order: a preset, or lines of conditions."""
    return sheet.lines("attacker", "retreat", words=RETREATS, facts=FACTS, usual="usual")


def _troops(sheet: Sheet, role: Role) -> tuple[Troop, ...]:
    """All units of a side."""
    troops = _came(sheet, role, "units")
    borders = sheet.at("borders", usual={})
    for name in sheet.at(role, "across", usual={}):
        if name not in borders:
            sheet.complain((role, "across", name), f"no border '{name}'", suggest(name, borders))
        troops += _came(sheet, role, "across", name, border=name)
    dropped = _came(sheet, role, "airborne_assault", airborne_assault=True)
    if dropped:
        troops = _with_carriers(sheet, role, troops, dropped)
    troops += dropped
    for way in LANDING:
        attack = way == "attack_transports"
        troops += _came(sheet, role, way, by_sea=True, attack_transport=attack)
    sheet.limit(role, sum(troop.count for troop in troops), "infantry")
    return troops


def _came(sheet: Sheet, *path: str, **how: Any) -> tuple[Troop, ...]:
    """The units at a path, that all came in the same way."""
    landing = "by_sea" in how

    def bar(unit: UnitType) -> str:
        if landing:
            return "" if unit.is_land else f"{unit.name} does not land from transports"
        return f"{unit.name} cannot fight on land" if unit.is_naval else ""

    return tuple(Troop(unit, count, **how) for unit, count in sheet.units(*path, bar=bar))


def _with_carriers(
    sheet: Sheet, role: Role, troops: tuple[Troop, ...], dropped: tuple[Troop, ...]
) -> tuple[Troop, ...]:
    """Troops with the aircraft marked from which Airborne drop: enough of them (9.15)."""
    planes = [troop for troop in troops if troop.unit.id in DROPPERS]
    if planes and sum(t.count for t in planes) < sum(t.count for t in dropped):
        path = (role, "airborne_assault")
        sheet.complain(path, "an aircraft carries one Airborne only (9.15)")
    return tuple(replace(troop, carries=troop in planes) for troop in troops)


def _plan(sheet: Sheet, role: Role) -> Plan:
    """The orders of losses, targets and fire."""
    types = [name for name, unit in catalogue(sheet.book).items() if not unit.is_naval]
    usual = "take-zone" if role is Role.ATTACKER else "club"
    losses = sheet.at(role, "losses", usual=usual)
    preset = losses in PRESETS
    return Plan(
        losses=() if preset else sheet.words(role, "losses", known=[*types, *CLASSES]),
        targets=sheet.words(role, "targets", known=types),
        fire=sheet.words(role, "fire", known=types),
        keep_land=losses == "take-zone" or sheet.at(role, "keep_land", usual=False),
    )
