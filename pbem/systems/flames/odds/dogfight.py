"""The file of an air combat for `pbem odds`: aircraft from front to back, by rating.

format: pbem-odds/1
system: wif
battle: air
attacker: {fighters: [7], bombers: [{rating: 3, tactical: 5}], abort: [round >= 3]}
defender: {fighters: [6, 5]}

Decides what such a file says, and what is wrong with it. Leaves the combat to `odds_air`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.core.choices.conditions import BadCondition, Condition, check_facts, parse_conditions
from pbem.core.rules.readings import rules_from
from pbem.systems.flames.air.air_to_air import (
    BOMBER,
    FIGHTER,
    Conditions,
    Lines,
    Plane,
    must_fight,
    takes_part,
)
from pbem.systems.flames.impulse.battle_decisions import ABORT_AIR, SKY_FACTS
from pbem.systems.flames.odds.battlefield import ATTACKER, DEFENDER, Sheet
from pbem.systems.flames.odds.odds_air import Skies

LINES: Final[Mapping[str, str]] = {FIGHTER: "fighters", BOMBER: "bombers"}
ROLES: Final = (DEFENDER, ATTACKER)  # the inactive side rolls first
MOST: Final = 12
FACTS: Final = ("air", "round", *SKY_FACTS)


def dogfight_of(sheet: Sheet) -> tuple[tuple[Lines, Lines], Skies]:
    """The lines of both sides, the inactive one first, and what they fight under."""
    options, readings = sheet.options(), sheet.readings()
    night, high = bool(sheet.data.get("night")), bool(sheet.data.get("high"))
    for said, on, option in (
        ("night", options.night_missions, "8-night"),
        ("high", options.altitude, "8-altitude"),
    ):
        if sheet.data.get(said) and not on:
            hint = f'write options: {{"8": true, "{option}": true}}'
            sheet.complain((said,), f"this is option {option}, which is off", hint)
    under = Conditions(options.aircraft_types, night, high)
    first, second = (_lines(sheet, role, under) for role in ROLES)
    aborts = tuple(_abort(sheet, role) for role in ROLES)
    if not must_fight(first, second):
        sheet.complain((), "nobody fights: both sides need aircraft, and one of them a fighter")
    if len(first.planes) + len(second.planes) > MOST:
        sheet.complain((), f"more than {MOST} aircraft")
    sheet.refuse()
    cost = {plane: price for role in ROLES for plane, price in _prices(sheet, role).items()}
    skies = Skies(rules_from(sheet.book, readings), under, options.bounce, cost, aborts[:2])
    return (first, second), skies


def _rows(sheet: Sheet, role: str, line: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The aircraft of a line with their ids."""
    said = sheet.side(role).get(LINES[line], ())
    rows = [row if isinstance(row, Mapping) else {"rating": row} for row in said]
    return [(f"{role} {line} {number}", row) for number, row in enumerate(rows, 1)]


def _lines(sheet: Sheet, role: str, under: Conditions) -> Lines:
    """A side's lines as the file has them, front to back."""
    made = {
        line: tuple(
            plane
            for plane_id, row in _rows(sheet, role, line)
            if takes_part(plane := _plane(plane_id, line, row), under)
        )
        for line in LINES
    }
    return Lines(made[FIGHTER], made[BOMBER])


def _plane(plane_id: str, line: str, row: Mapping[str, Any]) -> Plane:
    fighter = line == FIGHTER or row.get("fighter_bomber")
    return Plane(
        id=plane_id,
        name=str(row.get("name", plane_id.partition(" ")[2])),
        kind="FTR" if fighter else "LND",
        power="",
        role=line,
        rating=row["rating"],
        tactical=row.get("tactical", 0),
        unarmed=bool(row.get("unarmed")),
        twin_engined=bool(row.get("twin_engined")),
        jet=bool(row.get("jet")),
        night_fighter=bool(row.get("night_fighter")),
        cloud=str(row.get("cloud", "")),
    )


def _prices(sheet: Sheet, role: str) -> dict[str, int]:
    """What each aircraft costs to build, as far as the file says."""
    return {
        plane: int(row.get("cost", 0)) for line in LINES for plane, row in _rows(sheet, role, line)
    }


def _abort(sheet: Sheet, role: str) -> tuple[Condition, ...]:
    """When a side breaks off; it does not where the file is silent."""
    said = sheet.side(role).get("abort")
    if said is None:
        return ()
    try:
        conditions = parse_conditions(said)
    except BadCondition as trouble:
        sheet.complain((role, "abort"), str(trouble))
        return ()
    known = [name for name in FACTS if name in ABORT_AIR.facts]
    where = sheet.document.where((role, "abort"))
    sheet.findings += check_facts(conditions, known, where)
    return conditions
