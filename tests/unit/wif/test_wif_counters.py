"""The World in Flames counters: complete for the rules, and what the rulebook says of them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import pbem.systems.wif
from pbem.core.data.counters import Counter, load_counters
from pbem.core.data.yamlio import read_data

PATH = Path(pbem.systems.wif.__file__).parent / "data" / "counters.yaml"
SCHEMA = Path(__file__).parents[3] / "schemas/core/counters.schema.json"
CATALOGUE = load_counters(PATH)
ALL = list(CATALOGUE)


def test_the_file_obeys_the_schema() -> None:
    jsonschema.validate(read_data(PATH), json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize("counter", ALL, ids=lambda counter: counter.id)
def test_a_counter_has_every_rating_that_its_kind_needs(counter: Counter) -> None:
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
    assert all(counter.rating(name) >= 0 for name in counter.ratings)


@pytest.mark.parametrize("counter", ALL, ids=lambda counter: counter.id)
def test_a_counter_is_of_one_arm_and_one_size(counter: Counter) -> None:
    assert [counter.is_a("land"), counter.is_a("air")].count(True) == 1
    sizes = [counter.is_a("corps"), counter.is_a("division")].count(True)
    assert sizes == (1 if counter.is_a("land") else 0)
    assert counter.id.startswith({"germany": "ger-", "ussr": "ussr-"}[counter.power])


def test_motorised_units_are_those_of_the_terrain_chart() -> None:
    """11.10.2: HQ-A, ARM, MECH and MOT."""
    kinds = {counter.kind for counter in ALL if counter.is_a("motorised")}
    assert kinds == {"HQ-A", "ARM", "MECH", "MOT"}
    assert all(counter.is_a("motorised") for counter in ALL if counter.kind in kinds)


def test_no_two_counters_of_a_power_share_a_name() -> None:
    assert [counter.name for counter in ALL if len(CATALOGUE.find(counter.name)) != 1] == []


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
    ],
)
def test_what_the_rulebook_says_of_a_counter_holds(name: str, rating: str, value: int) -> None:
    (counter,) = CATALOGUE.find(name)
    assert counter.rating(rating) == value


def test_each_side_has_what_an_impulse_needs() -> None:
    for power in "germany", "ussr":
        own = [counter for counter in ALL if counter.power == power]
        assert len([counter for counter in own if counter.is_a("hq")]) == 3
        assert len([counter for counter in own if counter.is_a("air")]) >= 7
        assert len(own) >= 30
