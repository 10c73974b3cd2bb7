"""A map as a picture: SVG of a board of hexes, with units, control, moves and battles if given.

What is drawn is a set of layers (LAYERS), in their order from the ground up. A board without
hexes is drawn by `areas`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.maps.board import Board
from pbem.core.reading.scene import Scene
from pbem.core.record.state import Unit
from pbem.maps.drawing import land, moves, towns, units
from pbem.maps.drawing.areas import draw_area_board, draw_boxes
from pbem.maps.drawing.frame import BOX, XY, Frame
from pbem.maps.drawing.key import KeyItem, Surround, colour_items, small_print
from pbem.maps.drawing.svg import Svg
from pbem.maps.drawing.units import Army, controller

LAYERS: Final = (
    "terrain", "signs", "coast", "grid", "control", "borders", "sides", "lines", "names", "towns",
    "numbers", "moves", "units", "battles", "key",
)  # fmt: skip
MARGIN: Final = 40
_LINE_KEY: Final[Mapping[str, tuple[str, str]]] = {
    "river": ("#3f86bd", "line"),
    "lake": ("#8fbcd8", "line"),
    "canal": ("#2f6fae", "dash"),
    "alpine": ("#7d5a33", "line"),
    "straits": ("#2f6fae", "dash"),
    "rail": ("#4a4238", "line"),
    "road": ("#b5763a", "line"),
    "fort": ("#5a4a3a", "dash"),
    "fortification": ("#5a4a3a", "dash"),
}


@dataclass(frozen=True)
class Sight:
    """What is to be drawn: which places, which layers, whose position, which run."""

    board: Board
    places: tuple[str, ...]
    layers: frozenset[str] = frozenset(LAYERS)
    tint: str = ""
    army: Army | None = None
    scene: Scene | None = None
    subtitle: str = ""

    def wants(self, layer: str) -> bool:
        return layer in self.layers


def draw(sight: Sight) -> str:
    """The picture as the text of an SVG file."""
    frame = Frame(sight.board, sight.places)
    if not frame.centres:
        return draw_area_board(sight.board, sight.places, sight.army, sight.scene, sight.subtitle)
    svg = Svg()
    left, top, right, bottom = frame.box
    spots = dict(frame.centres) | _sea_spots(frame)
    key = _ground(svg, sight, frame)
    off = _beside(sight, spots)
    boxes = draw_boxes(svg, sight.board, sight.army, off, (left, bottom, right))
    _play(svg, sight, frame, spots | boxes)
    below = max([y + BOX[1] / 2 for _, y in boxes.values()], default=bottom)
    return _finish(svg, sight, key, (left, top, right, below))


def _ground(svg: Svg, sight: Sight, frame: Frame) -> list[KeyItem]:
    """Everything that is printed on the map, and who controls it."""
    key = []
    if sight.wants("terrain"):
        key += colour_items(_named(sight, land.draw_terrain(svg, frame, sight.tint)))
    if sight.wants("signs") and not sight.tint:
        land.draw_signs(svg, frame)
    if sight.wants("control") and sight.army:
        army = sight.army
        if units.draw_control(svg, army, frame, lambda place: controller(army, place)):
            key.append(KeyItem("front", units.FRONT, "line"))
    if sight.wants("coast"):
        land.draw_coasts(svg, frame)
    if sight.wants("grid"):
        land.draw_grid(svg, frame)
    if sight.wants("sides"):
        land.draw_sides(svg, frame, lambda feature: True)
    if sight.wants("borders"):
        borders = land.draw_borders(svg, frame)
        key += [KeyItem(word, colour, "dash") for word, colour in borders.items()]
    if sight.wants("lines"):
        land.draw_lines(svg, frame, lambda feature: True)
    return key + _line_items(sight, frame) + _words(svg, sight, frame)


def _words(svg: Svg, sight: Sight, frame: Frame) -> list[KeyItem]:
    """Names and numbers, and the towns with the signs that the key explains."""
    if sight.wants("names"):
        land.draw_countries(svg, frame)
    signs = towns.draw_towns(svg, frame) if sight.wants("towns") else []
    if sight.wants("numbers"):
        land.draw_numbers(svg, frame)
    return [KeyItem(sign, "", "sign") for sign in signs]


def _named(sight: Sight, colours: Mapping[str, str]) -> dict[str, str]:
    """Countries by their names where they colour the hexes."""
    if sight.tint != "country":
        return dict(colours)
    return {land.area_name(sight.board, word): colour for word, colour in colours.items()}


def _play(svg: Svg, sight: Sight, frame: Frame, spots: Mapping[str, XY]) -> None:
    """Units, moves that let them shine through, the names of places, battles over all."""
    if sight.army and sight.wants("units"):
        units.draw_units(svg, sight.army, spots)
    if sight.scene and sight.army and sight.wants("moves"):
        moves.draw_moves(svg, moves.trails(sight.scene), spots, sight.army.colours)
    if sight.wants("towns"):
        towns.draw_town_names(svg, frame)
    if sight.scene and sight.wants("battles"):
        moves.draw_battles(svg, moves.battles(sight.scene), spots)


def _sea_spots(frame: Frame) -> dict[str, XY]:
    """The middle of every sea area of which hexes are drawn."""
    members: dict[str, list[str]] = {}
    for place in frame.hexes:
        if frame.board.terrain(place) == "sea":
            for sea in frame.board.seas(place):
                members.setdefault(sea, []).append(place)
    found = {sea: frame.middle(places) for sea, places in members.items()}
    return {sea: xy for sea, xy in found.items() if xy is not None and sea in frame.board}


def _beside(sight: Sight, spots: Mapping[str, XY]) -> list[str]:
    """Places without a hex: those of the region, and those in which units stand."""
    stacks: Mapping[str, list[Unit]] = sight.army.stacks if sight.army else {}
    off = [place for place in sight.places if place not in sight.board.spots]
    return [place for place in off if place not in spots and _matters(sight, place, stacks)]


def _matters(sight: Sight, place: str, stacks: Mapping[str, object]) -> bool:
    return bool(sight.board.fact(place, "off_map")) or place in stacks


def _line_items(sight: Sight, frame: Frame) -> list[KeyItem]:
    """What lies on the sides and crosses them, as far as it is drawn."""
    return [
        KeyItem(feature, *_LINE_KEY.get(feature, ("#a03070", "dash")))
        for feature in sorted(land.features(frame))
        if feature != land.ALL_SEA and sight.wants("lines" if feature in land.LINES else "sides")
    ]


def _finish(
    svg: Svg, sight: Sight, key: list[KeyItem], box: tuple[float, float, float, float]
) -> str:
    """The title above, the key below, and paper behind it all."""
    left, top, right, bottom = box
    title = sight.board.title or sight.board.id
    around = Surround(left, right)
    end = bottom + MARGIN
    if sight.wants("key"):
        if sight.army:
            powers = sorted({unit.owner for unit in sight.army.state.units.values()})
            key = colour_items({p: sight.army.colours[p] for p in powers}, "card") + key
        end = around.key(svg, bottom, key, small_print(sight.board)) + 10
    around.title(svg, top, title, sight.subtitle)
    width = max(right - left, 21 * len(title), 500) + 2 * MARGIN
    head = around.head + MARGIN
    return svg.document(left - MARGIN, top - head, width, end - top + head, title)
