"""A map that is cut from another agrees with it hex by hex, and is what the cutter makes."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.mapfile import board_from_text, load_board
from pbem.core.maps.shipped import BUILT, shipped_maps
from pbem.maps.building import cut as cutting
from pbem.maps.building.cut import cut, is_cut

CUTS = [name for name, path in shipped_maps().items() if is_cut(path)]
SHIPPED = {name: load_board(path) for name, path in shipped_maps().items()}

WHOLE = """format: pbem-map/1
map: whole
grid:
  E: {id: "E{column:2}{row:2}", columns_from: east, rows_from: south, half_hex_west: odd}
layers:
  terrain:
    provenance: derived
    legend: {c: clear, f: forest, s: sea, S: {terrain: clear, coast: true}}
    rows: |2
      E0403: c c c c
       E0402: c f S s
      E0401: c c S s
  country:
    provenance: "derived: by hand"
    legend: {A: arcadia, BX: {country: borduria, region: march}, S: syldavia}
    rows: |2
      E0403: A  A  A  A
       E0402: S  BX A
      E0401: S  BX A
  sea:
    {provenance: derived, legend: {w: "sea:west", b: ["sea:west", "sea:east"]}, rows: "E0202: b w"}
hexsides:
  river:
    provenance: derived
    sides: {Flow: E0303-E0302 E0302-E0402 E0202-E0302, Brook: E0102-E0103}
  lake: {provenance: derived, sides: {Mere: E0401-E0402}}
links:
  rail: {provenance: printed, lines: {Main: E0202 E0302 E0402 E0303 E0203 E0202, Far: E0401 E0402}}
joins: {provenance: derived, lines: {Beyond: E9999 E0203 E0401}}
places:
  provenance: reconstructed
  at:
    E0302: {name: "Town: the old one", city: true, provenance: {city: "printed: 1.1"}}
    E0401: {name: Outside}
    E9999: {off_map: true, name: Beyond}
areas:
  provenance: printed
  common: {kind: sea}
  at: {"sea:west": {name: West}, "sea:east": {name: East}, "sea:far": {name: Far}}
borders: {provenance: derived, between: {"sea:east": ["sea:west", "sea:far"]}}
countries:
  provenance: derived
  at:
    arcadia: {name: Arcadia, kind: home, capital: E0401, touches: [borduria, syldavia]}
    borduria: {name: Borduria, kind: home, capital: E0302, touches: [arcadia, syldavia]}
    syldavia: {name: Syldavia, kind: home, touches: [arcadia, borduria]}
"""
PART = """format: pbem-map/1
map: part
title: A part
date: "1941-06"
cut: {of: whole, sheet: E, columns: [2, 3], rows: [2, 3]}
note: its own
"""


def agreement(one: Board, other: Board) -> list[str]:
    """Where two maps differ about the hexes that both have: facts, sides, links."""
    both = [place for place in one.spots if place in other.spots]
    names = sorted({*one.by_fact, *other.by_fact})
    facts = [
        f"{place} {name}: {one.fact(place, name)} / {other.fact(place, name)}"
        for place in both
        for name in names
        if one.fact(place, name) != other.fact(place, name)
    ]
    sides = [
        f"{a}-{b}: {one.border(a, b)} / {other.border(a, b)}"
        for a in both
        for b in one.neighbours[a]
        if b in other.spots and sorted(one.border(a, b)) != sorted(other.border(a, b))
    ]
    return facts + sides


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pair
        for pair in combinations(sorted(SHIPPED), 2)
        if all(name.startswith("wif") for name in pair)
    ],
)
def test_maps_of_one_world_agree_hex_by_hex(one: str, other: str) -> None:
    assert agreement(SHIPPED[one], SHIPPED[other]) == []


@pytest.mark.parametrize("name", CUTS)
def test_what_is_shipped_is_what_is_cut(name: str) -> None:
    path = shipped_maps()[name]
    assert cut(path) == path.read_text(encoding="utf-8"), f"pbem map build {name}"


def test_the_eastern_front_is_cut() -> None:
    assert "wif/barbarossa-12" in CUTS
    front = SHIPPED["wif/barbarossa-12"]
    assert len(front.spots) == 180
    assert {place for place in front.spots if place not in SHIPPED["wif-europe"]} == set()


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "whole.yaml").write_text(WHOLE, encoding="utf-8")
    monkeypatch.setattr(cutting, "shipped_map", lambda name: tmp_path / f"{name}.yaml")
    path = tmp_path / "part.yaml"
    path.write_text(PART, encoding="utf-8")
    return path


def test_everything_within_is_kept_and_nothing_else(part: Path) -> None:
    text = cut(part)
    board = board_from_text(text, "part.yaml")
    assert agreement(board, board_from_text(WHOLE)) == []
    assert sorted(board.spots) == ["E0202", "E0203", "E0302", "E0303"]
    assert (board.id, board.title, board.date) == ("part", "A part", "1941-06")
    assert board.provenance("E0302", "city") == "printed: 1.1"
    assert board.provenance("E0302", "name") == "reconstructed"
    assert board.provenance("E0302", "country") == "derived: by hand"
    assert [place for place in board.places if place.startswith("sea:")] == ["sea:east", "sea:west"]
    assert board.adjacent("sea:east", "sea:west")
    assert board.countries["arcadia"] == {
        "name": "Arcadia",
        "kind": "home",
        "touches": ("borduria",),
    }
    assert board.countries["borduria"]["capital"] == "E0302"
    assert set(board.countries) == {"arcadia", "borduria"}
    assert "lake" not in {feature for found in board.borders.values() for feature in found}
    assert [str(finding) for finding in check(board) if finding.severity == "error"] == []


def test_a_line_that_leaves_and_comes_back_is_two_pieces(part: Path) -> None:
    board = board_from_text(cut(part))
    rails = {pair for pair, features in board.borders.items() if "rail" in features}
    assert rails == {
        (a, b)
        for one in (("E0202", "E0302"), ("E0303", "E0203"), ("E0203", "E0202"))
        for a, b in (one, one[::-1])
    }
    assert "Main (2): >-" in cut(part)


def test_countries_are_left_out_and_places_beyond_are_kept(part: Path) -> None:
    rule = "rows: [2, 3], without: [borduria], beyond: [E9999]"
    part.write_text(PART.replace("rows: [2, 3]", rule), encoding="utf-8")
    board = board_from_text(cut(part), "part.yaml")
    assert sorted(board.spots) == ["E0202", "E0203", "E0303"]
    assert sorted(board.neighbours["E9999"]) == ["E0203"]
    assert set(board.countries) == {"arcadia"}
    assert [str(finding) for finding in check(board) if finding.severity == "error"] == []


def test_cut_again_it_is_the_same(part: Path) -> None:
    first = cut(part)
    part.write_text(first, encoding="utf-8")
    assert cut(part) == first


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("columns: [2, 3]", "columns: 2", "a cut names a map, a sheet, columns and rows"),
        ("rows: [2, 3]", "rows: [3, 2]", "a cut names a map, a sheet, columns and rows"),
        ("of: whole, ", "", "a cut names a map, a sheet, columns and rows"),
        ("sheet: E", "sheets: E", "'sheets' is no key here"),
    ],
)
def test_a_slip_in_the_rectangle_is_told(old: str, new: str, message: str) -> None:
    with pytest.raises(FileTrouble, match=message):
        board_from_text(PART.replace(old, new) + "grid: {E: {id: 'E{column:2}{row:2}'}}\n")


def test_a_sheet_that_is_not_there_is_told(part: Path) -> None:
    part.write_text(PART.replace("sheet: E", "sheet: Q"), encoding="utf-8")
    with pytest.raises(FileTrouble, match="whole has no sheet Q"):
        cut(part)


def test_built_maps_are_not_cut() -> None:
    assert not any(is_cut(path) for path in BUILT.glob("*.yaml"))


def test_a_part_whose_first_row_is_indented_can_be_read(part: Path) -> None:
    """Its second row lies half a hex further west."""
    part.write_text(PART.replace("rows: [2, 3]", "rows: [1, 2]"), encoding="utf-8")
    board = board_from_text(cut(part), "part.yaml")
    assert sorted(board.spots) == ["E0201", "E0202", "E0301", "E0302"]
