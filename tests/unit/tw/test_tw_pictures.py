"""What is seen of a position of The War at a glance: works on a drawn map, its rows of words."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from pbem.core.reading.scene import Scene
from pbem.core.record.state import Place
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.maps.drawing.draw import Sight, draw
from pbem.maps.drawing.region import region
from pbem.maps.drawing.units import Army
from pbem.maps.drawing.zoom import ZOOMS
from pbem.moderation.glance import glance, place_rows

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def west() -> Army:
    roster = default_roster("tw", "france-1940")
    return Army(load_game(roster), first_state(roster))


def marked(army: Army, part: str, zoom: str = "battle") -> list[str]:
    board = army.game.board
    sight = Sight(board, region(board, part), army=army, zoom=ZOOMS[zoom])
    svg = ElementTree.fromstring(draw(sight))
    groups = [group for group in svg.iter(f"{SVG}g") if group.get("class") == "markers"]
    return [title.text or "" for group in groups for title in group.iter(f"{SVG}title")]


def test_works_are_drawn_where_they_stand(west: Army) -> None:
    assert marked(west, "Metz:1") == ["an airbase", "a fortress", "a fortress"]
    assert marked(west, "Paris:1") == []
    assert marked(west, "Metz:1", "world") == []


def test_several_works_lie_in_a_row(west: Army) -> None:
    both = {"fortification": True, "airbase": True, "breach": "germany"}
    places = {**west.state.places, "1633": Place("1633", "france", markers=both)}
    army = Army(west.game, replace(west.state, places=places))
    assert marked(army, "Paris:1") == ["a fortification", "an airbase"]


def test_like_counters_are_told_together_and_idle_powers_in_a_row(west: Army) -> None:
    scene = Scene(west.game, "", west.state, west.state, ())
    rows = dict(glance(scene))
    assert rows["London 1234"] == "3 × 1-3 Flak, 1-5-4 TAC, 2-3 STA, 2-8 ARM, 3-3-2 FTR"
    assert rows["Neutral"].startswith("Denmark, Norway, Vichy France")
    assert "Denmark" not in rows
    assert rows["France"].endswith("war with Germany")
    assert rows["Germany"].endswith("war with Belgium, Britain, France, Netherlands")
    assert dict(place_rows(scene, "1530"))["units"] == "3 × 8-8 ARM"
