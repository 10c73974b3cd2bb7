"""Boxes beside a hex map for places that have no hex: off-map places, and sea areas beyond it.

Decides where they lie and what stands in them. Leaves boards of areas to `areas`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from pbem.core.maps.board import Board
from pbem.maps.drawing.colours import INK, TERRAIN, darker
from pbem.maps.drawing.frame import BOX, XY
from pbem.maps.drawing.hover import Telling
from pbem.maps.drawing.names import area_name
from pbem.maps.drawing.room import text_width
from pbem.maps.drawing.svg import Svg, escape
from pbem.maps.drawing.units import Army, controller

_LINE: Final = 12.5


def box_spots(
    places: Sequence[str], below: tuple[float, float, float], grown: float
) -> dict[str, XY]:
    """Where the boxes of some places lie: in rows under the map, from the left."""
    left, top, right = below
    wide, high = (BOX[0] + 14) * grown, (BOX[1] + 14) * grown
    columns = max(1, int((right - left) // wide))
    spots: dict[str, XY] = {}
    for number, place in enumerate(places):
        row, column = divmod(number, columns)
        x = left + (BOX[0] / 2 + 2) * grown + column * wide
        spots[place] = x, top + (20 + BOX[1] / 2) * grown + row * high
    return spots


def draw_boxes(
    svg: Svg, board: Board, spots: Mapping[str, XY], army: Army | None, *, grown: float
) -> None:
    """The boxes, all larger where the picture is seen from afar."""
    tell = Telling(board)
    with svg.group("boxes"):
        for place, xy in spots.items():
            held = controller(army, place) if army else ""
            colour = army.colours[held] if army and held else ""
            told = tell.place(place, army.title(held) if army and held else "")
            svg.parts.append(
                f'<g id="{escape(place)}" transform="translate({xy[0]:.1f} {xy[1]:.1f}) '
                f'scale({grown:.3g})"><title>{told}</title>'
            )
            _box(svg, board, place, colour)
            svg.parts.append("</g>")


def title_of(board: Board, place: str) -> str:
    """The name of a box: the place's own, or what part of which country it is."""
    name = board.name(place)
    if name or place not in board.by_fact.get("off_map", {}):
        return name or area_name(board, place)
    country = board.country(place)
    return f"{area_name(board, country)} {place}" if country else place


def _box(svg: Svg, board: Board, place: str, held: str) -> None:
    """One box round the origin: its name over its ground, with who holds it as its frame."""
    sea = "sea" in (board.terrain(place), board.text(place, "kind"))
    ground = TERRAIN.get("sea" if sea else board.terrain(place), TERRAIN["clear"])
    wide, high = BOX
    svg.add(
        "rect", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=30 if sea else 12,
        fill=ground, stroke=darker(held, 0.7) if held else "#77776c", stroke_width=6 if held else 2,
    )  # fmt: skip
    name = title_of(board, place)
    size = min(17.0, 17 * (wide - 24) / max(1.0, text_width(name, 17, bold=True)))
    svg.text((0, 22 - high / 2), name, size, font_weight="bold", fill=INK)
    for number, line in enumerate(reversed(_facts(board, place))):
        svg.text((0, high / 2 - 9 - 13 * number), line, _LINE, fill="#44443c")


def _facts(board: Board, place: str) -> list[str]:
    """Under the units: that it lies off the map, its port and city, and what it joins."""
    words = []
    if board.fact(place, "off_map"):
        words.append("off the map")
    for fact in ("city", "port", "factories", "resources", "oil"):
        value = board.fact(place, fact)
        if value:
            words.append(fact if value is True else f"{value} {fact}")
    joined = [board.label(other) for other in board.neighbours[place] if other in board.spots]
    if joined and board.fact(place, "off_map"):
        words.append("joins " + ", ".join(joined))
    return wrap(" · ".join(words), 25, max_lines=3, placeholder=" …", break_on_hyphens=False)
