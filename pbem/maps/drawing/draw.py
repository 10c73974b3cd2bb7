"""A map as a picture: SVG of a board of hexes, with units, control, moves and battles if given.

Decides the layers (LAYERS), their order from the ground up, and who looks for room first: counters
and signs stand where they stand, then come names of places, battles, numbers of moves, names of
countries. Leaves a board without hexes to `areas`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from pbem.core.maps.board import Board
from pbem.core.reading.scene import Scene
from pbem.core.record.state import Unit
from pbem.maps.building.outlines import outlines_of
from pbem.maps.drawing import borders, land, moves, towns, units
from pbem.maps.drawing.areas import draw_area_board
from pbem.maps.drawing.boxes import box_spots, draw_boxes
from pbem.maps.drawing.colours import LAKE, WATER
from pbem.maps.drawing.frame import BOX, XY, Frame
from pbem.maps.drawing.hover import draw_hexes
from pbem.maps.drawing.key import KeyItem, Surround, colour_items, small_print
from pbem.maps.drawing.markers import draw_markers
from pbem.maps.drawing.names import AreaName, area_name, area_names, draw_area_names
from pbem.maps.drawing.room import Room
from pbem.maps.drawing.sheet import Sheet, turned
from pbem.maps.drawing.svg import Svg, escape, num
from pbem.maps.drawing.units import Army, controller, side_of
from pbem.maps.drawing.zones import draw_zone_board
from pbem.maps.drawing.zoom import Zoom

LAYERS: Final = (
    "terrain", "signs", "coast", "grid", "control", "borders", "sides", "lines", "names", "towns",
    "numbers", "moves", "hexes", "units", "battles", "key",
)  # fmt: skip
MARGIN: Final = 40
_NUMBER: Final = 10.5  # the size of the number of a hex
_LINE_KEY: Final[Mapping[str, tuple[str, str]]] = {
    "river": (WATER, "line"),
    "lake": (LAKE, "line"),
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
    """What is to be drawn: which places, which layers, whose position, which run, how near."""

    board: Board
    places: tuple[str, ...]
    layers: frozenset[str] = frozenset(LAYERS)
    tint: str = ""
    army: Army | None = None
    scene: Scene | None = None
    subtitle: str = ""
    zoom: Zoom = field(default_factory=Zoom)
    sources: bool = False  # whether the picture tells where every layer comes from

    def wants(self, layer: str) -> bool:
        return layer in self.layers


@dataclass(frozen=True)
class Plan:
    """A sight with where everything lies, and what words found room."""

    sight: Sight
    frame: Frame
    svg: Svg
    room: Room

    @cached_property
    def boxes(self) -> Mapping[str, XY]:
        """The places that are drawn as boxes under the map."""
        left, _, right, bottom = self.frame.box
        spots = {**self.frame.centres, **self.seas}
        return box_spots(_beside(self.sight, spots), (left, bottom, right), self.grown)

    @property
    def grown(self) -> float:
        """How much larger boxes are from afar."""
        return self.sight.zoom.grown(1)

    @cached_property
    def seas(self) -> Mapping[str, XY]:
        """The middle of every sea area of which hexes are drawn."""
        members: dict[str, list[str]] = {}
        for place in self.frame.hexes:
            if place in self.frame.sea:
                for sea in self.frame.board.seas(place):
                    members.setdefault(sea, []).append(place)
        found = {sea: self.frame.middle(places) for sea, places in members.items()}
        return {sea: xy for sea, xy in found.items() if xy is not None and sea in self.frame.board}

    @cached_property
    def spots(self) -> Mapping[str, XY]:
        """Where every place lies that has a hex, a box or water on the picture."""
        return {**self.frame.centres, **self.seas, **self.boxes}

    @cached_property
    def cards(self) -> list[units.Card]:
        """The counters, each in its place."""
        sight = self.sight
        if sight.army is None or not sight.wants("units"):
            return []
        found = units.stacks(sight.army, self.spots, sight.zoom)
        return [card for cards in found.values() for card in cards]

    @cached_property
    def town_names(self) -> list[towns.TownName]:
        """The names of places, off the counters and signs."""
        sight = self.sight
        for card in self.cards:
            self.room.take(card.box)
        if not sight.wants("towns"):
            return []
        towns.take_signs(self.frame, sight.zoom, self.room)
        return towns.town_names(self.frame, sight.zoom, self.room)

    @cached_property
    def area_names(self) -> list[AreaName]:
        """The names of countries and sea areas, in what room is left."""
        if not self.sight.wants("names"):
            return []
        return area_names(self.frame, self.sight.zoom, self.room)


def draw(sight: Sight) -> str:
    """The picture as the text of an SVG file."""
    frame = Frame(sight.board, sight.places)
    outlines = None if frame.centres else outlines_of(sight.board.id)
    if outlines:
        sheet = Sheet(sight.board, turned(outlines, sight.places), sight.places)
        return draw_zone_board(sheet, sight.army, sight.scene, sight.subtitle)
    if not frame.centres:
        return draw_area_board(sight.board, sight.places, sight.army, sight.scene, sight.subtitle)
    plan = Plan(sight, frame, Svg(), Room())
    over = _play(plan)
    key = _ground(plan, [plan])
    plan.svg.parts += over
    return _finish(plan, key)


def draw_in_steps(sights: Sequence[Sight]) -> str:
    """One ground under several positions of a hex map, each in groups of the class `step`.

    Of those groups the first ones are what the positions colour, then come, in the same order,
    their counters and all else that lies over the ground.
    """
    svg, frame = Svg(), Frame(sights[0].board, sights[0].places)
    plans = [Plan(sight, frame, Svg(), Room()) for sight in sights]
    for plan in plans:
        plan.svg.definitions = svg.definitions
    over = [_play(plan) for plan in plans]
    first = replace(plans[0], svg=svg)
    key = _ground(first, plans)
    for parts in over:
        with svg.group("step"):
            svg.parts += parts
    return _finish(first, key)


def _ground(plan: Plan, positions: Sequence[Plan]) -> list[KeyItem]:
    """Everything that is printed on the map, and who controls it in each of some positions."""
    sight, frame, svg = plan.sight, plan.frame, plan.svg
    key = []
    found = land.features(frame)
    if sight.wants("terrain"):
        key += colour_items(_named(sight, land.draw_terrain(svg, frame, sight.tint)))
    if sight.wants("signs") and not sight.tint and sight.zoom.sees(24):
        land.draw_signs(svg, frame)
    if sight.wants("coast"):
        land.draw_coasts(svg, frame)
    if sight.wants("grid"):
        land.draw_grid(svg, frame, sight.zoom)
    _coloured_by(plan, positions)
    if sight.wants("sides"):
        land.draw_sides(svg, frame, found, sight.zoom)
    if sight.wants("borders"):
        drawn = borders.draw_borders(svg, frame, sight.zoom)
        key += [KeyItem(word, colour, "dash") for word, colour in drawn.items()]
    if sight.wants("lines"):
        land.draw_lines(svg, frame, found, sight.zoom)
    return key + _line_items(sight, found) + _words(plan)


def _coloured_by(plan: Plan, positions: Sequence[Plan]) -> None:
    """The bands of one position, or of each of several in a group of its own."""
    if len(positions) == 1:
        _coloured(plan)
        return
    for position in positions:
        with plan.svg.group("step"):
            _coloured(position)
            plan.svg.parts += position.svg.parts


def _coloured(plan: Plan) -> None:
    """Bands of colour: who controls what, or on a map alone which land is whose."""
    sight, army = plan.sight, plan.sight.army
    if army is not None and sight.wants("control"):
        colours, zoom = army.colours, sight.zoom
        borders.draw_control(
            plan.svg, plan.frame, lambda place: controller(army, place), colours, zoom=zoom
        )
    elif army is None and sight.wants("borders") and not sight.tint:
        borders.draw_lands(plan.svg, plan.frame, sight.zoom)


def _front(plan: Plan, svg: Svg) -> bool:
    """The line between the sides; whether there is one."""
    army = plan.sight.army
    if army is None or not plan.sight.wants("control"):
        return False
    state, zoom = army.state, plan.sight.zoom

    def side(place: str) -> str:
        return side_of(state, state.holder(place))

    return borders.draw_front(svg, plan.frame, side, zoom)


def _words(plan: Plan) -> list[KeyItem]:
    """Names and numbers, and the towns with the signs that the key explains."""
    sight, frame, svg = plan.sight, plan.frame, plan.svg
    draw_area_names(svg, plan.area_names)
    signs = towns.draw_towns(svg, frame, sight.zoom) if sight.wants("towns") else []
    if sight.wants("numbers") and sight.zoom.reads(_NUMBER):
        _draw_numbers(svg, frame)
    return [KeyItem(sign, "", "sign") for sign in signs]


def _draw_numbers(svg: Svg, frame: Frame) -> None:
    """The number of every hex, at its top."""
    with svg.group("numbers", fill="#5d5d54", text_anchor="middle", font_size=_NUMBER):
        svg.parts += [
            f'<text x="{num(x)}" y="{num(y - 43)}">{escape(place)}</text>'
            for place, (x, y) in frame.centres.items()
        ]


def _named(sight: Sight, colours: Mapping[str, str]) -> dict[str, str]:
    """Countries by their names where they colour the hexes."""
    if sight.tint != "country":
        return dict(colours)
    return {area_name(sight.board, word): colour for word, colour in colours.items()}


def _play(plan: Plan) -> list[str]:
    """What lies over the ground: boxes, moves, units, names of places, battles over all.

    It is drawn first, because the names of countries look for the room that is left.
    """
    sight, svg = plan.sight, Svg()
    svg.definitions = plan.svg.definitions
    _front(plan, svg)
    if plan.boxes:
        draw_boxes(svg, sight.board, plan.boxes, sight.army, grown=plan.grown)
    names = plan.town_names
    battles = Svg()
    paper = moves.Paper(plan.spots, room=plan.room, zoom=sight.zoom)
    if sight.scene and sight.wants("battles"):
        marks = moves.battles(sight.scene)
        moves.draw_battles(battles, marks, paper)
    if sight.scene and sight.army and sight.wants("moves"):
        trails, colours = moves.trails(sight.scene), sight.army.colours
        moves.draw_moves(svg, trails, paper, colours)
    if sight.wants("hexes"):
        draw_hexes(svg, plan.frame, lambda place: _holder(sight, place))
    if sight.army and sight.wants("units"):
        units.draw_units(svg, sight.army, plan.cards, sight.zoom)
        draw_markers(svg, sight.army, plan.frame.centres, sight.zoom)
    if sight.wants("towns"):
        towns.draw_town_names(svg, names)
    return svg.parts + battles.parts


def _holder(sight: Sight, place: str) -> str:
    """Who holds a place, in words."""
    power = controller(sight.army, place) if sight.army else ""
    return sight.army.title(power) if sight.army and power else ""


def _beside(sight: Sight, spots: Mapping[str, XY]) -> list[str]:
    """Places without a hex: those of the region, and those in which units stand."""
    stacks: Mapping[str, list[Unit]] = sight.army.stacks if sight.army else {}
    off = [place for place in sight.places if place not in sight.board.spots]
    return [place for place in off if place not in spots and _matters(sight, place, stacks)]


def _matters(sight: Sight, place: str, stacks: Mapping[str, object]) -> bool:
    return bool(sight.board.fact(place, "off_map")) or place in stacks


def _line_items(sight: Sight, found: land.Features) -> list[KeyItem]:
    """What lies on the sides and crosses them, as far as it is drawn."""
    return [
        KeyItem(feature, *_LINE_KEY.get(feature, ("#a03070", "dash")))
        for feature in found
        if feature != land.ALL_SEA and sight.wants("lines" if feature in land.LINES else "sides")
    ]


def _powers(plan: Plan) -> list[str]:
    """The powers of which counters or control are drawn."""
    army = plan.sight.army
    held = {controller(army, place) for place in plan.frame.hexes} if army else set()
    return sorted({card.unit.owner for card in plan.cards} | held - {""})


def _finish(plan: Plan, key: list[KeyItem]) -> str:
    """The title above, the scale and the key below, and paper behind it all."""
    sight, svg = plan.sight, plan.svg
    left, top, right, bottom = plan.frame.box
    for _, y in plan.boxes.values():
        bottom = max(bottom, y + BOX[1] / 2 * plan.grown)
    title = sight.board.title or sight.board.id
    around = Surround(left, right, sight.zoom.grain)
    end = bottom + MARGIN
    if sight.wants("key"):
        if sight.army:
            army = sight.army
            colours = {army.title(power): army.colours[power] for power in _powers(plan)}
            front = [KeyItem("front", borders.FRONT, "line")] if _front(plan, Svg()) else []
            key = colour_items(colours, "card") + front + key
        found = (sight.board.text(place, "scale") for place in plan.frame.hexes)
        low = around.measure(svg, bottom + MARGIN / 2, list(dict.fromkeys(found)))
        lines = small_print(sight.board) if sight.sources else []
        end = around.key(svg, low, key, lines) + 10
    around.title(svg, top, title, sight.subtitle)
    width = max(right - left, 0.7 * 30 * around.scale * len(title), 500) + 2 * MARGIN
    head = around.head + MARGIN
    return svg.document(left - MARGIN, top - head, width, end - top + head, title)
