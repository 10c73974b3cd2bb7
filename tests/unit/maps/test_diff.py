"""What differs between two maps, and a correction file made of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.data.findings import PbemError
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import board_from_text, board_from_texts
from pbem.maps.diff import Difference, corrections

ROOT = Path(__file__).parents[3]
FRONT = (ROOT / "scenarios/wif/barbarossa-12/map.yaml").read_text(encoding="utf-8")
AREAS = """\
format: pbem-map/1
map: two
title: Two
date: "1"
areas: {provenance: printed, at: {a-land: {name: A}, b: {name: B}, c: {name: C}}}
borders: {provenance: printed, between: {a-land: [b river], b: [c]}}
"""


def changed(text: str, *edits: tuple[str, str]) -> Board:
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    return board_from_text(text)


def test_a_map_does_not_differ_from_itself() -> None:
    board = board_from_text(FRONT)
    assert Difference(board, board).lines == ()


def test_every_change_is_one_line() -> None:
    other = changed(
        FRONT,
        ("{name: Vilna, also: [Wilno, Vilnius], city: true", "{name: Vilna, city: true"),
        ("E2741: C c c c c c f f", "E2741: C f c c c c f f"),
        ("E2539-E2638 E2638-E2639", "E2638-E2639"),
        ("E1344 E1345 E1445", "E1344 E1345"),
    )
    assert Difference(board_from_text(FRONT), other).lines == (
        "~ Vilna E2341 also: Wilno + Vilnius -> nothing",
        "~ Insterburg E2641 terrain: clear -> forest",
        "- rail E1345-E1445",
        "- river E2539-E2638",
    )


def test_added_and_removed_places_and_origins_are_told() -> None:
    other = changed(
        AREAS, ("c: {name: C}", "d: {name: D, terrain: hill}"), ("b: [c]", "b: [d]"),
        ("borders: {provenance: printed", 'borders: {provenance: "corrected: mine"'),
    )  # fmt: skip
    assert Difference(board_from_text(AREAS), other).lines == (
        "+ D: name D, terrain hill",
        "- C",
        "~ provenance of borders: printed -> corrected: mine",
    )


def test_joins_that_differ_are_told() -> None:
    other = changed(AREAS, ("b: [c]", "a-land: [c, b river]"), ("a-land: [b river], ", ""))
    assert Difference(board_from_text(AREAS), other).lines == (
        "+ a-land touches c",
        "- b touches c",
    )


def test_a_difference_written_as_corrections_makes_the_other_map() -> None:
    other = changed(
        FRONT,
        ("{name: Vilna, also: [Wilno, Vilnius], city: true", "{name: Wilna, objective: true"),
        ("E2741: C c c c c c f f", "E2741: C f s c c c f f"),
        ("E1545-E1645 E1545-E1644 ", "E1445-E1545 "),
        ("E1344 E1345 E1445", "E1344 E1345"),
        ("river:\n", "canal: {provenance: reconstructed, sides: {K: E2641-E2741}}\n  river:\n"),
        ("rail:\n", "road: {provenance: reconstructed, lines: {R: E2641 E2541 E2441}}\n  rail:\n"),
    )
    board = board_from_text(FRONT)
    text = corrections(Difference(board, other), "as printed: yes")
    mended = board_from_texts([("map", FRONT), ("fix", text)])
    left = Difference(mended, other)
    assert (left.facts, left.sides_added, left.sides_removed) == ((), {}, {})
    assert mended.provenance("E2341", "name") == "corrected: as printed: yes"


COUNTRIES = (
    AREAS.replace("{name: C}", "{name: C, country: c-land}")
    + """\
countries:
  provenance: printed
  at:
    a-land: {name: A-Land, kind: home, touches: [b-land]}
    b-land: {name: B-Land, aligned: a-land}
"""
)


def test_countries_that_differ_are_told_and_corrected() -> None:
    board = board_from_text(COUNTRIES)
    other = changed(
        COUNTRIES,
        ("kind: home, touches: [b-land]", "kind: territory, touches: [b-land, c-land]"),
        ("b-land: {name: B-Land, aligned: a-land}", "c-land: {name: C-Land}"),
    )
    difference = Difference(board, other)
    assert difference.lines == (
        "~ country a-land kind: home -> territory",
        "~ country a-land touches: b-land -> b-land + c-land",
        "~ country b-land aligned: a-land -> nothing",
        "~ country b-land name: B-Land -> nothing",
        "~ country c-land name: nothing -> C-Land",
    )
    mended = board_from_texts([("map", COUNTRIES), ("fix", corrections(difference, "mine"))])
    assert Difference(mended, other).countries == ()
    assert mended.countries["c-land"] == {"name": "C-Land"}


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["E2140", "E2341", "E2741", "E1344"]),
        st.fixed_dictionaries(
            {},
            optional={
                "name": st.text(min_size=1, max_size=9),
                "port": st.sampled_from(["major", "minor"]),
                "factories": st.integers(0, 9),
                "also": st.lists(st.text(max_size=5), min_size=1, max_size=2),
                "city": st.booleans(),
            },
        ),
        max_size=4,
    )
)
def test_any_facts_go_through_a_correction_file(facts: dict[str, dict[str, object]]) -> None:
    board = board_from_text(FRONT)
    by_fact = {name: dict(values) for name, values in board.by_fact.items()}
    for place, said in facts.items():
        for name, value in said.items():
            by_fact.setdefault(name, {})[place] = (
                tuple(value) if isinstance(value, list) else value  # type: ignore[assignment]
            )
    other = replace(board, by_fact=by_fact)
    text = corrections(Difference(board, other), "a test")
    mended = board_from_texts([("map", FRONT), ("fix", text)])
    assert Difference(mended, other).facts == ()


def test_features_of_area_borders_go_into_a_correction() -> None:
    other = changed(AREAS, ("b: [c]", "b: [c rail river]"))
    board = board_from_text(AREAS)
    text = corrections(Difference(board, other), "mine")
    mended = board_from_texts([("map", AREAS), ("fix", text)])
    assert Difference(mended, other).sides_added == {}
    assert mended.border("b", "c") == ("rail", "river")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("c: {name: C}", "c: {name: C}, d: {name: D}", "cannot add or remove places: d"),
        ("b: [c]", "b: [c], c: [a-land]", "cannot change which places touch: a-land and c"),
        ("[b river]", "[b]", "cannot take something from the border of areas: a-land and b"),
    ],
)
def test_what_no_correction_can_say_is_refused(old: str, new: str, message: str) -> None:
    difference = Difference(board_from_text(AREAS), changed(AREAS, (old, new)))
    with pytest.raises(PbemError, match=message):
        corrections(difference, "mine")
