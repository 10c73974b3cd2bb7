"""Maps of several files, and facts common to a list of places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.board import Board
from pbem.core.maps.check import check_map
from pbem.core.maps.mapfile import load_board, read_map

SCHEMA = json.loads((Path(__file__).parents[3] / "schemas/core/map.schema.json").read_text())
MAP = """\
format: pbem-map/1
map: world
title: The world
date: "1936"
parts: [land.yaml, seas.yaml]
"""
LAND = """\
format: pbem-map-part/1
of: world
areas:
  provenance: "reconstructed: by weight"
  common: {region: europe, value: 1}
  at:
    danzig: {name: Danzig, value: 2}
    warsaw: {name: Warsaw, provenance: "printed: 0.9"}
borders:
  provenance: "reconstructed: geography"
  between:
    danzig: [warsaw river, "sea:a12"]
links:
  rail: {provenance: "reconstructed: geography", lines: {main: danzig warsaw}}
"""
SEAS = """\
format: pbem-map-part/1
of: world
areas:
  provenance: "transcribed: the sheet"
  at:
    "sea:a12": {name: Baltic Sea}
"""


def written(folder: Path, land: str = LAND, main: str = MAP) -> Path:
    for name, text in (("map.yaml", main), ("land.yaml", land), ("seas.yaml", SEAS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "map.yaml"


def board(folder: Path, land: str = LAND) -> Board:
    return load_board(written(folder, land))


def refused(folder: Path, land: str = LAND, main: str = MAP) -> str:
    with pytest.raises(FileTrouble) as trouble:
        load_board(written(folder, land, main))
    return str(trouble.value)


def test_a_part_may_name_places_of_a_later_one(tmp_path: Path) -> None:
    world = board(tmp_path)
    assert world.neighbours == {
        "danzig": ("sea:a12", "warsaw"),
        "sea:a12": ("danzig",),
        "warsaw": ("danzig",),
    }
    assert world.border("warsaw", "danzig") == ("rail", "river")


def test_common_facts_hold_where_a_place_says_nothing_else(tmp_path: Path) -> None:
    world = board(tmp_path)
    assert world.facts("danzig") == {"name": "Danzig", "region": "europe", "value": 2}
    assert world.facts("warsaw") == {"name": "Warsaw", "region": "europe", "value": 1}
    assert world.facts("sea:a12") == {"name": "Baltic Sea"}


def test_every_fact_keeps_the_origin_of_its_part_or_place(tmp_path: Path) -> None:
    world = board(tmp_path)
    assert world.provenance("danzig", "value") == "reconstructed: by weight"
    assert world.provenance("warsaw", "value") == "printed: 0.9"
    assert world.provenance("sea:a12", "name") == "transcribed: the sheet"


@pytest.mark.parametrize("text", [MAP, LAND, SEAS])
def test_the_schema_knows_parts(text: str) -> None:
    assert not list(Draft202012Validator(SCHEMA).iter_errors(read_data_text(text, "map")))


def test_a_finding_names_the_part(tmp_path: Path) -> None:
    path = written(tmp_path, LAND.replace("value: 2", "port: minor").replace(', "sea:a12"', ""))
    (where,) = [str(f.where) for f in check_map(read_map(path)) if f.code == "map-port"]
    assert where.startswith(f"{tmp_path / 'land.yaml'}:7")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("of: world", "of: moon", "this is a part of 'moon'"),
        ("map-part/1", "map/1", "must begin with 'format: pbem-map-part/1'"),
        ("Danzig, value: 2}", 'Danzig}\n    "sea:a12": {name: Pond}', "another part says another"),
        ("warsaw river", "krakow river", "'krakow' is not on this map"),
    ],
)
def test_a_part_that_cannot_be_read(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in refused(tmp_path, LAND.replace(old, new))


def test_parts_may_not_contradict_each_other_on_a_border(tmp_path: Path) -> None:
    again = 'borders: {provenance: printed, between: {warsaw: ["danzig mountain"]}}\n'
    path = written(tmp_path)
    (tmp_path / "seas.yaml").write_text(SEAS + again, encoding="utf-8")
    with pytest.raises(FileTrouble, match="the border warsaw - danzig contradicts itself"):
        load_board(path)


@pytest.mark.parametrize("name", ["../land.yaml", "land.txt", "7", "[land.yaml]"])
def test_a_part_is_a_file_of_the_same_folder(tmp_path: Path, name: str) -> None:
    assert "is no part" in refused(tmp_path, main=MAP.replace("land.yaml", name))


def test_a_part_that_is_not_there(tmp_path: Path) -> None:
    assert "moon.yaml" in refused(tmp_path, main=MAP.replace("land.yaml", "moon.yaml"))
