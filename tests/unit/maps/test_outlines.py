"""The outlines of the Global War board: neighbours on the map are neighbours in play."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import read_data_text
from pbem.core.maps.board import Board
from pbem.maps.building.outlines import Outlines, outlines_of, read_outlines, write_outlines
from pbem.maps.opening import open_map

POINT = 12  # units: zones whose border is no longer meet in a point
CONTACTS = Path(__file__).parent / "contacts.yaml"
SMALL = """format: pbem-outlines/1
board: two
width: 100
provenance: reconstructed: by hand
zone a 20 10 6 4
zone b 95 10 6 4
arc a b 10 0 0 20
arc a - 10 20 30 0 0 -20 -30 0
arc b - 110 0 -20 0 0 20 20 0
"""


@cache
def board() -> Board:
    return open_map("gw/board").board


@cache
def outlines() -> Outlines:
    found = outlines_of("gw-world")
    assert found is not None
    return found


def in_play() -> set[tuple[str, str]]:
    near = board().neighbours
    return {(a, b) for a in near for b in near[a] if a < b}


def listed(section: str) -> set[tuple[str, str]]:
    data = read_data_text(CONTACTS.read_text(encoding="utf-8"), str(CONTACTS))
    pairs = [tuple(sorted(pair.split(" | "))) for pair in data[section]]
    assert len(pairs) == len(set(pairs))
    assert all(len(str(why).split()) >= 3 for why in data[section].values())
    return {(a, b) for a, b in pairs}


def test_every_zone_has_an_outline_and_no_other() -> None:
    assert set(outlines().spots) == set(board().places)


def test_zones_that_touch_on_the_map_touch_in_play_but_for_those_listed() -> None:
    touching = {pair for pair, length in outlines().contacts.items() if length > POINT}
    assert touching - in_play() == listed("only on the map")


def test_zones_that_touch_in_play_touch_on_the_map_but_for_those_listed() -> None:
    assert in_play() - set(outlines().contacts) == listed("only in play")


def test_few_are_listed() -> None:
    assert len(listed("only on the map") | listed("only in play")) < len(in_play()) / 25


def test_outlines_are_closed_and_a_spot_lies_in_its_zone() -> None:
    for zone, spot in outlines().spots.items():
        rings = outlines().rings(zone)
        assert all(ring[0] == ring[-1] for ring in rings), zone
        assert sum(around(ring, spot.x + 0.5, spot.y + 0.5) for ring in rings) % 2, zone


def around(ring: tuple[tuple[int, int], ...], x: float, y: float) -> bool:
    """Whether a ring goes round a point: a ray to the east crosses it an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in pairwise(ring):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def test_a_file_is_read_as_it_was_written() -> None:
    small = read_outlines(SMALL, "two.outlines")
    assert write_outlines(small, []) == SMALL
    assert small.contacts == {("a", "b"): 20}


def test_a_zone_lies_whole_across_the_edge_of_the_sheet() -> None:
    small = read_outlines(SMALL, "two.outlines")
    ring = small.rings("b")[0]
    assert {x for x, _ in ring} == {90, 110}


def test_a_broken_file_is_named() -> None:
    with pytest.raises(FileTrouble, match=r"x\.outlines holds no outlines"):
        read_outlines("board: x\nwidth: wide\n", "x.outlines")


def test_the_file_is_small() -> None:
    assert len(write_outlines(outlines(), [])) < 1_000_000
