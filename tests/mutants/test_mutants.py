"""The changer changes what it says, and tells what is noticed from what is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.core.cases.cases import Case
from pbem.store import bitten
from pbem.store.bitten import Digests, Tried, read_tried
from tests.mutants import claims, code, data, kept, test_sample, trial
from tests.mutants.change import ROOT, Change, Kind
from tests.mutants.draw import drawn, under

SAMPLE = ROOT / "tests" / "mutants" / "sample.py"
CHANGES = code.changes_of(SAMPLE)
CHART = ROOT / "pbem" / "systems" / "gw" / "data" / "charts" / "terrain.yaml"


def change(before: str, after: str) -> Change:
    """The change of the sample that turns one text into another."""
    (found,) = [one for one in CHANGES if (one.before, one.after) == (before, after)]
    return found


def test_every_kind_of_change_is_found_and_texts_are_left_alone() -> None:
    assert [(c.owner, str(c.kind), c.before, c.after) for c in CHANGES] == [
        ("LIMIT", "constant", "3", "4"),
        ("too_many", "comparison", "sum(units) + extra > LIMIT", "sum(units) + extra >= LIMIT"),
        ("too_many", "comparison", "sum(units) + extra > LIMIT", "sum(units) + extra <= LIMIT"),
        ("too_many", "arithmetic", "sum(units) + extra", "sum(units) - extra"),
        ("told", "condition dropped", "if units and (not name)", "if True"),
        ("told", "condition dropped", "units and (not name)", "not name"),
        ("told", "condition dropped", "units and (not name)", "units"),
        ("told", "condition dropped", "not name", "name"),
        ("told", "call skipped", "lines.append(f'{len(units)} units')", "pass"),
        ("told", "branch swapped", "lines if too_many([one for one in units if one]) else []",
         "[] if too_many([one for one in units if one]) else lines"),
        ("told", "condition dropped", "for … if one", "for …"),
        ("counted", "constant", "0", "1"),
        ("counted", "comparison", "found < number", "found <= number"),
        ("counted", "comparison", "found < number", "found >= number"),
        ("counted", "arithmetic", "found += 1", "found -= 1"),
        ("counted", "constant", "1", "2"),
    ]  # fmt: skip


def test_a_cell_of_a_chart_is_changed_and_what_nobody_reads_is_not() -> None:
    found = data.changes_of(CHART, Kind.CHART)
    (cell,) = [c for c in found if c.owner == "tables/changes/rows/jungle-attack/4"]
    assert (cell.before, cell.after) == ("-2", "-1")
    assert "[jungle, attack, vehicle-class, none, -1," in data.changed_text(cell)
    assert not [c for c in found if c.owner.startswith(("how", "rule", "tables/changes/columns"))]


def test_a_change_belongs_to_the_clauses_of_its_function_or_of_its_users() -> None:
    found = claims.of_code([SAMPLE])
    file = str(SAMPLE.relative_to(ROOT))
    assert found[file, "too_many"] == found[file, "LIMIT"] == ("SAMPLE-1",)
    assert found[file, "told"] == found[file, "counted"] == ()


def test_rules_are_named_by_number_or_id() -> None:
    one = replace(CHANGES[0], clauses=("GW-9.14-2",))
    assert under([one], ["9"]) == under([one], ["GW-9.14", "3"]) == under([one], []) == [one]
    assert under([one], ["9.1", "14"]) == []


def test_a_draw_is_the_same_for_a_seed_and_one_in_five_is_data() -> None:
    cells = data.changes_of(CHART, Kind.CHART)
    changes = [replace(CHANGES[0], number=n) for n in range(40)] + cells
    first, again, other = (drawn(changes, 20, seed) for seed in ("a", "a", "b"))
    assert first == again != other
    assert sum(1 for one in first if one.kind is Kind.CHART) == 4
    assert len(drawn(cells, 20, "a")) == min(20, len(cells))


# --- trials --------------------------------------------------------------------------------------


class Named:
    """Stands for a test of pytest."""

    def __init__(self, function: Callable[[], None]) -> None:
        self.function = function
        self.nodeid = f"tests/mutants/test_sample.py::{function.__name__}"


LIMIT = Named(test_sample.test_the_limit_is_three)
WORDS = Named(test_sample.test_nothing_about_the_words)


def counts_to_two() -> None:
    from tests.mutants import sample

    assert sample.counted(2) == 2


def passes(item: Any) -> bool:
    """Whether a test passes, without pytest."""
    try:
        item.function()
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(
    ("before", "after", "tests", "by"),
    [
        ("sum(units) + extra > LIMIT", "sum(units) + extra >= LIMIT", [WORDS, LIMIT], LIMIT.nodeid),
        ("sum(units) + extra > LIMIT", "sum(units) + extra <= LIMIT", [WORDS, LIMIT], WORDS.nodeid),
        ("sum(units) + extra", "sum(units) - extra", [WORDS, LIMIT], ""),
        ("lines.append(f'{len(units)} units')", "pass", [WORDS, LIMIT], ""),
        ("3", "4", [WORDS, LIMIT], LIMIT.nodeid),  # acts when it is imported: a fresh process
        ("found += 1", "found -= 1", [Named(counts_to_two)], "(hangs)"),
    ],
)
def test_what_is_noticed(
    monkeypatch: pytest.MonkeyPatch, before: str, after: str, tests: list[Any], by: str
) -> None:
    if by != "(hangs)":
        assert all(passes(test) for test in tests)
    monkeypatch.setattr(trial, "passes", passes)
    monkeypatch.setattr(trial, "SLACK", 1.5 if by == "(hangs)" else 60)
    tried = trial.Trial(change(before, after), tuple(tests), 0.0)
    assert list(trial.noticed([tried], 1)) == [(tried, by)]


def test_a_data_file_is_read_with_its_change(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.core.data.charts import load_chart

    def jungle() -> None:
        cell = load_chart(CHART).table("changes").cells["change", "jungle-attack"]
        assert cell.text == "-2"

    jungle()
    (cell,) = [
        c
        for c in data.changes_of(CHART, Kind.CHART)
        if c.owner == "tables/changes/rows/jungle-attack/4"
    ]
    monkeypatch.setattr(trial, "passes", passes)
    test: Any = Named(jungle)
    tried = trial.Trial(cell, (test,), 10.0)
    assert list(trial.noticed([tried], 1)) == [(tried, test.nodeid)]


# --- what is kept --------------------------------------------------------------------------------


CASE = Case("a", "gw", "1", ("GW-1-1",), {"id": "a"}, "x")
OTHER = replace(CASE, data={"id": "a", "note": "changed"})


def test_what_is_kept_is_stale_when_code_or_test_change(tmp_path: Any) -> None:
    one = replace(change("sum(units) + extra", "sum(units) - extra"), clauses=("GW-1-1",))
    now = Digests([CASE])
    lines = {
        by: kept.tried(one, by, now)
        for by in ("", "tests/test_cases.py::test_case[gw:a]", "tests/mutants/test_sample.py::x")
    }
    path = tmp_path / "gw.csv"
    for line in lines.values():
        kept.keep(path, [line])
        assert read_tried(path) == {line.change: line}
        assert now.stand(line)
        assert now.is_fresh(line)
        assert not now.stand(replace(line, digest="0"))
        assert not now.stand(replace(line, change=line.change.replace("too_many", "too_few")))
    later = Digests([OTHER])
    assert [later.stand(line) for line in lines.values()] == [True, False, True]
    assert [later.is_fresh(line) for line in lines.values()] == [False, False, True]
    assert not Digests([]).stand(lines["tests/test_cases.py::test_case[gw:a]"])


def test_a_strange_file_of_outcomes_is_none(tmp_path: Any) -> None:
    path = tmp_path / "gw.csv"
    for text in ("", "a,b\n1,2\n", "change,line\nx,y\n"):
        path.write_text(text, encoding="utf-8")
        assert read_tried(path) == {}


def test_a_change_of_two_clauses_counts_once_and_one_of_a_rule_under_its_clauses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(bitten, "KEPT", tmp_path)
    both = replace(change("sum(units) + extra", "sum(units) - extra"), clauses=("GW-1-1", "GW-1-2"))
    rule = replace(change("1", "2"), clauses=("GW-1",))
    now = Digests([CASE])
    by = "tests/test_cases.py::test_case[gw:a]"
    kept.keep(tmp_path / "gw.csv", [kept.tried(both, by, now), kept.tried(rule, "", now)])
    found = bitten.bitten("gw", [CASE])
    first, second = (bitten.bitten_of(clause, found) for clause in ("GW-1-1", "GW-1-2"))
    assert [str(first), str(second), str(first | second)] == ["1/2", "1/2", "1/2"]
    assert str(bitten.bitten_of("GW-2-1", found)) == "-"
    assert str(bitten.bitten("gw", [OTHER])["GW-1"]) == "0/1"  # a survivor, until it is tried again
    assert "GW-1-1" not in bitten.bitten("gw", [OTHER])
    assert bitten.bitten("gw", [CASE], ["GW-1-1"]) == found
    assert bitten.bitten("gw", [CASE], ["GW-1-3"]) == {"GW-1": found["GW-1"]}
    assert bitten.bitten("gw", [CASE], ["GW-2-1"]) == {}
    assert bitten.noticing("gw", ["GW-1-1"]) == {"a"}
    assert bitten.noticing("gw", ["GW-1-3"]) == set()


def test_changes_that_make_no_difference_are_few_known_and_read_twice() -> None:
    for system in ("gw", "wif"):
        known = {n: s for n, s in kept.no_difference().items() if f"/{system}/" in n}
        assert list(kept.strangers(claims.of_system(system) if known else [], known)) == []
    for same in kept.no_difference().values():
        assert len(same.why) > 20
        assert len(same.again) > 10


def test_lines_of_outcomes_name_their_place() -> None:
    line = Tried("a/b.py:Wing.part:constant:1", "d", 3, "1", "2", (), "", "t")
    assert (line.file, line.owner, line.survived) == ("a/b.py", "Wing.part", True)
