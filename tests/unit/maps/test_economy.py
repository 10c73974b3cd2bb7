"""What rulebooks say of factories, resources, oil and objectives is true on the shipped maps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.economy import Stand, by_country, factory_kinds, stands, total
from pbem.core.maps.mapfile import board_from_text, load_board
from pbem.core.maps.shipped import map_path
from pbem.maps.building.build import read_lists
from pbem.maps.building.economy import ORIGINS
from pbem.maps.economy import table

FACTS = Path(__file__).parent / "economy"


@cache
def said(name: str) -> Any:
    path = FACTS / f"{name}.yaml"
    return read_data_text(path.read_text(encoding="utf-8"), str(path))


@cache
def board(name: str) -> Board:
    return load_board(map_path(said(name)["map"]))


NAMES = [path.stem for path in sorted(FACTS.glob("*.yaml"))]


def counted(held: list[Stand]) -> dict[str, int]:
    """Everything that a fact may count."""
    sums = total(held)
    kinds = dict(sums.factories)
    marks = [mark for stand in held for mark in stand.marks]
    return {
        "factories": sum(kinds.values()),
        **{kind: kinds.get(kind, 0) for kind in ("red", "blue", "green")},
        "factory hexes": sum(bool(stand.factories) for stand in held),
        "resources": sums.resources,
        "oil": sums.oil,
        "goods": sums.resources + sums.oil,
        "major port": sums.major_ports,
        **{mark: marks.count(mark) for mark in ("capital", "city", "port")},
    }


def all_facts() -> Iterator[Any]:
    for name in NAMES:
        for fact in said(name)["facts"]:
            where = " ".join((*fact.get("in", ()), *fact.get("of", ())))
            yield pytest.param(name, fact, id=f"{name}-{where}-{fact['rule']}")


@pytest.mark.parametrize(("name", "fact"), list(all_facts()))
def test_what_the_book_says(name: str, fact: Any) -> None:
    on = board(name)
    places = {on.find(place).place for place in fact.get("in", ())}
    assert None not in places
    held = [one for one in stands(on) if one.place in places or one.country in fact.get("of", ())]
    found = counted(held)
    assert {key: found[key] for key in fact.get("is", {})} == fact.get("is", {})
    assert {key: found[key] for key, few in fact.get("least", {}).items() if found[key] < few} == {}
    assert {key: found[key] for key, big in fact.get("most", {}).items() if found[key] > big} == {}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("key", "fact"), [("objectives", "objective"), ("victory", "victory")])
def test_the_cities_that_count_and_no_others(name: str, key: str, fact: str) -> None:
    on = board(name)
    marked = on.by_fact.get(fact, {})
    cities = [city for city in said(name).get(key, "").strip().split(", ") if city]
    for city in cities:
        assert sum(place in marked for place in on.find(city).places) == 1, city
    assert len(marked) == len(cities)
    assert all(on.provenance(place, fact).startswith("printed") for place in marked)


@pytest.mark.parametrize("name", NAMES)
def test_no_hex_has_too_many(name: str) -> None:
    most = said(name).get("most", {})
    many = [
        stand.label
        for stand in stands(board(name))
        if any(counted([stand])[kind] > limit for kind, limit in most.items())
    ]
    assert many == []


@pytest.mark.parametrize("name", NAMES)
def test_everything_stands_in_the_country_of_its_list_and_says_where_it_comes_from(
    name: str,
) -> None:
    on = board(name)
    for lists in said(name).get("lists", ()):
        for land, entries in read_lists(lists)["economy"].items():
            for entry in entries:
                place = on.find(entry["in"])
                here = [one for one in place.places if on.country(one) == land]
                assert here, f"{entry['in']} {place.places} is not in {land}"
                kinds = [kind for kind in ORIGINS if kind in entry]
                for fact in ("factories", "resources", "oil"):
                    if fact in entry:
                        assert f"{kinds[0]}: " in on.provenance(here[0], fact)
                assert len(kinds) == 1


MAP = """format: pbem-map/1
map: small
grid: {E: {id: "E{column:2}{row:2}"}}
layers:
  terrain: {provenance: derived, legend: {c: clear}, rows: "E0301: c c c"}
  country: {provenance: derived, legend: {A: arcadia}, rows: "E0301: A A A"}
places:
  provenance: reconstructed
  at:
    E0101:
      name: Mill
      factories: [red, blue]
      resources: 2
      provenance: {factories: "printed: 1.1", resources: "historical: coal"}
    E0201: {name: Forge, factories: 2}
    E0301: {name: Bay, oil: 1, objective: true, victory: true, capital: arcadia}
countries: {provenance: derived, at: {arcadia: {name: Arcadia, kind: home}}}
"""


def test_each_fact_has_its_own_origin() -> None:
    on = board_from_text(MAP)
    assert on.provenance("E0101", "factories") == "printed: 1.1"
    assert on.provenance("E0101", "resources") == "historical: coal"
    assert on.provenance("E0101", "name") == "reconstructed"


def test_the_table_adds_up() -> None:
    on = board_from_text(MAP)
    lines = [" ".join(line.split()) for line in table(on, by_country(on)).splitlines()]
    assert lines[3:8] == [
        "Arcadia 1 red, 1 blue, 2 2 1 1 (1!)",
        "Mill E0101 1 red, 1 blue P 2 H",
        "Forge E0201 2 R",
        "Bay E0301 capital 1 R objective! R",
        "all 1 red, 1 blue, 2 2 1 1 (1!)",
    ]


def test_kinds() -> None:
    assert factory_kinds(None) == factory_kinds(0) == ()
    assert factory_kinds(2) == ("plain", "plain")
    assert factory_kinds(("red", "blue")) == ("red", "blue")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[red, yellow]", "Mill E0101: a factory is red or blue or green, not 'yellow'"),
        ("[red, red, red, red]", "Mill E0101 has 4 factories, 0 of them blue"),
        ("[blue, blue, blue]", "Mill E0101 has 3 factories, 3 of them blue"),
        ("[blue, blue, red]", ""),
    ],
)
def test_check_knows_kinds_and_limits(value: str, message: str) -> None:
    found = [str(f) for f in check(board_from_text(MAP.replace("[red, blue]", value)))]
    assert [line for line in found if "factor" in line] == (
        [line for line in found if message in line] if message else []
    )
    assert bool(message) == any(message and message in line for line in found)


def test_a_slip_in_the_origins_is_told() -> None:
    with pytest.raises(FileTrouble, match="'factory' is no key here"):
        board_from_text(MAP.replace('{factories: "printed', '{factory: "printed'))
