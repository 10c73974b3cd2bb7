"""The World in Flames counters: complete for the rules, and what the rulebook says of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest

import pbem.systems.wif
from pbem.core.data.charts import load_charts
from pbem.core.data.counters import Catalogue, load_counters
from pbem.core.data.yamlio import read_data

PATH = Path(pbem.systems.wif.__file__).parent / "data" / "counters.yaml"
SCHEMA = Path(__file__).parents[3] / "schemas/core/counters.schema.json"
TEXTS = ("kit", "city", "home")
PREFIXES = {
    "germany": "ger-",
    "rumania": "rum-",
    "hungary": "hun-",
    "slovakia": "slo-",
    "finland": "fin-",
    "italy": "ita-",
    "ussr": "ussr-",
    "yugoslavia": "yug-",
    "usa": "usa-",
    "france": "fra-",
    "": "par-",
}


@cache
def catalogue() -> Catalogue:
    """The counters as they are now; forgotten where the file changes under a test."""
    return load_counters(PATH)


def ids() -> list[str]:
    """Every counter."""
    return [counter.id for counter in catalogue()]


def test_the_file_obeys_the_schema() -> None:
    jsonschema.validate(read_data(PATH), json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize("name", ids())
def test_a_counter_has_every_rating_that_its_kind_needs(name: str) -> None:
    counter = catalogue()[name]
    needed = {"cost", "turns"}
    if counter.is_a("land"):
        needed |= {"combat", "movement"}
    else:
        needed |= {"air-to-air", "range"}
    if counter.is_a("hq"):
        needed.add("reorganisation")
    if counter.kind == "LND":
        needed.add("tactical")
    assert needed <= set(counter.ratings)
    assert all(counter.rating(name) >= 0 for name in counter.ratings if name not in TEXTS)
    assert counter.ratings["kit"] in ("WiFC", "AsA", "AfA", "DiF", "TiF", "PiF", "PatiF")


@pytest.mark.parametrize("name", ids())
def test_a_counter_comes_in_a_year_or_is_of_the_reserves(name: str) -> None:
    counter = catalogue()[name]
    reserve = {"reserve", "reserve-against-germany", "undated", "guards"} & set(counter.classes)
    dated = counter.has("year") or bool({"territorial", "supply-unit"} & set(counter.classes))
    assert len(reserve) == (0 if dated else 1)
    assert not counter.has("year") or 1928 <= counter.rating("year") <= 1946
    assert counter.kind == "MIL" or "undated" not in reserve
    assert counter.has("city") == (counter.kind == "MIL")


@pytest.mark.parametrize("name", ids())
def test_a_counter_is_of_one_arm_and_one_size(name: str) -> None:
    counter = catalogue()[name]
    assert [counter.is_a("land"), counter.is_a("air")].count(True) == 1
    sizes = [counter.is_a("corps"), counter.is_a("division")].count(True)
    assert sizes == (1 if counter.is_a("land") else 0)
    assert counter.id.startswith(PREFIXES[counter.power])


def test_motorised_units_are_those_of_the_terrain_chart() -> None:
    """11.10.2: HQ-A, ARM, MECH and MOT, and guns with motors."""
    kinds = {counter.kind for counter in catalogue() if counter.is_a("motorised")} - {
        "AT",
        "AA",
        "ART",
    }
    assert kinds == {"HQ-A", "ARM", "MECH", "MOT", "SUP"}
    assert all(c.is_a("motorised") for c in catalogue() if c.is_a("self-propelled"))
    assert all(counter.is_a("motorised") for counter in catalogue() if counter.kind in kinds)


def test_no_two_counters_of_a_power_share_a_name() -> None:
    assert [
        counter.name for counter in catalogue() if len(catalogue().find(counter.name)) != 1
    ] == []


@pytest.mark.parametrize(
    ("name", "rating", "value"),
    [
        ("v. Leeb", "reorganisation", 2),
        ("Zhukov", "reorganisation", 5),
        ("XLI ARM", "combat", 8),
        ("XXX INF", "combat", 5),
        ("LVII ARM", "movement", 6),
        ("XX INF", "movement", 4),
        ("3 MECH", "combat", 6),
        ("3 INF", "combat", 5),
        ("3 INF", "movement", 3),
        ("FW-190A2", "air-to-air", 7),
        ("Bf-109E3", "range", 3),
        ("Koniev", "cost", 5),
        ("Koniev", "turns", 3),
        ("II PARA", "combat", 4),
    ],
)
def test_what_the_rulebook_says_of_a_counter_holds(name: str, rating: str, value: int) -> None:
    (counter,) = catalogue().find(name)
    assert counter.rating(rating) == value


def test_fifteen_factors_attack_the_maginot_line_beside_the_nineteenth_corps() -> None:
    """11.15.1: 23 with the XIX MOT, whose counter is not here; no MOT has more than 8."""
    (mech,), (infantry,) = catalogue().find("XLVI MECH"), catalogue().find("X INF")
    assert mech.rating("combat") + infantry.rating("combat") == 23 - 8


def test_manstein_reorganises_less_than_six_points_away_and_at_least_five() -> None:
    """13.6.3: a mountain in rain is too far for him; 11.17.2: five points are not."""
    (manstein,) = catalogue().find("Manstein")
    assert manstein.rating("reorganisation") == 5


def test_what_a_type_costs_is_what_the_chart_says() -> None:
    chart = load_charts(PATH.parent / "charts")["unit-costs"]
    for row in read_data(PATH)["types"]:
        kind, table = row.get("kind", row["id"]), "corps"
        if "air" in row["classes"]:
            table = "aircraft"
        elif "division" in row["classes"]:
            table = "divisions"
        # partisans are not built; most cavalry of Germany costs 3; towed guns cost the least
        if row["id"] not in ("PART", "CAV", "CAV-div", "TD", "SPG", "FLAK"):
            said = [chart.at(kind, name, table).number for name in ("cost", "turns")]
            assert said == [row["ratings"]["cost"], row["ratings"]["turns"]]


def test_partisans_of_later_years_are_stronger() -> None:
    partisans = [one for one in catalogue() if one.is_a("partisan")]
    years: dict[int, list[int]] = {}
    for one in sorted(partisans, key=lambda one: one.rating("year")):
        years.setdefault(int(one.rating("year")), []).append(int(one.rating("combat")))
    assert len(partisans) == 13
    assert max(years[1935]) <= min(years[1939]) <= max(years[1939]) <= min(years[1941])
    assert max(years[1941]) < sum(years[1942]) / 2
