"""Kinds, countries and places that rules name are those of counters and map, and in one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.system import SYSTEM
from pbem.systems.tw.world import geography
from pbem.systems.tw.world.geography import Box, City, Land, Region, Sea
from pbem.systems.tw.world.units import Kind
from pbem.systems.tw.world.vocabulary import PowerName

SCENARIOS: Final = ("france-1940", "barbarossa-1941")
OWNERS: Final = {Kind.NKVD}  # kinds of variants: on counters of owners alone
UNTOLD: Final = {Region.UKRAINE}  # parts of countries that the map does not tell yet
FOLDER: Final = SYSTEM.folder.parent
HOMES: Final = (
    "world/geography.py",
    "world/telling.py",  # the names of minor countries
    "world/units.py",
    "world/vocabulary.py",
)
OTHERWISE: Final = {  # what is spelled like a word of counters or the map and means another thing
    ("air/skies.py", "britain"),  # the name of a modifier
    ("cases/calculations.py", "france"),  # a name in a case
    ("cases/calculations.py", "soviet-union"),
    ("economy/granting.py", "italy"),  # the name of a finding
    ("move/orders.py", "finland"),  # the name of a finding
    ("politics/armistice.py", "vichy"),  # a word of orders, and a reading
    ("sea/invading.py", "gibraltar"),  # the name of a finding
    ("sea/kebir.py", "vichy"),  # a word of orders
    ("world/east.py", "1941"),  # a year
    ("suggestions.py", "ARM"),  # words of orders, as players write them
    ("suggestions.py", "FTR"),
    ("suggestions.py", "Flak"),
    ("suggestions.py", "Fleet"),
    ("suggestions.py", "INF"),
    ("suggestions.py", "MECH"),
}


@cache
def game(scenario: str) -> Game:
    return load_game(default_roster("tw", scenario))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_kinds_are_those_of_the_counters(scenario: str) -> None:
    assert {*Kind} - OWNERS == {one.kind for one in game(scenario).book.counters}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_lands_are_countries_and_regions_of_the_map(scenario: str) -> None:
    board = game(scenario).board
    assert {*Land} <= {board.country(place) for place in board.places}
    regions = {board.text(place, "region") for place in board.places}
    assert {*Region} - regions == UNTOLD


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cities_are_hexes_of_the_map_under_their_one_name(scenario: str) -> None:
    board = game(scenario).board
    assert {city: board.name(board.find(city).place or "") for city in City} == {
        city: city.value for city in City
    }


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_seas_and_boxes_are_places_of_the_map(scenario: str) -> None:
    assert {*Sea, *Box} <= {*game(scenario).board.places}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hexes_are_what_their_names_say(scenario: str) -> None:
    board = game(scenario).board
    assert board.name(geography.LENINGRAD) == City.LENINGRAD
    assert geography.LADOGA[0] == geography.LENINGRAD
    assert board.country(geography.LADOGA[1]) == Land.USSR
    assert all(board.fact(place, "fortress") for place in geography.MAGINOT)
    assert board.neighbours[Box.MURMANSK] == geography.BESIDE_MURMANSK


def test_powers_are_those_of_scenarios() -> None:
    """America is in none yet."""
    states = [first_state(default_roster("tw", scenario)) for scenario in SCENARIOS]
    known = {power for state in states for power in state.powers}
    assert {*PowerName} - known == {PowerName.UNITED_STATES}


def test_rules_name_kinds_and_places_by_their_vocabulary() -> None:
    """Also those of counters and map that have no name in it yet, and every hex."""
    board = game(SCENARIOS[0]).board
    words = {*Kind, *Land, *Region, *City, *Sea, *Box, *PowerName, *board.places}
    words |= {board.country(place) for place in board.places}
    words |= {board.name(place) for place in board.places}
    words |= {board.text(place, "region") for place in board.places}
    found = {
        (str(path.relative_to(FOLDER)), word)
        for path in sorted(FOLDER.rglob("*.py"))
        for word in spelled(path)
        if word in words - {""} or re.fullmatch(r"(sea|box):.+", word)
    }
    assert {one for one in found if one[0] not in HOMES} == OTHERWISE


def spelled(path: Path) -> Iterator[str]:
    """The texts that a file holds, but for its docstrings and pieces of longer ones."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said |= {id(one) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for one in n.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value
