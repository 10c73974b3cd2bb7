"""One world: aircraft and ships cross from sheet to sheet as the rulebook's examples do."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import load_board
from pbem.core.maps.paths import within
from pbem.core.maps.shipped import map_path
from pbem.maps.drawing.text import show
from pbem.systems.flames.air.flights import flown_distance
from pbem.systems.flames.world.terrain import Ground


@cache
def world() -> Board:
    return load_board(map_path("wif-world"))


@cache
def position() -> Any:
    return SimpleNamespace(board=world(), ground=Ground(world(), None, {}))  # type: ignore[arg-type]


def at(name: str) -> str:
    (place, *_) = world().find(name).places
    return place


@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("Fortaleza", "Marrakech", 44),  # 14.1.1, the B-17F
        ("Fortaleza", "Mogador", 42),
        ("Fortaleza", "dot:cape-verde-1", 12),
        ("Fortaleza", "dot:cape-verde-4", 30),
        ("Fortaleza", "dot:cape-st-vincent", 36),  # as far by the Central Atlantic
        ("M0115", "dot:cape-st-vincent", 6),
        ("Asyut", "E1303", 6),  # 2.1.1, to Cairo
        ("E1303", "Asyut", 6),
        ("M0120", "W3135", 6),
        ("W3135", "M0120", 6),
        ("W3135", "W3035", 1),
        ("M0118", "Azores", 6),
        ("E0118", "A3039", 2),  # the greater of 1 and 2
        ("A3039", "E0118", 2),
    ],
)
def test_what_flights_across_the_scales_cost(start: str, to: str, points: int) -> None:
    assert flown_distance(position(), at(start), at(to)) == points


def test_who_has_the_range_flies_from_washington_to_london() -> None:
    there = flown_distance(position(), at("Washington"), at("London"))
    assert there == flown_distance(position(), at("London"), at("Washington"))
    over_sea = flown_distance(position(), at("Washington"), "M0120")
    assert there == over_sea + 6 + (world().distance("W3135", at("London")) or 0)
    assert 48 < there < 96  # more than a B-17F at three times its extended range


def test_from_anchorage_to_the_three_northernmost_hexdots_of_the_bering_sea() -> None:
    assert {one for one in world().neighbours["M1922"] if one[0] == "P"} == {
        "P0352",
        "P0452",
        "P0453",
    }
    assert flown_distance(position(), at("Anchorage"), "P0453") < 10**6


def test_nobody_walks_over_a_blue_line() -> None:
    ground = position().ground
    for place in world().neighbours:
        for other in world().neighbours[place]:
            if {place[0], other[0]} & {"M", "d"} and place[0] != other[0]:
                on_foot = ground.is_land(place) and ground.is_land(other)
                assert not on_foot, (place, other)


@pytest.mark.parametrize(
    ("start", "to", "seas"),
    [
        ("sea:east-coast", "sea:bay-of-biscay", 2),
        ("sea:west-coast", "sea:hawaiian-islands", 1),
        ("sea:gulf-of-panama", "sea:caribbean-sea", 1),
        ("sea:south-atlantic", "sea:mozambique-channel", 1),
        ("sea:gulf-of-alaska", "sea:bering-sea", 1),
    ],
)
def test_ships_sail_from_sheet_to_sheet(start: str, to: str, seas: int) -> None:
    board = world()
    water = {
        place: tuple(one for one in board.neighbours[place] if one.startswith("sea:"))
        for place in board.places
    }
    assert within(water, start, 9)[to] == seas


def test_a_map_in_text_tells_what_lies_on_another_sheet() -> None:
    text = show(world(), "M0120", 1)
    assert "Joined M0120 - W3135 W3148" in text
    assert "Joined" not in show(world(), "W0437", 1)


@pytest.mark.parametrize("goal", ["Vladivostok", "Tabriz"])  # 13.6.10 rails from Kiev to the first
def test_trains_cross_from_sheet_to_sheet(goal: str) -> None:
    ground = position().ground
    lines = {
        here: tuple(there for there in near if ground.has_line(here, there, ("rail",)))
        for here, near in world().neighbours.items()
    }
    assert at(goal) in within(lines, at("Kiev"), 500)
