"""What a good picture keeps to: words in their room and large enough, colours that differ."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import toy  # noqa: F401 (registers the system)

from pbem.core.data.findings import UsageError
from pbem.core.maps.board import Board
from pbem.core.maps.mapfile import board_from_text
from pbem.core.maps.shipped import shipped_maps
from pbem.core.reading.scene import Scene
from pbem.core.record.events import UnitMoved, apply, event_data
from pbem.core.record.ledger import Entry
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.maps.drawing import paint
from pbem.maps.drawing.borders import FRONT
from pbem.maps.drawing.colours import LANDS, POWERS, TERRAIN
from pbem.maps.drawing.counters import SIGNS
from pbem.maps.drawing.draw import Plan, Sight, draw
from pbem.maps.drawing.frame import HALF, Frame
from pbem.maps.drawing.moves import Paper, draw_battles
from pbem.maps.drawing.names import area_names
from pbem.maps.drawing.picture import HEX, PAPERS, Wanted, pages
from pbem.maps.drawing.region import region
from pbem.maps.drawing.room import Room, shared, text_box
from pbem.maps.drawing.steps import step_page, steps_of
from pbem.maps.drawing.strokes import Reading, read_shapes
from pbem.maps.drawing.svg import Svg
from pbem.maps.drawing.units import Army
from pbem.maps.drawing.zoom import ZOOMS, Zoom
from pbem.maps.opening import open_map

SVG = "{http://www.w3.org/2000/svg}"
HEX_MAPS = sorted(name for name in shipped_maps() if open_map(name).board.spots)


@pytest.fixture(scope="module")
def europe() -> Board:
    return open_map("wif-europe").board


@pytest.fixture(scope="module")
def front() -> Army:
    roster = default_roster("wif", "barbarossa-12")
    return Army(load_game(roster), first_state(roster))


def words_of(svg: str) -> set[str]:
    return {shape.words for shape in read_shapes(svg).shapes}


# names


@pytest.mark.parametrize("name", HEX_MAPS)
def test_the_name_of_a_country_lies_in_its_country_alone(name: str) -> None:
    board = open_map(name).board
    frame = Frame(board, board.places)
    at = {xy: place for place, xy in frame.centres.items()}
    names = area_names(frame, Zoom(), Room())
    countries = {board.country(place) for place in board.places} - {None, ""}
    assert len(names) >= min(4, len(countries))
    for area in names:
        left, _, right, _ = area.box
        y = area.middle[1]
        covered = [at[x, row] for x, row in at if row == y and left - HALF < x < right + HALF]
        assert covered
        whose = {(board.seas(p) or ("",))[0] if area.sea else board.country(p) for p in covered}
        assert len(whose) == 1, (area, covered)
    for a, b in combinations(names, 2):
        assert shared(a.box, b.box) < 0.2 * (b.box[2] - b.box[0]) * (b.box[3] - b.box[1])


def test_a_name_too_long_for_its_country_is_shortened_or_left_out(europe: Board) -> None:
    said = words_of(draw(Sight(europe, region(europe, "Gibraltar:4"), zoom=ZOOMS["front"])))
    assert "SPANISH MOROCCO" not in said
    assert "Eastern Mediterranean" not in said


def test_a_country_has_its_name_on_every_sheet_apart() -> None:
    board = open_map("wif-world").board
    names = area_names(Frame(board, board.places), Zoom(4), Room())
    assert [name.lines for name in names].count(("USSR",)) == 2


# borders


def test_no_border_is_drawn_across_a_strait(europe: Board) -> None:
    def ends(a: str, b: str) -> str:
        side = frame.side(a, b)
        assert side is not None
        return "|".join(f"M{p[0]} {p[1]}L{q[0]} {q[1]}" for p, q in (side, side[::-1]))

    places = region(europe, "Gibraltar:2, Copenhagen:2")
    frame = Frame(europe, places)
    svg = ElementTree.fromstring(draw(Sight(europe, places)))
    (group,) = [g for g in svg.iter(f"{SVG}g") if g.get("class") == "borders"]
    drawn = "".join(path.get("d") or "" for path in group)
    assert re.search(ends("W2513", "W2514"), drawn)  # Gibraltar and Spain
    for a, b in (("W2513", "W2512"), ("W2513", "W2412"), ("W0442", "W0342"), ("W0442", "W0443")):
        assert europe.country(a) != europe.country(b)
        assert not re.search(ends(a, b), drawn), (a, b)


def test_a_place_off_the_map_has_its_name_or_what_part_of_which_country_it_is() -> None:
    board = board_from_text(
        'format: pbem-map/1\nmap: m\ntitle: M\ngrid: {E: {id: "E{column:2}{row:2}"}}\n'
        "layers: {terrain: {provenance: printed, legend: {c: clear}, rows: 'E0101: c'}}\n"
        "joins: {provenance: printed, lines: {north: X1 E0101}}\n"
        "places:\n  provenance: printed\n  at:\n"
        "    X1: {off_map: true, country: finland}\n    X2: {off_map: true, name: Murmansk}\n"
    )
    said = words_of(draw(Sight(board, board.places)))
    assert {"finland X1", "Murmansk", "off the map · joins E0101"} <= said


# zoom


def sizes(reading: Reading) -> Mapping[str, float]:
    """The smallest letters of every text, in units of the drawing."""
    found: dict[str, float] = {}
    for shape in reading.shapes:
        if shape.words:
            size = shape.number("font-size") * shape.matrix.scale
            found[shape.words] = min(size, found.get(shape.words, size))
    return found


@pytest.mark.parametrize("zoom", sorted(ZOOMS))
def test_nothing_is_drawn_that_cannot_be_read(front: Army, europe: Board, zoom: str) -> None:
    grain = ZOOMS[zoom].grain
    layers = Sight(europe, ()).layers - {"key"}
    for board, army in ((europe, None), (front.game.board, front)):
        sight = Sight(board, board.places, layers, army=army, zoom=ZOOMS[zoom])
        least = 4.6 if army else 6.4  # the bold figures of counters can be smaller
        small = {
            words: size / grain
            for words, size in sizes(read_shapes(draw(sight))).items()
            if size / grain < least and words not in ("HQ", "M", "G")  # these are signs
        }
        assert small == {}


def test_what_is_near_shows_more_than_what_is_far(europe: Board) -> None:
    said = {
        name: words_of(draw(Sight(europe, europe.places, zoom=zoom)))
        for name, zoom in ZOOMS.items()
    }
    assert {"Berlin", "GERMANY"} <= said["world"] <= said["front"] | said["world"]
    assert "Kassel" not in said["world"] and "Kassel" in said["front"]
    assert "W0436" not in said["front"] and "W0436" in said["battle"]
    assert set(europe.spots) <= said["battle"]
    names = {europe.name(place).partition(" (")[0] for place in europe.spots} - {""}
    assert names <= said["battle"]


def test_from_afar_a_stack_is_a_card_with_its_number(front: Army) -> None:
    board = front.game.board
    place, units = max(front.stacks.items(), key=lambda item: len(item[1]))
    said = words_of(draw(Sight(board, (place,), army=front, zoom=ZOOMS["world"])))
    assert str(len(units)) in said
    assert not said & {front.face(unit).ratings for unit in units}


# room


def plan_of(army: Army) -> Plan:
    board = army.game.board
    sight = Sight(board, board.places, army=army)
    return Plan(sight, Frame(board, board.places), Svg(), Room())


def test_no_name_of_a_place_lies_over_a_counter_or_another_name(front: Army) -> None:
    plan = plan_of(front)
    names = [text_box(n.xy, n.words, n.size, n.bold) for n in plan.town_names]
    assert len(names) > 30
    for box in names:
        assert all(shared(box, card.box) == 0 for card in plan.cards)
    assert all(shared(a, b) == 0 for a, b in combinations(names, 2))


def test_counters_leave_the_number_of_their_hex_free(front: Army) -> None:
    plan = plan_of(front)
    for card in plan.cards:
        (x, y) = plan.frame.centres[card.unit.at]
        assert card.box[1] >= y - 43, card
        assert card.box[3] <= y + (30 if plan.frame.board.name(card.unit.at) else 40), card
        assert x - 52 < card.box[0] < card.box[2] < x + 52


def test_labels_of_battles_lie_on_no_counter_and_no_name(front: Army) -> None:
    plan = plan_of(front)
    taken = [card.box for card in plan.cards]
    taken += [text_box(n.xy, n.words, n.size, n.bold) for n in plan.town_names]
    from pbem.core.rules.picture import BattleMark

    marks = [BattleMark(place, "2:1", "*/1B") for place in ("E2240", "E2140", "E2538", "E2243")]
    svg = Svg()
    draw_battles(svg, marks, Paper(plan.spots, room=plan.room))
    labels = [re.findall(r' (?:x|y|width|height)="([^"]*)"', p) for p in svg.parts if "<rect" in p]
    assert len(labels) == 4
    for left, top, wide, high in (map(float, label) for label in labels):
        box = left, top, left + wide, top + high
        assert all(shared(box, other) < 1 for other in taken)


# what is told to who points


def test_every_hex_and_counter_tells_what_it_is_under_an_id_of_its_own(front: Army) -> None:
    board = front.game.board
    svg = ElementTree.fromstring(draw(Sight(board, board.places, army=front)))
    ids = [element.get("id") for element in svg.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    told = {e.get("id"): e.findtext(f"{SVG}title") or "" for e in svg.iter() if e.get("id")}
    assert set(board.spots) <= set(told)
    kiev = next(place for place in board.spots if board.name(place) == "Kiev")
    for word in (f"{kiev} Kiev: clear; ", "city", "river: ", "held by USSR"):
        assert word in told[kiev]
    assert told["unit-ger-xli-arm"].startswith("Germany: XLI ARM (8-5")
    assert "face-down" in told[f"unit-{front.state.at('E2339')[0].id}"]


# colours


def simulated(colour: str, kind: str) -> np.ndarray:
    """A colour as the colour-blind see it (Machado and others, 2009), in CIE L*a*b*."""
    seen = {
        "normal": np.eye(3),
        "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                         [-0.011820, 0.042940, 0.968881]],
        "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                       [-0.003882, -0.048116, 1.051998]],
    }[kind]  # fmt: skip
    rgb = np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    light = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.array(seen) @ light, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = (xyz @ light) / [0.9505, 1, 1.089]
    f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("kind", ["normal", "deuteranopia", "protanopia"])
@pytest.mark.parametrize(
    ("colours", "least"),
    [(POWERS, 13), (TERRAIN, 8), ({str(n): c for n, c in enumerate(LANDS)}, 9)],
)
def test_colours_differ_for_the_colour_blind_too(
    colours: Mapping[str, str], least: float, kind: str
) -> None:
    seen = {colour: simulated(colour, kind) for colour in sorted(set(colours.values()))}
    for a, b in combinations(seen, 2):
        assert np.linalg.norm(seen[a] - seen[b]) >= least, (a, b)


def test_lakes_are_no_sea_and_the_ground_keeps_its_colour_under_a_position(front: Army) -> None:
    assert TERRAIN["lake"] != TERRAIN["sea"]
    board = front.game.board
    for shape in read_shapes(draw(Sight(board, board.places, army=front))).shapes:
        if shape.style.get("class") == "terrain":
            assert shape.style["fill"] in TERRAIN.values()
        elif shape.style.get("class") == "control":
            (_, top, _, bottom) = shape.parts[0].box
            assert bottom - top <= 60  # a band or a flag, never a hex


# painting


def test_the_painter_does_nothing_that_a_file_of_this_folder_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would read `matplotlibrc` of the folder that one stands in, which may be a game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\n")
    with pytest.raises(UsageError, match="the painter would do what this file says"):
        paint.can_paint()
    assert "matplotlib" not in sys.modules


def test_every_shipped_map_can_be_painted() -> None:
    for name in HEX_MAPS:
        board = open_map(name).board
        reading = read_shapes(draw(Sight(board, board.places)))
        left, top, right, bottom = reading.view
        assert right > left and bottom > top
        assert sum(len(shape.parts) for shape in reading.shapes) > len(board.spots)


@pytest.mark.parametrize("sign", sorted(SIGNS))
def test_every_sign_of_a_counter_can_be_painted(sign: str) -> None:
    assert read_shapes(f'<svg viewBox="0 0 100 100">{SIGNS[sign]}</svg>').shapes


def test_shapes_are_what_the_svg_says() -> None:
    reading = read_shapes(
        '<svg viewBox="0 0 10 20"><defs><g id="a"><path d="M0 0h4v3z" fill="#fff"/></g></defs>'
        '<g transform="translate(5 6) scale(2)" stroke="#000"><use href="#a" x="1" y="2"/>'
        '<rect x="1" y="1" width="2" height="2" fill="none"/></g>'
        '<path d="M0 0h1" fill="none"/><text x="3" y="4" font-size="7">A &lt; B</text></svg>'
    )
    assert reading.view == (0, 0, 10, 20)
    used, box, text = reading.shapes
    assert (used.matrix.scale, used.matrix.x, used.matrix.y) == (2, 7, 10)
    assert used.parts[0].letters == "MLLZ"
    assert [*used.parts[0].corners[:6]] == [0, 0, 4, 0, 4, 3]
    assert box.style["stroke"] == "#000" and box.parts[0].box == (1, 1, 3, 3)
    assert (text.words, text.at, text.number("font-size")) == ("A < B", (3, 4), 7)


def test_a_picture_is_the_same_in_one_band_and_in_many(
    europe: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    from io import BytesIO

    from PIL import Image

    svg = draw(Sight(europe, region(europe, "Berlin:3")))
    found = []
    for pixels in (10_000_000, 20_000):
        monkeypatch.setattr(paint, "_BAND", pixels)
        with Image.open(BytesIO(paint.png(svg, 500))) as image:
            found.append(np.asarray(image.convert("RGB")).astype(int))
    assert found[0].shape == found[1].shape
    assert np.abs(found[0] - found[1]).max() <= 16


def test_the_same_picture_is_the_same_bytes(front: Army) -> None:
    board = front.game.board
    svg = draw(Sight(board, region(board, "Minsk:2"), army=front))
    (page,) = pages((0, 0, 500, 400), Wanted())
    assert paint.png(svg, 300) == paint.png(svg, 300)
    assert paint.pdf(svg, [page]) == paint.pdf(svg, [page])
    assert b"/CreationDate" not in paint.pdf(svg, [page])


# paper


def test_a_sheet_is_printed_at_the_scale_of_its_counters() -> None:
    (page,) = pages((0, 0, 1040, 900), Wanted())
    assert page.width == pytest.approx(10 * HEX + 20)
    assert page.scale * 104 == HEX > 12.7


@pytest.mark.parametrize("paper", sorted(set(PAPERS) - {"sheet"}))
def test_pages_to_glue_cover_the_map_and_overlap(paper: str) -> None:
    view = (-40.0, -100.0, 4000.0, 3000.0)
    found = pages(view, Wanted(paper=paper))
    size = PAPERS[paper]
    assert size and len(found) > 1
    assert {frozenset((page.width, page.height)) for page in found} == {frozenset(size)}
    for page in found:
        assert (page.part[2] - page.part[0]) * page.scale <= page.width - 19.9
        assert "<text" in page.marks and "<path" in page.marks
    columns = sorted({(page.part[0], page.part[2]) for page in found})
    rows = sorted({(page.part[1], page.part[3]) for page in found})
    for spans, first, last in ((columns, -40, 4000), (rows, -100, 3000)):
        assert (spans[0][0], spans[-1][1]) == (first, last)
        for (_, end), (start, _) in pairwise(spans):
            assert (end - start) * HEX / 104 == pytest.approx(8)
    assert len(found) == len(columns) * len(rows)


# steps


def run(army: Army) -> Scene:
    """Two orders of which each moves a unit, and a third that does nothing on the board."""
    events = [
        UnitMoved("ger-liii-mot", "E2442", "E2341"),
        UnitMoved("ger-lvii-arm", "E2442", "E2341"),
    ]
    order = {"order": "x", "result": "done"}
    entries = [
        Entry(1, "event", "t/land-movement", event_data(events[0])),
        Entry(2, "order", "t/land-movement", order),
        Entry(3, "order", "t/land-movement", order),
        Entry(4, "event", "t/rebase", event_data(events[1])),
        Entry(5, "order", "t/rebase", order),
    ]
    return Scene(army.game, "", army.state, apply(army.state, events), entries)


def test_a_step_is_an_order_that_did_something(front: Army) -> None:
    scene = run(front)
    first, second = steps_of(scene)
    assert (first.title, second.title) == ("land movement", "rebase")
    assert first.lines == ("LIII MOT: E2442 > E2341",)
    assert first.scene.before == scene.before and second.scene.after == scene.after
    assert first.scene.after.units["ger-liii-mot"].at == "E2341"
    assert first.scene.after.units["ger-lvii-arm"].at == "E2442"


def test_what_a_player_may_not_see_is_passed_over(front: Army) -> None:
    scene = run(front)
    hidden = {name: unit for name, unit in scene.before.units.items() if name != "ger-liii-mot"}
    from dataclasses import replace

    blind = replace(scene, before=replace(scene.before, units=hidden))
    steps = steps_of(blind)
    assert steps[-1].scene.after.units["ger-lvii-arm"].at == "E2341"
    assert "ger-liii-mot" not in steps[-1].scene.after.units


def test_the_page_has_a_picture_for_every_step_and_needs_nothing_else(front: Army) -> None:
    board = front.game.board
    page = step_page(Sight(board, board.places, army=front, scene=run(front), subtitle="run <1>"))
    assert page.count("<li>") == 3
    assert page.count('class="step"') == 6  # under the rivers and over them
    assert page.count(f'stroke="{FRONT}"') == 3 + 1  # and once in the key
    assert "run &lt;1&gt;" in page
    assert not re.search(r'(src|href)="(?!#|data:)', page)
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_a_board_of_areas_has_a_whole_picture_for_every_step() -> None:
    roster = default_roster("toy", "duel")
    army = Army(load_game(roster), first_state(roster))
    body = {"verdict": "assault", "outcome": "stormed", "facts": {"at": "mill", "odds": "2:1"}}
    entries = [Entry(1, "verdict", "t/assault", {**body, "par": 1, "cite": "1", "readings": {}})]
    scene = Scene(army.game, "", army.state, army.state, entries)
    board = army.game.board
    page = step_page(Sight(board, board.places, army=army, scene=scene, subtitle="run 1"))
    assert page.count("<li>") == 2
    assert page.count('<img class="step"') == 2
