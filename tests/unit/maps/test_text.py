"""A part of a map as text: 78 columns, every unit, every feature."""

from __future__ import annotations

from dataclasses import replace

import pytest
import toy  # noqa: F401 (registers the system)

from pbem.core.maps.check import check
from pbem.core.maps.mapfile import board_from_text
from pbem.core.record.state import Unit
from pbem.core.record.views import visible_state
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.maps.drawing.text import brick_for, codes, show, summary
from pbem.maps.drawing.units import Army

MINSK = """\
Minsk E2140: Eastern front, Riga - Moscow - Kiev - Warsaw, 1941-ja.3.axis

    -----------------
    |E2141 f~E2041 f|
    |       ~Borisov#
    |G3    g~U3    u|
--#---------~~#~~--------
|E2240 .|E2140*.~E2040 f|
|       #Minsk  ~       |
|U2    u|U3    u~U4    u|
~~~~------#---#-~~~~~~~~~
    |E2139 .|E2039 f|
    #       |       #
    |      u|      u|
    -----------------

Key . clear  f forest  * city  ~ river  # rail  G germany  U ussr  G3v1: three
    units, one face-down  small letter: who controls it

Places Borisov E2041, Minsk E2140 (city)

Minsk E2140, ussr: 5 INF 5-3, I-16 3/- r4, Minsk MIL 2-2
E2040, ussr: 29 INF 7-3, IL-2 3/3 r3, LaGG-3 4/1 r3, Zhukov 8-4 r5
Borisov E2041, ussr: 2 MECH 7-5, 3 INF div 1-4, MiG-3 5/- r5
E2141, germany: 2 MECH div 2-6, LII MECH 6-6, XLI ARM 8-5
E2240, ussr: 3 INF 5-3, 3 MECH 6-6
"""


@pytest.fixture(scope="module")
def front() -> Army:
    roster = default_roster("wif", "barbarossa-12")
    return Army(load_game(roster), first_state(roster))


@pytest.fixture(scope="module")
def duel() -> Army:
    roster = default_roster("toy", "duel")
    return Army(load_game(roster), first_state(roster))


def test_the_country_round_minsk(front: Army) -> None:
    assert show(front.game.board, "E2140", 1, front) == MINSK


@pytest.mark.parametrize("radius", range(10))
def test_no_line_is_longer_than_78(front: Army, radius: int) -> None:
    for place in list(front.game.board.spots)[:: 7 if radius < 5 else 23]:
        lines = show(front.game.board, place, radius, front).splitlines()
        assert max(map(len, lines)) <= 78
        assert all(line == line.rstrip() for line in lines)


def test_a_hex_that_only_a_join_brings_near_is_listed_not_drawn() -> None:
    rows = "".join(f"      E{n:02}01: c\n" for n in (40, 1))
    board = board_from_text(
        'format: pbem-map/1\nmap: far\ngrid: {E: {id: "E{column:2}{row:2}"}}\n'
        "layers:\n  terrain:\n    provenance: reconstructed\n    legend: {c: clear}\n"
        f"    rows: |\n{rows}"
        "joins: {provenance: printed, lines: {over the pole: E4001 E0101}}\n"
        "places: {provenance: printed, at: {E0101: {name: Nome}}}\n"
    )
    assert show(board, "E4001", 2).splitlines() == [
        "E4001: far", "", "---------", "|E4001 .|", "|       |", "|       |", "---------", "",
        "Key . clear", "", "Joined E4001 - Nome E0101", "", "Places Nome E0101", "",
    ]  # fmt: skip


@pytest.mark.parametrize(("radius", "wide"), [(0, 8), (4, 8), (5, 6), (6, 4), (9, 4)])
def test_bricks_shrink_with_the_radius(radius: int, wide: int) -> None:
    assert brick_for(radius).wide == wide
    assert (2 * radius + 1) * wide + 1 <= 78


def test_every_unit_near_is_listed_once(front: Army) -> None:
    text = show(front.game.board, "E2140", 9, front)
    for unit in front.state.units.values():
        name = front.game.counters[unit.counter].name
        found = text.replace("\n    ", " ").count(f" {name} {front.face(unit).ratings}")
        assert found == 1, name


def test_face_down_units_are_counted_and_named(front: Army) -> None:
    text = show(front.game.board, "E2439", 0, front)
    assert "|G2v1  g|" in text
    assert "XLIII INF 7-4 face-down" in text


def test_a_map_without_a_position_says_no_word_of_units(front: Army) -> None:
    text = show(front.game.board, "E2742", 1)
    assert "Memel E2742 (city, port minor)" in text.replace("\n    ", " ")
    assert "~ river" in text
    assert "unit" not in text.lower()


def test_a_hidden_unit_is_not_described(front: Army) -> None:
    (unit,) = front.state.at("E2339")
    secret = replace(unit, id="x1", secret=("anna",))
    others = {name: u for name, u in front.state.units.items() if name != unit.id}
    state = replace(front.state, units={**others, "x1": secret})
    text = show(front.game.board, "E2339", 0, replace(front, state=visible_state(state, "hans")))
    assert "E2339, ussr: x1" in text
    assert "43" not in text.replace("E2339", "")


def test_areas_are_listed_ring_by_ring(duel: Army) -> None:
    text = show(duel.game.board, "blue-home", 1, duel)
    assert text == (
        "Blue Home: Two banks of a river, t1.1.red\n\n"
        "0 Blue Home: Mill, Town\n"
        "1 Mill: Blue Home, Ford [bridge], Town, Wood [river]\n"
        "1 Town: Blue Home, Ford [bridge], Mill\n\n"
        "Blue Home, azure: 4 INF\n"
        "Town, azure: 2 INF, Wolf\n"
    )


def test_codes_tell_powers_apart(front: Army) -> None:
    units = {name: Unit(name, "ger-vi-inf", name, "E2140") for name in ("usa", "ussr", "uk", "us")}
    army = replace(front, state=replace(front.state, units=units, places={}, powers={}))
    assert codes(army) == {"uk": "UK", "us": "US", "usa": "USA", "ussr": "USS"}


def test_the_summary_counts(front: Army) -> None:
    board = front.game.board
    assert summary(board, check(board)) == (
        "wif-barbarossa-12: 180 hexes, 1 areas, 56 named places, 241 sides with a feature: sound"
    )
