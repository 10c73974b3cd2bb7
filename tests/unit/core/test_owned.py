"""Charts and counters of an owner: what is wrong in them is told where it stands, and no more."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import toy
from mutations import as_yaml, broken, changed

from pbem.core.data.charts import Chart, check_chart, load_charts
from pbem.core.data.counters import load_counters
from pbem.core.data.findings import PbemError
from pbem.core.data.owned import own_chart, own_counters
from pbem.core.data.yamlio import read_data

DATA = Path(toy.__file__).parent / "data"
CHARTS = load_charts(DATA / "charts")
COUNTERS = load_counters(DATA / "counters.yaml")
TRIED = 80  # of all changes of a file
ASSAULT = """\
format: pbem-chart/1
chart: assault
system: toy
title: Assault
rule: "7"
kind: odds-table
dice: 1d6
provenance: printed
columns: ["1:2", "1:1", "2:1", "3:1"]
rows:
  1: [repulsed, repulsed, repulsed, holds]
known:
  - {row: "1", column: "1:2", matches: "rep.*", provenance: printed, cite: "7"}
"""
PLAIN = """\
format: pbem-counters/1
system: toy
provenance: transcribed
types:
  - {id: INF, ratings: {might: 1}}
counters:
  - {id: crimson-inf, name: INF, type: INF, power: crimson}
  - {id: lion, name: Lion, ratings: {might: 2}}
"""


def told(trouble: PbemError) -> list[str]:
    """Line, column and words of each finding."""
    return [str(f).partition(".yaml:")[2].partition("\n")[0] for f in trouble.findings]


def read_own(path: Path) -> Chart:
    return own_chart(path, "toy", CHARTS)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("chart: assault\n", "", ["1:1: error: 'chart' is missing"]),
        ("chart: assault", "chart: [x]", ["2:8: error: chart: found a list"]),
        ("chart: assault", "chart: true", ["2:8: error: chart: found 'true'"]),
        ("kind: odds-table", "kind: odd", ["6:7: error: kind: found 'odd'"]),
        ("kind: odds-table", "kind: keyed-table", [
            "6:7: error: kind: found 'keyed-table', it is 'odds-table'",
        ]),
        ("dice: 1d6", "dice: d7", ["7:7: error: dice: found 'd7', it is '1d6'"]),
        ("system: toy", "system: gw", ["3:9: error: this is of 'gw'"]),
        ("repulsed, holds]", "[], holds]", ["11:27: error: 1: found an empty list"]),
        ("repulsed, holds]", ".inf, 1.5]", None),  # texts, as a table of results has them
        (', "3:1"]', "]", []),  # told as a whole: the cells are too many
        (', "3:1"]\nrows:\n  1: [repulsed, ', ']\nrows:\n  1: [', [
            "9:10: error: the column '3:1' is missing",
        ]),
        ("rep.*", "rep(", []),
        ('"1:2", "1:1"', '"1:2", often', []),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_chart_is_told_in_its_line(
    tmp_path: Path, old: str, new: str, words: list[str] | None
) -> None:
    path = tmp_path / "own.yaml"
    assert old in ASSAULT
    path.write_text(ASSAULT.replace(old, new))
    if words is None:
        assert read_own(path).id == "assault"
        return
    with pytest.raises(PbemError, match=r"own\.yaml") as caught:
        read_own(path)
    assert told(caught.value) == words


def test_a_number_stands_where_the_program_has_numbers(tmp_path: Path) -> None:
    text = ASSAULT.replace("assault", "losses").replace("odds-table", "keyed-table")
    text = text.replace("repulsed", "1").replace("holds", "1/2").partition("known:")[0]
    (tmp_path / "losses.yaml").write_text(text)
    known = load_charts(tmp_path)
    own = tmp_path / "own.yaml"
    own.write_text(text.replace("1/2", "some"))
    with pytest.raises(PbemError) as caught:
        own_chart(own, "toy", known)
    assert told(caught.value) == ["11:16: error: found 'some', and 3:1 has numbers alone"]
    own.write_text(text.replace("1/2", '"?"'))
    assert own_chart(own, "toy", known).table().cells["3:1", "1"].text == "?"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("provenance: transcribed\n", "", ["1:1: error: 'provenance' is missing"]),
        ("type: INF,", "type: IMF,", ["7:40: error: there is no type 'IMF' in this file"]),
        ("might: 2", "might: two", ["8:45: error: might: found 'two', and a number stands there"]),
        ("might: 2", "might: {}", ["8:45: error: might: found an empty mapping"]),
        ("id: lion", "id: crimson-inf", []),
    ],
)
def test_what_is_wrong_in_counters_is_told_in_its_line(
    tmp_path: Path, old: str, new: str, words: list[str]
) -> None:
    path = tmp_path / "own.yaml"
    assert old in PLAIN
    path.write_text(PLAIN.replace(old, new))
    with pytest.raises(PbemError, match=r"own\.yaml") as caught:
        own_counters(path, "toy", COUNTERS)
    assert told(caught.value) == words


@pytest.mark.parametrize("name", ["charts/assault", "charts/siege", "counters"])
def test_any_value_anywhere_is_told_or_can_be_looked_up(tmp_path: Path, name: str) -> None:
    path = tmp_path / "own.yaml"
    source = DATA / f"{name}.yaml"
    ways = [as_yaml(data) for _, data in changed(read_data(source))]
    tried = Random(name).sample(ways, TRIED)
    refused = sum(is_refused(path, name, data) for data in tried)
    assert 0 < refused < TRIED
    assert all(is_refused(path, name, data) for _, data in broken(source.read_bytes()))


def is_refused(path: Path, name: str, data: bytes) -> bool:
    """Whether a file is refused with a message; otherwise all can be asked of it."""
    path.write_bytes(data)
    try:
        looked_up(path, name)
    except PbemError as trouble:
        assert trouble.message
        return True
    return False


def looked_up(path: Path, name: str) -> None:
    """Everything that rules might ask of a file."""
    if name == "counters":
        for counter in own_counters(path, "toy", COUNTERS):
            for rating in counter.ratings:
                try:
                    counter.rating(rating)
                except PbemError as trouble:
                    assert trouble.message
        return
    chart = read_own(path)
    check_chart(chart)
    for table in chart.tables.values():
        for cell in table.cells.values():
            try:
                assert cell.number is not None
            except PbemError as trouble:
                assert trouble.message
