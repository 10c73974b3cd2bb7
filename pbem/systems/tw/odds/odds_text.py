"""The odds of a battle as a page of text and as plain data (`pbem odds FILE`)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.system import Told
from pbem.systems.tw.air.support import most_columns
from pbem.systems.tw.odds.battle_file import ATTACKER, DEFENDER, Field, field_of, sheet_of
from pbem.systems.tw.odds.odds_air import AirOdds, air_odds, mean
from pbem.systems.tw.odds.odds_ground import MEANS, GroundOdds, Side, ground_odds
from pbem.systems.tw.world.units import told_factors

WIDTH: Final = 78
NO_BREAK: Final = "\u00a0"
LEAST: Final = 0.0005
NO_AIR: Final = {0: Fraction(1)}


def told(book: Book, document: Document) -> Told:
    """The odds of the battle that a file describes."""
    sheet = sheet_of(book, document)
    field = field_of(sheet)
    title = str(sheet.data.get("title", field.position.label(field.skies.place)))
    names = (sheet.name(ATTACKER), sheet.name(DEFENDER))
    lines = [title]
    data: dict[str, Any] = {"title": title, "method": "exact", "combat": "ground"}
    air = _air(field)
    if air is not None:
        lines += ["", *_air_lines(air, names)]
        data["air"] = _air_data(air)
    if field.attack is None:
        data["combat"] = "air"
    else:
        ground = ground_odds(field.position, field.attack, air.columns if air else NO_AIR)
        lines += ["", *_ground_lines(ground, names)]
        data |= ground_data(ground)
    lines += ["", "Exact odds; both sides choose as they do where nobody says otherwise."]
    return Told("\n".join(lines) + "\n", data)


def _air(field: Field) -> AirOdds | None:
    """The odds of aircraft over the hex, if there are any."""
    skies = field.skies
    if not skies.attackers and not skies.defenders:
        return None
    return air_odds(skies, field.power, most_columns(field.position, "oas"))


def _air_lines(air: AirOdds, names: tuple[str, str]) -> Iterator[str]:
    yield "IN THE AIR"
    for which, name in enumerate(names):
        lost, worn = mean(air.lost[which]), mean(air.depleted[which])
        yield f"  {name} loses {float(lost):.2f} aircraft, {float(worn):.2f} are Depleted"
    parts = (f"{many:+d}: {percent(float(chance))}" for many, chance in air.columns.items())
    yield from _wrapped(f"columns that aircraft shift the odds: {', '.join(parts)}")


def _ground_lines(ground: GroundOdds, names: tuple[str, str]) -> Iterator[str]:
    yield "ON THE GROUND"
    yield from _wrapped(in_numbers(ground))
    for end, chance in ground.ends.items():
        yield f"  {percent(float(chance)):<9} {MEANS[end]}"
    attacker, defender = names
    yield from _wrapped(f"{attacker} loses {lost(ground.attacker)}")
    yield from _wrapped(f"{defender} loses {lost(ground.defender)}")
    parts = (f"{text} {percent(float(chance))}" for text, chance in ground.results.items())
    yield from _wrapped(f"results: {', '.join(part.replace(' ', NO_BREAK) for part in parts)}")


def in_numbers(ground: GroundOdds) -> str:
    """`24 factors against 19, 1:1; column 2:1 81.0 %, …; die -3`."""
    attack, defence = map(told_factors, ground.factors)
    columns = (
        name if chance == 1 else f"{name} {percent(float(chance))}"
        for name, chance in ground.columns.items()
    )
    said = ", ".join(f"{name} {value:+d}" for name, value in ground.modifiers.items())
    die = f"; die: {said}" if said else ""
    ratio = f"{attack} factors against {defence}, {ground.ratio}"
    return f"{ratio}; column {', '.join(columns)}{die}"


def lost(side: Side) -> str:
    """`1.20 of 3 units (9.6 of 24 factors), 0.10 Depleted`."""
    return (
        f"{float(side.units):.2f} of {side.of} units ({float(side.lost):.1f} of {side.factors} "
        f"factors), {float(side.depleted):.2f} Depleted"
    )


def ground_data(ground: GroundOdds) -> dict[str, Any]:
    """The odds of a ground combat as plain data."""
    return {
        "factors": [float(one) if one % 1 else int(one) for one in ground.factors],
        "ratio": ground.ratio,
        "columns": _chances(ground.columns),
        "modifiers": dict(ground.modifiers),
        "results": _chances(ground.results),
        "outcomes": _chances(ground.ends),
        "attacker": _side_data(ground.attacker),
        "defender": _side_data(ground.defender),
    }


def _side_data(side: Side) -> dict[str, Any]:
    return {
        "units": side.of,
        "factors": side.factors,
        "lost": float(side.units),
        "lost_factors": float(side.lost),
        "depleted": float(side.depleted),
    }


def _air_data(air: AirOdds) -> dict[str, Any]:
    found: dict[str, Any] = {"columns": _chances(air.columns)}
    for which, role in enumerate((ATTACKER, DEFENDER)):
        gone, worn = air.lost[which], air.depleted[which]
        found[role] = {"lost": _chances(gone), "depleted": _chances(worn)}
    return found


def _chances(found: Mapping[Any, Fraction]) -> dict[str, float]:
    return {str(name): float(chance) for name, chance in found.items()}


def percent(chance: float) -> str:
    """`12.5 %`."""
    return f"{100 * chance:.1f} %" if chance >= LEAST else "< 0.1 %"


def _wrapped(line: str) -> list[str]:
    broken = textwrap.wrap(line, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return [part.replace(NO_BREAK, " ") for part in broken]
