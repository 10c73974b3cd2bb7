"""What differs between two maps, and a correction file made of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.data.findings import PbemError
from pbem.core.data.letters import strange
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
        (
            "{name: Vilna, also: [Wilno, Vilnius, Wilna, Vilnyus], city: true",
            "{name: Vilna, city: true",
        ),
        ("E2741: C c c c c c f f", "E2741: C f c c c c f f"),
        ("E2539-E2638 E2638-E2639", "E2638-E2639"),
        ("E1445 E1345 E1344", "E1344 E1345"),
    )
    assert Difference(board_from_text(FRONT), other).lines == (
        "~ Vilna E2341 also: Wilno + Vilnius + Wilna + Vilnyus -> nothing",
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
        (
            "{name: Vilna, also: [Wilno, Vilnius, Wilna, Vilnyus], city: true",
            "{name: Wilna, objective: true",
        ),
        ("E2741: C c c c c c f f", "E2741: C f s c c c f f"),
        ("E1545-E1645 E1545-E1644 ", "E1445-E1545 "),
        ("E1445 E1345 E1344", "E1344 E1345"),
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


WORDS = st.text(max_size=9).filter(lambda text: strange(text) is None)


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["E2140", "E2341", "E2741", "E1344"]),
        st.fixed_dictionaries(
            {},
            optional={
                "name": WORDS.filter(str.strip),
                "port": st.sampled_from(["major", "minor"]),
                "factories": st.integers(0, 9),
                "also": st.lists(WORDS.filter(str.strip), min_size=1, max_size=2),
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


SHORE = """\
format: pbem-map/1
map: shore
title: Shore
date: "1"
grid: {E: {id: "E{column:2}{row:2}", half_hex_west: odd, scale: small}}
layers:
  terrain:
    provenance: printed
    legend: {c: clear, w: sea}
    rows: |
      E0302: c c w
      E0301: c - c
joins: {provenance: printed, lines: {out: x-1 E0302 E0101}}
places:
  provenance: printed
  at:
    x-1: {name: Far, off_map: true}
    E0302: {name: Port, port: major}
hexsides: {river: {provenance: printed, sides: {r: E0302-E0202 E0102-E0202}}}
"""


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        (AREAS, [("c: {name: C}", "c: {name: C}, d: {name: D, terrain: hill}")]),
        (AREAS, [("b: [c]", "b: [c], c: [a-land]")]),
        (AREAS, [("[b river]", "[b]")]),
        (AREAS, [(", b: [c]", "")]),
        (AREAS, [("c: {name: C}", "d: {name: D}"), ("b: [c]", "b: [d river, a-land river]")]),
        (AREAS, [(", c: {name: C}", ""), (", b: [c]", "")]),
        (SHORE, [("E0301: c - c", "E0301: c w c")]),
        (SHORE, [("E0302: c c w", "E0402: c c c w")]),
        (SHORE, [("E0301: c - c", "E0301: - - c")]),
        (SHORE, [("out: x-1 E0302 E0101", "out: x-1 E0102, in: E0302 E0102")]),
        (SHORE, [("x-1: {name: Far", "y-1: {name: Near"), ("out: x-1", "out: y-1")]),
        (SHORE, [("    x-1: {name: Far, off_map: true}\n", ""), ("x-1 E0302 ", "E0302 ")]),
        (SHORE, [("    E0302: {name: Port, port: major}\n", ""), ("E0302: c c w", "E0202: c w"),
                 ("x-1 E0302 ", "x-1 "), ("r: E0302-E0202 ", "r: ")]),
    ],
)  # fmt: skip
def test_whatever_differs_goes_into_a_correction(text: str, edits: list[tuple[str, str]]) -> None:
    """Places and borders that are new or gone, either way round."""
    one, other = board_from_text(text), changed(text, *edits)
    assert Difference(one, other).lines
    for old, new in ((one, other), (other, one)):
        written = corrections(Difference(old, new), "mine")
        whole = text if old is one else _changed_text(text, edits)
        mended = board_from_texts([("map", whole), ("fix", written)])
        assert (mended.places, mended.by_fact) == (new.places, _said(new, mended))
        assert (mended.neighbours, mended.borders) == (new.neighbours, new.borders)
        assert (mended.spots, mended.planes) == (new.spots, new.planes)


def _changed_text(text: str, edits: list[tuple[str, str]]) -> str:
    for old, new in edits:
        text = text.replace(old, new, 1)
    return text


def _said(board: Board, like: Board) -> dict[str, object]:
    """The facts of a board; a fact that nothing has counts as not there."""
    empty = {fact: {} for fact in like.by_fact if not like.by_fact[fact]}
    return {**empty, **{fact: values for fact, values in board.by_fact.items() if values}}


def test_a_grid_that_lies_elsewhere_is_no_correction() -> None:
    other = changed(SHORE, ("half_hex_west: odd", "half_hex_west: even"))
    with pytest.raises(PbemError, match="cannot lay E0302 where the grid does not have it"):
        corrections(Difference(board_from_text(SHORE), other), "mine")
