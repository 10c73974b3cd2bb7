"""Towns on a drawn hex map: cities, capitals, ports, factories and resources, and their names."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from pbem.core.maps.economy import PLAIN, factory_kinds
from pbem.maps.drawing.colours import INK
from pbem.maps.drawing.frame import XY, Frame
from pbem.maps.drawing.svg import Svg, point, polyline

NAME: Final = (
    37  # so far below the centre of its hex a name stands: over the numbers of the next row
)
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


def draw_towns(svg: Svg, frame: Frame) -> list[str]:
    """Cities, capitals, ports, factories and resources; returns the signs that were used."""
    used = set()
    with svg.group("towns"):
        for place in frame.hexes:
            facts = frame.board.facts(place)
            used |= set(_signs(facts))
            _town(svg, frame.centres[place], facts)
    return [sign for sign in SIGNS if sign in used]


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
    if facts.get("port"):
        signs.append("major port" if _major(facts) else "minor port")
        signs += ["iced-in port"] if facts.get("iced_in") else []
    return signs


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
        _port(svg, (x + 26, y + 4), facts)
    _goods(svg, (x - 30, y + 6), facts)


def draw_town_names(svg: Svg, frame: Frame) -> None:
    """The names of places, over the units."""
    board = frame.board
    with svg.group("town-names", fill=INK):
        for place in frame.hexes:
            name = board.name(place).partition(" (")[0]  # the hex tells which Cartagena
            if name:
                bold = bool(board.fact(place, "city") or board.fact(place, "capital"))
                x, y = frame.centres[place]
                weight = "bold" if bold else None
                svg.haloed((x, y + NAME), name, fitting(name, bold, _WIDE), font_weight=weight)


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
    svg.define(
        "anchor",
        '<path d="M0 -9v17M-4 -4h8M-8 3c1 6 5 7 8 6c3 1 7 0 8 -6" fill="none" stroke-width="2.2"/>'
        '<circle cx="0" cy="-11" r="2.4" fill="none" stroke-width="1.8"/>',
    )
    major = _major(facts)
    fill = "#1f5f96" if major else "#fdfcf5"
    svg.add("circle", cx=xy[0], cy=xy[1], r=14, fill=fill, stroke="#1f5f96", stroke_width=1.5)
    if facts.get("iced_in"):
        ring = {"stroke": "#6fb7d8", "stroke_width": 3, "stroke_dasharray": "5 4"}
        svg.add("circle", cx=xy[0], cy=xy[1], r=17, fill="none", **ring)
    svg.use("anchor", xy, 0.8, stroke="#fdfcf5" if major else "#1f5f96")


def _goods(svg: Svg, xy: XY, facts: Mapping[str, object]) -> None:
    """Factories by kind, resources and oil, a letter each, with the number of them."""
    x, y = xy
    boxes: list[tuple[str, str, object]] = [
        (_FACTORIES[kind], "F", count) for kind, count in _kinds(facts).items()
    ]
    boxes += [(*_GOODS[fact], facts[fact]) for fact in _GOODS if facts.get(fact)]
    for colour, letter, count in boxes:
        svg.path(f"M{point((x - 9, y - 9))}h18v18h-18z", fill=colour)
        words = letter if count is True or count == 1 else f"{count}{letter}"
        svg.text((x, y + 4), words, 11, fill="#fff", font_weight="bold")
        y -= 21


def _kinds(facts: Mapping[str, object]) -> dict[str, int]:
    """How many factories of each kind a place has."""
    kinds = factory_kinds(facts.get("factories"))  # type: ignore[arg-type]
    return {kind: kinds.count(kind) for kind in _FACTORIES if kind in kinds}
