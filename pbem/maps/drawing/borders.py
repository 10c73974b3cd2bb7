"""Borders of a drawn hex map, and the bands of colour along them: countries, or who controls what.

Decides how what belongs together is told apart, so that the ground keeps the colours of its
terrain: a band inside the border, and a flag in each hex that play has given to somebody. Leaves
who controls what to the position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from pbem.maps.drawing.colours import INK, LANDS, PAPER
from pbem.maps.drawing.frame import Edge, Frame, corner
from pbem.maps.drawing.land import ALL_SEA, LINES, along, dry, edges_between, said
from pbem.maps.drawing.svg import Svg, num, polyline
from pbem.maps.drawing.zoom import Zoom

_BORDERS: Final[Mapping[str, str]] = {
    "countries": "#4a3356",
    "sea areas": "#5b8fb5",
    "weather zones": "#3d8f5a",
}
FRONT: Final = "#c01f1f"
_HIDDEN: Final = {*LINES, ALL_SEA}  # what no line on the side shows
_BAND: Final = 0.15  # how far a band reaches from the side towards the centre
_FLAG: Final = "h15v10h-15z"


def draw_borders(svg: Svg, frame: Frame, zoom: Zoom) -> dict[str, str]:
    """Borders of countries on land, of sea areas and of weather zones; returns their colours."""
    board = frame.board
    sea = frame.sea
    seas = edges_between(frame, lambda place: said(board, place, "sea") if place in sea else "")
    zones = edges_between(frame, board.zone) if zoom.grain < 3 else []
    countries = [edge for edge in edges_between(frame, board.country) if dry(frame, edge)]
    with svg.group("borders", fill="none"):
        _line(svg, along(frame, seas), "sea areas", zoom.grown(4), dash="14 7")
        _line(svg, along(frame, zones), "weather zones", zoom.grown(3), dash="2 7")
        _draw_countries(svg, frame, countries, zoom)
    drawn = {"countries": countries, "sea areas": seas, "weather zones": zones}
    return {f"border of {kind}": _BORDERS[kind] for kind, edges in drawn.items() if edges}


def _draw_countries(svg: Svg, frame: Frame, countries: Iterable[Edge], zoom: Zoom) -> None:
    """Borders of countries; along a river or a crest a thin line, so that it is seen too."""
    borders = frame.board.borders
    marked: list[Edge] = []
    bare: list[Edge] = []
    for edge in countries:
        features = set(borders.get((edge.a, edge.b), ())) - _HIDDEN
        (marked if features else bare).append(edge)
    path = along(frame, bare)
    svg.path(path, stroke=PAPER, stroke_width=zoom.grown(5))
    dash = "12 4 3 4"
    _line(svg, path, "countries", zoom.grown(4.5), dash=None if zoom.grain > 3 else dash)
    _line(svg, along(frame, marked), "countries", zoom.grown(2), dash=dash)


def _line(svg: Svg, path: str, kind: str, width: float, *, dash: str | None) -> None:
    style = {"stroke": _BORDERS[kind], "stroke_dasharray": dash}
    svg.path(path, stroke_width=round(width, 1), **style)


def draw_lands(svg: Svg, frame: Frame, zoom: Zoom) -> None:
    """A pale band inside the border of every country on land, no two neighbours alike."""
    board = frame.board
    known = {place: "" if place in frame.sea else board.country(place) for place in frame.hexes}
    dry_sides = {
        (place, other)
        for edge in frame.edges
        if known[edge.a] and known[edge.b] and dry(frame, edge)
        for place, other in ((edge.a, edge.b), (edge.b, edge.a))
    }
    bands = _bands(frame, known, _BAND * zoom.grown(1), dry_sides)
    with svg.group("lands"):
        for country, colour in _told_apart(frame, known).items():
            svg.path(bands.get(country, ""), fill=colour, fill_opacity=0.75)


def _told_apart(frame: Frame, known: Mapping[str, str]) -> dict[str, str]:
    """A colour for every country that none of its neighbours has, as far as there are enough."""
    beside: dict[str, set[str]] = {country: set() for country in sorted(set(known.values()) - {""})}
    for edge in frame.edges:
        a, b = known[edge.a], known[edge.b]
        if a and b and a != b:
            beside[a].add(b)
            beside[b].add(a)
    found: dict[str, str] = {}
    for country in sorted(beside, key=lambda name: (-len(beside[name]), name)):
        taken = {found.get(other) for other in beside[country]}
        used = list(found.values())
        free = [colour for colour in LANDS if colour not in taken] or list(LANDS)
        found[country] = min(free, key=lambda colour: (used.count(colour), LANDS.index(colour)))
    return found


def draw_control(
    svg: Svg,
    frame: Frame,
    whose: Callable[[str], str],
    colours: Mapping[str, str],
    *,
    zoom: Zoom,
) -> None:
    """A band inside what each power controls, and a flag in each of its hexes."""
    known = {place: whose(place) for place in frame.hexes}
    held: dict[str, list[str]] = {}
    for place, power in known.items():
        if power:
            held.setdefault(power, []).append(place)
    bands = _bands(frame, known, _BAND * zoom.grown(1))
    with svg.group("control"):
        for power in sorted(held):
            svg.path(bands.get(power, ""), fill=colours[power], fill_opacity=0.85)
        if zoom.sees(26):
            for power in sorted(held):
                flags = "".join([_flag(frame, place) for place in held[power]])
                svg.path(flags, fill=colours[power], stroke=INK, stroke_width=1)


def draw_front(svg: Svg, frame: Frame, side: Callable[[str], str], zoom: Zoom) -> bool:
    """The line between what two sides hold; whether there is one."""
    front = along(frame, edges_between(frame, side))
    style = {"fill": "none", "stroke_linecap": "round"}
    with svg.group("front"):
        svg.path(front, stroke=FRONT, stroke_width=round(zoom.grown(9), 1), **style)
        svg.path(front, stroke="#f6d0c8", stroke_width=round(zoom.grown(3), 1), **style)
    return bool(front)


def _flag(frame: Frame, place: str) -> str:
    """A small flag in the western corner of a hex."""
    x, y = frame.centres[place]
    return f"M{num(x - 48)} {num(y - 24)}{_FLAG}"


def _bands(
    frame: Frame,
    known: Mapping[str, str],
    share: float,
    only: Collection[tuple[str, str]] | None = None,
) -> dict[str, str]:
    """The path of the band of every value: along its sides with another value, or with none."""
    share = min(0.4, share)
    found: dict[str, list[str]] = {}
    for place, others in frame.around.items():
        value = known[place]
        if not value:
            continue
        for number, other in enumerate(others):
            if other is None or other not in known or known[other] == value:
                continue
            if only is not None and (place, other) not in only:
                continue
            centre = frame.centres[place]
            points = (
                corner(centre, number), corner(centre, number + 1),
                corner(centre, number + 1, 1 - share), corner(centre, number, 1 - share),
            )  # fmt: skip
            found.setdefault(value, []).append(polyline(points, close=True))
    return {value: "".join(parts) for value, parts in found.items()}
