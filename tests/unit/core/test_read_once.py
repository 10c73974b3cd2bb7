"""What is read once a process: never stale, and changed by nobody."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest

from pbem.core.cases.cases import case_files, problems_of, read_cases
from pbem.core.data.charts import chart_from, load_chart, load_charts
from pbem.core.data.counters import counters_from, load_counters
from pbem.core.data.findings import FileTrouble
from pbem.core.data.rulebook import read_interpretations
from pbem.core.data.yamlio import listed, read_data
from pbem.core.maps import mapfile
from pbem.core.maps.mapfile import load_board, read_map
from pbem.core.record.statefile import read_state
from pbem.core.rules.setup import default_roster, first_state
from pbem.core.rules.system import find_system

ROOT = Path(__file__).parents[3]
MAP = """\
format: pbem-map/1
map: two-fields
title: Two fields
date: '1900'
parts: [fields.yaml]
"""
PART = """\
format: pbem-map-part/1
of: two-fields
areas:
  provenance: 'printed: a test'
  at:
    north: {terrain: clear}
    south: {terrain: clear}
"""
CORRECTION = """\
format: pbem-map-corrections/1
of: two-fields
why: a test
areas:
  at: {south: {name: Wood}}
"""
CHART = """\
format: pbem-chart/1
chart: one
system: toy
title: One
rule: '1'
kind: keyed-table
provenance: printed
rows: {a: 1}
"""
COUNTERS = """\
format: pbem-counters/1
system: toy
provenance: printed
counters:
- {id: one, name: One, ratings: {attack: 1}}
"""
INTERPRETATIONS = """\
format: pbem-interpretations/1
interpretations:
- {id: R-1, rule: '1', question: Which, options: {a: this, b: that}, default: a}
"""


def written(path: Path, text: str, *, like: os.stat_result | None = None) -> Path:
    """The file with this text, as old as it was before."""
    path.write_text(text)
    if like:
        os.utime(path, ns=(like.st_atime_ns, like.st_mtime_ns))
    return path


def rewritten(path: Path, old: str, new: str) -> Path:
    """The file with one word changed and everything else as before: size and time too."""
    text = path.read_text()
    assert len(old) == len(new) and old in text
    return written(path, text.replace(old, new), like=path.stat())


@pytest.fixture
def fields(tmp_path: Path) -> Path:
    written(tmp_path / "fields.yaml", PART)
    return written(tmp_path / "map.yaml", MAP)


def test_a_board_is_read_once(fields: Path) -> None:
    assert load_board(fields) is load_board(fields)


def test_a_map_written_anew_is_read_anew(fields: Path) -> None:
    load_board(fields)
    assert load_board(rewritten(fields, "Two", "Six")).title == "Six fields"


def test_a_part_written_anew_is_read_anew(fields: Path) -> None:
    assert load_board(fields).terrain("north") == "clear"
    rewritten(fields.with_name("fields.yaml"), "north: {terrain: clear}", "north: {terrain: woods}")
    assert load_board(fields).terrain("north") == "woods"


def test_a_part_that_is_gone_is_trouble(fields: Path) -> None:
    load_board(fields)
    fields.with_name("fields.yaml").unlink()
    with pytest.raises(FileTrouble, match=r"fields\.yaml: there is no such file"):
        load_board(fields)


def test_corrections_are_part_of_the_board(fields: Path, tmp_path: Path) -> None:
    right = written(tmp_path / "right.yaml", CORRECTION)
    assert load_board(fields).fact("south", "name") is None
    assert load_board(fields, [right]).fact("south", "name") == "Wood"
    assert load_board(fields).fact("south", "name") is None
    assert load_board(fields, [rewritten(right, "Wood", "Moor")]).fact("south", "name") == "Moor"


def test_not_every_board_ever_read_is_kept(fields: Path) -> None:
    text = fields.read_text()
    for number in range(50):
        assert load_board(written(fields, f"{text}note: '{number}'\n")).id == "two-fields"
    assert len(mapfile._KEPT) <= mapfile._MOST_KEPT


def test_a_chart_is_read_once_and_anew_when_written_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "one.yaml", CHART)
    assert load_chart(path) is load_chart(path)
    assert load_chart(rewritten(path, "a: 1", "a: 2")).at("a").number == 2


def test_counters_written_anew_are_read_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "counters.yaml", COUNTERS)
    assert load_counters(path)["one"] is load_counters(path)["one"]
    assert load_counters(rewritten(path, "attack: 1", "attack: 3"))["one"].rating("attack") == 3


def test_interpretations_written_anew_are_read_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "interpretations.yaml", INTERPRETATIONS)
    assert read_interpretations(path)["R-1"] is read_interpretations(path)["R-1"]
    assert read_interpretations(rewritten(path, "default: a", "default: b"))["R-1"].default == "b"


def test_a_mapping_handed_out_is_the_callers_own(tmp_path: Path) -> None:
    path = written(tmp_path / "interpretations.yaml", INTERPRETATIONS)
    read_interpretations(path).clear()
    assert set(read_interpretations(path)) == {"R-1"}


def test_a_set_up_is_read_once() -> None:
    roster = default_roster("gw", "sea-lion-1940")
    assert first_state(roster).units is first_state(roster).units


def test_play_changes_nothing_that_is_shared() -> None:
    """Every tenth case is played over shared values: they are still as a new reading has them."""
    cases = [c for path in case_files([ROOT / "tests/rulebook"]) for c in read_cases(path)]
    for case in cases[::10]:
        assert not problems_of(case)
    for name in {case.system for case in cases}:
        folder = find_system(name).folder
        charts = [chart_from(read_data(path)) for path in listed(folder / "charts")]
        assert load_charts(folder / "charts") == {chart.id: chart for chart in charts}
        counters = counters_from(read_data(folder / "counters.yaml"))
        assert tuple(load_counters(folder / "counters.yaml")) == counters
        for path in (*folder.glob("board/map.yaml"), *ROOT.glob(f"scenarios/{name}/*/map.yaml")):
            kept, fresh_board = load_board(path), read_map(path).board
            for name_of in (field.name for field in dataclasses.fields(fresh_board)):
                assert getattr(kept, name_of) == getattr(fresh_board, name_of)
        for path in ROOT.glob(f"scenarios/{name}/*/setup.yaml"):
            state, fresh = first_state(default_roster(name, path.parent.name)), read_state(path)
            assert (state.units, state.places) == (fresh.units, fresh.places)
