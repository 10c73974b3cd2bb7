"""Pictures of the Global War board on real coasts: what a player looks for is there."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.maps.building.outlines import Outlines, outlines_of
from pbem.maps.drawing.draw import Sight, draw
from pbem.maps.drawing.garrisons import Room, piles, size_for
from pbem.maps.drawing.moves import Trail
from pbem.maps.drawing.nations import codes, nation_colours, nations
from pbem.maps.drawing.region import region
from pbem.maps.drawing.sheet import Sheet, turned
from pbem.maps.drawing.text import WIDTH, show
from pbem.maps.drawing.units import Army
from pbem.maps.drawing.zonemap import ZoneMap
from pbem.maps.drawing.zones import cut_at_the_edge

SVG = "{http://www.w3.org/2000/svg}"


@cache
def army(scenario: str = "global-war-1939") -> Army:
    roster = default_roster("gw", scenario)
    return Army(load_game(roster), first_state(roster))


def picture(part: str = "", position: Army | None = None) -> ElementTree.Element:
    board = army().game.board
    return ElementTree.fromstring(draw(Sight(board, region(board, part), army=position)))


def outlines() -> Outlines:
    found = outlines_of("gw-world")
    assert found is not None
    return found


def texts(svg: ElementTree.Element, layer: str) -> list[str]:
    groups = [group for group in svg.iter(f"{SVG}g") if group.get("class") == layer]
    return [text.text or "" for group in groups for text in group.iter(f"{SVG}text")]


def test_every_zone_is_a_shape_with_an_id_and_tells_what_it_is() -> None:
    svg = picture(position=army())
    shapes = {path.get("id"): path for path in svg.iter(f"{SVG}path") if path.get("id")}
    assert set(shapes) == set(army().game.board.places)
    title = shapes["bohemia"].findtext(f"{SVG}title") or ""
    assert title.startswith("Bohemia, of czechoslovakia, held by germany, value 3: germany ")


def test_a_region_shows_its_seas_and_ports() -> None:
    svg = picture("region:europe")
    words = texts(svg, "zones-text")
    assert {"A23", "A12", "M3", "Paris", "Warsaw"} <= set(words)
    assert "Tokyo" not in words
    assert {"p", "P", "S"} <= set(texts(svg, "harbours"))


def test_the_key_names_only_nations_that_are_there() -> None:
    words = texts(picture("Paris:1", army()), "key")
    assert "FR france" in words
    assert not [word for word in words if "japan" in word or "bolivia" in word]


def test_a_region_over_the_edge_of_the_sheet_is_one_piece() -> None:
    board = army().game.board
    for part, left, right in (("Hawaiian Islands:2", "sea:p22", "sea:p23"),):
        places = region(board, part)
        sheet = Sheet(board, turned(outlines(), places), places)
        assert abs(sheet.centre(left)[0] - sheet.centre(right)[0]) < sheet.outlines.width / 4
        assert sheet.frame[2] - sheet.frame[0] < sheet.outlines.width / 2


def test_counters_of_a_stack_fit_into_the_zone() -> None:
    for count in range(1, 12):
        room = Room(0, 0, 120, 60)
        size = size_for(room, count)
        assert count <= room.fits(size)
        assert size == 60 or room.fits(size + 1) < count or size in (17, 20, 23, 27, 32, 38, 44, 52)


def test_like_units_are_one_counter_with_their_number() -> None:
    units = army().stacks["western-germany"]
    some = piles(army(), units, nation_colours(army().game.board))
    assert sum(pile.count for pile in some) == sum(unit.size for unit in units)
    kinds = [(pile.owner, pile.face.symbol) for pile in some]
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("scenario", ["global-war-1936", "global-war-1939"])
def test_what_has_no_room_is_told_below(scenario: str) -> None:
    board = army().game.board
    drawn = ZoneMap(Sheet(board, outlines(), board.places), army(scenario), None)
    whole = ElementTree.fromstring(draw(Sight(board, board.places, army=army(scenario))))
    tags = texts(whole, "key")
    told = [word for word in tags if re.match(r"\(\d+\) ", word)]
    assert len(told) < len(drawn.stacks) / 10
    assert all(":" in word for word in told)


def test_a_way_over_the_edge_of_the_sheet_is_two_arrows() -> None:
    board = army().game.board
    drawn = ZoneMap(Sheet(board, outlines(), board.places), army(), None)
    spots = {zone: drawn.sheet.centre(zone) for zone in drawn.sheet.drawn}
    trail = Trail("japan", ("sea:p36", "sea:p22", "sea:p23"), 2)
    first, second = cut_at_the_edge(drawn, trail, spots)
    assert first.places[:2] == ("sea:p36", "sea:p22")
    assert second.places[-1] == "sea:p23"
    for way in (first, second):
        for a, b in zip(way.places, way.places[1:], strict=False):
            assert dist(spots[a], spots[b]) < drawn.sheet.outlines.width / 4


# --- colours


def test_no_two_nations_look_alike_for_the_colour_blind_either() -> None:
    colours = nation_colours(army().game.board, army().state.powers)
    assert set(nations(army().game.board)) <= set(colours)
    for one, two in combinations(sorted(colours), 2):
        for sight in SIGHTS:
            assert dist(seen(colours[one], sight), seen(colours[two], sight)) > 5, (one, two)


def test_no_two_nations_have_the_same_letters() -> None:
    found = codes(nation_colours(army().game.board))
    assert len(set(found.values())) == len(found)


# how colours are seen with all three, without green and without red (Machado and others, 2009)
SIGHTS = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
)
XYZ = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8729))


@cache
def seen(colour: str, sight: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """A colour in Lab, where distances are as they are seen."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    felt = [max(0.0, sum(a * b for a, b in zip(row, light, strict=True))) for row in sight]
    x, y, z = (sum(a * b for a, b in zip(row, felt, strict=True)) ** (1 / 3) for row in XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


# --- text


def test_the_country_round_a_place_is_a_picture_in_characters() -> None:
    text = show(army().game.board, "paris", 4, army())
    lines = text.splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert "[Paris]" in text
    assert any("Picardy" in line for line in lines[:33])
    assert any(line.startswith("0 Paris: Alsace-Lorraine [rail]") for line in lines)
    assert "# coast" in text


def test_a_place_over_the_edge_of_the_sheet_is_shown_whole() -> None:
    text = show(army().game.board, "midway", 1)
    assert "[Midway]" in text
    assert "P22" in text
