"""Slips in the values of a correction are refused where they stand, with what would be legal."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import board_from_texts, load_board

MAP = """\
format: pbem-map/1
map: coast
title: A small coast
date: "1941"
grid:
  E: {id: "E{column:2}{row:2}", half_hex_west: odd}
layers:
  terrain:
    provenance: derived
    legend: {c: clear, w: sea, C: {terrain: clear, coast: true}}
    rows: |
      E0443: w C c c
       E0442: w C c c
  country: {provenance: printed, default: latvia, legend: {U: ussr}, rows: "E0143: U"}
  zone: {provenance: printed, default: arctic}
  sea: {provenance: derived, legend: {b: "sea:baltic"}, rows: "E0443: b b"}
places:
  provenance: reconstructed
  at:
    E0342: {name: Riga, city: true, port: minor, capital: latvia, resources: 1, region: kurland}
    E0142: {name: Dvinsk, forts: 2, ways: [road, path], sunk: true}
areas: {provenance: printed, at: {"sea:baltic": {name: Baltic}, land: {name: Land}}}
countries:
  provenance: derived
  at:
    latvia: {name: Latvia, kind: home, capital: E0342, touches: [ussr]}
    ussr: {name: USSR, kind: home, touches: [latvia], aligned: nobody}
"""
HEAD = "format: pbem-map-corrections/1\nof: coast\nwhy: as printed\n"


def fixed(text: str) -> Board:
    return board_from_texts([("map", MAP), ("fix.yaml", HEAD + text)])


def at(facts: str) -> str:
    return f"places: {{at: {{E0142: {{{facts}}}}}}}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'layers: {terrain: {legend: {f: forrest}, rows: "E0142: f"}}',
            "fix.yaml:4:32: error: terrain cannot be 'forrest'\n    did you mean forest?",
        ),
        (
            'layers: {terrain: {legend: {f: {zone: arktic}}, rows: "E0142: f"}}',
            "zone cannot be 'arktic'\n    did you mean arctic?",
        ),
        (
            at("country: latvija"),
            "4:32: error: country cannot be 'latvija'\n    did you mean latvia?",
        ),
        (at("oil: many"), "oil cannot be 'many'\n    a whole number, 0 or more"),
        (
            at("factories: [red, blau]"),
            "factories cannot be 'blau'\n    did you mean blue? or a whole number, 0 or more",
        ),
        (at("factories: -1"), "factories cannot be -1\n    known: blue, green, red or a whole"),
        (at("resources: true"), "resources cannot be true\n    a whole number"),
        (at("city: yes"), "city cannot be 'yes'\n    true, or null to take it away"),
        (at("objective: 1"), "objective cannot be 1\n    true, or null"),
        (at("port: huge"), "port cannot be 'huge'\n    known: major, minor"),
        (at("port: 1"), "port cannot be 1\n    known: major, minor"),
        (at("terrain: true"), "terrain cannot be true\n    known: clear, desert"),
        (at("region: kurlnad"), "region cannot be 'kurlnad'\n    did you mean kurland?"),
        (at("capital: true"), "capital cannot be true"),
        (at("capital: lithuania"), "capital cannot be 'lithuania'\n    known: latvia, ussr"),
        (
            at('sea: ["sea:baltic", "sea:north"]'),
            "sea cannot be 'sea:north'\n    known: sea:baltic",
        ),
        (at("sea: land"), "sea cannot be 'land'"),
        (at("name: 7"), "name is text, not 7\n    put it in quotes"),
        (at("also: [Dvina, '']"), "also is text, not ''"),
        (at("forts: strong"), "forts cannot be 'strong'\n    a whole number"),
        (at("ways: [road, rode]"), "ways cannot be 'rode'\n    did you mean road?"),
        (at("sunk: 3"), "sunk cannot be 3\n    true, or null"),
        (
            "countries: {at: {latvia: {kind: hom}}}",
            "4:33: error: kind of a country cannot be 'hom'",
        ),
        (
            "countries: {at: {latvia: {major: 1}}}",
            "major of a country cannot be 1\n    true, or null",
        ),
        (
            "countries: {at: {latvia: {aligned: usr}}}",
            "aligned of a country cannot be 'usr'\n    did you mean ussr?",
        ),
        (
            "countries: {at: {latvia: {touches: [ussr, lat]}}}",
            "touches of a country cannot be 'lat'",
        ),
        ("countries: {at: {latvia: {capital: E0999}}}", "'E0999' is not on this map"),
        ("countries: {at: {latvia: {nmae: L}}}", "no map knows the fact of a country 'nmae'"),
        ("countries: {at: {latvia: {name: [3]}}}", "name is text, not 3"),
        (
            "add: {countries: [lithuania]}",
            "4:19: error: the country lithuania is added without name",
        ),
        ("add: {zones: arid}", "here belongs a list"),
    ],
)
def test_a_slip_in_a_value_is_refused_where_it_stands(text: str, message: str) -> None:
    with pytest.raises(FileTrouble) as caught:
        fixed(text)
    assert message in str(caught.value.message)
    assert "fix.yaml:4:" in str(caught.value.message)


@pytest.mark.parametrize(
    ("facts", "fact", "value"),
    [
        ("terrain: swamp", "terrain", "swamp"),
        ("port: major", "port", "major"),
        ("city: false", "city", False),
        ("oil: 0", "oil", 0),
        ("factories: 12", "factories", 12),
        ("country: ussr", "country", "ussr"),
        ("part_of: [Kurland]", "part_of", ("Kurland",)),
        ("ways: path", "ways", "path"),
        ("region: null", "region", None),
        ('sea: "sea:baltic"', "sea", "sea:baltic"),
    ],
)
def test_what_a_map_may_say_a_correction_may(facts: str, fact: str, value: object) -> None:
    assert fixed(at(facts)).fact("E0142", fact) == value


def test_a_correction_adds_countries_regions_and_zones() -> None:
    board = fixed(
        "add: {countries: [lithuania], regions: [memelland], zones: [temperate]}\n"
        + at("country: lithuania, region: memelland, zone: temperate")
        + "\ncountries: {at: {lithuania: {name: Lithuania, kind: home, aligned: nobody}}}\n"
    )
    assert board.country("E0142") == "lithuania"
    assert board.facts("E0142")["region"] == "memelland"
    assert board.zone("E0142") == "temperate"
    assert board.countries["lithuania"]["name"] == "Lithuania"


def test_a_correction_may_carry_the_date_of_its_borders() -> None:
    assert fixed('date: "1936"\n').date == "1936"
    assert fixed("").date == "1941"


def test_corrections_of_a_part_that_is_a_map_fit_the_whole(tmp_path: Path) -> None:
    (tmp_path / "coast.yaml").write_text(MAP)
    (tmp_path / "whole.yaml").write_text("format: pbem-map/1\nmap: whole\nparts: [coast.yaml]\n")
    (tmp_path / "fix.yaml").write_text(HEAD + at("port: major"))
    board = load_board(tmp_path / "whole.yaml", [tmp_path / "fix.yaml"])
    assert board.text("E0142", "port") == "major"
