"""The ground of a drawn hex map: terrain, coasts, hexsides, railways, borders, names, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import cos, pi, sin
from typing import Final

from pbem.core.areas import pieces
from pbem.core.board import Board
from pbem.maps.colours import DEEP, INK, SEA, TERRAIN, WATER, palette
from pbem.maps.draw_frame import SIDES, XY, Frame, between, corner
from pbem.maps.draw_svg import Svg, escape, num, point, polyline

BEACH: Final = 0.3  # how far along a hexside the sea reaches into a coastal hex
_HEX: Final = "l52 30v60l-52 30l-52 -30v-60z"
_GLYPHS: Final[Mapping[str, str]] = {
    "forest": "tree",
    "jungle": "palm",
    "swamp": "reed",
    "marsh": "reed",
    "mountain": "peak",
    "mountains": "peak",
    "desert-mountain": "peak",
    "alpine": "peak",
    "rough": "hill",
    "hill": "hill",
    "desert": "dune",
    "city": "blocks",
}
_DRAWN: Final[Mapping[str, str]] = {
    "tree": '<path d="M0 -11l6 9h-3l5 8h-16l5 -8h-3z" fill="#7ea25c"/>'
    '<path d="M0 6v4" stroke="#7a6a4a" stroke-width="2"/>',
    "palm": '<path d="M0 8v-12m0 0c-4 -5 -9 -4 -10 0m10 0c4 -5 9 -4 10 0m-10 0c-1 -6 -6 -7 -8 -6'
    'm8 6c1 -6 6 -7 8 -6" stroke="#4d8a45" stroke-width="2" fill="none"/>',
    "reed": '<path d="M-9 4h18M-5 9h10M-4 1v-7M0 1v-10M4 1v-7" stroke="#5a8f8a" '
    'stroke-width="1.6" fill="none"/>',
    "peak": '<path d="M-13 8L-3 -10L3 1L6 -4L13 8z" fill="#a8855a"/>'
    '<path d="M-3 -10L-7 -3L-3 -5L1 -2z" fill="#f3ece0"/>',
    "hill": '<path d="M-12 6c3 -9 9 -9 12 0c3 -7 8 -7 11 0" stroke="#a3905f" stroke-width="2" '
    'fill="none"/>',
    "dune": '<path d="M-10 2c4 -5 8 -5 10 0M2 6c3 -4 6 -4 8 0" stroke="#cfae5c" '
    'stroke-width="1.8" fill="none"/>',
    "blocks": '<path d="M-8 6v-12h6v12zM0 6v-8h7v8z" fill="#8c8680"/>',
}
_SPOTS: Final[tuple[XY, ...]] = ((-32, -14), (32, -18), (-26, 26), (30, 22), (0, 40))
_SIDES: Final[Mapping[str, Mapping[str, object]]] = {
    "river": {"stroke": WATER, "stroke_width": 7},
    "lake": {"stroke": DEEP, "stroke_width": 15},
    "canal": {"stroke": "#2f6fae", "stroke_width": 5, "stroke_dasharray": "9 5"},
    "alpine": {"stroke": "#7d5a33", "stroke_width": 8},
    "straits": {"stroke": "#2f6fae", "stroke_width": 10, "stroke_dasharray": "4 5"},
    "fort": {"stroke": "#5a4a3a", "stroke_width": 8, "stroke_dasharray": "12 3"},
    "fortification": {"stroke": "#5a4a3a", "stroke_width": 6, "stroke_dasharray": "12 3"},
}
_UNKNOWN_SIDE: Final[Mapping[str, object]] = {
    "stroke": "#a03070",
    "stroke_width": 5,
    "stroke_dasharray": "3 4",
}
LINES: Final = ("rail", "road")
ALL_SEA: Final = "all-sea"


def draw_terrain(svg: Svg, frame: Frame, tint: str = "") -> dict[str, str]:
    """The hexes in the colours of their terrain, or of another fact; returns the key to them."""
    fact = tint or "terrain"
    values: dict[str, list[str]] = {}
    for place in frame.hexes:
        values.setdefault(said(frame.board, place, fact), []).append(place)
    colours = palette(values, {} if tint else TERRAIN) | ({"": "#f2efe6"} if tint else {})
    with svg.group("terrain"):
        for value in sorted(values):
            starts = (corner(frame.centres[place], 0) for place in values[value])
            data = "".join(f"M{point(xy)}{_HEX}" for xy in starts)
            svg.path(data, fill=colours[value])
    return {value: colours[value] for value in sorted(values) if value}


def said(board: Board, place: str, fact: str) -> str:
    """A fact as one word: a list joined by a plus."""
    value = board.fact(place, fact)
    return "+".join(map(str, value)) if isinstance(value, tuple) else board.text(place, fact)


def draw_signs(svg: Svg, frame: Frame) -> None:
    """Trees, peaks and reeds, so that terrain is seen without its colour."""
    with svg.group("signs", opacity="0.75"):
        for place in frame.hexes:
            sign = _GLYPHS.get(frame.board.terrain(place))
            if sign:
                svg.define(f"{sign}s", "".join(_scattered(_DRAWN[sign])))
                svg.use(f"{sign}s", frame.centres[place])


def _scattered(drawing: str) -> Iterable[str]:
    return (f'<g transform="translate({point(xy)})">{drawing}</g>' for xy in _SPOTS)


# --- coasts -----------------------------------------------------------------------------------


def wet(board: Board, place: str, other: str) -> bool:
    """Whether land has water on the side towards a neighbour."""
    return board.terrain(other) == "sea" or ALL_SEA in board.border(place, other)


def draw_coasts(svg: Svg, frame: Frame) -> None:
    """Land hexes with water along their wet sides, and the beach."""
    water: list[str] = []
    beach: list[str] = []
    for place in frame.hexes:
        if frame.board.terrain(place) == "sea":
            continue
        for number in range(6):
            if _wet_sides(frame.board, place)[number]:
                inner = _inner(frame, place, number)
                outer = [corner(frame.centres[place], number + step) for step in (1, 0)]
                water.append(polyline([*inner, *outer], close=True))
                beach.append(polyline(inner))
    with svg.group("coast"):
        svg.path("".join(water), fill=SEA)
        svg.path(
            "".join(beach), fill="none", stroke="#7ba7bf", stroke_width=2.5, stroke_linecap="round"
        )


def _wet_sides(board: Board, place: str) -> list[bool]:
    """Which of the six sides have water, clockwise from the north-east."""
    others = (board.neighbour(place, towards) for towards in SIDES)
    return [other is not None and wet(board, place, other) for other in others]


def _inner(frame: Frame, place: str, number: int) -> tuple[XY, XY]:
    """The beach along one side: it bends inwards where the next side is wet too."""
    sides = _wet_sides(frame.board, place)
    centre = frame.centres[place]
    ends = []
    for here, beyond in ((number, number - 1), (number + 1, number + 1)):
        if sides[beyond % 6]:
            ends.append(corner(centre, here, 1 - BEACH))
        else:
            far = here - 1 if beyond < number else here + 1
            ends.append(between(corner(centre, here), corner(centre, far), BEACH))
    return ends[0], ends[1]


# --- sides and lines --------------------------------------------------------------------------


def features(frame: Frame) -> dict[str, list[tuple[str, str]]]:
    """The pairs of drawn hexes that have each feature between them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for a, b in frame.sides():
        for feature in frame.board.border(a, b):
            found.setdefault(feature, []).append((a, b))
    return found


def draw_sides(svg: Svg, frame: Frame, wanted: Callable[[str], bool]) -> None:
    """Rivers, lakes, canals and mountains on the hexsides."""
    with svg.group("sides", fill="none", stroke_linecap="round"):
        for feature, pairs in sorted(features(frame).items()):
            if feature not in (*LINES, ALL_SEA) and wanted(feature):
                style = _SIDES.get(feature, _UNKNOWN_SIDE)
                svg.path(_along(frame, pairs), **style)
                if feature == "alpine":
                    data = _along(frame, pairs)
                    svg.path(data, stroke="#fff", stroke_width=3, stroke_dasharray="3 7")


def _along(frame: Frame, pairs: Iterable[tuple[str, str]]) -> str:
    ends = (frame.side(a, b) for a, b in pairs)
    return "".join(polyline(both) for both in ends if both)


def draw_lines(svg: Svg, frame: Frame, wanted: Callable[[str], bool]) -> None:
    """Railways and roads from centre to centre."""
    found = features(frame)
    centres = frame.centres
    with svg.group("lines", fill="none", stroke_linecap="butt"):
        for feature in LINES:
            if not wanted(feature):
                continue
            data = "".join(polyline((centres[a], centres[b])) for a, b in found.get(feature, ()))
            if feature == "rail":
                svg.path(data, stroke="#4a4238", stroke_width=2.2)
                svg.path(data, stroke="#4a4238", stroke_width=8, stroke_dasharray="2 10")
            else:
                svg.path(data, stroke="#b5763a", stroke_width=3)


def draw_grid(svg: Svg, frame: Frame) -> None:
    """The hexsides themselves, each once."""
    data = []
    for place in frame.hexes:
        for towards, (first, second) in SIDES.items():
            other = frame.board.neighbour(place, towards)
            if other is None or other not in frame.centres or place < other:
                ends = (corner(frame.centres[place], number) for number in (first, second))
                data.append(polyline(ends))
    svg.path("".join(data), fill="none", stroke="#9a9a86", stroke_width=1, stroke_opacity=0.7)


def edges(frame: Frame, value: Callable[[str], str]) -> str:
    """The sides between drawn hexes of different value; nothing where one has none."""
    pairs = (
        (a, b)
        for a, b in frame.sides()
        if value(a) and value(b) and value(a) != value(b)
    )  # fmt: skip
    return _along(frame, pairs)


def draw_borders(svg: Svg, frame: Frame) -> None:
    """Borders of countries, of sea areas and of weather zones."""
    board = frame.board
    seas = edges(frame, lambda place: said(board, place, "sea") if _is_sea(board, place) else "")
    zones = edges(frame, board.zone)
    countries = edges(frame, board.country)
    with svg.group("borders", fill="none"):
        svg.path(seas, stroke="#5b8fb5", stroke_width=4, stroke_dasharray="14 7")
        svg.path(zones, stroke="#3d8f5a", stroke_width=3, stroke_dasharray="2 7")
        svg.path(countries, stroke="#fdfcf5", stroke_width=5, stroke_opacity=0.7)
        svg.path(countries, stroke="#4a3356", stroke_width=4.5, stroke_dasharray="12 4 3 4")


def _is_sea(board: Board, place: str) -> bool:
    return board.terrain(place) == "sea"


# --- words ------------------------------------------------------------------------------------


def draw_numbers(svg: Svg, frame: Frame) -> None:
    with svg.group("numbers", fill="#6d6d62", text_anchor="middle", font_size=10):
        for place in frame.hexes:
            x, y = frame.centres[place]
            svg.parts.append(f'<text x="{num(x)}" y="{num(y - 43)}">{escape(place)}</text>')


def draw_countries(svg: Svg, frame: Frame) -> None:
    """The names of countries and sea areas, large and pale, across their largest piece."""
    board = frame.board
    groups: dict[tuple[str, bool], list[str]] = {}
    for place in frame.hexes:
        name = board.country(place)
        if name and not _is_sea(board, place):
            groups.setdefault((name, False), []).append(place)
        elif _is_sea(board, place) and board.seas(place):
            groups.setdefault((board.seas(place)[0], True), []).append(place)
    with svg.group("countries", font_weight="bold", fill_opacity="0.45"):
        for (name, sea), members in sorted(groups.items()):
            _area_name(svg, frame, name, sea, members)


def _area_name(svg: Svg, frame: Frame, name: str, sea: bool, members: list[str]) -> None:
    piece = pieces(frame.board.neighbours, members)[0]
    xy = frame.middle(piece)
    if xy is None or (len(piece) < 3 and not sea):
        return
    words = (frame.board.name(name) if name in frame.board else "") or name.replace("-", " ")
    size = max(14, min(64, 12 * len(piece) ** 0.5))
    style = {"font_style": "italic", "fill": "#2f6f9e"} if sea else {"fill": "#7a4a3a"}
    words = words if sea else words.upper()
    half = len(words) * size * 0.42
    left, _, right, _ = frame.box
    x = min(max(xy[0], left + half), max(right - half, left + half))
    svg.text((x, xy[1] + size * 0.2), words, round(size), letter_spacing=size * 0.12, **style)


def draw_towns(svg: Svg, frame: Frame) -> None:
    """Cities, capitals, ports, factories and resources."""
    with svg.group("towns"):
        for place in frame.hexes:
            facts = frame.board.facts(place)
            if facts.keys() & {"name", "city", "capital", "port", "factories", "resources", "oil"}:
                _town(svg, frame.centres[place], facts)


def _town(svg: Svg, centre: XY, facts: Mapping[str, object]) -> None:
    x, y = centre
    if facts.get("capital"):
        svg.path(_star(x, y + 3, 13), fill="#b02a2a", stroke=INK, stroke_width=1)
    elif facts.get("city"):
        data = f"M{point((x - 9, y - 6))}h18v18h-18z"
        svg.path(data, fill="#6f6a66", stroke=INK, stroke_width=1)
    elif facts.get("name"):
        svg.add("circle", cx=x, cy=y + 3, r=4, fill="#6f6a66")
    if facts.get("objective"):
        svg.add("circle", cx=x, cy=y + 3, r=17, fill="none", stroke="#c02020", stroke_width=2.5)
    if facts.get("port"):
        _port(svg, (x + 26, y + 4), str(facts["port"]))
    _goods(svg, (x - 30, y + 6), facts)


def draw_town_names(svg: Svg, frame: Frame) -> None:
    """The names of places, over the units."""
    board = frame.board
    with svg.group("town-names", fill=INK):
        for place in frame.hexes:
            name = board.name(place)
            if name:
                bold = board.fact(place, "city") or board.fact(place, "capital")
                size = 13 if len(name) <= 12 else 11 if len(name) <= 16 else 9
                x, y = frame.centres[place]
                svg.haloed((x, y + 43), name, size, font_weight="bold" if bold else None)


def _star(x: float, y: float, size: float) -> str:
    points = []
    for number in range(10):
        far = size if number % 2 == 0 else size * 0.45
        angle = -pi / 2 + number * pi / 5
        points.append((x + far * cos(angle), y + far * sin(angle)))
    return polyline(points, close=True)


def _port(svg: Svg, xy: XY, kind: str) -> None:
    """An anchor; filled for a major port."""
    svg.define(
        "anchor",
        '<path d="M0 -9v17M-4 -4h8M-8 3c1 6 5 7 8 6c3 1 7 0 8 -6" fill="none" stroke-width="2.2"/>'
        '<circle cx="0" cy="-11" r="2.4" fill="none" stroke-width="1.8"/>',
    )
    major = kind.startswith("major") or kind == "True"
    fill = "#1f5f96" if major else "#fdfcf5"
    svg.add("circle", cx=xy[0], cy=xy[1], r=14, fill=fill, stroke="#1f5f96", stroke_width=1.5)
    svg.use("anchor", xy, 0.8, stroke="#fdfcf5" if major else "#1f5f96")


def _goods(svg: Svg, xy: XY, facts: Mapping[str, object]) -> None:
    """Factories (a works), resources (a crate) and oil (a drop), each with its number."""
    shown = [
        ("factories", "#8d4f3f", "F"),
        ("resources", "#6b5b2a", "R"),
        ("oil", "#202020", "O"),
    ]
    x, y = xy
    for fact, colour, letter in shown:
        value = facts.get(fact)
        if not value:
            continue
        svg.path(f"M{point((x - 9, y - 9))}h18v18h-18z", fill=colour)
        words = letter if value is True or value == 1 else f"{value}{letter}"
        svg.text((x, y + 4), words, 11, fill="#fff", font_weight="bold")
        y -= 21
