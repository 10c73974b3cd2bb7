"""Pictures of maps: what a player looks for is there, and nothing that he may not see."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
import toy  # noqa: F401 (registers the system)

from pbem.core.data.findings import UsageError
from pbem.core.maps.mapfile import board_from_text
from pbem.core.reading.scene import Scene
from pbem.core.record.events import UnitChanged, UnitMoved, apply, event_data
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Mark, State, Unit
from pbem.core.record.views import visible_state
from pbem.core.rules.game import Game
from pbem.core.rules.picture import BattleMark, Face
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.maps.drawing.counters import ALIASES, SIGNS, sign, sign_of
from pbem.maps.drawing.draw import LAYERS, Sight, draw
from pbem.maps.drawing.frame import Frame
from pbem.maps.drawing.key import small_print
from pbem.maps.drawing.layout import layout
from pbem.maps.drawing.moves import Trail, trails
from pbem.maps.drawing.region import region
from pbem.maps.drawing.room import shared
from pbem.maps.drawing.units import Army

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def front() -> Army:
    roster = default_roster("wif", "barbarossa-12")
    return Army(load_game(roster), first_state(roster))


@pytest.fixture(scope="module")
def duel() -> Army:
    roster = default_roster("toy", "duel")
    return Army(load_game(roster), first_state(roster))


def picture(army: Army, part: str = "", **more: object) -> ElementTree.Element:
    board = army.game.board
    sight = Sight(board, region(board, part), army=army)
    return ElementTree.fromstring(draw(replace(sight, **more)))


def texts(svg: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in svg.iter(f"{SVG}text")]


def layer(svg: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [group for group in svg.iter(f"{SVG}g") if group.get("class") == name]


def test_a_drawn_front_shows_every_hex_every_unit_and_every_place(front: Army) -> None:
    said = Counter(texts(picture(front)))
    board = front.game.board
    assert all(said[place] == 1 for place in board.spots)
    assert all(said[str(name)] for name in board.by_fact["name"].values())
    faces = [front.face(unit) for units in front.stacks.values() for unit in units]
    for text, count in Counter(face.ratings for face in faces).items():
        assert said[text] == count, text
    for face in faces:
        assert said[face.title], face.title


def test_a_face_down_counter_is_drawn_otherwise(front: Army) -> None:
    svg = picture(front, "E2339")
    uses = [use.get("href") for use in svg.iter(f"{SVG}use")]
    card = f"#card-{front.colours['ussr'][1:]}"
    assert [name for name in uses if name and name.startswith("#card")] == [f"{card}-down"]
    assert "43" in texts(svg)
    (unit,) = front.state.at("E2339")
    turned = apply(
        front.state, [UnitChanged(unit.id, "mark", unit.marks["face-down"], None, "face-down")]
    )
    up = picture(replace(front, state=turned), "E2339")
    assert card in [use.get("href") for use in up.iter(f"{SVG}use")]


def test_every_use_is_defined(front: Army) -> None:
    svg = picture(front)
    known = {element.get("id") for element in svg.iter()}
    used = {str(use.get("href")).removeprefix("#") for use in svg.iter(f"{SVG}use")}
    assert used <= known


def test_the_same_position_gives_the_same_bytes(front: Army, duel: Army) -> None:
    for army in (front, duel):
        board = army.game.board
        first, second = (draw(Sight(board, board.places, army=army)) for _ in range(2))
        assert first == second


def test_a_region_is_drawn_alone(front: Army) -> None:
    numbers = {text for text in texts(picture(front, "minsk:1")) if text in front.game.board.spots}
    assert numbers == {"E2140", "E2141", "E2041", "E2040", "E2240", "E2139", "E2039"}


@pytest.mark.parametrize("wanted", LAYERS)
def test_a_layer_is_drawn_alone(front: Army, wanted: str) -> None:
    svg = picture(front, layers=frozenset({wanted}))
    groups = {group.get("class") for group in svg.iter(f"{SVG}g")} - {None}
    names = {
        "control": {"control", "front"},
        "key": {"key", "measure"},
        "borders": {"borders"},
        "towns": {"towns", "town-names"},
        "grid": set(),
        "moves": set(),
        "battles": set(),
    }
    assert groups == names.get(wanted, {wanted})


def test_hexes_are_coloured_by_another_fact(front: Army) -> None:
    svg = picture(front, layers=frozenset({"terrain"}), tint="country")
    colours = {path.get("fill") for group in layer(svg, "terrain") for path in group}
    countries = {front.game.board.country(place) for place in front.game.board.spots}
    assert len(colours) == len(countries)


def test_a_large_stack_is_counted_not_lost(front: Army) -> None:
    units = {f"u{n:02}": Unit(f"u{n:02}", "ger-vi-inf", "germany", "E1334") for n in range(20)}
    crowd = replace(front, state=replace(front.state, units=units))
    said = Counter(texts(picture(crowd, "E1334")))
    assert said["7-3"] == 15
    assert said["+5"] == 1


def test_what_a_player_may_not_see_is_a_question_mark(front: Army) -> None:
    (unit,) = front.state.at("E2339")
    units = {**front.state.units, unit.id: replace(unit, id="x1", secret=("anna",))}
    hidden = replace(front.state, units=units)
    seen = replace(front, state=visible_state(hidden, "hans"))
    said = texts(picture(seen, "E2339"))
    assert "?" in "".join(said + [e.text or "" for e in picture(seen, "E2339").iter()])
    assert "43" not in said and "5-3" not in said


def test_control_is_told_by_bands_and_flags_and_the_front_is_a_line(front: Army) -> None:
    svg = picture(front)
    (control,) = layer(svg, "control")
    colours = [front.colours[power] for power in ("germany", "ussr")]
    bands, flags = control[:2], control[2:]
    assert [band.get("fill") for band in bands] == colours
    assert [flag.get("fill") for flag in flags] == colours
    held = [place for place in front.game.board.spots if front.state.controller(place)]
    assert sum((flag.get("d") or "").count("M") for flag in flags) == len(held)
    (line,) = layer(svg, "front")
    assert len(line) == 2


# moves and battles


def scene(army: Army, entries: list[Entry], after: State) -> Scene:
    return Scene(army.game, "", army.state, after, entries)


def moved(army: Army, *moves: tuple[str, str, str]) -> Scene:
    events = [UnitMoved(unit, old, new) for unit, old, new in moves]
    after = apply(army.state, events)
    entries = [
        Entry(n, "event", "x", event_data(event)) for n, event in enumerate(events, 1)
    ]  # fmt: skip
    return scene(army, entries, after)


def test_equal_moves_are_one_trail(front: Army) -> None:
    run = moved(
        front,
        ("ger-liii-mot", "E2442", "E2341"),
        ("ger-lvii-arm", "E2442", "E2341"),
        ("ger-lvii-arm", "E2341", "E2241"),
    )
    assert trails(run) == (
        Trail("germany", ("E2442", "E2341"), 1),
        Trail("germany", ("E2442", "E2341", "E2241"), 1),
    )


def test_a_flight_there_and_back_is_drawn_dotted(front: Army) -> None:
    run = moved(front, ("ger-ju-87d", "E2441", "E2240"), ("ger-ju-87d", "E2240", "E2441"))
    (trail,) = trails(run)
    assert trail.returns
    (group,) = layer(picture(front, "E2240:4", scene=run), "moves")
    assert [path.get("stroke-dasharray") for path in group if path.get("stroke-dasharray")] == [
        "4 9"
    ]


def test_a_unit_that_left_the_board_leaves_no_arrow(front: Army) -> None:
    assert trails(moved(front, ("ger-liii-mot", "E2442", "removed"))) == ()


def verdict(kind: str, outcome: str, **facts: object) -> Entry:
    return Entry(9, "verdict", "x", {"verdict": kind, "outcome": outcome, "facts": facts})


def test_a_battle_shows_odds_and_result(front: Army) -> None:
    entry = verdict("land-combat", "2/1S", at="E2140", odds="3:1", basic="3:1")
    strike = verdict("ground-strike", "hit", at="E2240", hit=["a"], targets=["a", "b"])
    run = scene(front, [entry, strike, verdict("weather", "rolled")], front.state)
    (group,) = layer(picture(front, "E2240:2", scene=run), "battles")
    assert texts(group) == ["3-1: 2/1S", "strike: 1 of 2 hit"]


def test_a_verdict_with_place_and_odds_is_a_battle_of_any_system(duel: Army) -> None:
    run = scene(duel, [verdict("assault", "stormed", at="mill", odds="2:1")], duel.state)
    assert duel.game.system.words.battle_marks(run.entries[0], run) == (
        BattleMark("mill", "2:1", "stormed"),
    )
    (group,) = layer(picture(duel, scene=run), "battles")
    assert texts(group) == ["2-1: stormed"]


def spans(group: ElementTree.Element) -> list[tuple[float, float, float]]:
    """Left, right and top of the labels of battles."""
    found = [(float(r.get("x", 0)), float(r.get("width", 0)), float(r.get("y", 0))) for r in group]
    return [(x, x + wide, y) for x, wide, y in found if wide]


def test_labels_of_neighbouring_battles_do_not_lie_over_each_other(front: Army) -> None:
    strikes = [
        verdict("ground-strike", "hit", at=place, hit=["a"], targets=["a", "b"])
        for place in ("E2240", "E2140", "E2140")
    ]
    svg = picture(front, "E2240:2", scene=scene(front, strikes, front.state))
    (group,) = layer(svg, "battles")
    labels = spans(group)
    assert len(labels) == 3
    for number, (left, right, y) in enumerate(labels):
        for other_left, other_right, other_y in labels[number + 1 :]:
            assert right <= other_left or other_right <= left or abs(y - other_y) >= 21


# the key


def test_the_key_explains_what_is_drawn_and_nothing_else() -> None:
    board = board_from_text(
        sheet_text(4, 3) + "places:\n  provenance: reconstructed\n  at:\n"
        "    E0201: {name: Kem, city: true, port: minor, iced_in: true, oil: 2}\n"
        "    E0301: {name: Ob, objective: true, country: siberia}\n"
        "    E0401: {country: china}\n"
    )
    svg = ElementTree.fromstring(draw(Sight(board, board.places)))
    (key,) = layer(svg, "key")
    assert texts(key) == [
        "clear", "forest", "mountain", "sea", "border of countries",
        "city", "place", "objective", "minor port", "iced-in port", "O", "oil",
    ]  # fmt: skip
    svg = ElementTree.fromstring(draw(Sight(board, board.places, sources=True)))
    (key,) = layer(svg, "key")
    assert texts(key)[-2:] == ["terrain: reconstructed", "places: reconstructed"]


def test_the_key_does_not_explain_layers_that_are_left_out(front: Army) -> None:
    board = front.game.board
    sight = Sight(board, board.places, layers=frozenset({"terrain", "sides", "key"}))
    (key,) = layer(ElementTree.fromstring(draw(sight)), "key")
    assert texts(key)[:5] == ["clear", "forest", "sea", "swamp", "river"]
    assert "rail" not in texts(key)


def test_a_provenance_is_told_whole_and_once() -> None:
    long = "reconstructed: " + " ".join(f"source{n}" for n in range(40))
    text = sheet_text(3, 2).replace("provenance: reconstructed", f'provenance: "{long}"')
    board = board_from_text(text)
    assert small_print(replace(board, layers=board.layers * 2)) == [f"terrain: {long}"]
    sight = Sight(board, board.places, sources=True)
    said = " ".join(texts(ElementTree.fromstring(draw(sight))))
    assert "source0" in said
    assert "source39" in said


def test_a_whole_country_colours_its_hexes_and_has_its_name() -> None:
    board = board_from_text(
        sheet_text(6, 4) + "countries:\n  provenance: printed\n  at:\n"
        "    ussr: {name: Soviet Union, aligned: none}\n    china: {name: Kitai, aligned: ussr}\n"
    )
    country = {place: "ussr" if place < "E03" else "china" for place in board.spots}
    board = replace(board, by_fact={**board.by_fact, "country": country})
    said = texts(ElementTree.fromstring(draw(Sight(board, board.places))))
    assert {"SOVIET UNION", "KITAI"} <= set(said)
    sight = Sight(board, board.places, layers=frozenset({"terrain", "key"}), tint="aligned")
    (key,) = layer(ElementTree.fromstring(draw(sight)), "key")
    assert texts(key)[:2] == ["none", "ussr"]


# areas


def test_an_area_board_shows_every_area_once_and_none_over_another(duel: Army) -> None:
    svg = picture(duel)
    said = texts(svg)
    assert all(said.count(str(name)) == 1 for name in duel.game.board.by_fact["name"].values())
    boxes = [
        (float(r.get("x", 0)), float(r.get("y", 0)))
        for group in layer(svg, "areas")
        for r in group.findall(f"{SVG}rect")
        if r.get("height") == "145"
    ]
    assert len(boxes) == 7
    for number, (x, y) in enumerate(boxes):
        for other_x, other_y in boxes[number + 1 :]:
            assert abs(x - other_x) >= 180 or abs(y - other_y) >= 145


def test_what_lies_on_the_coast_of_areas_is_a_letter_and_in_the_key() -> None:
    board = board_from_text(
        "format: pbem-map/1\nmap: two\ntitle: Two\n"
        'areas: {provenance: printed, at: {a: {name: A}, "sea:b": {name: B}}}\n'
        'borders: {provenance: printed, between: {a: ["sea:b major-port minor-shipyard"]}}\n'
    )
    svg = ElementTree.fromstring(draw(Sight(board, board.places)))
    (marks,) = layer(svg, "marks")
    assert texts(marks) == ["P", "s"]
    (key,) = layer(svg, "key")
    assert texts(key)[:4] == ["P", "major port", "s", "minor shipyard"]


def test_areas_lie_where_the_map_says(duel: Army) -> None:
    centres = {
        "red-home": (0, 0), "hill": (0, 100), "ford": (100, 50), "wood": (100, 150),
        "town": (200, 0), "mill": (200, 100), "blue-home": (300, 50),
    }  # fmt: skip
    board = replace(duel.game.board, by_fact={**duel.game.board.by_fact, "centre": centres})
    spots = layout(board, board.places)
    east = sorted(spots, key=lambda place: (spots[place][0], place))
    assert east == ["hill", "red-home", "ford", "wood", "mill", "town", "blue-home"]
    assert spots["hill"][1] < spots["red-home"][1]  # north is up


# signs


def test_every_alias_leads_to_a_sign() -> None:
    assert set(ALIASES.values()) <= set(SIGNS)


def test_a_word_without_a_sign_is_written_out() -> None:
    assert "ELEPHANT" in sign("elephant")


def test_every_counter_of_the_front_has_a_sign(front: Army) -> None:
    symbols = {sign_of(front.face(unit).symbol) for unit in front.state.units.values()}
    assert symbols <= set(SIGNS)


def test_a_counter_of_world_in_flames_shows_its_ratings(front: Army) -> None:
    units = front.state.units
    assert front.face(units["ger-xli-arm"]) == Face("armour", "XLI", "8-5", "XXX")
    assert front.face(units["ger-2-mech-div"]) == Face("mechanised", "2", "2-6", "XX")
    assert front.face(units["ger-v.bock"]) == Face("headquarters", "v. Bock", "7-3 r3")
    assert front.face(units["ger-ju-87b"]) == Face("bomber", "Ju-87B", "1/5 r3", down=True)
    assert front.face(units["ussr-i-16"]) == Face("fighter", "I-16", "3/- r4")


# regions


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 181),
        ("Minsk", 1),
        ("Minsk:1", 7),
        ("E2140:0", 1),
        ("E2140-E1938", 10),
        ("country:lithuania", 9),
        ("sheet:E", 180),
        ("Minsk, Kiev:1", 8),
        ("sea:baltic-sea", 1),
    ],
)
def test_a_region_is_what_it_says(front: Army, text: str, count: int) -> None:
    assert len(region(front.game.board, text)) == count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Mnsk", "'Mnsk' is not on this map"),
        ("E9999:3", "'E9999' is not on this map"),
        ("country:atlantis", "no place has country 'atlantis'"),
        ("colour:red", "this map knows no 'colour'"),
        ("sheet:Q", "this map has no sheet 'Q'"),
        ("E2140-sea:baltic-sea", "E2140-sea"),
    ],
)
def test_a_region_that_is_not_there_is_one_message(front: Army, text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        region(front.game.board, text)
    assert message in caught.value.message


# a whole sheet


def sheet_text(columns: int, rows: int) -> str:
    lines = [
        f"      E{columns:02}{row:02}: " + " ".join("cfmw"[(row + n) % 4] for n in range(columns))
        for row in range(rows, 0, -1)
    ]
    return (
        'format: pbem-map/1\nmap: sheet\ntitle: A sheet\ndate: "1941"\n'
        'grid: {E: {id: "E{column:2}{row:2}", half_hex_west: odd}}\n'
        "layers:\n  terrain:\n    provenance: reconstructed\n"
        "    legend: {c: clear, f: forest, m: mountain, w: sea}\n    rows: |\n"
        + "\n".join(lines)
        + "\n"
    )


def test_a_full_sheet_with_five_hundred_units_is_quick_and_small(front: Army) -> None:
    board = board_from_text(sheet_text(60, 53))
    game: Game = replace(front.game, board=board)
    counters = sorted(game.counters.counters)
    units = {
        f"u{n}": Unit(f"u{n}", counters[n % len(counters)], "germany" if n % 2 else "ussr", place,
                      marks={"face-down": Mark()} if n % 7 == 0 else {})
        for n, place in enumerate(board.places[: 500 * 5 : 5])
    }  # fmt: skip
    assert len(units) == 500
    army = Army(game, replace(front.state, units=units))
    start = time.perf_counter()
    svg = draw(Sight(board, board.places, army=army))
    assert time.perf_counter() - start < 10
    assert len(svg.encode()) < 10_000_000
    assert Counter(texts(ElementTree.fromstring(svg)))["E6053"] == 1


def test_two_planes_lie_side_by_side_and_a_third_below() -> None:
    text = sheet_text(3, 2).replace(
        "half_hex_west: odd}",
        'half_hex_west: odd}, P: {id: "P{column:2}{row:2}", plane: other}, '
        'Q: {id: "Q{column:2}{row:2}", plane: third}',
    ).replace("rows: |\n", "rows: |\n      P0201: c c\n      Q0201: c c\n")  # fmt: skip
    board = board_from_text(text)
    frame = Frame(board, board.places)
    spans = {}
    for sheet in "EPQ":
        centres = [xy for place, xy in frame.centres.items() if place.startswith(sheet)]
        xs, ys = zip(*centres, strict=True)
        spans[sheet] = min(xs) - 52, min(ys) - 60, max(xs) + 52, max(ys) + 60
    for a, b in ("EP", "EQ", "PQ"):
        assert shared(spans[a], spans[b]) == 0
    lower = [sheet for sheet in spans if spans[sheet][1] > 0]
    assert len(lower) == 1


def test_a_place_off_the_map_has_a_box(front: Army) -> None:
    board = board_from_text(
        sheet_text(3, 2)
        + "places:\n  provenance: reconstructed\n  at:\n    X1: {name: Tabriz, off_map: true}\n"
    )
    game = replace(front.game, board=board)
    unit = Unit("u1", "ger-vi-inf", "germany", "X1")
    army = Army(game, replace(front.state, units={"u1": unit}, places={}))
    said = texts(picture(army))
    assert "Tabriz" in said and "7-3" in said
