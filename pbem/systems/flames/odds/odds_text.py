"""The odds of a combat as a page of text and as plain data (`pbem odds FILE`)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.system import Told
from pbem.systems.flames.air.air_to_air import Lines
from pbem.systems.flames.cases.situation import CaseBook
from pbem.systems.flames.land.combatants import Odds, step_name
from pbem.systems.flames.odds.battlefield import ATTACKER, DEFENDER, Sheet, combat_of, sheet_of
from pbem.systems.flames.odds.dogfight import ROLES, dogfight_of
from pbem.systems.flames.odds.odds_air import AIR_TABLE, AirOdds, air_odds, mean
from pbem.systems.flames.odds.odds_land import (
    MEANS,
    LandOdds,
    Mean,
    TableOdds,
    land_odds,
)
from pbem.systems.flames.world.rounding import number
from pbem.systems.flames.world.vocabulary import CombatTable

WIDTH: Final = 78
LEAST: Final = 0.0005
ONE_DIE, TWO_DICE = "land-combat-1d10", "land-combat-2d10"
NOT_PRINTED: Final = "The table is {}, not the printed sheet."


def told(cases: CaseBook, book: Book, document: Document) -> Told:
    """The odds of the combat that a file describes, in the words of a book's cases."""
    sheet = sheet_of(cases, book, document)
    return _air_told(sheet) if sheet.kind == "air" else _land_told(sheet)


# --- land combat ----------------------------------------------------------------------------------


def _land_told(sheet: Sheet) -> Told:
    combat = combat_of(sheet)
    chart = TWO_DICE if combat.umpire.position.kits.two_dice else ONE_DIE
    found = land_odds(combat, tuple(str(table) for table in CombatTable))
    title = str(sheet.data.get("title", "Land combat"))
    names = {role: sheet.name(role) for role in (ATTACKER, DEFENDER)}
    lines = [title, *_wrapped(factors(found)), *_wrapped(_choice(found))]
    for table, odds in found.tables.items():
        lines += ["", table.upper(), *_table_lines(odds, names)]
    lines += ["", *_source(sheet.book, chart)]
    data = {
        "title": title,
        "method": "exact",
        "attack": str(found.attack),
        "defence": str(found.defence),
        "odds": found.odds.name if found.odds else None,
        "next": _next(found.odds),
        "chooser": found.chooser or None,
        "usual": found.usual,
        "tables": {table: table_data(odds, names) for table, odds in found.tables.items()},
    }
    return Told("\n".join(lines) + "\n", data)


def factors(found: LandOdds) -> str:
    """`17 factors against 10: 3:2 (4 in 10: 2:1)`."""
    text = f"{number(found.attack)} factors against {number(found.defence)}"
    if found.odds is None:
        return f"{text}: no odds"
    after = f", {found.odds.name} in this weather" if found.odds.shift else ""
    chance = _next(found.odds)
    more = f" ({found.odds.tenths} in 10: {chance['odds']})" if chance else ""
    return f"{text}: {step_name(found.odds.basic)}{after}{more}"


def _next(odds: Odds | None) -> dict[str, Any] | None:
    """The next better odds, where option 26 gives a chance of them."""
    if odds is None or not odds.tenths:
        return None
    return {"odds": step_name(odds.step + 1), "chance": odds.tenths / 10}


def _choice(found: LandOdds) -> str:
    if not found.chooser:
        return "The attackers have no factors: they are lost without a die."
    return f"The {found.chooser} chooses the table; usually {found.usual}."


def _table_lines(odds: TableOdds, names: Mapping[str, str]) -> Iterator[str]:
    """The chances on one table."""
    if odds.modifiers:
        parts = (f"{name.replace('-', ' ')} {_signed(v)}" for name, v in odds.modifiers.items())
        yield from _wrapped(f"modifiers: {', '.join(parts)}", 2)
    for end, chance in odds.ends.items():
        yield from _wrapped(f"{percent(float(chance)):<9} {MEANS[end]}", 2)
    for role, lost in ((ATTACKER, odds.attacker), (DEFENDER, odds.defender)):
        yield from _wrapped(f"{names[role]} loses {_lost(lost)}", 2)
    yield f"  face-up after it: {float(odds.face_up):.1f} of {odds.attacker.of} attackers"
    results = (f"{text} {percent(float(chance))}" for text, chance in odds.results.items())
    yield from _wrapped(f"results: {', '.join(_kept_together(results))}", 2)


def _lost(lost: Mean) -> str:
    """`0.6 of 3 units (2.1 build points)`: destroyed, on average."""
    return f"{float(lost.units):.2f} of {lost.of} units ({float(lost.cost):.1f} build points)"


def table_data(odds: TableOdds, names: Mapping[str, str]) -> dict[str, Any]:
    """The chances on a table as plain data."""
    return {
        "modifiers": {name: str(value) for name, value in odds.modifiers.items()},
        "results": {text: float(chance) for text, chance in odds.results.items()},
        "outcomes": {
            str(end): {"value": float(chance), "means": MEANS[end]}
            for end, chance in odds.ends.items()
        },
        "attacker": _side_data(names[ATTACKER], odds.attacker, odds.attackers_left),
        "defender": _side_data(names[DEFENDER], odds.defender, odds.defenders_left),
        "face_up": float(odds.face_up),
    }


def _side_data(name: str, lost: Mean, left: Mapping[int, Fraction]) -> dict[str, Any]:
    return {
        "name": name,
        "units": lost.of,
        "lost": float(lost.units),
        "lost_cost": float(lost.cost),
        "units_left": {str(many): float(chance) for many, chance in left.items()},
    }


# --- air combat -----------------------------------------------------------------------------------


def _air_told(sheet: Sheet) -> Told:
    start, skies = dogfight_of(sheet)
    found = air_odds(start, skies)
    title = str(sheet.data.get("title", "Air combat"))
    names = tuple(sheet.name(role) for role in ROLES)
    lines = [title, f"It takes {_rounds(found):.1f} rounds on average."]
    for index in (1, 0):
        lines += ["", *_wing_lines(found, index, names[index])]
    lines += ["", *_source(sheet.book, AIR_TABLE)]
    data = {
        "title": title,
        "method": "exact",
        "rounds": {str(many): chance for many, chance in sorted(found.rounds.items())},
        **{role: _wing_data(found, index, names[index]) for index, role in enumerate(ROLES)},
    }
    return Told("\n".join(lines) + "\n", data)


def _rounds(found: AirOdds) -> float:
    return mean(found.rounds)


def _wing_lines(found: AirOdds, index: int, name: str) -> Iterator[str]:
    """What becomes of one side's aircraft."""
    yield from _wrapped(f"{name}: {found.values[index]:+d} in the first round")
    for line, word in (("fighters", "fighter"), ("bombers", "bomber")):
        for place, plane in enumerate(getattr(found.start[index], line), 1):
            fates = found.fates.get(plane.id, {})
            parts = (f"{fate} {percent(fates[fate])}" for fate in FATES if fates.get(fate))
            text = f"{word} {place} ({plane.rating}): {', '.join(parts)}"
            yield from _wrapped(text, 2)
    yield f"  loses {mean(found.lost[index]):.2f} aircraft on average"
    if found.start[index].bombers:
        through = found.through[index]
        parts = (f"{many}: {percent(through[many])}" for many in sorted(through, reverse=True))
        yield from _wrapped(f"bombers that get through: {', '.join(_kept_together(parts))}", 2)


FATES: Final = ("lost", "aborted", "through", "stays")


def _wing_data(found: AirOdds, index: int, name: str) -> dict[str, Any]:
    lines: Lines = found.start[index]
    return {
        "name": name,
        "value": found.values[index],
        "aircraft": {
            plane.id.partition(" ")[2]: dict(sorted(found.fates.get(plane.id, {}).items()))
            for plane in lines.planes
        },
        "lost": {str(many): chance for many, chance in sorted(found.lost[index].items())},
        "through": {str(many): chance for many, chance in sorted(found.through[index].items())},
    }


# --- words ----------------------------------------------------------------------------------------


def percent(chance: float) -> str:
    """`12.5 %`."""
    return f"{100 * chance:.1f} %" if chance >= LEAST else "< 0.1 %"


def _signed(value: int | Fraction) -> str:
    return f"+{number(value)}" if value >= 0 else f"−{number(-value)}"


def _source(book: Book, name: str) -> Iterator[str]:
    """Whether the chart is the printed one."""
    provenance = str(book.chart(name).provenance)
    yield from _wrapped(f"Exact odds. {NOT_PRINTED.format(provenance)}")


def _kept_together(parts: Iterable[str]) -> Iterator[str]:
    """Words that a line break must not part, until the lines are made."""
    return (part.replace(" ", "\u00a0") for part in parts)


def _wrapped(line: str, indent: int = 0) -> list[str]:
    blanks = " " * indent
    broken = textwrap.wrap(line, WIDTH, initial_indent=blanks, subsequent_indent=blanks + "  ")
    return [part.replace("\u00a0", " ") for part in broken]
