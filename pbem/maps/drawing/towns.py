"""Towns on a drawn hex map: cities, capitals, ports, factories and resources, and their names.

Decides their signs, and which names find room. Leaves counters over them to `units`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from pbem.core.maps.board import Board, Value
from pbem.core.maps.economy import PLAIN, factory_kinds
from pbem.maps.drawing.colours import INK
from pbem.maps.drawing.frame import XY, Frame
from pbem.maps.drawing.room import Room, square, text_box, text_width
from pbem.maps.drawing.svg import Svg, halo, num, point, polyline
from pbem.maps.drawing.zoom import Zoom

NAME: Final = 37  # so far below the centre of its hex a name stands: over the next row's numbers
PORT: Final = 14
_CITIES: Final = 1  # the rank of a city among names
_GOODS_SIZE: Final = 13
_GOODS_STEP: Final = 23
_FACTS: Final = (
    "capital", "city", "name", "objective", "port", "iced_in", "factories", "resources", "oil",
)  # fmt: skip
_WIDE: Final = 106  # what a name may take
_FACTORIES: Final[Mapping[str, str]] = {
    "red": "#b3261e",
    "blue": "#24509a",
    "green": "#3c7a3c",
    PLAIN: "#8d4f3f",
}
_GOODS: Final[Mapping[str, tuple[str, str]]] = {
    "resources": ("#6b5b2a", "R"),
    "oil": ("#202020", "O"),
}
SIGNS: Final[Mapping[str, Mapping[str, object]]] = {
    "capital": {"capital": True},
    "city": {"city": True},
    "place": {"name": True},
    "objective": {"objective": True},
    "major port": {"port": "major"},
    "minor port": {"port": "minor"},
    "iced-in port": {"port": "minor", "iced_in": True},
    "factories": {"factories": 1},
    "red factories": {"factories": ("red",)},
    "blue factories": {"factories": ("blue",)},
    "green factories": {"factories": ("green",)},
    "resources": {"resources": 1},
    "oil": {"oil": 1},
}


def draw_towns(svg: Svg, frame: Frame, zoom: Zoom) -> list[str]:
    """Cities, capitals, ports, factories and resources; returns the signs that were used."""
    used = set()
    with svg.group("towns"):
        for place in _placed(frame):
            facts = _known(frame.board, place, zoom)
            used |= set(_signs(facts))
            _town(svg, frame.centres[place], facts, zoom.grown(1))
    return [sign for sign in SIGNS if sign in used]


def _placed(frame: Frame) -> list[str]:
    """The drawn hexes that have any of the facts which are drawn."""
    wanted: set[str] = set()
    for fact in _FACTS:
        wanted |= frame.board.by_fact.get(fact, {}).keys()
    return [place for place in frame.hexes if place in wanted]


def _known(board: Board, place: str, zoom: Zoom) -> dict[str, Value]:
    """The facts of a place of which the signs can be told apart."""
    facts = {fact: board.by_fact.get(fact, {}).get(place) for fact in _FACTS}
    seen = {fact: value for fact, value in facts.items() if value is not None}
    if not zoom.sees(2 * PORT):
        seen.pop("port", None)
    if not zoom.reads(_GOODS_SIZE):
        seen = {fact: value for fact, value in seen.items() if fact not in (*_GOODS, "factories")}
    if zoom.grain > 3 and not seen.keys() & {"capital", "city", "objective"}:
        return {}
    return seen


def draw_sign(svg: Svg, sign: str, xy: XY) -> None:
    """One sign of SIGNS, for the key."""
    facts = SIGNS[sign]
    if "port" in facts:
        _port(svg, xy, facts)
    elif facts.keys() & {*_GOODS, "factories"}:
        _goods(svg, xy, facts)
    else:
        _town(svg, xy, facts)


def _signs(facts: Mapping[str, object]) -> list[str]:
    """The signs of a place."""
    town = next((fact for fact in ("capital", "city") if facts.get(fact)), "")
    signs = [town or "place"] if town or facts.get("name") else []
    signs += [fact for fact in ("objective", *_GOODS) if facts.get(fact)]
    kinds = _kinds(facts)
    signs += ["factories" if kind == PLAIN else f"{kind} factories" for kind in kinds]
    return signs + _port_signs(facts)


def _port_signs(facts: Mapping[str, object]) -> list[str]:
    if not facts.get("port"):
        return []
    signs = ["major port" if _major(facts) else "minor port"]
    return [*signs, "iced-in port"] if facts.get("iced_in") else signs


def _town(svg: Svg, centre: XY, facts: Mapping[str, object], grown: float = 1) -> None:
    x, y = centre
    half = 9 * grown
    if facts.get("capital"):
        svg.path(_star(x, y + 3, 13 * grown), fill="#b02a2a", stroke=INK, stroke_width=1)
    elif facts.get("city"):
        side = num(2 * half)
        data = f"M{point((x - half, y + 3 - half))}h{side}v{side}h-{side}z"
        svg.path(data, fill="#6f6a66", stroke=INK, stroke_width=1)
    elif facts.get("name"):
        svg.add("circle", cx=x, cy=y + 3, r=4 * grown, fill="#6f6a66")
    if facts.get("objective"):
        svg.add("circle", cx=x, cy=y + 3, r=17 * grown, fill="none", stroke="#c02020",
                stroke_width=2.5 * grown)  # fmt: skip
    if facts.get("port"):
        _port(svg, (x + 26, y + 4), facts)
    _goods(svg, (x - 30, y + 6), facts)


# --- names ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TownName:
    """A name as it will be drawn, its middle over a point."""

    words: str
    size: float
    bold: bool
    xy: XY


def town_names(frame: Frame, zoom: Zoom, room: Room) -> list[TownName]:
    """The names of places, those of capitals and cities first; each takes its room.

    Near by every place has its name; from afar those that find room, the smaller towns none.
    """
    board = frame.board
    names = board.by_fact.get("name", {})
    known = [place for place in frame.hexes if place in names]
    ranks = {place: _rank(board, place) for place in known}
    found = []
    for place in sorted(known, key=lambda place: ranks[place]):
        if zoom.grain > 3 and ranks[place] > _CITIES:
            continue
        bold = ranks[place] <= _CITIES
        name = str(names[place]).partition(" (")[0]  # the hex tells which Cartagena
        size = zoom.letters(fitting(name, bold, _WIDE))
        spots = list(_name_spots(frame.centres[place], text_width(name, size, bold), size, zoom))
        boxes = [text_box(xy, name, size, bold) for xy in spots]
        number, crowd = room.best(boxes)
        if crowd > 0 and zoom.grain > 1.3:
            continue
        room.take(boxes[number])
        found.append(TownName(name, size, bold, spots[number]))
    return found


def _name_spots(centre: XY, wide: float, size: float, zoom: Zoom) -> Iterator[XY]:
    """Where a name may stand, the best first: below its town, above it, beside it."""
    x, y = centre
    below = max(NAME, 3 + zoom.grown(10) + size)
    beside = wide / 2 + zoom.grown(13)
    yield x, y + below
    if wide < _WIDE and zoom.grain < 1.3:
        yield x, y + below + 8
    yield x, y - max(24.0, zoom.grown(14))
    yield x + beside, y + 3 + 0.35 * size
    yield x - beside, y + 3 + 0.35 * size
    for aside in (0.25 * wide, -0.25 * wide, 0.45 * wide, -0.45 * wide):
        yield x + aside, y + below


def _rank(board: Board, place: str) -> int:
    """How important a place is: 0 for a capital."""
    if board.fact(place, "capital"):
        return 0
    if board.fact(place, "city"):
        return _CITIES
    return 2 if board.fact(place, "port") or board.fact(place, "objective") else 3


def draw_town_names(svg: Svg, names: Iterable[TownName]) -> None:
    """The names of places, over the units."""
    with svg.group("town-names", fill=INK, **halo(13)):
        for name in names:
            svg.text(name.xy, name.words, name.size, font_weight="bold" if name.bold else None)


def take_signs(frame: Frame, zoom: Zoom, room: Room) -> None:
    """The room of the signs of towns, ports and goods, so that no word lies over them."""
    for place in _placed(frame):
        facts = _known(frame.board, place, zoom)
        x, y = frame.centres[place]
        if facts.keys() & {"name", "city", "capital", "objective"}:
            room.take(square((x, y + 3), zoom.grown(16)))
        if facts.get("port"):
            room.take(square((x + 26, y + 4), 2 * PORT))
        for number in range(len(_goods_of(facts))):
            room.take(square((x - 30, y + 6 - _GOODS_STEP * number), 20))


def fitting(name: str, bold: bool, wide: float, most: float = 13) -> float:
    """The size at which a name takes no more than some width, if it can be read so."""
    letter = 0.7 if bold else 0.62
    return max(8.0, min(most, round(wide / (letter * max(1, len(name))), 1)))


def _star(x: float, y: float, size: float) -> str:
    points = []
    for number in range(10):
        far = size if number % 2 == 0 else size * 0.45
        angle = -pi / 2 + number * pi / 5
        points.append((x + far * cos(angle), y + far * sin(angle)))
    return polyline(points, close=True)


def _major(facts: Mapping[str, object]) -> bool:
    kind = facts["port"]
    return kind is True or str(kind).startswith("major")


def _port(svg: Svg, xy: XY, facts: Mapping[str, object]) -> None:
    """An anchor; filled for a major port, with a broken ring where ice closes it."""
    major = _major(facts)
    kind = "port-major" if major else "port-minor"
    fill, pen = ("#1f5f96", "#fdfcf5") if major else ("#fdfcf5", "#1f5f96")
    svg.define(
        kind,
        f'<circle r="{PORT}" fill="{fill}" stroke="#1f5f96" stroke-width="1.5"/>'
        f'<g transform="scale(0.8)" fill="none" stroke="{pen}">'
        '<path d="M0 -9v17M-4 -4h8M-8 3c1 6 5 7 8 6c3 1 7 0 8 -6" stroke-width="2.2"/>'
        '<circle cy="-11" r="2.4" stroke-width="1.8"/></g>',
    )
    svg.parts.append(f'<use href="#{kind}" x="{num(xy[0])}" y="{num(xy[1])}"/>')
    if facts.get("iced_in"):
        ring = {"stroke": "#4a9fc4", "stroke_width": 3, "stroke_dasharray": "5 4"}
        svg.add("circle", cx=xy[0], cy=xy[1], r=PORT + 3, fill="none", **ring)


def _goods(svg: Svg, xy: XY, facts: Mapping[str, object]) -> None:
    """Factories by kind, resources and oil, a letter each, with the number of them."""
    x, y = xy
    for colour, letter, count in _goods_of(facts):
        svg.path(f"M{point((x - 10, y - 10))}h20v20h-20z", fill=colour)
        words = letter if count is True or count == 1 else f"{count}{letter}"
        svg.text((x, y + 4.5), words, _GOODS_SIZE, fill="#fff", font_weight="bold")
        y -= _GOODS_STEP


def _goods_of(facts: Mapping[str, object]) -> list[tuple[str, str, object]]:
    """The boxes of a place: colour, letter and number."""
    boxes: list[tuple[str, str, object]] = [
        (_FACTORIES[kind], "F", count) for kind, count in _kinds(facts).items()
    ]
    return boxes + [(*_GOODS[fact], facts[fact]) for fact in _GOODS if facts.get(fact)]


def _kinds(facts: Mapping[str, object]) -> dict[str, int]:
    """How many factories of each kind a place has."""
    kinds = factory_kinds(facts.get("factories"))  # type: ignore[arg-type]
    return {kind: kinds.count(kind) for kind in _FACTORIES if kind in kinds}
