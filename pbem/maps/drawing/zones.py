"""A board of zones on real coasts: land and seas, borders and what lies on them, names, counters.

Decides what of the board and of a position is drawn where. Outlines are for pictures alone: who
touches whom is what the board says, so a border that play does not know is struck out, and zones
that touch in play but not on the map are tied by a line.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.maps.building.outlines import LAKE, NOTHING, Ring
from pbem.maps.drawing.areas import kind_of
from pbem.maps.drawing.colours import INK, PAPER
from pbem.maps.drawing.key import draw_mark
from pbem.maps.drawing.moves import Paper, Trail, battles, draw_battles, draw_moves, trails
from pbem.maps.drawing.sheet import Sheet, is_sea
from pbem.maps.drawing.svg import escape, num
from pbem.maps.drawing.units import Army
from pbem.maps.drawing.zonekey import finish
from pbem.maps.drawing.zonemap import CLOSED, ICE, LINES, PASSAGE, PASSAGES, PORTS, TIE, ZoneMap
from pbem.maps.drawing.zonewords import draw_inside

XY = tuple[float, float]

_OCEANS: Final = ("#cfe3ef", "#c6dcea", "#d8eaf3", "#bfd6e6")
_LAKE: Final = "#a9cbe0"
_NOBODY: Final = "#e4e1d6"
_IMPASSABLE: Final = "#c9c5bb"
_COAST: Final = "#5c6f7c"
_SEA_LINE: Final = "#7fa6bf"
_LINE: Final = "#857b6b"


def draw_zone_board(sheet: Sheet, army: Army | None, scene: Scene | None, subtitle: str) -> str:
    """The picture of a board whose zones have outlines."""
    drawn = ZoneMap(sheet, army, scene)
    _grounds(drawn)
    _borders(drawn)
    _ties(drawn)
    _harbours(drawn)
    with drawn.svg.group("zones-text"):
        for zone in sorted(sheet.named, key=lambda z: (not is_sea(z), z)):
            draw_inside(drawn, zone)
    if army and scene:
        _moves(drawn, scene)
    return finish(drawn, subtitle)


def _grounds(drawn: ZoneMap) -> None:
    """Every zone as one shape, the sea below the land, with a name for whoever points at it."""
    sheet, svg = drawn.sheet, drawn.svg
    left, top, right, bottom = sheet.frame
    svg.add("rect", x=left, y=top, width=right - left, height=bottom - top, fill=ICE)
    with svg.group("zones", fill_rule="evenodd"):
        for zone in sorted(sheet.drawn, key=lambda z: (not is_sea(z), z)):
            data = "".join(map(shape, sheet.rings[zone]))
            title = escape(drawn.title(zone))
            svg.parts.append(
                f'<path id="{escape(zone)}" d="{data}" fill="{_fill(drawn, zone)}">'
                f"<title>{title}</title></path>"
            )
    with svg.group("lakes", fill=_LAKE, fill_rule="evenodd"):
        svg.path("".join(map(shape, _lakes(sheet))))


def shape(ring: Ring) -> str:
    """A closed ring as path data, step by step: short and whole numbers."""
    return _line(ring) + "z"


def _line(ring: Ring) -> str:
    steps = [f"{px - x} {py - y}" for (x, y), (px, py) in pairwise(ring)]
    return f"M{ring[0][0]} {ring[0][1]}l" + " ".join(steps)


def _lakes(sheet: Sheet) -> tuple[Ring, ...]:
    return sheet.outlines.rings(LAKE) if LAKE in sheet.outlines.by_zone else ()


def _fill(drawn: ZoneMap, zone: str) -> str:
    if is_sea(zone):
        return _OCEANS[drawn.sheet.shades[zone]]
    holder = drawn.holder(zone)
    if drawn.board.terrain(zone) == "impassable":
        return _IMPASSABLE
    return lighter(drawn.colours[holder]) if holder in drawn.colours else _NOBODY


def lighter(colour: str, share: float = 0.42) -> str:
    """The colour with so much white in it: counters of the same nation stand out."""
    parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{int(part + (255 - part) * share):02x}" for part in parts)


def _borders(drawn: ZoneMap) -> None:
    """Coasts, borders of zones, and what lies on them."""
    sheet, svg = drawn.sheet, drawn.svg
    inside = set(sheet.drawn)
    plain: dict[tuple[str, float, str | None], list[str]] = {}
    marked: list[tuple[str, str]] = []
    for (a, b), arcs in sorted(sheet.shared.items()):
        if a not in inside and b not in inside:
            continue
        style = _style(drawn, a, b)
        plain.setdefault(style, []).extend(_line(sheet.placed(arc)) for arc in arcs)
        if a in inside and b in inside:
            marked.append((a, b))
    with svg.group("borders", fill="none", stroke_linejoin="round"):
        for (colour, width, dash), parts in plain.items():
            svg.path("".join(parts), stroke=colour, stroke_width=width, stroke_dasharray=dash)
    with svg.group("border-features", fill="none", stroke_linejoin="round"):
        for a, b in marked:
            _features(drawn, a, b)


def _style(drawn: ZoneMap, a: str, b: str) -> tuple[str, float, str | None]:
    if {a, b} & {NOTHING, LAKE}:
        return (_SEA_LINE, 1.5, None)
    if is_sea(a) and is_sea(b):
        return (_SEA_LINE, 2.5, "9 5")
    if is_sea(a) or is_sea(b):
        return (_COAST, 2.5, None)
    if drawn.holder(a) != drawn.holder(b):
        return ("#3d362c", 4.5, None)
    return (_LINE, 2.5, None)


def _features(drawn: ZoneMap, a: str, b: str) -> None:
    """What lies on one border: lines along it, a tick where a railway crosses it, a bar if shut."""
    sheet, svg, board = drawn.sheet, drawn.svg, drawn.board
    data = "".join(_line(sheet.placed(arc)) for arc in sheet.contact(a, b))
    if b not in board.neighbours[a] and not (is_sea(a) and is_sea(b)):
        drawn.used.add("closed")
        svg.path(data, stroke=CLOSED, stroke_width=7, stroke_dasharray="3 7")
        return
    kinds = dict.fromkeys(map(kind_of, board.border(a, b))) if b in board.neighbours[a] else {}
    for kind in kinds:
        if kind in LINES:
            colour, width, dash = LINES[kind]
            drawn.used.add(kind)
            svg.path(data, stroke=colour, stroke_width=width, stroke_dasharray=dash)
    if "rail" in kinds:
        drawn.used.add("rail")
        _crossing(drawn, a, b)


def _crossing(drawn: ZoneMap, a: str, b: str) -> None:
    """A short piece of railway across the middle of a border."""
    sheet = drawn.sheet
    middle = sheet.middle(a, b)
    if middle is None:
        return
    (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1
    dx, dy = (bx - ax) / long * 15, (by - ay) / long * 15
    x, y = middle
    data = f"M{num(x - dx)} {num(y - dy)}L{num(x + dx)} {num(y + dy)}"
    drawn.svg.path(data, stroke=INK, stroke_width=5)
    drawn.svg.path(data, stroke=PAPER, stroke_width=2, stroke_dasharray="4 4")


def _ties(drawn: ZoneMap) -> None:
    """A line between zones that touch in play and not on the map; passages have their sign."""
    sheet, svg, board = drawn.sheet, drawn.svg, drawn.board
    known = set(sheet.drawn)
    with svg.group("ties", fill="none"):
        for a in sheet.drawn:
            for b in board.neighbours[a]:
                if a < b and b in known:
                    _tie(drawn, a, b)


def _tie(drawn: ZoneMap, a: str, b: str) -> None:
    sheet, svg = drawn.sheet, drawn.svg
    passage = next((k for k in map(kind_of, drawn.board.border(a, b)) if k in PASSAGES), "")
    if sheet.contact(a, b) and not passage:
        return
    start, end = sheet.bridge(a, b)
    far = ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
    if far > sheet.outlines.width / 3:
        return  # round the edge of the sheet
    if not sheet.contact(a, b):
        drawn.used.add("tie")
        data = f"M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}"
        svg.path(data, stroke=PAPER, stroke_width=8, stroke_linecap="round")
        svg.path(data, stroke=TIE, stroke_width=4, stroke_dasharray="7 5")
    if passage:
        drawn.used.add(passage)
        x, y = sheet.middle(a, b) or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        draw_mark(svg, PASSAGES[passage], PASSAGE, (x, y))


def _harbours(drawn: ZoneMap) -> None:
    """Ports, yards and bases on the coast, beside each other, each on the sea that it serves."""
    sheet, svg, board = drawn.sheet, drawn.svg, drawn.board
    known = set(sheet.drawn)
    with svg.group("harbours"):
        for (a, b), features in sorted(board.borders.items()):
            kinds = [kind for kind in map(kind_of, features) if kind in PORTS]
            if not (a < b and kinds and a in known and b in known):
                continue
            spot = sheet.middle(a, b)
            if spot is None:
                start, end = sheet.bridge(a, b)
                spot = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            if not sheet.inside(spot):
                continue
            for number, kind in enumerate(kinds):
                letter, colour = PORTS[kind]
                drawn.used.add(kind)
                beside = 20 * (number - (len(kinds) - 1) / 2)
                draw_mark(svg, letter, colour, (spot[0] + beside, spot[1]))


def _moves(drawn: ZoneMap, scene: Scene) -> None:
    """Arrows and battles; a way over the edge of the sheet ends there and begins on the other."""
    spots = {zone: drawn.sheet.centre(zone) for zone in drawn.sheet.drawn}
    ways: list[Trail] = []
    for trail in trails(scene):
        ways += cut_at_the_edge(drawn, trail, spots)
    draw_moves(drawn.svg, ways, Paper(spots), drawn.colours)
    draw_battles(drawn.svg, battles(scene), Paper(spots))


def cut_at_the_edge(drawn: ZoneMap, trail: Trail, spots: dict[str, XY]) -> list[Trail]:
    """The pieces of a way: where it leaves the sheet on one side, the next begins on the other."""
    width = drawn.sheet.outlines.width
    for number, (a, b) in enumerate(pairwise(trail.places), 1):
        if a not in spots or b not in spots or abs(spots[b][0] - spots[a][0]) <= width / 2:
            continue
        (ax, ay), (bx, by) = spots[a], spots[b]
        turn = -width if bx > ax else width
        out, back = f"{a} to {b}", f"{b} from {a}"
        spots[out] = (ax + bx + turn) / 2, (ay + by) / 2
        spots[back] = spots[out][0] - turn, spots[out][1]
        rest = Trail(trail.owner, (back, *trail.places[number:]), trail.counters)
        first = Trail(trail.owner, (*trail.places[:number], out), trail.counters)
        return [first, *cut_at_the_edge(drawn, rest, spots)]
    return [trail]
