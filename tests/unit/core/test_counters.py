"""The counter catalogue: types, ratings, names, trouble in files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pbem.core.data.charts import Provenance
from pbem.core.data.counters import Catalogue, Counter, counters_from, load_counters
from pbem.core.data.findings import FileTrouble, MissingData

SCHEMA = Path(__file__).parents[3] / "schemas/core/counters.schema.json"

DATA: dict[str, Any] = {
    "format": "pbem-counters/1",
    "system": "toy",
    "provenance": "checked",
    "types": [
        {"id": "ARM", "classes": ["land", "motorised"], "ratings": {"cost": 6, "movement": 5}},
        {"id": "ARM-div", "kind": "ARM", "classes": ["land"], "ratings": {"weight": "1/2"}},
    ],
    "counters": [
        {"id": "red-xli-arm", "name": "XLI ARM", "type": "ARM", "power": "red",
         "classes": ["white-print", "land"], "ratings": {"combat": 8, "movement": 6}},
        {"id": "blue-xli-arm", "name": "XLI ARM", "type": "ARM", "power": "blue",
         "ratings": {"combat": 7}, "provenance": "printed", "cite": "7.1 example"},
        {"id": "red-1-arm-div", "name": "1 ARM div", "type": "ARM-div",
         "ratings": {"print": "red"}},
        {"id": "militia", "name": "Militia", "ratings": {"attack": 1}},
    ],
}  # fmt: skip


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue({counter.id: counter for counter in counters_from(DATA)})


def test_the_data_obey_the_schema() -> None:
    jsonschema.validate(DATA, json.loads(SCHEMA.read_text()))


def test_a_counter_takes_over_from_its_type_what_it_does_not_say(catalogue: Catalogue) -> None:
    assert catalogue["red-xli-arm"] == Counter(
        id="red-xli-arm",
        name="XLI ARM",
        kind="ARM",
        power="red",
        classes=("land", "motorised", "white-print"),
        ratings={"cost": 6, "movement": 6, "combat": 8},
        provenance=Provenance.CHECKED,
    )
    assert catalogue["blue-xli-arm"].rating("movement") == 5
    assert catalogue["blue-xli-arm"].provenance is Provenance.PRINTED


def test_a_counter_without_a_type_is_a_kind_of_its_own(catalogue: Catalogue) -> None:
    militia = catalogue["militia"]
    assert (militia.kind, militia.classes, militia.power) == ("militia", (), "")


def test_a_type_may_belong_to_another_kind(catalogue: Catalogue) -> None:
    division = catalogue["red-1-arm-div"]
    assert (division.kind, division.rating("weight")) == ("ARM", Fraction(1, 2))
    assert [counter.id for counter in catalogue.of_kind("ARM")] == [
        "blue-xli-arm",
        "red-1-arm-div",
        "red-xli-arm",
    ]


def test_a_rating_that_is_not_there_is_never_a_zero_by_accident(catalogue: Catalogue) -> None:
    with pytest.raises(MissingData, match=r"Militia \(militia\) has no range rating"):
        catalogue["militia"].rating("range")
    assert catalogue["militia"].or_nothing("range") == 0
    with pytest.raises(MissingData, match="print rating of 1 ARM div"):
        catalogue["red-1-arm-div"].rating("print")
    assert not catalogue["militia"].has("range")


def test_names_are_found_whatever_the_case_and_may_be_ambiguous(catalogue: Catalogue) -> None:
    assert [found.id for found in catalogue.find("xli  arm")] == ["blue-xli-arm", "red-xli-arm"]
    assert [found.id for found in catalogue.find("RED-XLI-ARM")] == ["red-xli-arm"]
    assert catalogue.find("XL ARM") == ()


def test_an_unknown_counter_comes_with_a_hint(catalogue: Catalogue) -> None:
    with pytest.raises(MissingData) as trouble:
        catalogue["red-xl-arm"]
    assert trouble.value.hint.startswith("did you mean red-xli-arm")
    assert "red-xli-arm" in catalogue
    assert len(catalogue) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("format: pbem-state/1\n", "not a counter file"),
        ("format: pbem-counters/1\n", "'provenance' is missing|'counters' is missing"),
        (
            "format: pbem-counters/1\nprovenance: checked\ncounters: [{id: a, name: a, type: X}]\n",
            "'X' is missing",
        ),
        (
            "format: pbem-counters/1\nprovenance: checked\n"
            "counters: [{id: a, name: a, ratings: {combat: [1]}}]\n",
            "is not a rating",
        ),
    ],
)
def test_a_bad_file_is_one_message(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "counters.yaml"
    path.write_text(text)
    with pytest.raises(FileTrouble, match=message):
        load_counters(path)


def test_the_same_counter_twice_is_trouble_but_a_later_file_replaces_it(tmp_path: Path) -> None:
    head = "format: pbem-counters/1\nprovenance: checked\ncounters: "
    one, two, twice = (tmp_path / name for name in ("one.yaml", "two.yaml", "twice.yaml"))
    one.write_text(f"{head}[{{id: a, name: A}}, {{id: b, name: B}}]\n")
    two.write_text(f"{head}[{{id: a, name: C}}]\n")
    twice.write_text(f"{head}[{{id: a, name: A}}, {{id: a, name: A}}]\n")
    assert {counter.id: counter.name for counter in load_counters(one, two)} == {"a": "C", "b": "B"}
    with pytest.raises(FileTrouble, match="the counter a is there twice"):
        load_counters(twice)
