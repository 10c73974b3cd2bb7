"""Charts: lookup at the ends, provenance of a cell, missing cells, known cells, templates."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pbem.core.data.charts import (
    Kind,
    Provenance,
    chart_from,
    check_chart,
    check_known_cells,
    load_chart,
    load_charts,
    ratio,
    template_text,
)
from pbem.core.data.findings import FileTrouble, MissingData
from pbem.core.data.yamlio import read_data_text

SCHEMA = Path(__file__).parents[3] / "schemas/core/charts.schema.json"


def data(**changes: Any) -> dict[str, Any]:
    base = {
        "format": "pbem-chart/1",
        "chart": "odds",
        "system": "toy",
        "title": "A toy table",
        "rule": "7.1",
        "kind": "odds-table",
        "provenance": "reconstructed",
        "columns": ["1:2", "1:1", "3:2", "2:1"],
        "rows": {"1": ["A", "B", "C", "D"], "2": ["E", "F", "G", "?"], "3": ["I", "J", "K", "L"]},
    }
    return {**base, **changes}


@pytest.mark.parametrize(
    ("column", "roll", "expected"),
    [
        ("1:1", 2, "F"),
        ("3:2", 3, "K"),
        ("1:6", 0, "A"),
        ("9:1", 14, "L"),
        ("7:4", 1, "C"),
        (Fraction(199, 100), 1, "C"),
        (2, 1, "D"),
    ],
)
def test_an_odds_table_rounds_down_and_is_clamped_at_both_ends(
    column: str | int | Fraction, roll: int, expected: str
) -> None:
    assert chart_from(data()).lookup(column=column, roll=roll).value == expected


def test_a_cell_that_nobody_supplied_raises() -> None:
    with pytest.raises(MissingData, match="nobody has supplied 2:1 2 of the chart odds"):
        chart_from(data()).lookup(column="2:1", roll=2)
    assert check_chart(chart_from(data())) == ["odds: 2:1 2 is not supplied"]


@pytest.mark.parametrize("column", ["", "north", "1:0"])
def test_a_column_that_does_not_exist_raises(column: str) -> None:
    with pytest.raises(MissingData, match="the chart odds has no cell"):
        chart_from(data()).lookup(column=column, roll=1)


def banded() -> dict[str, Any]:
    rows = {"2": ["a", "b", "c"], "3": ["d", "e", "f"]}
    return data(kind="banded-columns", columns=["1..2", "3", "4..9"], rows=rows)


@pytest.mark.parametrize(
    ("column", "expected"), [(1, "a"), (2, "a"), (Fraction(5, 2), "a"), (3, "b"), (9, "c")]
)
def test_a_band_holds_its_numbers_and_the_halves_above_them(
    column: int | Fraction, expected: str
) -> None:
    assert chart_from(banded()).lookup(column=column, roll=2).value == expected


@pytest.mark.parametrize("column", [0, Fraction(1, 2), 10])
def test_a_number_outside_closed_bands_raises(column: int | Fraction) -> None:
    with pytest.raises(MissingData):
        chart_from(banded()).lookup(column=column, roll=2)


def test_open_bands_reach_without_end() -> None:
    rows = {"2": ["a", "b", "c"]}
    chart = chart_from(data(kind="banded-columns", columns=["..-2", "-1..1", "2.."], rows=rows))
    values = [chart.lookup(column=n, roll=2).value for n in (-90, -2, -1, 1, 2, 90)]
    assert values == ["a", "a", "b", "b", "c", "c"]
    assert check_chart(chart) == []


def test_a_gap_between_bands_is_found() -> None:
    rows = {"2": ["a", "b"]}
    chart = chart_from(data(kind="banded-columns", columns=["1..2", "4"], rows=rows))
    assert check_chart(chart) == ["odds: there is a gap or an overlap after 1..2"]


def test_a_total_table_has_no_columns() -> None:
    chart = chart_from({**data(kind="total-table", rows={"2": "x", "3": "y"}), "columns": [""]})
    assert [chart.lookup(roll=n).value for n in (-5, 2, 3, 40)] == ["x", "x", "y", "y"]


def test_dice_against_value_passes_on_the_value_or_less() -> None:
    chart = chart_from({**data(kind="dice-against-value", rows={"1": 0, "2": 4}), "columns": [""]})
    assert [chart.passes(4, 2), chart.passes(5, 2), chart.passes(4, 9)] == [True, False, True]
    assert chart.passes(1, 1) is False


def test_a_keyed_table_is_read_by_name_only() -> None:
    rows = {"river": ["1/2", 1], "lake": ["none", 2]}
    chart = chart_from(data(kind="keyed-table", columns=["INF", "MAR"], rows=rows))
    assert chart.at("river", "INF").number == Fraction(1, 2)
    assert chart.at("lake", "MAR").number == 2
    with pytest.raises(MissingData) as trouble:
        chart.at("rivr", "INF")
    assert trouble.value.hint == "did you mean river?"


def test_tables_of_one_chart_are_told_apart() -> None:
    tables = {"a": {"rows": {"1": "x"}}, "b": {"provenance": "printed", "rows": {"1": "y"}}}
    raw = data(kind="total-table", tables=tables)
    del raw["columns"], raw["rows"]
    chart = chart_from(raw)
    assert chart.lookup(table="a", roll=1).provenance is Provenance.RECONSTRUCTED
    assert chart.lookup(table="b", roll=1).provenance is Provenance.PRINTED
    with pytest.raises(MissingData, match="has no table 'c'"):
        chart.lookup(table="c", roll=1)


def test_a_cell_has_the_provenance_noted_or_known_of_it() -> None:
    raw = data(
        cells=[{"column": "1:1", "row": 1, "provenance": "recalled"}],
        known=[{"column": "1:1", "row": 2, "is": "F", "provenance": "printed", "cite": "7.1 ex."}],
    )
    chart = chart_from(raw)
    assert chart.lookup(column="1:1", roll=1).provenance is Provenance.RECALLED
    known = chart.lookup(column="1:1", roll=2)
    assert (known.provenance, known.cite) == (Provenance.PRINTED, "7.1 ex.")
    assert chart.lookup(column="1:1", roll=3).provenance is Provenance.RECONSTRUCTED


@pytest.mark.parametrize(
    ("test", "good", "bad"),
    [
        ("is", "F", "G"),
        ("is-not", "G", "F"),
        ("one-of", ["E", "F"], ["G"]),
        ("matches", "[EF]", "[^F]"),
    ],
)
def test_known_cells_are_held_against_the_chart(test: str, good: object, bad: object) -> None:
    place = {"column": "1:1", "row": 2, "provenance": "printed", "cite": "7.1 ex."}
    assert check_known_cells(chart_from(data(known=[{**place, test: good}]))) == []
    assert check_known_cells(chart_from(data(known=[{**place, test: bad}]))) == [
        f"odds: 1:1 2 is F, but should be {test} {bad} (7.1 ex.)"
    ]


@pytest.mark.parametrize(("test", "good", "bad"), [("at-least", 4, 5), ("at-most", "9/2", 3)])
def test_known_bounds_are_held_against_the_chart(
    test: str, good: str | int, bad: str | int
) -> None:
    place = {"row": 1, "provenance": "printed", "cite": "7.1 ex."}
    raw = {**data(kind="total-table", rows={"1": 4}), "columns": [""]}
    assert check_known_cells(chart_from({**raw, "known": [{**place, test: good}]})) == []
    assert len(check_known_cells(chart_from({**raw, "known": [{**place, test: bad}]}))) == 1


def test_a_known_cell_that_is_not_in_the_chart_is_a_problem() -> None:
    place = {"column": "north", "row": 2, "is": "F", "provenance": "printed", "cite": "7.1 ex."}
    assert check_known_cells(chart_from(data(known=[place]))) == [
        "odds: the chart odds has no cell north 2"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("format: pbem-map/1\n", "not a chart file"),
        ("[1, 2]\n", "not a chart file"),
        ("format: pbem-chart/1\nchart: x\n", "'kind' is missing"),
        ("format: pbem-chart/1\nkind: odd\n", "'odd' is not a valid Kind"),
    ],
)
def test_a_bad_file_is_one_message(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(FileTrouble, match=message):
        load_chart(path)


def test_a_row_that_is_too_short_is_named() -> None:
    with pytest.raises(ValueError, match="row 2: 1 cells, 4 columns"):
        chart_from(data(rows={"1": ["A", "B", "C", "D"], "2": ["E"]}))


def test_the_owners_transcript_replaces_the_shipped_chart(tmp_path: Path) -> None:
    chart = chart_from(data())
    text = template_text(chart)
    raw = read_data_text(text, "template")
    jsonschema.validate(raw, json.loads(SCHEMA.read_text()))
    blank = chart_from(raw)
    assert {cell.provenance for cell in blank.tables[""].cells.values()} == {Provenance.MISSING}
    assert blank.tables[""].cells.keys() == chart.tables[""].cells.keys()
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    for folder in shipped, own:
        folder.mkdir()
    (shipped / "odds.yaml").write_text(text)
    (own / "mine.yaml").write_text(text.replace("?", "Z"))
    charts = load_charts(shipped, own)
    assert list(charts) == ["odds"]
    assert charts["odds"].lookup(column="1:1", roll=1).value == "Z"
    assert charts["odds"].lookup(column="1:1", roll=1).provenance is Provenance.TRANSCRIBED
    assert charts["odds"].is_exact


def test_odds_are_typed_with_a_colon_or_a_dash() -> None:
    assert ratio("3:2") == ratio("3-2") == Fraction(3, 2)
    with pytest.raises(ValueError, match="is not odds"):
        ratio("3")


def test_every_kind_is_in_the_schema() -> None:
    schema = json.loads(SCHEMA.read_text())
    assert schema["properties"]["kind"]["enum"] == [str(kind) for kind in Kind]
    words = [str(word) for word in Provenance if word is not Provenance.RULED]  # of a run alone
    assert schema["$defs"]["provenance"]["enum"] == words


@pytest.mark.parametrize(
    "said", ["(a|aa)+!", "a*a*", "a{9}", "a|b", "(a)", "a?" * 17 + "b*" + "a?" * 17, "[a", "a+b+c"]
)
def test_a_pattern_that_might_be_compared_for_ever_is_refused(said: str) -> None:
    known = {"column": "1:1", "row": 1, "matches": said, "provenance": "printed", "cite": "1"}
    with pytest.raises(ValueError, match="matches"):
        chart_from(data(known=[known]))


@pytest.mark.parametrize("said", ["[EF]", "E.*", "\\*?E+", "[*†]?E?F?"])
def test_a_short_pattern_is_compared(said: str) -> None:
    known = {"column": "1:1", "row": 1, "matches": said, "provenance": "printed", "cite": "1"}
    chart_from(data(known=[known]))
