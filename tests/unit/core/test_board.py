"""The board, the map file and its corrections, the soundness check, and the slice map of WiF."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from pbem.core.data.findings import FileTrouble, PbemError
from pbem.core.data.naming import fold
from pbem.core.data.yamlio import flow_text, read_data, read_data_text
from pbem.core.maps.board import Board
from pbem.core.maps.check import check
from pbem.core.maps.mapfile import board_from_text, board_from_texts, load_board

ROOT = Path(__file__).parents[3]
SLICE = ROOT / "scenarios/wif/barbarossa-12/map.yaml"
SCHEMA = json.loads((ROOT / "schemas/core/map.schema.json").read_text())

COAST = """\
format: pbem-map/1
map: coast
title: A small coast
date: "1941"
grid:
  E: {id: "E{column:2}{row:2}", half_hex_west: odd, scale: europe}
layers:
  terrain:
    provenance: "reconstructed: for a test"
    legend: {c: clear, f: forest, w: sea, C: {terrain: clear, coast: true}}
    rows: |
      # west to east
      E0443: w C c f
       E0442: w C c c
      E0441: - C f c
  country:
    provenance: "printed: rule 1"
    legend: {L: latvia, U: ussr}
    rows: |
      E0343: L L U
       E0342: L U U
      E0341: U U U
  zone: {provenance: printed, default: n-temperate}
  sea:
    provenance: derived
    legend: {b: "sea:baltic", g: ["sea:baltic", "sea:gulf"]}
    rows: |
      E0443: b b
       E0442: b g
      E0341: b
hexsides:
  river:
    provenance: "derived: rivers"
    sides: {Dvina: E0243-E0242 E0143-E0242}
links:
  rail:
    provenance: reconstructed
    lines: {Riga - Dvinsk: E0342 E0242 E0142}
joins:
  provenance: printed
  lines: {to Asia: X1 E0143 E0142}
places:
  provenance: reconstructed
  at:
    E0342: {name: Riga, also: [Rīga], city: true, port: minor, provenance: "printed: 13.6"}
    E0142: {name: Dvinsk}
    E0341: {name: Reval}
    X1: {name: Tabriz, off_map: true, country: iran}
areas:
  provenance: printed
  at:
    "sea:baltic": {name: Baltic Sea}
    "sea:gulf": {name: Gulf}
borders: {provenance: printed, between: {"sea:gulf": ["sea:baltic"]}}
"""

FIX = """\
format: pbem-map-corrections/1
of: coast
why: as on the printed sheet
remove:
  hexsides: {river: E0143-E0242}
  links: {rail: E0242 E0142}
layers:
  terrain:
    legend: {m: mountain}
    rows: |
      E0143: m
places:
  at:
    E0342: {port: major, city: null}
    E0243: {name: Mitau}
hexsides:
  canal: {sides: {Canal: E0142-E0242}}
links:
  rail: {lines: {Riga - Mitau: E0342 E0243}}
"""

PLACES = """\
format: pbem-map-corrections/1
of: coast
why: as printed
remove:
  borders: {X1: [E0143]}
  places: [E0342, "sea:gulf"]
add: {hexes: [E0441], areas: [isle]}
layers: {terrain: {legend: {f: forest}, rows: "E0441: f"}}
areas: {at: {isle: {name: Isle}}}
borders: {between: {isle: [E0441 river, "sea:baltic"]}}
"""


@pytest.fixture(scope="module")
def board() -> Board:
    return board_from_text(COAST)


@pytest.fixture(scope="module")
def front() -> Board:
    return load_board(SLICE)


def test_the_facts_of_a_place(board: Board) -> None:
    assert board.facts("E0342") == {
        "also": ("Rīga",),
        "city": True,
        "coast": True,
        "country": "latvia",
        "name": "Riga",
        "port": "minor",
        "scale": "europe",
        "sea": ("sea:baltic", "sea:gulf"),
        "terrain": "clear",
        "zone": "n-temperate",
    }
    assert board.seas("E0342") == ("sea:baltic", "sea:gulf")
    assert board.seas("E0443") == ("sea:baltic",)
    assert board.seas("E0142") == ()
    assert (board.terrain("E0143"), board.country("E0143"), board.zone("E0143")) == (
        "forest",
        "ussr",
        "n-temperate",
    )
    assert board.fact("E0143", "city") is None
    assert board.text("E0143", "city") == ""


def test_neighbours_go_clockwise_and_joins_come_last(board: Board) -> None:
    assert board.neighbours["E0242"] == ("E0143", "E0142", "E0141", "E0241", "E0342", "E0243")
    towards = [board.direction("E0242", other) for other in board.neighbours["E0242"]]
    assert towards == ["n-e", "e", "s-e", "s-w", "w", "n-w"]
    assert board.neighbours["X1"] == ("E0142", "E0143")
    assert board.neighbours["E0142"][-1] == "X1"
    assert "E0441" not in board
    assert board.neighbour("E0341", "w") is None
    assert board.neighbour("E0242", "e") == "E0142"


def test_features_between_two_hexes(board: Board) -> None:
    assert board.border("E0242", "E0243") == ("river",)
    assert board.border("E0243", "E0242") == ("river",)
    assert board.border("E0342", "E0242") == ("rail",)
    assert board.border("E0342", "E0341") == ()


def test_distance_direction_and_bearing(board: Board) -> None:
    assert board.distance("E0443", "E0141") == 4
    assert board.distance("X1", "E0342") == 3
    assert board.distance("sea:gulf", "E0342") is None
    assert board.direction("E0342", "E0142") is None
    assert board.bearing("E0342", "E0142") == ("e",)


def test_facts_and_places_are_in_byte_order(board: Board) -> None:
    assert list(board.by_fact) == sorted(board.by_fact)
    assert list(board.places) == sorted(board.places) == list(board.neighbours)


def test_places_are_found_by_id_or_name(board: Board) -> None:
    for text in ("Riga", " riga ", "RĪGA", "E0342", "e0342", "Riga E0342"):
        assert board.find(text).place == "E0342"
    twice = board_from_text(COAST.replace("also: [Rīga]", "also: [Rīga, Reval]"))
    reval = twice.find("Reval")
    assert reval.place is None
    assert reval.problem == "'Reval' is the name of several places: Reval E0341, Riga E0342"
    assert [str(finding) for finding in check(twice)] == [
        "error: 'Reval' is a name of Reval E0341 and Riga E0342"
    ]
    assert board.find("X1").place == "X1"
    assert board.label("E0342") == "Riga E0342"
    assert board.label("E0143") == "E0143"
    assert board.label("X1") == "Tabriz"


def test_a_place_that_is_not_there_has_a_hint(board: Board) -> None:
    assert board.find("Rigga").problem == "'Rigga' is not on this map"
    assert board.find("Rigga").hint == "did you mean Riga E0342?"
    assert board.find("Xyz").hint == "no name is like it; this map has 6 named places"
    assert board.find("E0324").hint == "did you mean Riga E0342?"
    assert board.find("").place is None


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Brest-Litovsk", "brestlitovsk"), ("Königsberg", "konigsberg"), ("Łódź", "lodz"), ("", "")],
)
def test_folding_of_names(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_every_fact_says_where_it_comes_from(board: Board) -> None:
    assert board.provenance("E0342", "name") == "printed: 13.6"
    assert board.provenance("E0342", "terrain") == "reconstructed: for a test"
    assert board.provenance("E0342", "country") == "printed: rule 1"
    assert board.provenance("E0142", "name") == "reconstructed"
    sections = [(layer.section, layer.name) for layer in board.layers]
    assert sections == [
        ("layers", "terrain"),
        ("layers", "country"),
        ("layers", "zone"),
        ("layers", "sea"),
        ("places", ""),
        ("areas", ""),
        ("borders", ""),
        ("joins", ""),
        ("hexsides", "river"),
        ("links", "rail"),
    ]


def test_corrections_lie_over_the_map() -> None:
    fixed = board_from_texts([("map", COAST), ("fix", FIX)])
    assert fixed.terrain("E0143") == "mountain"
    assert fixed.text("E0342", "port") == "major"
    assert fixed.fact("E0342", "city") is None
    assert fixed.find("Mitau").place == "E0243"
    assert fixed.border("E0143", "E0242") == ()
    assert fixed.border("E0242", "E0243") == ("river",)
    assert fixed.border("E0242", "E0142") == ("canal",)
    assert fixed.border("E0342", "E0243") == ("rail",)
    assert fixed.provenance("E0143", "terrain") == "corrected: as on the printed sheet"
    assert fixed.provenance("E0142", "terrain") == "reconstructed: for a test"


def test_corrections_take_places_away_and_make_them() -> None:
    fixed = board_from_texts([("map", COAST), ("fix", PLACES)])
    assert "E0342" not in fixed
    assert fixed.find("Riga").place is None
    assert "E0342" not in {place for values in fixed.by_fact.values() for place in values}
    assert fixed.neighbours["E0242"] == ("E0143", "E0142", "E0141", "E0241", "E0243")
    assert fixed.neighbours["X1"] == ("E0142",)
    assert fixed.neighbours["E0441"] == ("E0442", "E0341", "isle")
    assert fixed.facts("E0441") == {"scale": "europe", "terrain": "forest"}
    assert fixed.border("isle", "E0441") == ("river",)
    assert fixed.neighbours["sea:baltic"] == ("isle",)
    assert fixed.provenance("E0441", "terrain") == "corrected: as printed"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "pbem-map/1",
            "pbem-map/2",
            "map.yaml:1:9: error: the file must begin with 'format: pbem-map/1",
        ),
        ("map: coast", "map: 7", "map.yaml:2:6: error: here belongs text, not 7"),
        ("map: coast\n", "", "map.yaml:1:1: error: the map has no id"),
        ("links:", "linkz:", "error: 'linkz' is no key here\n    did you mean links?"),
        ("C c f\n", "C c x\n", "map.yaml:13:1: error: E0143: 'x' is not in the legend"),
        ("E0441: - C", "E041: - C", "map.yaml:15:1: error: the row 'E041: - C f c' does not begin"),
        ("E0441: - C f c", "E0442: - C f c", "map.yaml:15:1: error: E0342 stands in two rows"),
        ("E0441: - C f c", "E0441: - C f c c c c", "map.yaml:15:1: error: the row"),
        ("E0343: L L U", "E0543: L L L U", "map.yaml:20:1: error: 'E0543' is not on this map"),
        (
            "E0243-E0242 E0143",
            "E0243-E0141 E0143",
            "map.yaml:34:20: error: river: E0141 and E0243 do not touch",
        ),
        (
            "E0243-E0242 E0143",
            "E0243-E0299 E0143",
            "map.yaml:34:20: error: 'E0299' is not on this map",
        ),
        (
            "E0342 E0242 E0142}",
            "E0342 E0142}",
            "map.yaml:38:28: error: rail: E0142 and E0342 do not touch",
        ),
        ("Asia: X1", "Asia: X1 X1", "X1 is joined to itself"),
        (
            "E0142: {name: Dvinsk}",
            "E0199: {name: Dvinsk}",
            "map.yaml:46:12: error: 'E0199' is not on this map",
        ),
        ("E0142: {name: Dvinsk}", "E0142: {name: {a: b}}", "here belongs text, a number or a list"),
        (
            "provenance: derived\n    legend",
            "legend",
            "map.yaml:25:5: error: layers sea does not say",
        ),
        ("provenance: derived\n", "provenance: guessed\n", "layers sea does not say where"),
        ("half_hex_west: odd", "half_hex_west: often", "half_hex_west is one of odd, even, none"),
        ("{row:2}", "{raw:2}", "does not name one column and one row"),
        ("scale: europe", "offset: [1, x]", "sheet E: offset and slant are whole numbers"),
        ("legend: {c: clear", "legend: [c, clear", "this is not YAML"),
    ],
)
def test_a_broken_map_tells_file_and_line(old: str, new: str, message: str) -> None:
    text = COAST.replace(old, new, 1)
    assert text != COAST
    with pytest.raises(PbemError) as caught:
        board_from_text(text, "map.yaml")
    assert message in caught.value.message


def test_two_sheets_may_not_lie_over_each_other() -> None:
    text = COAST.replace(
        "layers:\n", '  F: {id: "F{column:2}{row:2}", half_hex_west: odd}\nlayers:\n'
    )
    text = text.replace("E0441: - C f c", "F0443: - C f c")
    with pytest.raises(FileTrouble, match="F0343 lies where E0343 lies"):
        board_from_text(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("of: coast", "of: front", "fix.yaml:2:5: error: these corrections are of 'front'"),
        ("why: as on the printed sheet\n", "", "a correction says why it is made"),
        ("E0143: m", "E0943: m", "fix.yaml:11:1: error: 'E0943' is not on this map"),
        ("E0243: {name", "E0999: {name", "fix.yaml:15:12: error: 'E0999' is not on this map"),
        (
            "{river: E0143-E0242}",
            "{river: E0143-E0142}",
            "fix.yaml:5:21: error: there is no river at E0142-E0143",
        ),
        ("legend: {m: mountain}", "default: mountain", "'default' is no key here"),
        ("  terrain:\n", "  terain:\n", "fix.yaml:9:5: error: no map knows the layer 'terain'"),
        ("{m: mountain}", "{m: {terain: mountain}}", "error: no map knows the fact 'terain'"),
        ("E0143: m", "E0143: q", "fix.yaml:11:1: error: E0143: 'q' is not in the legend"),
        ("port: major", "prot: major", "no map knows the fact 'prot'"),
        ("  canal:", "  cannal:", "no map knows the feature 'cannal'"),
        ("layers:", "grid: {}\nlayers:", "'grid' is no key here"),
        (
            "layers:",
            "add: {hexes: [E0441]}\nlayers:",
            "7:15: error: E0441 is added",
        ),
        ("layers:", "add: {hexes: [Q0441]}\nlayers:", "no sheet of this map numbers a hex 'Q0441'"),
        ("layers:", "add: {hexes: [E0142]}\nlayers:", "'E0142' is on this map already"),
        ("layers:", "add: {areas: ['sea:gulf']}\nlayers:", "'sea:gulf' is on this map already"),
        ("layers:", "add: {areas: [A B]}\nlayers:", "'A B' cannot be the id of an area"),
        ("layers:", "add: {hexes: E0441}\nlayers:", "7:14: error: here belongs a list"),
        ("layers:", "add: {hexen: [E0441]}\nlayers:", "'hexen' is no key here"),
        ("remove:", "remove:\n  places: [E0999]", "5:12: error: 'E0999' is not on this map"),
        ("remove:", "remove:\n  places: [E0342]", "'E0342' is not on this map"),
        ("remove:", "remove:\n  borders: {E0142: [E0143]}", "there is no border E0142 - E0143"),
        ("remove:", "remove:\n  borders: {X1: [E0143 rail]}", "there is no rail at X1 - E0143"),
        ("remove:", "remove:\n  borders: {X2: [E0143]}", "5:18: error: 'X2' is not on this map"),
        ("remove:", "remove:\n  borders: {X1: E0143}", "5:17: error: here belongs a list"),
    ],
)
def test_a_broken_correction_tells_file_and_line(old: str, new: str, message: str) -> None:
    text = FIX.replace(old, new, 1)
    assert text != FIX
    with pytest.raises(FileTrouble) as caught:
        board_from_texts([("map.yaml", COAST), ("fix.yaml", text)])
    assert message in caught.value.message


def test_all_problems_are_told_at_once() -> None:
    text = COAST.replace("C c f\n", "C x y\n", 1).replace("Riga - Dvinsk: E0342", "R: E9999")
    with pytest.raises(FileTrouble) as caught:
        board_from_text(text)
    assert [finding.code for finding in caught.value.findings] == [
        "map-letter",
        "map-letter",
        "map-off",
    ]


def test_the_small_coast_is_sound(board: Board) -> None:
    assert [str(finding) for finding in check(board)] == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("E0341: U U U", "E0341: U U", "error: E0141 has no country"),
        ("E0341: b", "E0341: .", "error: Reval E0341 lies in no sea area"),
        ("E0343: L L U", "E0443: U L L U", ""),
        ("E0443: b b", "E0443: b b b", "error: E0243 lies in a sea area but is no coast"),
        (
            "E0142: {name: Dvinsk}",
            "E0443: {name: Dvinsk, city: true}",
            "error: Dvinsk E0443 is at sea and has: city",
        ),
        (
            "E0142: {name: Dvinsk}",
            "E0142: {name: Dvinsk, port: major}",
            "error: the port Dvinsk E0142 touches no sea area",
        ),
        (
            'b: "sea:baltic"',
            'b: "sea:north"',
            "error: Reval E0341 lies in sea:north, which is no area",
        ),
        (
            "  rail:\n",
            "  lake: {provenance: derived, lines: {Lake: E0243 E0242}}\n  rail:\n",
            "error: the side E0242-E0243 is lake and river",
        ),
        (
            "  river:\n",
            "  all-sea: {provenance: derived, sides: {S: E0342-E0242}}\n  river:\n",
            "error: the side E0242-E0342 is all sea, but one hex has no sea",
        ),
        (
            "Dvinsk: E0342 E0242 E0142",
            "Dvinsk: E0342 E0242",
            "warning: a rail line ends in E0242, a place without a name",
        ),
    ],
)
def test_what_can_be_read_but_cannot_be_true_is_found(old: str, new: str, found: str) -> None:
    text = COAST.replace(old, new, 1)
    assert text != COAST
    findings = [str(finding) for finding in check(board_from_text(text))]
    assert findings == ([found] if found else [])


def test_a_sea_area_in_two_pieces_is_a_warning() -> None:
    text = COAST.replace("E0443: w C c f", "E0443: w C c C").replace("E0443: b b", "E0443: b b . b")
    assert [str(finding) for finding in check(board_from_text(text))] == [
        "warning: sea:baltic: E0143 is cut off from the rest"
    ]


junk = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 99), st.text("abE04{}:-. ", max_size=9)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text("abE04:-", max_size=5), inner, max_size=3),
    ),
    max_leaves=6,
)


def spots_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [path, *(spot for key in keys for spot in spots_in(data[key], (*path, key)))]


@given(st.data())
def test_any_value_anywhere_gives_a_board_or_a_message(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([COAST, FIX]))
    document = read_data_text(text, "fuzz")
    spot = data.draw(st.sampled_from(spots_in(document)[1:]))
    inner = document
    for key in spot[:-1]:
        inner = inner[key]
    inner[spot[-1]] = data.draw(junk)
    changed = "\n".join(f"{flow_text(key)}: {flow_text(value)}" for key, value in document.items())
    texts = [("map", COAST), ("fix", changed)] if text == FIX else [("map", changed)]
    try:
        assert board_from_texts(texts).places
    except PbemError as trouble:
        assert trouble.message


@pytest.mark.parametrize("text", [COAST, FIX, PLACES, SLICE.read_text(encoding="utf-8")])
def test_the_schema_accepts_maps_and_corrections(text: str) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert list(Draft202012Validator(SCHEMA).iter_errors(read_data_text(text, "map"))) == []


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (COAST, "links:", "linkz:"),
        (COAST, "provenance: derived\n    legend", "legend"),
        (COAST, "provenance: derived\n", "provenance: guessed\n"),
        (COAST, "half_hex_west: odd", "half_hex_west: often"),
        (COAST, "E0243-E0242", "E0243 E0242"),
        (COAST, "map: coast", "map: 7"),
        (COAST, '"sea:gulf": {name', '"Sea Gulf": {name'),
        (FIX, "why: as on the printed sheet\n", ""),
        (FIX, "layers:", "grid: {}\nlayers:"),
        (FIX, "layers:", "add: {hexes: E0441}\nlayers:"),
        (FIX, "remove:", "remove:\n  borders: {X1: E0143}"),
        (FIX, "legend: {m: mountain}", "default: mountain"),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(text: str, old: str, new: str) -> None:
    broken = text.replace(old, new, 1)
    assert broken != text
    assert list(Draft202012Validator(SCHEMA).iter_errors(read_data_text(broken, "map")))
    with pytest.raises(FileTrouble):
        board_from_texts([("map", COAST), ("fix", broken)] if text == FIX else [("map", broken)])


def test_the_examples_of_the_manual_are_a_map_and_its_corrections() -> None:
    blocks = (ROOT / "docs/maps.md").read_text(encoding="utf-8").split("```yaml\n")[1:]
    texts = [block.partition("```")[0] for block in blocks]
    example = texts[0]
    shown = board_from_texts([("example", example)])
    assert shown.label("E0342") == "Riga E0342"
    assert check(shown) == []
    of_it = [text for text in texts if text.startswith("format: pbem-map-corrections/1\nof: coast")]
    fixed, changed, dated = (board_from_texts([("example", example), ("c", c)]) for c in of_it)
    assert fixed.text("E0342", "port") == "major"
    assert changed.neighbours["courland"] == ("E0441", "sea:baltic")
    assert "E0141" not in changed
    assert (dated.date, dated.country("E0342")) == ("1936-07", "memelland")
    for text in (text for text in texts if text.startswith("format: ")):
        assert not list(Draft202012Validator(SCHEMA).iter_errors(read_data_text(text, "map")))


def test_a_map_names_the_clauses_that_it_implements() -> None:
    text = COAST.replace("layers:", "implements: [WIF-2.1.1-2]\nlayers:", 1)
    assert board_from_text(text).implements == ("WIF-2.1.1-2",)
    with pytest.raises(FileTrouble, match="here belongs a list of clauses"):
        board_from_text(text.replace("[WIF-2.1.1-2]", "[[1]]"))


# the slice map of World in Flames


def test_the_slice_is_sound_and_of_its_size(front: Board) -> None:
    assert check(front) == []
    hexes = [place for place in front.places if place in front.spots]
    assert len(hexes) == 180
    assert (hexes[0], hexes[-1]) == ("E1334", "E2745")


def test_places_stand_where_the_rulebook_puts_them(front: Board) -> None:
    """2.4.2 Warsaw; 13.6.5 Vilna, Minsk and E2342 in East Poland; 13.6 Kiev and Moscow."""
    named = {
        "E2737": "Warsaw",
        "E2341": "Vilna",
        "E2140": "Minsk",
        "E1735": "Kiev",
        "E1344": "Moscow",
    }
    for place, name in named.items():
        assert front.find(name).place == place
        assert front.fact(place, "city") is True
        assert front.provenance(place, "name").startswith("printed")
    assert front.fact("E2342", "region") == "east-poland"
    assert front.fact("E2341", "region") == "east-poland"
    assert front.country("E2140") == "ussr"
    objectives = sorted(front.by_fact["objective"])
    assert objectives == ["E1344", "E1735", "E2737"]  # 13.9 of those on this map


def test_cities_lie_on_their_own_banks(front: Board) -> None:
    """Kiev and Warsaw west of their rivers, Dvinsk and Polotsk north of the Dvina."""
    for west, east in (("E1735", "E1635"), ("E2737", "E2637")):
        assert "river" in front.border(west, east)
    assert "river" not in front.border("E1735", "E1835")
    for north, south in (("E2243", "E2342"), ("E2043", "E2042")):
        assert "river" in front.border(north, south)


def test_the_moves_of_the_sample_orders_are_possible(front: Board) -> None:
    """E2440 to E2340; Vilna to E2241; E2340 and E2241 at E2240; E2141 at Minsk; E2240 to E2139."""
    for a, b in (
        ("E2440", "E2340"), ("E2440", "E2341"), ("E2341", "E2241"), ("E2340", "E2240"),
        ("E2141", "E2140"), ("E2241", "E2141"), ("E2240", "E2139"), ("E2341", "E2342"),
    ):  # fmt: skip
        assert front.adjacent(a, b)
    assert front.terrain("E2240") == "clear"


def test_the_great_rivers_cut_the_front_in_two(front: Board) -> None:
    """Nobody gets from Warsaw to Minsk or Moscow without crossing a river."""

    def dry(start: str) -> set[str]:
        seen, queue = {start}, [start]
        for place in queue:
            fresh = [
                other
                for other in front.neighbours[place]
                if other not in seen and "river" not in front.border(place, other)
            ]
            seen.update(fresh)
            queue += fresh
        return seen

    assert "E2140" not in dry("E2737")
    assert "E1344" not in dry("E2737")
    for a, b in (("E2437", "E2537"), ("E2140", "E2041"), ("E1741", "E1742")):
        assert "river" in front.border(a, b)


def test_every_city_has_a_railway(front: Board) -> None:
    for city in front.by_fact["city"]:
        assert any("rail" in front.border(city, other) for other in front.neighbours[city])


# speed


def best_time(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def big_map() -> str:
    """10,000 hexes with terrain, country, zone, rivers, railways and 400 places."""

    def rows(letter: str) -> str:
        line = " ".join([letter] * 100)
        return "".join(f"      E99{row:02}: {line}\n" for row in range(100))

    def layer(name: str, letter: str, value: str) -> str:
        return (
            f"  {name}:\n    provenance: derived\n    legend: {{{letter}: {value}}}\n    rows: |\n"
            + rows(letter)
        )

    def lines(row: int, sign: str) -> str:
        pairs = [f"E{c:02}{row:02}-E{c + 1:02}{row:02}" for c in range(99)]
        return " ".join(pairs) if sign == "-" else " ".join(f"E{c:02}{row:02}" for c in range(100))

    places = (
        f"    E{c:02}{r:02}: {{name: N{c}x{r}, city: true}}"
        for c in range(0, 100, 5)
        for r in range(0, 100, 5)
    )
    return (
        "format: pbem-map/1\nmap: big\n"
        "grid:\n  E: {id: 'E{column:2}{row:2}', half_hex_west: odd}\nlayers:\n"
        + layer("terrain", "c", "clear")
        + layer("country", "PL", "poland")
        + layer("zone", "t", "n-temperate")
        + "hexsides:\n  river:\n    provenance: derived\n    sides:\n"
        + "".join(f"      R{row}: {lines(row, '-')}\n" for row in range(0, 100, 4))
        + "links:\n  rail:\n    provenance: derived\n    lines:\n"
        + "".join(f"      R{row}: {lines(row, ' ')}\n" for row in range(2, 100, 4))
        + "places:\n  provenance: derived\n  at:\n"
        + "\n".join(places)
    )


def test_a_sheet_loads_in_a_fifth_of_the_time_of_as_many_one_line_mappings() -> None:
    text = big_map()
    assert len(board_from_text(text).neighbours) == 10_000
    mappings = "\n".join(
        f"E{n:04}: {{terrain: clear, country: poland, zone: n-temperate}}" for n in range(10_000)
    )
    plain = best_time(lambda: YAML(typ="safe").load(mappings), 2)
    assert best_time(lambda: board_from_text(text), 4) <= plain / 5


def test_the_shipped_map_is_read_by_the_plain_reader() -> None:
    assert read_data(SLICE)["map"] == "wif-barbarossa-12"
