"""Cases: the rulebook's worked examples and a moderator's precedents, and the runner for them.

A case calculates (a registered function, its whole result) or adjudicates (whole steps on a
position, with dice given by path). Leftover dice, and losses, verdicts or refused orders that the
case neither asserts nor marks `any`, fail it. `docs/cases.md` describes the format.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from pbem.core.cases.casestage import conduct
from pbem.core.cases.coverage import chart_name, map_name
from pbem.core.cases.expect import compare, differences
from pbem.core.cases.noting import calls_noted
from pbem.core.cases.readings import by_reading, misread, not_told_apart
from pbem.core.cases.shelf import shelf
from pbem.core.data import schemas
from pbem.core.data.charts import Chart
from pbem.core.data.findings import PbemError, UsageError, has_errors, suggest
from pbem.core.data.rulebook import implementers
from pbem.core.data.yamlio import Document, read_document, text_of
from pbem.core.maps.board import Board
from pbem.core.maps.shipped import shipped_map
from pbem.core.play.umpire import plain
from pbem.core.rules.game import UNFIT
from pbem.core.rules.setup import forget_books
from pbem.core.rules.system import AnySystem, find_system

FORMAT: Final = "pbem-cases/1"


@dataclass(frozen=True, slots=True)
class Case:
    """One case as its file has it."""

    id: str
    system: str
    rule: str
    clauses: tuple[str, ...]
    data: Mapping[str, Any]
    where: str
    reading: str = ""  # where it is one of the readings that its file tells apart
    map: tuple[str, str] | None = None  # name and text, in place of the scenario's


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a case: everything that is not as it says, and what the case ran."""

    case: Case
    problems: tuple[str, ...]
    ran: frozenset[str]

    @property
    def passed(self) -> bool:
        """Whether all is as the case says."""
        return not self.problems

    @property
    def idle(self) -> tuple[str, ...]:
        """The clauses named by the case that somebody claims, but whose claimants did not run."""
        return tuple(
            clause
            for clause in self.case.clauses
            if implementers(clause) and self.ran.isdisjoint(implementers(clause))
        )


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; raises with every finding at once."""
    document = read_document(path, aliases=True)
    findings = schemas.check("core/cases", document.data, document) or misread(document)
    if has_errors(findings):
        raise PbemError(f"{path} is not a file of cases", findings=findings)
    rows = enumerate(document.data["cases"])
    cases = [case for index, row in rows for case in _cases(document, index, row)]
    _refuse_doubles(cases)
    return cases


def _cases(document: Document, index: int, row: Mapping[str, Any]) -> Iterator[Case]:
    """A case as its file has it, or one for each reading that it tells apart."""
    for reading, data in by_reading(row):
        yield Case(
            id=f"{row['id']}:{reading}" if reading else str(row["id"]),
            system=str(document.data["system"]),
            rule=str(row["rule"]),
            clauses=tuple(map(str, row.get("clauses", ()))),
            data=data,
            where=str(document.where(("cases", index))),
            reading=reading,
            map=_map(document, index, row),
        )


def _map(document: Document, index: int, row: Mapping[str, Any]) -> tuple[str, str] | None:
    """The map that a case names: a file beside it, or one that comes with pbem."""
    name = row.get("adjudicate", {}).get("map")
    if name is None:
        return None
    beside = Path(document.name).parent / str(name)
    try:
        text, place = text_of(beside if beside.suffix == ".yaml" else shipped_map(str(name)))
    except PbemError as trouble:
        where = document.where(("cases", index, "adjudicate", "map"))
        raise PbemError(f"{where}: {trouble.message}", hint=trouble.hint) from None
    return place, text


def _refuse_doubles(cases: Iterable[Case]) -> None:
    seen: dict[str, str] = {}
    for case in cases:
        if case.id in seen:
            raise PbemError(f"{case.where}: the case {case.id} stands at {seen[case.id]} too")
        seen[case.id] = case.where


def case_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and those in the folders named but maps, in a stable order."""
    found = []
    for path in paths:
        inside = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        found += [file for file in inside if file == path or not _is_map(file)]
    return found


def _is_map(path: Path) -> bool:
    """A map may lie beside the cases that are played on it."""
    return re.search(r"^format: pbem-map", text_of(path)[0], re.MULTILINE) is not None


def run_case(case: Case) -> Result:
    """Run a case and note which implementers ran."""
    forget(find_system(case.system))
    with recording() as ran:
        problems = problems_of(case)
    return Result(case, problems, frozenset(ran))


def problems_of(case: Case) -> tuple[str, ...]:
    """Run a case: everything that is not as it says."""
    run = _adjudicate if "adjudicate" in case.data else _calculate
    try:
        return tuple(run(case))
    except PbemError as trouble:
        return (_told(trouble),)


def _told(trouble: PbemError) -> str:
    findings = "; ".join(str(finding) for finding in trouble.findings)
    return ": ".join(part for part in (trouble.message, findings, trouble.hint) if part)


def _calculate(case: Case) -> list[str]:
    known = find_system(case.system).calculations
    name = str(case.data["calculate"])
    if name not in known:
        return [f"there is no calculation '{name}': {suggest(name, known)}"]
    found = calculated(known[name], case.data["given"])
    return _compared(case, lambda then: compare(then, found, ""))


def calculated(
    function: Callable[[Mapping[str, object]], Mapping[str, object]], given: Mapping[str, object]
) -> object:
    """What a calculation gives, as plain data; trouble comes out as {error: message}.

    Each has its own form of `given`; what stumbles over one is told with the line that did.
    """
    try:
        return plain(function(given))
    except PbemError as trouble:
        return {"error": trouble.message}
    except UNFIT as trouble:
        line = extract_tb(trouble.__traceback__)[-1]
        what = f"{type(trouble).__name__} {trouble} at {Path(line.filename).name}:{line.lineno}"
        raise UsageError(f"what is given cannot be calculated with: {what}") from trouble


def _adjudicate(case: Case) -> list[str]:
    played = conduct(case.system, case.data, case.map)
    return _compared(case, lambda then: differences(then, played))


def _compared(case: Case, differing: Callable[[Any], list[str]]) -> list[str]:
    """In what an outcome is not as a case says; and of which other reading it is as it says."""
    return [
        *differing(case.data["then"]),
        *not_told_apart(case.data, differing),
    ]


# --- what a case runs --------------------------------------------------------------------------


def forget(system: AnySystem) -> None:
    """Forget what functions of the system remember, so that a case runs all that it rests on.

    Without this the first case of a process would run what reads the charts, and no other.
    """
    forget_books()
    shelf.cache_clear()
    package = system.package.rpartition(".")[0] or system.package
    inside = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    for function in _remembering(package, len(inside)):
        function.cache_clear()


@cache
def _remembering(package: str, _modules: int) -> list[Any]:
    """The functions of a package that remember what they found."""
    inside = (m for name, m in sys.modules.items() if f"{name}.".startswith(f"{package}."))
    found = (value for module in inside for value in vars(module).values())
    own = (value for value in found if str(getattr(value, "__module__", "")).startswith(package))
    return [value for value in own if hasattr(value, "cache_clear")]


@contextmanager
def recording() -> Iterator[set[str]]:
    """Note every implementer that is called, every chart that is looked up, every map asked."""
    with calls_noted() as ran, ExitStack() as undone:
        for owner, name, called in _ASKED:
            method = getattr(owner, name)
            setattr(owner, name, _noting(ran, method, called))
            undone.callback(setattr, owner, name, method)
        yield ran


_ASKED: Final = (
    (Chart, "lookup", chart_name),
    (Board, "find", map_name),
    (Board, "distance", map_name),
    (Board, "terrain", map_name),
)


def _noting(
    ran: set[str], method: Callable[..., object], called: Callable[[str], str]
) -> Callable[..., object]:
    """A method of what has an id, noting whose it is."""

    def noted(self: Chart | Board, *args: object, **named: object) -> object:
        ran.add(called(self.id))
        return method(self, *args, **named)

    return noted
