"""Area boards: zones, borders with features, sea areas."""

from __future__ import annotations

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.maps.areas import is_area_id, pair, pieces, read_border, touching
from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.mapfile import board_from_text

BALTIC = """
format: pbem-map/1
map: baltic
title: The Baltic shore
date: "1939-09"
areas:
  provenance: "reconstructed: for a test"
  at:
    east-prussia: {name: East Prussia, kind: land, terrain: clear, country: germany, city: true}
    danzig: {name: Danzig, kind: land, terrain: city, country: danzig}
    warsaw: {name: Warsaw, kind: land, terrain: clear, country: poland}
    "sea:a12": {name: Baltic Sea, kind: sea}
    "sea:a13": {name: Gulf of Riga, kind: sea}
borders:
  provenance: "reconstructed: for a test"
  between:
    east-prussia: [danzig river, warsaw, "sea:a12"]
    danzig: [warsaw rail river, "sea:a12"]
    "sea:a12": ["sea:a13 narrow-crossing"]
"""


@pytest.fixture(scope="module")
def board() -> Board:
    return board_from_text(BALTIC)


def test_the_board_of_areas(board: Board) -> None:
    assert board.places == ("danzig", "east-prussia", "sea:a12", "sea:a13", "warsaw")
    assert board.neighbours == {
        "danzig": ("east-prussia", "sea:a12", "warsaw"),
        "east-prussia": ("danzig", "sea:a12", "warsaw"),
        "sea:a12": ("danzig", "east-prussia", "sea:a13"),
        "sea:a13": ("sea:a12",),
        "warsaw": ("danzig", "east-prussia"),
    }
    assert check(board) == []


def test_borders_are_the_same_from_both_sides(board: Board) -> None:
    assert board.border("danzig", "warsaw") == ("rail", "river")
    assert board.border("warsaw", "danzig") == ("rail", "river")
    assert board.border("warsaw", "east-prussia") == ()
    assert board.border("sea:a13", "sea:a12") == ("narrow-crossing",)


def test_distance_and_direction_of_areas(board: Board) -> None:
    assert board.distance("warsaw", "sea:a13") == 3
    assert board.distance("warsaw", "warsaw") == 0
    assert board.direction("warsaw", "danzig") is None
    assert board.bearing("warsaw", "danzig") == ()
    assert board.neighbour("warsaw", "e") is None
    assert board.adjacent("warsaw", "danzig")
    assert not board.adjacent("warsaw", "sea:a12")


def test_areas_are_found_by_name_and_id(board: Board) -> None:
    assert board.find("East Prussia").place == "east-prussia"
    assert board.find("eastprussia").place == "east-prussia"
    assert board.find("baltic sea").place == "sea:a12"
    assert board.find("SEA:A12").place == "sea:a12"
    assert board.find("Dantzig").hint == "did you mean Danzig?"
    assert board.label("sea:a12") == "Baltic Sea"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "danzig: [warsaw rail",
            "warsaw: [east-prussia river]\n    danzig: [warsaw rail",
            "baltic.yaml:18:14: error: the border warsaw - east-prussia contradicts itself",
        ),
        ("[danzig river, warsaw,", "[dantzig river, warsaw,", "'dantzig' is not on this map"),
        ("danzig: {name", "Danzig: {name", "'Danzig' cannot be the id of an area"),
        ("[danzig river, warsaw,", "[east-prussia,", "contradicts itself"),
        ("[danzig river, warsaw, ", "[", ""),
    ],
)
def test_broken_area_boards(old: str, new: str, message: str) -> None:
    text = BALTIC.replace(old, new)
    assert text != BALTIC
    if not message:
        assert board_from_text(text).neighbours["east-prussia"] == ("sea:a12",)
        return
    with pytest.raises(FileTrouble) as caught:
        board_from_text(text, "baltic.yaml")
    assert message in caught.value.message


def test_an_area_that_touches_nothing_is_a_warning() -> None:
    lonely = board_from_text(BALTIC.replace('["sea:a13 narrow-crossing"]', "[]"))
    assert [str(finding) for finding in check(lonely)] == ["warning: Gulf of Riga touches nothing"]


def test_small_pieces() -> None:
    assert pair("b", "a") == pair("a", "b") == ("a", "b")
    assert read_border("warsaw river rail") == ("warsaw", ("rail", "river"))
    assert touching([("a", "b"), ("c", "b")]) == {"a": ("b",), "b": ("a", "c"), "c": ("b",)}
    assert is_area_id("sea:north-sea.2")
    assert not is_area_id("North")
    chain = {"a": ("b",), "b": ("a", "c"), "c": ("b",), "d": ()}
    assert pieces(chain, {"a", "b", "d"}) == [("a", "b"), ("d",)]
    assert pieces(chain, {"a", "c"}) == [("a",), ("c",)]
