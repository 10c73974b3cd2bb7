"""Everything that a rulebook says of a hex is true on the shipped map: tests/unit/maps/said."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.board import Board
from pbem.core.maps.check import SEA
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.paths import within
from pbem.core.maps.shipped import map_path

SAID = Path(__file__).parent / "said"
BARRED = {"all-sea", "alpine", "lake"}


@cache
def said(name: str) -> Any:
    path = SAID / f"{name}.yaml"
    return read_data_text(path.read_text(encoding="utf-8"), str(path))


@cache
def board(name: str) -> Board:
    return load_board(map_path(said(name)["map"]))


def words(value: Any) -> list[str]:
    """A text of words, a list of such texts, or a list of names."""
    if isinstance(value, list):
        return [str(item) for item in value]
    return str(value).split()


def sides(value: Any) -> list[tuple[str, str]]:
    texts = value if isinstance(value, list) else [value]
    return [_two(word) for text in texts for word in text.split()]


def _two(word: str) -> tuple[str, str]:
    """`1017-1116`, and `box:far-sea:near-waters`, where ids hold hyphens themselves."""
    a, _, b = word.rpartition("-sea:" if "-sea:" in word else "-")
    return (a, f"sea:{b}") if "-sea:" in word else (a, b)


def place(on: Board, name: str) -> str:
    found = on.find(name)
    assert len(found.places) == 1, found.problem
    return found.places[0]


def statements() -> list[Any]:
    """Every statement of every file: file, kind, and what is said."""
    found = []
    for path in sorted(SAID.glob("*.yaml")):
        data = said(path.stem)
        for kind, value in data.items():
            if kind == "map":
                continue
            items = value.items() if isinstance(value, dict) else [("", value)]
            found += [
                pytest.param(path.stem, kind, key, item, id=f"{path.stem}-{kind}-{key}")
                for key, item in items
            ]
    return found


@pytest.mark.parametrize(("name", "kind", "key", "value"), statements())
def test_said(name: str, kind: str, key: str, value: Any) -> None:
    CHECKS[kind](board(name), key, value)


def at(on: Board, key: str, value: str) -> None:
    assert value in on.find(key).places, f"{key} is at {on.find(key).places}"


def ports(on: Board, _: str, value: Any) -> None:
    dry = [p for p in words(value) if not (on.fact(place(on, p), "port") and _wet(on, p))]
    assert dry == []


def _wet(on: Board, name: str) -> bool:
    where = place(on, name)
    return _in_sea(on, where) and bool(on.fact(where, "coast") or on.fact(where, "off_map"))


def coastal(on: Board, _: str, value: Any) -> None:
    assert [p for p in words(value) if not (on.fact(p, "coast") and _in_sea(on, p))] == []


def _in_sea(on: Board, where: str) -> bool:
    """In a sea area, if the map has sea areas at all."""
    return bool(on.seas(where)) or "sea" not in on.by_fact


def islands(on: Board, _: str, value: Any) -> None:
    where = [place(on, name) for name in words(value)]
    assert [p for p in where if on.terrain(p) == SEA or not on.fact(p, "coast")] == []


def land(on: Board, _: str, value: Any) -> None:
    assert [p for p in words(value) if on.terrain(p) == SEA] == []


def not_terrain(on: Board, key: str, value: Any) -> None:
    assert [p for p in words(value) if key in on.terrain(p).split("-")] == []


def no_city(on: Board, _: str, value: Any) -> None:
    assert [on.label(p) for p in words(value) if on.fact(p, "city")] == []


def sea(on: Board, _: str, value: Any) -> None:
    assert [p for p in words(value) if on.terrain(p) != SEA] == []


def adjacent(on: Board, _: str, value: Any) -> None:
    assert [(a, b) for a, b in sides(value) if not on.adjacent(a, b)] == []


def not_adjacent(on: Board, _: str, value: Any) -> None:
    assert [(a, b) for a, b in sides(value) if on.adjacent(a, b)] == []


def distances(on: Board, key: str, value: int) -> None:
    a, b = key.split("-")
    assert on.distance(place(on, a), place(on, b)) == value


def within_steps(on: Board, key: str, value: int) -> None:
    """Not further than this, where a supply path or a rebase reaches over the joins of sheets."""
    a, b = key.split("-")
    steps = on.distance(place(on, a), place(on, b))
    assert steps is not None and steps <= value


def directions(on: Board, key: str, value: str) -> None:
    """From the first hex to the second."""
    a, b = key.split(" to ")
    assert on.direction(place(on, a), place(on, b)) == value


def hexsides(on: Board, key: str, value: list[str]) -> None:
    a, b = key.split("-")
    assert sorted(f for f in on.border(a, b) if f not in ("rail", "road")) == sorted(value)


def open_sides(on: Board, _: str, value: Any) -> None:
    barred = {(a, b): on.border(a, b) for a, b in sides(value) if BARRED & set(on.border(a, b))}
    assert barred == {}


def counts(on: Board, key: str, value: int) -> None:
    """How many places have a fact; how much it is on all together, if it is a number."""
    found = [on.fact(p, key) for p in on.spots]
    assert sum(int(item) for item in found if isinstance(item, int)) == value


def cities_in(on: Board, key: str, value: list[str]) -> None:
    """All cities of a region."""
    cities = {p for p in on.spots if on.fact(p, "city") and on.text(p, "region") == key}
    assert cities == {place(on, name) for name in value}


def strongholds(on: Board, _: str, value: Any) -> None:
    """Mountains, woods, swamps or a river help to hold them."""
    rough = ("mountain", "forest", "swamp")
    where = [place(on, name) for name in words(value)]
    rivers = {p for p in where if any("river" in on.border(p, q) for q in on.neighbours[p])}
    assert [on.label(p) for p in where if on.terrain(p) not in rough and p not in rivers] == []


def homes(on: Board, _: str, value: Any) -> None:
    """Countries with a capital; what has none is a territory."""
    assert [land for land in words(value) if not on.countries[land].get("capital")] == []


def territories(on: Board, _: str, value: Any) -> None:
    assert [land for land in words(value) if on.countries[land].get("capital")] == []


def capital_ports(on: Board, _: str, value: Any) -> None:
    """All capitals that are ports, and no others."""
    both = set(on.by_fact["capital"]) & set(on.by_fact["port"])
    assert both == {place(on, name) for name in words(value)}


def crossings(on: Board, _: str, value: int) -> None:
    """How many sides of the whole board can be crossed on foot over water."""
    pairs = [(p, q) for p in on.places for q in on.neighbours[p] if p < q]
    assert sum("straits" in on.border(p, q) for p, q in pairs) == value


def regions(on: Board, key: str, value: int) -> None:
    assert sum(on.text(p, "region") == key for p in on.spots) == value


def fronts_of_regions(on: Board, key: str, value: str) -> None:
    mine = [p for p in on.spots if on.text(p, "region") == key]
    assert mine and {on.fact(p, "front") for p in mine} == {value}


def own_hex(on: Board, _: str, value: Any) -> None:
    """Islands each in a hex that no other of them shares."""
    where = [place(on, name) for name in words(value)]
    assert sorted(where) == sorted(set(where))


def two_hexes(on: Board, _: str, value: Any) -> None:
    for name in words(value):
        first = place(on, name)
        (second,) = [q for q in on.neighbours[first] if _walk(on, first, q)]
        assert [q for q in on.neighbours[second] if _walk(on, second, q)] == [first]


def within_twenty(on: Board, key: str, value: bool) -> None:
    a, b = key.split("-")
    far = on.distance(place(on, a), place(on, b))
    assert far is not None and (far <= 20) is value


def alone(on: Board, _: str, value: Any) -> None:
    """Islands of one hex: by land nothing leads away, but perhaps a crossing arrow."""
    ways = {
        p: [q for q in on.neighbours[place(on, p)] if _walk(on, place(on, p), q)] for p in value
    }
    assert {p: to for p, to in ways.items() if to} == {}


def apart(on: Board, _: str, value: Any) -> None:
    """Neighbours, or hexes near each other, between which there is no step by land."""
    assert [(a, b) for a, b in sides(value) if on.adjacent(a, b) and _walk(on, a, b)] == []


def _walk(on: Board, a: str, b: str) -> bool:
    over = set(on.border(a, b))
    return on.terrain(b) not in ("", SEA) and not (over & BARRED or "straits" in over)


def rail(on: Board, _: str, value: Any) -> None:
    assert [(a, b) for a, b in sides(value) if "rail" not in on.border(a, b)] == []


def no_rail(on: Board, _: str, value: Any) -> None:
    assert [(a, b) for a, b in sides(value) if "rail" in on.border(a, b)] == []


def rail_joined(on: Board, _: str, value: list[list[str]]) -> None:
    lines = {p: tuple(q for q in on.neighbours[p] if "rail" in on.border(p, q)) for p in on.places}
    for a, b in value:
        assert place(on, b) in within(lines, place(on, a), len(on.places)), (a, b)


def walks(on: Board, _: str, value: list[str]) -> None:
    for walk in value:
        for a, b in pairwise(walk.split()):
            assert on.adjacent(a, b), (a, b)
            assert not BARRED & set(on.border(a, b)), (a, b)
            assert on.terrain(b) != SEA, b


def seas(on: Board, key: str, value: list[str]) -> None:
    assert sorted(on.seas(place(on, key))) == sorted(f"sea:{name}" for name in value)


def in_sea(on: Board, key: str, value: Any) -> None:
    assert [p for p in words(value) if f"sea:{key}" not in on.seas(place(on, p))] == []


def all_in(on: Board, key: str, value: list[str]) -> None:
    """Every coast of a country lies in one of these sea areas."""
    known = {f"sea:{name}" for name in value}
    mine = [p for p in on.by_fact["sea"] if on.country(p) == key]
    assert mine and {sea for p in mine for sea in on.seas(p)} <= known


def sea_neighbours(on: Board, key: str, value: list[str]) -> None:
    near = on.neighbours[f"sea:{key}"]
    assert [name for name in value if f"sea:{name}" not in near] == []


def sea_areas_to(on: Board, key: str, value: dict[str, int]) -> None:
    water = {p: tuple(q for q in on.neighbours[p] if q.startswith("sea:")) for p in on.places}
    for name, count in value.items():
        ways = [within(water, start, 9)[f"sea:{name}"] for start in on.seas(place(on, key))]
        assert min(ways) + 1 == count


def country(on: Board, key: str, value: Any) -> None:
    wrong = {p: on.country(place(on, p)) for p in words(value)}
    assert {p: other for p, other in wrong.items() if other != key} == {}


def aligned(on: Board, key: str, value: list[str]) -> None:
    """Countries that are aligned to another when the war begins."""
    assert {one: on.countries[one].get("aligned") for one in value} == dict.fromkeys(value, key)


def capitals(on: Board, key: str, value: str) -> None:
    assert on.countries[key]["capital"] == place(on, value)


def region(on: Board, key: str, value: Any) -> None:
    assert {p: on.text(p, "region") for p in words(value) if on.text(p, "region") != key} == {}


def terrain(on: Board, key: str, value: str) -> None:
    assert on.terrain(key) == value


def facts(on: Board, key: str, value: dict[str, Any]) -> None:
    where = place(on, key)
    assert {name: on.fact(where, name) for name in value} == value


CHECKS = {
    "at": at,
    "ports": ports,
    "coastal": coastal,
    "islands": islands,
    "land": land,
    "not_terrain": not_terrain,
    "no_city": no_city,
    "sea": sea,
    "adjacent": adjacent,
    "not_adjacent": not_adjacent,
    "distances": distances,
    "within": within_steps,
    "directions": directions,
    "sides": hexsides,
    "open": open_sides,
    "strongholds": strongholds,
    "homes": homes,
    "territories": territories,
    "capital_ports": capital_ports,
    "crossings": crossings,
    "regions": regions,
    "fronts_of_regions": fronts_of_regions,
    "own_hex": own_hex,
    "two_hexes": two_hexes,
    "within_twenty": within_twenty,
    "alone": alone,
    "counts": counts,
    "cities_in": cities_in,
    "apart": apart,
    "rail": rail,
    "no_rail": no_rail,
    "rail_joined": rail_joined,
    "walks": walks,
    "seas": seas,
    "in_sea": in_sea,
    "all_in": all_in,
    "sea_neighbours": sea_neighbours,
    "sea_areas_to": sea_areas_to,
    "country": country,
    "aligned": aligned,
    "capitals": capitals,
    "region": region,
    "terrain": terrain,
    "facts": facts,
}
