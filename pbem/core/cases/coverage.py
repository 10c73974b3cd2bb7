"""How much of a rulebook is carried out and tested: computed from the code and the cases.

A clause is *implemented* when a function, a chart or a map claims it, *tested* when a case that
names it passed and ran what claims it, *by ruling* when a step asks the moderator what it says
(and nobody has supplied the chart with which it plays by itself), *waived* with a reason from a
closed list, else *not yet* done. How many changes of a clause's rules were *bitten* by tests comes
from `make mutants`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Final

from pbem.core.data.charts import load_chart, load_charts
from pbem.core.data.findings import FileTrouble
from pbem.core.data.resources import PACKAGE, data_roots
from pbem.core.data.rulebook import Clause, implementers, place_of, read_clauses
from pbem.core.data.yamlio import listed, read_data
from pbem.core.maps.mapfile import load_board
from pbem.core.rules.rulings import by_ruling
from pbem.core.rules.system import AnySystem

WAIVED_FORMAT: Final = "pbem-waived/1"


class Reason(StrEnum):
    """Why a clause needs no code; the list is closed."""

    NEEDS_ABSENT_CHART = "needs-absent-chart"
    COMPONENTS_ONLY = "components-only"
    SUPERSEDED = "superseded-by-interpretation"
    NO_EFFECT = "definition-without-effect"


class Standing(StrEnum):
    """How a clause stands."""

    TESTED = "tested"
    IMPLEMENTED = "implemented"
    RULED = "by ruling"
    WAIVED = "waived"
    NOT_YET = "not yet"


@dataclass(frozen=True, slots=True)
class Covered:
    """One clause with what claims it, the cases that prove it, and why it is waived."""

    clause: Clause
    implementers: tuple[str, ...]
    cases: tuple[str, ...]
    waived: Reason | None
    ruled: str = ""  # the kind of ruling by which alone it is played

    @property
    def standing(self) -> Standing:
        """Tested, implemented, by ruling, waived or not yet."""
        if self.ruled:
            return Standing.RULED
        if self.implementers:
            return Standing.TESTED if self.cases else Standing.IMPLEMENTED
        return Standing.WAIVED if self.waived else Standing.NOT_YET

    @property
    def chapter(self) -> str:
        """The first number of the rule: `WIF-11.5.8-3` stands in chapter 11."""
        return self.clause.id.split("-")[1].split(".")[0]


@dataclass(frozen=True, slots=True)
class Ran:
    """What coverage needs of one case: its id, the clauses it names, and what it ran."""

    case: str
    clauses: tuple[str, ...]
    ran: frozenset[str]


def import_all(system: AnySystem) -> None:
    """Import every module of a system, so that everything it implements is known."""
    for name in (system.package, *system.shares):
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)


def clauses_of(system: AnySystem) -> dict[str, Clause]:
    """The clauses of a system, by id, in the book's order."""
    path = system.folder / "clauses.yaml"
    return read_clauses(path) if path.is_file() else {}


def waived_of(system: AnySystem) -> dict[str, Reason]:
    """The clauses that need no code, each with its reason."""
    path = system.folder / "waived.yaml"
    return read_waived(path) if path.is_file() else {}


def read_waived(path: Path) -> dict[str, Reason]:
    """A file of waivers: ids under a reason from the list."""
    data = read_data(path)
    if data.get("format") != WAIVED_FORMAT:
        raise FileTrouble(f"{path}: its first line is not `format: {WAIVED_FORMAT}`")
    try:
        return {clause: Reason(why) for why, ids in data["waived"].items() for clause in ids}
    except ValueError as trouble:
        known = ", ".join(Reason)
        raise FileTrouble(f"{path}: {trouble}", hint=f"the reasons are {known}") from None


def chart_claims(system: AnySystem) -> dict[str, tuple[str, ...]]:
    """The charts that say they implement a clause, by clause."""
    claims: dict[str, list[str]] = {}
    for chart in load_charts(system.folder / "charts").values():
        for clause in chart.implements:
            claims.setdefault(clause, []).append(chart_name(chart.id))
    return {clause: tuple(names) for clause, names in claims.items()}


def chart_name(chart: str) -> str:
    """How a chart stands among the implementers."""
    return f"chart {chart}"


def map_name(board: str) -> str:
    """How a map stands among the implementers."""
    return f"map {board}"


def map_claims(system: AnySystem) -> dict[str, tuple[str, ...]]:
    """The maps of a system that say they are what a clause describes, by clause."""
    claims: dict[str, list[str]] = {}
    for path in map_files(system):
        board = load_board(path)
        for clause in board.implements:
            claims.setdefault(clause, []).append(map_name(board.id))
    return {clause: tuple(names) for clause, names in claims.items()}


def map_files(system: AnySystem) -> list[Path]:
    """Its built sheets, the board that its scenarios share, the maps of its scenarios."""
    roots = [root / "scenarios" / system.name for root in data_roots()]
    return [
        *sorted((PACKAGE / "maps" / "built").glob(f"{system.name}-*.yaml")),
        *sorted(system.folder.glob("board/map.yaml")),
        *(path for root in roots for path in sorted(root.glob("*/map.yaml"))),
    ]


def places(system: AnySystem) -> dict[str, str]:
    """Where to find each function, chart and map that claims a clause, by its name."""
    import_all(system)
    root = system.folder.parents[system.package.count(".") + 1]
    charts = {chart_name(load_chart(path).id): path for path in listed(system.folder / "charts")}
    maps = {map_name(load_board(path).id): path for path in map_files(system)}
    functions = {name for clause in clauses_of(system) for name in implementers(clause)}
    return {
        **{name: place_of(name) for name in functions},
        **{name: shown_path(path, root) for name, path in {**charts, **maps}.items()},
    }


def shown_path(path: Path, root: Path) -> str:
    """A path within a root, or within a folder of data; else whole."""
    for folder in (root, *data_roots()):
        if path.is_relative_to(folder):
            return path.relative_to(folder).as_posix()
    return str(path)


def coverage(system: AnySystem, cases: Iterable[Ran]) -> tuple[Covered, ...]:
    """Every clause of a system with how it stands, in the book's order."""
    import_all(system)
    waived, charts, maps = waived_of(system), chart_claims(system), map_claims(system)
    ruled = by_ruling(system.rulings.values(), load_charts(system.folder / "charts"))
    proofs = list(cases)
    found = []
    for clause in clauses_of(system).values():
        data = *charts.get(clause.id, ()), *maps.get(clause.id, ())
        claimants = (*implementers(clause.id), *data)
        proved = tuple(
            proof.case
            for proof in proofs
            if clause.id in proof.clauses and not proof.ran.isdisjoint(claimants)
        )
        kind = ruled[clause.id].name if clause.id in ruled else ""
        found.append(Covered(clause, claimants, proved, waived.get(clause.id), kind))
    return tuple(found)


def counts(covered: Iterable[Covered]) -> dict[Standing, int]:
    """How many clauses stand how."""
    totals = dict.fromkeys(Standing, 0)
    for item in covered:
        totals[item.standing] += 1
    return totals


def by_chapter(covered: Iterable[Covered]) -> dict[str, dict[Standing, int]]:
    """The counts for each chapter, in the book's order."""
    chapters: dict[str, list[Covered]] = {}
    for item in covered:
        chapters.setdefault(item.chapter, []).append(item)
    return {chapter: counts(items) for chapter, items in chapters.items()}
