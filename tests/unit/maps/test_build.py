"""The builder on a small invented country: every step, and the same bytes every time."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.mapfile import board_from_text
from pbem.maps.building.build import (
    controls,
    known_maps,
    lay_out,
    map_of,
    model_for,
    read_lists,
    sheet_of,
)
from pbem.maps.building.geodata import Outline
from pbem.maps.building.reservoirs import of_the_time
from pbem.maps.building.script import flow, quote, write_map
from pbem.maps.building.tracks import off_line
from pbem.maps.building.work import Work
from tests.unit.maps.geography import LISTS, Invented


def built(**changes: Any) -> Work:
    return lay_out(copy.deepcopy(LISTS) | changes, Invented())  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def work() -> Work:
    return built()


@pytest.fixture(scope="module")
def board(work: Work) -> Board:
    return board_from_text(write_map(work))


def test_the_map_reads_back_and_is_sound(work: Work, board: Board) -> None:
    assert work.problems == []
    assert [str(f) for f in check(board) if f.severity == "error"] == []
    assert len(board.places) == 18 * 16 + 1 + 2


def test_the_same_bytes_every_time(work: Work) -> None:
    assert write_map(built()) == write_map(work)


def test_named_places_lie_in_their_printed_hexes(board: Board) -> None:
    assert board.find("Harbour").place == "X0512"
    assert board.provenance("X0512", "name") == "printed: 1.1"
    assert board.fact("X0512", "port") == "minor"
    assert board.fact("X0512", "coast") is True


def test_a_place_without_a_free_hex_near_by_is_joined(board: Board) -> None:
    midtown = board.find("Midtown").place
    assert midtown is not None
    assert board.find("Suburb").places != (midtown,) or board.fact(midtown, "factories") == 3


def test_terrain(work: Work, board: Board) -> None:
    def at(lat: float, lon: float) -> str:
        return board.terrain(str(work.plane.hex_at(lat, lon)))

    assert at(45, -1.5) == "sea"
    assert at(41, 5) == "desert"
    assert at(44.2, 3.4) == "mountain"
    assert at(48.5, 1.5) == "forest"
    assert at(44, 7) == "clear"
    assert at(47.5, 4.8) in ("lake", "clear")


def test_seas_zones_and_countries(work: Work, board: Board) -> None:
    west, east = str(work.plane.hex_at(45, -1.5)), str(work.plane.hex_at(44, 12))
    assert board.seas(west) == ("sea:west-sea",)
    assert board.seas(east) == ("sea:east-sea",)
    assert board.adjacent("sea:west-sea", "sea:east-sea")
    assert board.zone(str(work.plane.hex_at(41, 5))) == "south"
    assert board.zone(str(work.plane.hex_at(48, 5))) == "north"
    assert board.country(str(work.plane.hex_at(48, 2))) == "ruritania"
    south = str(work.plane.hex_at(41.5, 5))
    assert (board.country(south), board.text(south, "region")) == ("ruritania", "march")
    islet = str(board.find("Islet").place)
    assert board.country(islet) == "isle"
    assert board.fact(islet, "coast") is True


def test_a_polygon_by_hand_runs_as_it_is_written() -> None:
    """An edge of more than 180 degrees is no jump across the other side of the globe."""
    long = {"zone": "south", "around": [[20, -150], [43, -150], [43, 150], [20, 150]]}
    wide = built(zones={"else": "north", "polygons": [long]})
    assert wide.fact("zone")[str(wide.plane.hex_at(41, 5))] == "south"
    assert wide.fact("zone")[str(wide.plane.hex_at(45, 5))] == "north"


def test_a_zone_may_follow_the_borders_of_countries_and_regions() -> None:
    zones = {"else": "north", "countries": {"hot": ["ruritania/march"], "cool": ["ruritania"]}}
    work = built(zones=zones)
    board = board_from_text(write_map(work))
    assert board.zone(str(work.plane.hex_at(41.5, 5))) == "hot"
    assert board.zone(str(work.plane.hex_at(48, 2))) == "cool"
    assert board.zone(str(board.find("Islet").place)) == "north"


def test_a_corrected_zone_stays() -> None:
    south = str(built().plane.hex_at(41.5, 5))
    correction = {"why": "as printed", "facts": {"zone": {south: "north"}}}
    zones = {"else": "cool", "countries": {"hot": ["ruritania"]}}
    work = built(zones=zones, corrections=[correction])
    assert work.fact("zone")[south] == "north"


def test_countries(board: Board) -> None:
    assert board.countries["isle"] == {
        "name": "Isle",
        "kind": "territory",
        "aligned": "ruritania",
        "touches": ("ruritania",),  # across the bridge
    }
    ruritania = board.countries["ruritania"]
    assert (ruritania["kind"], ruritania["major"]) == ("home", True)
    assert ruritania["capital"] == board.find("Midtown").place


def test_a_colony_is_no_home_for_its_capital() -> None:
    lands = {"majors": ["isle"], "colonies": ["ruritania"]}
    colony = board_from_text(write_map(built(lands=lands))).countries["ruritania"]
    assert (colony["kind"], bool(colony["capital"])) == ("territory", True)


def test_the_river_is_one_connected_chain_of_sides(work: Work) -> None:
    sides = [pair for pair, name in work.sides["river"].items() if name == "Flow"]
    corners = [{tuple(np.round(end, 3)) for end in work.ends[pair]} for pair in sides]
    assert len(sides) > 4
    assert all(a & b for a, b in pairwise(corners))


def test_lakes_by_hand_are_outlined_or_run_along_sides() -> None:
    pond = {"name": "Pond", "around": [[43, 5], [43, 8], [46, 8], [46, 5]]}
    mere = {"name": "Mere", "course": [[49, 2], [47, 2]], "from": [49, 2], "to": [47, 2]}
    wet = built(lakes=[pond, mere], places=[])
    assert wet.fact("terrain")[str(wet.plane.hex_at(44.5, 6.5))] == "lake"
    sides = [side for side, name in wet.sides["lake"].items() if name == "Mere"]
    assert sides
    assert not set(sides) & set(wet.sides["river"])


def test_a_reservoir_is_no_lake_before_its_year() -> None:
    def square(lat: float, lon: float) -> Outline:
        ring = [(lon + x, lat + y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return Outline("", (np.array(ring, float),))

    kariba, victoria = square(-17.1, 28.1), square(-1.2, 33.1)
    assert list(of_the_time([kariba, victoria], "1939-09")) == [victoria]
    assert list(of_the_time([kariba, victoria], "1958-01")) == [kariba, victoria]


def test_the_railway_joins_its_towns_over_land(work: Work) -> None:
    chain = work.lines["rail"]["Main line"]
    assert chain[0] == "X0512"
    assert chain[-1] == work.towns["Midtown"]
    assert all(work.distance(a, b) == 1 for a, b in pairwise(chain))
    assert all(work.is_land(place) for place in chain)


def test_how_far_a_hex_lies_off_a_line_is_exact() -> None:
    assert off_line((3, 1), (0, 0), (6, 0)) == Fraction(3, 4)
    assert off_line((3, 1), (0, 0), (3, 3)) == Fraction(3, 4)
    assert off_line((1, 1), (0, 0), (5, 1)) == Fraction(3, 7)
    assert off_line((-2, 0), (0, 0), (6, 0)) == off_line((8, 0), (0, 0), (6, 0)) == 1


def test_of_two_equal_ways_the_one_by_the_lower_id(work: Work) -> None:
    x, y = work.hexes["X0806"]
    start, goal = "X0806", str(work.at((x, y + 2)))
    between = [str(work.at((x + dx, y + 1))) for dx in (-1, 1)]
    assert {str(work.fact("terrain")[place]) for place in between} == {"clear"}
    for stops in (f"{start} - {goal}", f"{goal} - {start}"):
        assert built(rails={"Line": stops}).lines["rail"]["Line"][1] == min(between)


def test_off_map_places_and_corrections(board: Board) -> None:
    assert board.adjacent("X9901", "X0210")
    assert board.provenance("X9901", "name") == "printed: 2.2"
    assert board.border("X0410", "X0510") == ("straits",)


def test_a_correction_off_the_sheet_is_one_message() -> None:
    wrong = [{"why": "a slip", "facts": {"terrain": {"X9999": "sea"}}}]
    with pytest.raises(FileTrouble, match="X9999, which is not on the map"):
        built(corrections=wrong)


def test_what_cannot_be_placed_is_told() -> None:
    far = {"name": "Far", "lat": 10.0, "lon": 100.0, "city": True}
    wet = {"name": "Wet", "lat": 55.0, "lon": -3.0}
    lists = {
        "places": [*LISTS["places"], far, wet],  # type: ignore[misc]
        "rails": {"Nowhere": "Harbour - Atlantis", "Ferry": "Harbour - Islet"},
        "rivers": [{"name": "Unknown", "from": [1.0, 1.0], "to": [2.0, 2.0]}],
    }
    problems = "\n".join(built(**lists).problems)
    assert "Far lies off the map" in problems
    assert "Wet" in problems
    assert "no place Atlantis" in problems
    assert "Ferry: no way over land" in problems
    assert "Unknown: no such course" in problems


def test_an_unknown_sheet_is_one_message() -> None:
    with pytest.raises(FileTrouble, match="no map or sheet 'Q'"):
        map_of("Q")
    assert map_of("W") == map_of("wif-europe") == "wif-europe"


@pytest.mark.parametrize("name", known_maps())
def test_the_warp_puts_every_named_place_into_its_hex(name: str) -> None:
    """The model alone, before any place is settled: the lists fix the numbering to the globe."""
    lists = read_lists(name)
    sheets = {key: sheet_of(key, grid) for key, grid in lists["grid"].items()}
    model = model_for(lists, sheets)
    for control in controls(lists, sheets):
        if control.firm:
            x, y = model.point(control.lat, control.lon)
            dx, dy = abs(x - control.x), abs(y - control.y)
            assert dx <= 0.5 and dx / 2 + dy * 3**0.5 / 2 <= 0.5, control


@pytest.mark.parametrize("name", known_maps())
def test_the_way_back_from_the_plane(name: str) -> None:
    lists = read_lists(name)
    sheets = {key: sheet_of(key, grid) for key, grid in lists["grid"].items()}
    model = model_for(lists, sheets)
    lat, lon = np.array([(c.lat, c.lon) for c in controls(lists, sheets)]).T
    again = model.inverse(model.forward(lat, lon))
    assert np.abs(again[0] - lat).max() < 0.03
    assert np.abs(again[1] - lon).max() < 0.03


def test_scalars() -> None:
    assert quote("Minsk") == "Minsk"
    assert quote("no") == '"no"'
    assert quote("sea:baltic") == '"sea:baltic"'
    assert quote('a "b"') == '"a \\"b\\""'
    assert quote("1117") == '"1117"'
    assert flow({"city": True, "also": ("A", "B: c"), "factories": 2}) == (
        '{city: true, also: [A, "B: c"], factories: 2}'
    )
