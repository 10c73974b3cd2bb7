"""The odds of a battle as a page of text and as plain data."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any, Final

from pbem.core.data.yamlio import Document
from pbem.core.rules.book import Book
from pbem.core.rules.system import Told
from pbem.systems.gw.battle.land_battle import OUTCOME_MEANS as ON_LAND
from pbem.systems.gw.battle.naval_battle import OUTCOME_MEANS as AT_SEA
from pbem.systems.gw.battle.rounds import Outcome
from pbem.systems.gw.odds.odds import CONFIDENCE, Estimate, Odds, SideOdds, odds_of
from pbem.systems.gw.odds.odds_raids import RAIDS, raid_told
from pbem.systems.gw.odds.sheet import Sheet
from pbem.systems.gw.world.units import name as printed

WIDTH: Final = 78


def means(odds: Odds, outcome: Outcome) -> str:
    """What an outcome means for the zone."""
    return (AT_SEA if odds.at_sea else ON_LAND)[outcome]


def told(book: Book, document: Document) -> Told:
    """The odds of the battle that a file describes (`pbem odds FILE`)."""
    sheet = Sheet(book, document)
    if sheet.kind in RAIDS:
        return raid_told(sheet)
    found = odds_of(sheet)
    return Told(text=text(book, found), data=data(found))


def text(book: Book, odds: Odds) -> str:
    """The odds as a page, at most 78 columns wide."""
    lines = [odds.title, *_wrapped(how(odds)), "", _heading(odds)]
    for outcome, chance in odds.outcomes.items():
        lines += _wrapped(f"{_percent(chance):<13} {means(odds, outcome)}", indent=2)
        left = odds.survivors[outcome]
        for side, units in zip((odds.attacker, odds.defender), left, strict=True):
            if any(units.values()):
                lines += _wrapped(f"{side.name} has left {_units(book, units)}", indent=4)
    lines += ["", "MEAN LOSSES"]
    for side in (odds.attacker, odds.defender):
        lines += _losses(book, side)
    lines += ["", "UNITS LEFT"]
    for side in (odds.attacker, odds.defender):
        lines += _wrapped(f"{side.name}: {_left(side)}", indent=2)
    return "\n".join(lines) + "\n"


def _heading(odds: Odds) -> str:
    """What the outcomes are about: on land a zone is at stake, at sea it is not."""
    return "HOW IT ENDS" if odds.at_sea else "WHO HOLDS THE ZONE"


def how(odds: Odds) -> str:
    """How the odds were found, and how far off they may be."""
    if odds.method == "exact":
        return "Exact odds."
    return (
        f"Simulated: {odds.battles} battles, bit generator PCG64, seed {odds.seed}"
        f" ({odds.why}). After ±: the {CONFIDENCE} error."
    )


def data(odds: Odds) -> dict[str, Any]:
    """The odds as plain data."""
    return {
        "title": odds.title,
        "method": odds.method,
        "why": odds.why,
        "battles": odds.battles,
        "seed": odds.seed,
        "confidence": CONFIDENCE,
        "outcomes": {
            str(outcome): {
                **_estimate(chance),
                "means": means(odds, outcome),
                "attacker_left": dict(odds.survivors[outcome].attacker),
                "defender_left": dict(odds.survivors[outcome].defender),
            }
            for outcome, chance in odds.outcomes.items()
        },
        "attacker": _side_data(odds.attacker),
        "defender": _side_data(odds.defender),
    }


def _side_data(side: SideOdds) -> dict[str, Any]:
    return {
        "name": side.name,
        "units": dict(side.started),
        "lost": {name: _estimate(lost) for name, lost in side.lost.items()},
        "lost_cost": _estimate(side.lost_cost),
        "units_left": {str(number): _estimate(chance) for number, chance in side.left.items()},
    }


def _estimate(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "error": estimate.error}


def _losses(book: Book, side: SideOdds) -> list[str]:
    """A side's mean losses by type."""
    parts = [
        f"{printed(book, name)} {_number(lost)} of {side.started[name]}"
        for name, lost in side.lost.items()
    ]
    return _wrapped(f"{side.name}: {', '.join(parts)}; {_number(side.lost_cost)} IPP", indent=2)


def _left(side: SideOdds) -> str:
    """The chances of the numbers of units left; those under half a per cent are left out."""
    shown = [
        _kept_together(f"{number}: {_percent(chance)}")
        for number, chance in side.left.items()
        if chance.value >= 0.005
    ]
    return ", ".join(shown)


def _units(book: Book, units: Mapping[str, float]) -> str:
    """Mean numbers of units; those that would show as 0.0 are left out."""
    shown = [
        _kept_together(f"{printed(book, name)} {mean:.1f}")
        for name, mean in units.items()
        if mean >= 0.05
    ]
    return ", ".join(shown) or "next to nothing"


def _percent(chance: Estimate) -> str:
    error = f" ±{100 * chance.error:.1f}" if chance.error else ""
    return f"{100 * chance.value:.1f} %{error}" if chance.value >= 0.0005 else f"< 0.1 %{error}"


def _number(mean: Estimate) -> str:
    return f"{mean.value:.1f}" + (f" ±{mean.error:.2f}" if mean.error else "")


def _kept_together(words: str) -> str:
    """Words that a line break must not part, until the lines are made."""
    return words.replace(" ", "\u00a0")


def _wrapped(line: str, indent: int = 0) -> list[str]:
    blanks = " " * indent
    broken = textwrap.wrap(line, WIDTH, initial_indent=blanks, subsequent_indent=blanks + "  ")
    return [part.replace("\u00a0", " ") for part in broken]
