"""Claims on clauses and interpretations are about ones that exist; coverage is computed."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
import toy

from pbem.core.cases.coverage import (
    Ran,
    Reason,
    Standing,
    by_chapter,
    clauses_of,
    counts,
    coverage,
    map_claims,
    read_waived,
    waived_of,
)
from pbem.core.data.findings import FileTrouble
from pbem.core.data.rulebook import implementers, implements, read_interpretations
from pbem.core.data.yamlio import read_data
from pbem.core.rules.setup import list_scenarios
from pbem.core.rules.system import BUILT_IN, System, find_system

SYSTEMS = [name for name in BUILT_IN if any(system == name for system, _ in list_scenarios())]


def calls(system: System, name: str) -> list[tuple[str, str]]:
    """Every text argument of the calls of a function in a system's modules, with its place."""
    return [
        (said, place) for called, said, place in all_calls(system.folder.parent) if called == name
    ]


@cache
def all_calls(folder: Path) -> list[tuple[str, str, str]]:
    """The same of all functions, with their names: each file is parsed once."""
    return [
        (_called(node.func), argument.value, f"{path.name}:{node.lineno}")
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.fixture(params=[*SYSTEMS, "toy"])
def system(request: pytest.FixtureRequest) -> System:
    return find_system(request.param)


def test_every_claimed_clause_exists(system: System) -> None:
    known = clauses_of(system)
    claims = calls(system, "implements")
    assert claims
    assert [claim for claim in claims if claim[0] not in known] == []
    charts = system.folder / "charts"
    told = [id_ for path in charts.glob("*.yaml") for id_ in read_data(path).get("implements", ())]
    assert [id_ for id_ in told if id_ not in known] == []
    assert [id_ for id_ in map_claims(system) if id_ not in known] == []


def test_every_reading_asked_for_exists(system: System) -> None:
    path = system.folder / "interpretations.yaml"
    known = read_interpretations(path)
    assert [claim for claim in calls(system, "reading") if claim[0] not in known] == []
    assert all(item.default in item.options for item in known.values())


def test_no_clause_is_both_waived_and_implemented(system: System) -> None:
    known = clauses_of(system)
    waived = waived_of(system)
    assert [clause for clause in waived if clause not in known] == []
    assert [
        item.clause.id for item in coverage(system, ()) if item.waived and item.implementers
    ] == []


def test_coverage_counts_what_ran() -> None:
    ran = frozenset({"toy.battles.clash"})
    covered = coverage(toy.SYSTEM, [Ran("one", ("TOY-5", "TOY-6"), ran)])
    standings = {item.clause.id: item.standing for item in covered}
    assert standings == {
        "TOY-1": Standing.NOT_YET,
        "TOY-2": Standing.IMPLEMENTED,
        "TOY-3": Standing.IMPLEMENTED,
        "TOY-4": Standing.IMPLEMENTED,
        "TOY-5": Standing.TESTED,
        "TOY-10": Standing.RULED,
        "TOY-11": Standing.RULED,
        "TOY-6": Standing.IMPLEMENTED,
        "TOY-7": Standing.IMPLEMENTED,
        "TOY-8": Standing.IMPLEMENTED,
        "TOY-9": Standing.IMPLEMENTED,
    }
    assert counts(covered)[Standing.TESTED] == 1
    assert by_chapter(covered)["5"][Standing.TESTED] == 1


def test_a_map_claims_what_its_file_says() -> None:
    claims = map_claims(find_system("wif"))
    assert claims["WIF-2.1.2-3"] == ("map wif-world",)
    assert claims["WIF-2.1.4-3"] == ("map wif-america", "map wif-europe", "map wif-world")
    assert map_claims(find_system("gw"))["GW-1.12-1"] == ("map gw-france-1940",)
    covered = {item.clause.id: item for item in coverage(find_system("wif"), ())}
    assert covered["WIF-2.1.2-3"].implementers == ("map wif-world",)
    assert covered["WIF-2.1.2-3"].standing is Standing.IMPLEMENTED


def test_a_waiver_needs_a_reason_from_the_list(tmp_path: Path) -> None:
    path = tmp_path / "waived.yaml"
    path.write_text("format: pbem-waived/1\nwaived: {components-only: [TOY-1]}\n")
    assert read_waived(path) == {"TOY-1": Reason.COMPONENTS_ONLY}
    path.write_text("format: pbem-waived/1\nwaived: {too-hard: [TOY-1]}\n")
    with pytest.raises(FileTrouble, match="too-hard"):
        read_waived(path)


def test_implements_names_at_least_one_clause() -> None:
    with pytest.raises(ValueError, match="at least one"):
        implements()
    assert implementers("TOY-5") == ("toy.battles.clash",)
