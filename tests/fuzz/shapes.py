"""Orders of the rulebook cases of a system, each with one thing of its form otherwise.

A key is left out, a list is empty, an element stands twice, a value is of another kind. The cases
have every section of every system in a position in which it is carried out, so that what the schema
lets through comes to the section's check and, if that has nothing against it, to play.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from mutations import changed
from test_cases import CASES

from pbem.core.cases import casestage
from pbem.core.cases.cases import Case
from pbem.core.data.findings import PbemError

SYSTEMS: Final = ("awaw", "gw", "tw", "wif")
OTHER_KINDS: Final = (
    None, True, -1, 0, 10**17, "", "x", "all", "nobody", "1-3", [], {}, [[]], {"a": 1}, ["x", "x"],
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """The rows of a section that a player orders in one window of a case."""

    case: Case
    window: int
    player: str
    section: str
    rows: Any

    def trouble(self, rows: Any) -> str:
        """What is wrong with the case where these rows stand in its place; mostly nothing."""
        data = deepcopy(self.case.data)
        stage = _windows(data)[self.window]
        stage["orders"][self.player][self.section] = rows
        try:
            casestage.conduct(self.case.system, data, self.case.map)
        except PbemError as refused:
            return "" if refused.message else "a message that says nothing"
        except Exception as bug:
            last = traceback.extract_tb(bug.__traceback__)[-1]
            return f"{type(bug).__name__} at {Path(last.filename).name}:{last.lineno}: {bug}"
        return ""


def _windows(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    said = data["adjudicate"]
    return list(said.get("windows", (said,)))


@cache
def samples(system: str) -> Mapping[str, tuple[Sample, ...]]:
    """Every section of a system with all that the cases order in it."""
    found: dict[str, list[Sample]] = {}
    for case in CASES:
        if case.system == system and "adjudicate" in case.data:
            for sample in _of_case(case):
                found.setdefault(sample.section, []).append(sample)
    return {section: tuple(found[section]) for section in sorted(found)}


def _of_case(case: Case) -> Iterator[Sample]:
    for number, window in enumerate(_windows(case.data)):
        for player, sections in window.get("orders", {}).items():
            for section, rows in sections.items():
                yield Sample(case, number, player, section, rows)


def ways(rows: Any) -> list[list[tuple[str, Any]]]:
    """Rows with something gone, with something twice, with something of another kind; and where."""
    found = list(changed(rows, OTHER_KINDS))
    gone = [one for one in found if one[0].endswith(" gone")]
    twice = [one for one in found if one[0].endswith(" twice")]
    return [kind for kind in (gone, twice, found) if kind]


def at_random(system: str, seed: int, count: int) -> Iterator[tuple[str, str]]:
    """So many changed orders of a system, as the seed says: which, and what was wrong."""
    random = Random(f"{system} {seed}")
    sections = list(samples(system).values())
    for _ in range(count):
        sample = random.choice(random.choice(sections))
        where, rows = random.choice(random.choice(ways(sample.rows)))
        yield f"{sample.case.id}: {sample.section}{where}", sample.trouble(rows)


class AnyDice(casestage.GivenDice):
    """Dice for a case that comes to other throws than those that it gives."""

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """What follows from the context."""
        random = Random(context)
        return tuple(random.randint(1, sides) for _ in range(count))
