"""The ground of a drawn hex map: terrain, coasts, hexsides, railways, borders, names, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from pbem.core.maps.areas import pieces
from pbem.core.maps.board import Board
from pbem.maps.drawing.colours import DEEP, SEA, TERRAIN, WATER, palette
from pbem.maps.drawing.frame import HALF, SIDES, XY, Frame, between, corner
from pbem.maps.drawing.svg import Svg, escape, num, point, polyline

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
    "straits": {
        "stroke": "#2f6fae",
        "stroke_width": 10,
        "stroke_dasharray": "4 5",
        "stroke_linecap": "butt",
    },
    "fort": {"stroke": "#5a4a3a", "stroke_width": 8, "stroke_dasharray": "12 3"},
    "fortification": {"stroke": "#5a4a3a", "stroke_width": 6, "stroke_dasharray": "12 3"},
}
_UNKNOWN_SIDE: Final[Mapping[str, object]] = {
    "stroke": "#a03070",
    "stroke_width": 5,
    "stroke_dasharray": "3 4",
}
LINES: Final = ("rail", "road")
Span = tuple[float, float, float, float]
_LETTER: Final = 0.84  # how wide a letter of a country's name is, with the air behind it
ALL_SEA: Final = "all-sea"
_BORDERS: Final[Mapping[str, str]] = {
    "countries": "#4a3356",
    "sea areas": "#5b8fb5",
    "weather zones": "#3d8f5a",
}


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
    """A fact of a place, or of its whole country, as one word: a list joined by a plus."""
    value = board.fact(place, fact)
    if value is None and fact not in board.by_fact:
        value = board.countries.get(board.country(place), {}).get(fact)
    return "+".join(map(str, value)) if isinstance(value, tuple) else _one_word(value)


def _one_word(value: object) -> str:
    return "" if value is None or value is False else "yes" if value is True else str(value)


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


def draw_borders(svg: Svg, frame: Frame) -> dict[str, str]:
    """Borders of countries, of sea areas and of weather zones; returns their colours."""
    board = frame.board
    seas = edges(frame, lambda place: said(board, place, "sea") if _is_sea(board, place) else "")
    zones = edges(frame, board.zone)
    countries = edges(frame, board.country)
    with svg.group("borders", fill="none"):
        svg.path(seas, stroke=_BORDERS["sea areas"], stroke_width=4, stroke_dasharray="14 7")
        svg.path(zones, stroke=_BORDERS["weather zones"], stroke_width=3, stroke_dasharray="2 7")
        svg.path(countries, stroke="#fdfcf5", stroke_width=5, stroke_opacity=0.7)
        colour = _BORDERS["countries"]
        svg.path(countries, stroke=colour, stroke_width=4.5, stroke_dasharray="12 4 3 4")
    drawn = {"countries": countries, "sea areas": seas, "weather zones": zones}
    return {f"border of {kind}": _BORDERS[kind] for kind, path in drawn.items() if path}


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
    largest = {key: pieces(board.neighbours, groups[key])[0] for key in sorted(groups)}
    taken: list[Span] = []
    with svg.group("countries", font_weight="bold", fill_opacity="0.45"):
        for name, sea in sorted(largest, key=lambda key: (-len(largest[key]), key)):
            _area_name(svg, frame, name, sea, largest[name, sea], taken)


def _area_name(
    svg: Svg, frame: Frame, name: str, sea: bool, piece: Sequence[str], taken: list[Span]
) -> None:
    """One name, no wider than its piece if it can be read so, and clear of larger names."""
    xy = frame.middle(piece)
    if xy is None or (len(piece) < 3 and not sea):
        return
    words = area_name(frame.board, name)
    words = words if sea else words.upper()
    xs = [frame.centres[place][0] for place in piece]
    wide = (max(xs) - min(xs) + 2 * HALF) / (_LETTER * len(words))
    size = max(14, min(64, 12 * len(piece) ** 0.5, wide))
    half = len(words) * size * _LETTER / 2
    left, _, right, _ = frame.box
    x = min(max(xy[0], left + half), max(right - half, left + half))
    y = _free(taken, x, xy[1] + size * 0.2, half, size)
    style = {"font_style": "italic", "fill": "#2f6f9e"} if sea else {"fill": "#7a4a3a"}
    svg.text((x, y), words, round(size), letter_spacing=size * 0.12, **style)


def area_name(board: Board, name: str) -> str:
    """What a country or a sea area is called."""
    country = board.countries.get(name, {}).get("name")
    known = board.name(name) if name in board else ""
    return str(country or known or name.replace("-", " "))


def _free(taken: list[Span], x: float, y: float, half: float, size: float) -> float:
    """The height nearest to y at which a name lies over no other; it is taken from now on."""
    tries = (y + step * size / 2 for step in (0, 1, -1, 2, -2, 3, -3, 4, -4))
    spans = [(x - half, found - size, x + half, found) for found in tries]
    span = next((one for one in spans if not any(overlap(one, other) for other in taken)), spans[0])
    taken.append(span)
    return span[3]


def overlap(a: Span, b: Span) -> bool:
    """Whether two rectangles (left, top, right, bottom) lie over each other."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
