"""The charts of America in Flames: well-formed, true as far as the book gives cells away."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import jsonschema
import pytest

from pbem.core.cases.shelf import shelf
from pbem.core.data.charts import Chart, check_chart
from pbem.core.data.yamlio import read_data

FOLDER: Final = shelf("aif").system.folder / "charts"
SCHEMA: Final = Path(__file__).parents[3] / "schemas/core/charts.schema.json"


@cache
def chart(name: str) -> Chart:
    return shelf("aif").book.chart(name)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_chart_file_obeys_the_schema_and_agrees_with_the_book(path: Path) -> None:
    data = read_data(path)
    jsonschema.validate(data, json.loads(SCHEMA.read_text()))
    assert (data["chart"], data["system"]) == (path.stem, "aif")
    assert check_chart(chart(path.stem)) == []


def test_no_result_lets_half_of_the_attackers_stay_face_up() -> None:
    """The book knows the asterisk alone (11.16.5)."""
    tables = chart("land-combat-1d10").tables.values()
    texts = {cell.text for table in tables for cell in table.cells.values()}
    assert "*/1B" in texts
    assert not any("†" in text for text in texts)


def test_there_is_no_mediterranean_and_the_arctic_has_rain_in_the_example() -> None:
    weather = chart("weather")
    assert "mediterranean" not in weather.table("ja").columns.names
    assert weather.lookup(table="ja", column="arctic", roll=10).text == "rain"


def test_each_axis_power_flies_one_mission_more_than_in_world_in_flames() -> None:
    ours, theirs = chart("activity-limits"), shelf("wif").book.chart("activity-limits")
    for power in ("germany", "italy", "japan"):
        for column in ("naval-air", "land-air", "combined-air"):
            more = ours.at(power, column, "1945").number - theirs.at(power, column, "1939").number
            assert more == 1
    assert ours.at("usa", "combined-naval", "1945").number == 2
