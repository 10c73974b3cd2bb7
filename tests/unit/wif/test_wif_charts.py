"""The World in Flames charts: sound, in agreement with all that is known, never falling."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import jsonschema
import pytest

import pbem.systems.wif
from pbem.core.data.charts import Chart, Provenance, check_chart, load_charts
from pbem.core.data.yamlio import read_data

FOLDER = Path(pbem.systems.wif.__file__).parent / "data" / "charts"
SCHEMA = Path(__file__).parents[3] / "schemas/core/charts.schema.json"


@cache
def charts() -> Mapping[str, Chart]:
    """The charts as they are now; emptied with other caches where a file changes under a test."""
    return load_charts(FOLDER)


# What the side fired on suffers, from least to most.
DEFENDER = ["", "1", "R", "2", "S", "B", "1S", "1B", "2S", "2B"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_chart_file_obeys_the_schema(path: Path) -> None:
    data = read_data(path)
    jsonschema.validate(data, json.loads(SCHEMA.read_text()))
    assert data["chart"] == path.stem


@pytest.mark.parametrize("name", charts())
def test_every_leaked_cell_agrees(name: str) -> None:
    assert check_chart(charts()[name]) == []


def test_the_known_cells_are_all_there() -> None:
    assert {name: len(chart.known) for name, chart in charts().items()} == {
        "activity-limits": 12,
        "air-to-air": 11,
        "air-to-air-colours": 0,
        "allowable-activities": 16,
        "anti-air": 1,
        "facilities": 1,
        "impulse-track": 4,
        "initiative-track": 10,
        "land-combat-1d10": 8,
        "land-combat-2d10": 13,
        "land-combat-2d10-modifiers": 0,
        "land-combat-die": 1,
        "multiple-actions": 2,
        "oil-costs": 2,
        "partisan-numbers": 1,
        "partisan-regions": 0,
        "partisans": 0,
        "production-multiples": 11,
        "strategic-bombardment": 2,
        "terrain-effects": 34,
        "unit-costs": 18,
        "weather": 54,
    }


def land_rank(cell: str) -> tuple[int, int, int, bool]:
    """How good a land combat result is for the attacker."""
    match = re.fullmatch(r"([*†]?)(?:([0-9]?)-?/-?([0-9]?[RSB]?)|-)(§?)", cell)
    assert match, cell
    outcome = DEFENDER.index(match[3] or "")
    return outcome, -int(match[2] or 0), ["", "†", "*"].index(match[1]), not match[4]


def rises(cells: Sequence[str]) -> bool:
    ranks = [land_rank(cell) for cell in cells]
    return ranks == sorted(ranks)


@pytest.mark.parametrize("table", ["blitzkrieg", "assault"])
def test_land_results_never_get_worse_with_the_roll_or_the_odds(table: str) -> None:
    chosen = charts()["land-combat-1d10"].table(table)
    for column in chosen.columns.names:
        assert rises([chosen.cells[column, row].text for row in chosen.rows.names])
    for row in chosen.rows.names:
        assert rises([chosen.cells[column, row].text for column in chosen.columns.names])


@pytest.mark.parametrize("table", ["blitzkrieg", "assault"])
def test_two_dice_results_never_get_worse_with_the_total(table: str) -> None:
    chosen = charts()["land-combat-2d10"].table(table)
    assert [int(row) for row in chosen.rows.names] == list(range(2, 24))
    assert rises([chosen.cells["", row].text for row in chosen.rows.names])


def test_air_combat_kills_more_in_every_column_to_the_right() -> None:
    table = charts()["air-to-air"].table()
    for kinds in ({"AX", "DX"}, {"AX", "DX", "AA", "DA"}):
        chances = [
            sum(
                10 - abs(11 - int(row))
                for row in table.rows.names
                if table.cells[column, row].text in kinds
            )
            for column in table.columns.names
        ]
        assert chances == sorted(chances)


@pytest.mark.parametrize(
    ("zone", "turn", "share"),
    [
        ("n-temperate", "jf", {"rain": 2, "storm": 2, "snow": 5, "blizzard": 1}),
        ("n-temperate", "ma", {"fine": 3, "rain": 2, "storm": 2, "snow": 2, "blizzard": 1}),
        ("n-temperate", "mj", {"fine": 8, "rain": 1, "storm": 1}),
        ("n-temperate", "ja", {"fine": 10}),
        ("n-temperate", "so", {"fine": 6, "rain": 2, "storm": 1, "snow": 1}),
        ("n-temperate", "nd", {"fine": 3, "rain": 2, "storm": 1, "snow": 3, "blizzard": 1}),
        ("n-monsoon", "jf", {"fine": 10}),
        ("n-monsoon", "ma", {"fine": 7, "rain": 3}),
        ("n-monsoon", "mj", {"fine": 4, "rain": 3, "storm": 3}),
        ("n-monsoon", "ja", {"fine": 1, "rain": 3, "storm": 6}),
        ("n-monsoon", "so", {"fine": 4, "rain": 3, "storm": 3}),
        ("n-monsoon", "nd", {"fine": 8, "rain": 2}),
    ],
)
def test_weather_comes_as_often_as_reported(zone: str, turn: str, share: dict[str, int]) -> None:
    chart = charts()["weather"]
    rolled = [chart.lookup(table=turn, column=zone, roll=roll).text for roll in range(1, 11)]
    assert Counter(rolled) == share


def test_every_activity_names_a_limit_that_exists() -> None:
    limits = charts()["activity-limits"].table("1939")
    cells = {cell.text for cell in charts()["allowable-activities"].table().cells.values()}
    assert cells - set(limits.columns.names) == {"none", "unlimited"}


@pytest.mark.parametrize(
    ("column", "least", "most", "but"),
    [
        ("naval-air", 1, 3, ""),
        ("land-air", 1, 4, ""),
        ("combined-air", 3, 7, "china"),
        ("combined-land", 2, 6, ""),
        ("combined-attack", 1, 3, ""),
        ("combined-naval", 1, 3, ""),
    ],
)
def test_limits_span_what_is_reported(column: str, least: int, most: int, but: str) -> None:
    table = charts()["activity-limits"].table("1939")
    powers = [power for power in table.rows.names if power != but]
    values = [table.cells[column, power].number for power in powers]
    assert (len(table.rows.names), min(values), max(values)) == (8, least, most)


def test_leg_units_never_pay_more_than_motorised_nor_europe_more_than_the_pacific() -> None:
    chart = charts()["terrain-effects"]
    for terrain in chart.table("movement").rows.names:
        europe_leg, europe_motorised, pacific_leg, pacific_motorised = (
            chart.at(terrain, f"{scale}-{move}", "movement").number
            for scale in ("europe", "pacific")
            for move in ("leg", "motorised")
        )
        assert europe_leg <= europe_motorised <= pacific_motorised
        assert europe_leg <= pacific_leg <= pacific_motorised


def test_manstein_in_kerch_reaches_the_kuban_only_in_fine_weather() -> None:
    """11.17.2: E0927 lies within 5 motorised points of Kerch in rain, Krasnodar does not."""
    chart = charts()["terrain-effects"]
    clear = chart.at("clear", "europe-motorised", "movement").number
    rain = chart.at("rain", table="weather").number
    straits = chart.at("straits", "others", "hexsides").number
    assert 2 * clear * rain + straits <= 5 < 3 * clear * rain + straits
    assert 3 * clear + straits <= 5


def test_impulses_end_more_easily_in_every_further_box() -> None:
    table = charts()["impulse-track"].table()
    numbers = [table.cells["", row].number for row in table.rows.names]
    assert numbers == sorted(numbers)
    assert len(numbers) == 16


def rank_of_bombing(cell: str) -> tuple[int, int]:
    """Points lost and asterisks."""
    match = re.fullmatch(r"-|([1-9][0-9]*)([*]*)", cell)
    assert match, cell
    return int(match[1] or 0), len(match[2] or "")


def test_bombing_never_destroys_less_with_the_roll_or_the_factors() -> None:
    table = charts()["strategic-bombardment"].table()
    rows = [
        [rank_of_bombing(table.cells[column, row].text) for column in table.columns.names]
        for row in table.rows.names
    ]
    for cells in (*rows, *zip(*rows, strict=True)):
        assert list(cells) == sorted(cells)
        assert [stars for _, stars in cells] == sorted(stars for _, stars in cells)


def test_twenty_factors_at_lille_cost_four_points() -> None:
    """11.7: an 8, and 1 more since nobody opposed the mission."""
    cell = charts()["strategic-bombardment"].lookup(roll=9, column=20)
    assert (cell.text, cell.provenance) == ("4*", Provenance.PRINTED)


def test_multiples_never_fall_and_come_in_quarters() -> None:
    table = charts()["production-multiples"].table("initial")
    for power in table.rows.names:
        cells = [table.cells[year, power].number for year in table.columns.names]
        assert cells == sorted(cells)
        assert all(4 * cell == int(4 * cell) for cell in cells)


def eligible(roll: int) -> set[str]:
    """The countries and regions of a row of the partisan table."""
    table = charts()["partisans"].table()
    return {table.cells[column, str(roll)].text for column in table.columns.names}


def test_nine_countries_or_regions_in_every_partisan_row() -> None:
    assert [len(eligible(roll)) for roll in range(1, 11)] == [9] * 10


def test_partisan_rows_agree_with_the_examples() -> None:
    assert "greece" in eligible(1) & eligible(6)
    assert eligible(3) & eligible(5) == {"byelorussia", "russia", "ukraine", "yugoslavia"}
    assert "indo-china*" in set.union(*map(eligible, range(1, 11)))
    assert "china" in eligible(5) | eligible(10)


def test_who_has_a_partisan_number_is_eligible_somewhere_and_in_one_colour() -> None:
    named = set.union(*map(eligible, range(1, 11)))
    countries = [name.rstrip("*") for name in sorted(named)]
    assert len(countries) == len(set(countries))
    assert set(countries) == set(charts()["partisan-numbers"].table().rows.names)


def test_every_activity_of_a_power_has_its_price_in_oil() -> None:
    now, later = (charts()["oil-costs"].table(year) for year in ("1939", "1943"))
    limits = charts()["activity-limits"].table("1939")
    assert now.rows.names == limits.rows.names
    for key, cell in later.cells.items():
        assert cell.number >= now.cells[key].number


def test_what_is_not_printed_says_so() -> None:
    exact = [name for name, chart in charts().items() if chart.is_exact]
    assert exact == ["initiative-track", "land-combat-die", "multiple-actions", "oil-costs"]
    cell = charts()["land-combat-1d10"].lookup(table="blitzkrieg", column="3:2", roll=10)
    assert (cell.value, cell.provenance) == ("†/B", Provenance.PRINTED)
    cell = charts()["land-combat-1d10"].lookup(table="blitzkrieg", column="3:2", roll=9)
    assert (cell.value, cell.provenance) == ("†1/B", Provenance.RECONSTRUCTED)
