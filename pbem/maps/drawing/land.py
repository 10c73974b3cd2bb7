"""The ground of a drawn hex map: terrain, coasts, hexsides, railways, roads and the grid.

Decides their looks. Leaves borders and bands of colour to `borders`, words to `names` and `towns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from pbem.core.maps.board import Board
from pbem.maps.drawing.colours import LAKE, SEA, TERRAIN, WATER, palette
from pbem.maps.drawing.frame import XY, Edge, Frame, between, corner
from pbem.maps.drawing.svg import Svg, num, point, polyline
from pbem.maps.drawing.zoom import Zoom

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
    "lake": {"stroke": LAKE, "stroke_width": 15},
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
ALL_SEA: Final = "all-sea"
Features = Mapping[str, list[Edge]]


def draw_terrain(svg: Svg, frame: Frame, tint: str = "") -> dict[str, str]:
    """The hexes in the colours of their terrain, or of another fact; returns the key to them."""
    fact = tint or "terrain"
    values: dict[str, list[str]] = {}
    for place in frame.hexes:
        values.setdefault(said(frame.board, place, fact), []).append(place)
    colours = palette(values, {} if tint else TERRAIN) | ({"": "#f2efe6"} if tint else {})
    with svg.group("terrain"):
        for value in sorted(values):
            svg.path(hexes(frame, values[value]), fill=colours[value])
    return {value: colours[value] for value in sorted(values) if value}


def hexes(frame: Frame, places: Iterable[str]) -> str:
    """The path of some hexes."""
    centres = frame.centres
    starts = (centres[place] for place in places)
    return "".join([f"M{x} {y - 60}{_HEX}" for x, y in starts])


def said(board: Board, place: str, fact: str) -> str:
    """A fact of a place, or of its whole country, as one word: a list joined by a plus."""
    value = board.fact(place, fact)
    if value is None and fact not in board.by_fact:
        value = board.countries.get(board.country(place), {}).get(fact)
    return "+".join(map(str, value)) if isinstance(value, tuple) else _one_word(value)


def _one_word(value: object) -> str:
    if value is None or value is False:
        return ""
    return "yes" if value is True else str(value)


def draw_signs(svg: Svg, frame: Frame) -> None:
    """Trees, peaks and reeds, so that terrain is seen without its colour."""
    with svg.group("signs"):
        for place in frame.hexes:
            sign = _GLYPHS.get(frame.board.terrain(place))
            if sign:
                svg.define(f"{sign}s", "".join(_scattered(_DRAWN[sign])))
                x, y = frame.centres[place]
                svg.parts.append(f'<use href="#{sign}s" x="{num(x)}" y="{num(y)}"/>')


def _scattered(drawing: str) -> Iterable[str]:
    return (f'<g transform="translate({point(xy)})">{drawing}</g>' for xy in _SPOTS)


# --- coasts -----------------------------------------------------------------------------------


def draw_coasts(svg: Svg, frame: Frame) -> None:
    """Land hexes with water along their wet sides, and the beach."""
    water: list[str] = []
    beach: list[str] = []
    for place in frame.hexes:
        if place in frame.sea:
            continue
        wet = _wet_sides(frame, place)
        x, y = frame.centres[place]
        for number in range(6):
            if wet[number]:
                shore = _shore(number, wet[number - 1], wet[(number + 1) % 6])
                start = f"M{num(x + shore.x)} {num(y + shore.y)}"
                water.append(start + shore.water)
                beach.append(start + shore.beach)
    with svg.group("coast"):
        svg.path("".join(water), fill=SEA)
        svg.path(
            "".join(beach), fill="none", stroke="#7ba7bf", stroke_width=2.5, stroke_linecap="round"
        )


def _wet_sides(frame: Frame, place: str) -> list[bool]:
    """Which of the six sides have water, clockwise from the north-east."""
    terrain, borders = frame.board.by_fact.get("terrain", {}), frame.board.borders
    return [
        other is not None
        and (terrain.get(other) == "sea" or ALL_SEA in borders.get((place, other), ()))
        for other in frame.around[place]
    ]


class _Shore(NamedTuple):
    """The beach along one side: where it begins from the centre, its line, and its water."""

    x: float
    y: float
    beach: str
    water: str


@cache
def _shore(number: int, before: bool, after: bool) -> _Shore:
    """The beach of a side; it bends inwards where the side before or after it is wet too."""
    first = _beach_end(number, number - 1, before)
    last = _beach_end(number + 1, number + 2, after)
    points = [first, last, corner((0, 0), number + 1), corner((0, 0), number)]
    steps = [
        f"l{num(x - from_x)} {num(y - from_y)}"
        for (from_x, from_y), (x, y) in pairwise(points)
    ]  # fmt: skip
    return _Shore(*first, steps[0], "".join(steps) + "z")


def _beach_end(here: int, far: int, bends: bool) -> XY:
    """An end of a beach: on the next side, or inside the corner where that is wet too."""
    if bends:
        return corner((0, 0), here, 1 - BEACH)
    return between(corner((0, 0), here), corner((0, 0), far), BEACH)


# --- sides and lines --------------------------------------------------------------------------


def features(frame: Frame) -> dict[str, list[Edge]]:
    """The sides between drawn hexes that have each feature, by the feature's name."""
    borders = frame.board.borders
    found: dict[str, list[Edge]] = {}
    for edge in frame.edges:
        for feature in borders.get((edge.a, edge.b), ()):
            found.setdefault(feature, []).append(edge)
    return dict(sorted(found.items()))


def draw_sides(svg: Svg, frame: Frame, found: Features, zoom: Zoom) -> None:
    """Rivers, lakes, canals and mountains on the hexsides."""
    with svg.group("sides", fill="none", stroke_linecap="round"):
        for feature, edges in found.items():
            if feature not in (*LINES, ALL_SEA):
                data = along(frame, edges)
                svg.path(data, **_wider(_SIDES.get(feature, _UNKNOWN_SIDE), zoom))
                if feature == "alpine":
                    svg.path(data, stroke="#fff", stroke_width=3, stroke_dasharray="3 7")


def _wider(style: Mapping[str, object], zoom: Zoom) -> dict[str, object]:
    """The style with a line that can be seen from afar; a dash far away is a line."""
    width = style["stroke_width"]
    assert isinstance(width, int)
    return {**style, "stroke_width": max(width, round(1.2 * zoom.grain, 1))}


def along(frame: Frame, edges: Iterable[Edge]) -> str:
    """The path of some sides."""
    return "".join([polyline(frame.ends(edge.a, edge.number)) for edge in edges])


def draw_lines(svg: Svg, frame: Frame, found: Features, zoom: Zoom) -> None:
    """Railways and roads from centre to centre; sleepers where they can be seen."""
    centres = frame.centres
    with svg.group("lines", fill="none", stroke_linecap="butt"):
        for feature in LINES:
            pairs = ((centres[edge.a], centres[edge.b]) for edge in found.get(feature, ()))
            data = "".join(map(polyline, pairs))
            width = 2.2 if feature == "rail" else 3.0
            colour = "#4a4238" if feature == "rail" else "#b5763a"
            svg.path(data, stroke=colour, stroke_width=max(width, round(0.7 * zoom.grain, 1)))
            if feature == "rail" and zoom.grain <= 2:
                svg.path(data, stroke=colour, stroke_width=8, stroke_dasharray="2 10")


def draw_grid(svg: Svg, frame: Frame, zoom: Zoom) -> None:
    """The hexsides themselves, each once; from afar only a hint of them."""
    data = []
    for place, others in frame.around.items():
        x, y = frame.centres[place]
        data.append(f"M{x} {y - 60}l52 30v60l-52 30")
        data += [
            polyline(frame.ends(place, number))
            for number in (3, 4, 5)
            if others[number] is None or others[number] not in frame.centres
        ]
    width, pale = max(1, round(0.5 * zoom.grain, 1)), 0.7 if zoom.grain < 3 else 0.35
    svg.path("".join(data), fill="none", stroke="#9a9a86", stroke_width=width, stroke_opacity=pale)


def edges_between(frame: Frame, value: Callable[[str], str]) -> list[Edge]:
    """The sides between drawn hexes of different value; none where one has none."""
    known = {place: value(place) for place in frame.hexes}
    return [
        edge
        for edge in frame.edges
        if known[edge.a] != known[edge.b] and known[edge.a] and known[edge.b]
    ]


def dry(frame: Frame, edge: Edge) -> bool:
    """Whether two hexes meet on land: neither is sea, and no strait lies between them."""
    between_them = frame.board.borders.get((edge.a, edge.b), ())
    wet = ALL_SEA in between_them or "straits" in between_them
    return not (wet or edge.a in frame.sea or edge.b in frame.sea)
