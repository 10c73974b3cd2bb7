"""What a run did, on the map: moves as arrows, flights there and back, battles with their odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from math import hypot
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.events import UnitMoved, event_from
from pbem.core.rules.picture import BattleMark
from pbem.maps.drawing.colours import INK, PAPER, darker
from pbem.maps.drawing.frame import BOX, XY, Box, between
from pbem.maps.drawing.room import Room, text_box, text_width
from pbem.maps.drawing.svg import Svg, polyline
from pbem.maps.drawing.zoom import Zoom


@dataclass(frozen=True, slots=True)
class Trail:
    """The places through which units of one power went, and how many counters took this way."""

    owner: str
    places: tuple[str, ...]
    counters: int

    @property
    def returns(self) -> bool:
        """Whether they came back to where they were, as aircraft do."""
        return len(self.places) > 2 and self.places[0] == self.places[-1]


@dataclass(slots=True)
class _Way:
    """One unit, or so many of a group, on its way through a run."""

    owner: str
    counter: str
    count: int | None
    places: list[str]


def trails(scene: Scene) -> tuple[Trail, ...]:
    """Every move of the run on the board; equal ways of one power are one trail.

    Where a unit leaves the board (it is lost, or goes aboard) its trail ends.
    """
    counted: dict[tuple[str, tuple[str, ...]], int] = {}
    for way in _ways(scene):
        on_board = (_board_place(scene, place) for place in way.places)
        places = tuple(takewhile(bool, on_board))
        if len(places) > 1:
            key = way.owner, places
            counted[key] = counted.get(key, 0) + (way.count or 1)
    return tuple(Trail(owner, places, n) for (owner, places), n in sorted(counted.items()))


def _board_place(scene: Scene, location: str) -> str:
    """The place of a location (a section of a sea area is in that area), or nothing."""
    place = location if location in scene.game.board else location.partition("/")[0]
    return place if place in scene.game.board else ""


def _ways(scene: Scene) -> list[_Way]:
    """The moves of a run one after the other; one that goes on from where one ended is the same."""
    ways: list[_Way] = []
    going: dict[tuple[str, int | None, str], _Way] = {}
    for entry in scene.entries:
        if entry.kind != "event" or entry.body.get("event") != "UnitMoved":
            continue
        event = event_from(entry.body)
        unit = scene.known_units.get(event.unit) if isinstance(event, UnitMoved) else None
        if unit is None or not isinstance(event, UnitMoved):
            continue
        who = event.unit if event.count is None else f"{unit.owner}:{unit.counter}"
        way = going.pop((who, event.count, event.old), None)
        if way is None:
            way = _Way(unit.owner, unit.counter, event.count, [event.old])
            ways.append(way)
        way.places.append(event.new)
        going[who, event.count, event.new] = way
    return ways


def battles(scene: Scene) -> tuple[BattleMark, ...]:
    """The battle marks of every verdict, as the system gives them."""
    marks = scene.game.system.words.battle_marks
    found = (marks(entry, scene) for entry in scene.entries if entry.kind == "verdict")
    return tuple(mark for some in found for mark in some)


# --- drawing ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Paper:
    """Where places lie on a picture, which of them are boxes, and what room it has for words."""

    spots: Mapping[str, XY]
    boxed: Collection[str] = ()
    room: Room = field(default_factory=Room)
    zoom: Zoom = field(default_factory=Zoom)


def draw_moves(svg: Svg, moves: Iterable[Trail], paper: Paper, colours: Mapping[str, str]) -> None:
    """An arrow for every trail, thicker for more counters, beside others of the same way."""
    spots, boxed = paper.spots, paper.boxed
    drawn = [trail for trail in moves if all(place in spots for place in trail.places)]
    lanes = Counter(_ends(trail) for trail in drawn)
    used: Counter[tuple[str, ...]] = Counter()
    lines = []
    for trail in drawn:
        lane = used[_ends(trail)] - (lanes[_ends(trail)] - 1) / 2
        used[_ends(trail)] += 1
        lines.append((trail, _beside(_points(trail, spots, boxed), 16 * lane)))
    with svg.group("moves", stroke_linejoin="round"):
        for trail, points in lines:
            _arrow(svg, points, darker(colours.get(trail.owner, "#888888"), 0.4), trail)
    _draw_counts(svg, lines, paper.room, paper.zoom)


def _draw_counts(svg: Svg, lines: Iterable[tuple[Trail, list[XY]]], room: Room, zoom: Zoom) -> None:
    """How many counters went along an arrow, beside it where there is room."""
    size = zoom.letters(17)
    with svg.group("move-counts", fill=INK, font_weight="bold"):
        for trail, points in lines:
            if trail.counters > 1:
                words = f"×{trail.counters}"
                spots = [
                    (x + aside, y + aside / 2 - 4)
                    for share in (0.4, 0.2, 0.6, 0.8)
                    for x, y in [between(points[-2], points[-1], share)]
                    for aside in (size * 0.8, -size * 0.8)
                ]
                boxes = [text_box(xy, words, size, True) for xy in spots]
                number, _ = room.best(boxes)
                room.take(boxes[number])
                svg.haloed(spots[number], words, size)


def _ends(trail: Trail) -> tuple[str, ...]:
    """The first and the farthest place, whichever way round."""
    middle = len(trail.places) // 2 if trail.returns else -1
    return tuple(sorted((trail.places[0], trail.places[middle])))


def _beside(points: list[XY], far: float) -> list[XY]:
    """The line moved sideways, always to the same side whichever way it runs."""
    first, last = sorted((points[0], points[-1]))
    x, y = last[0] - first[0], last[1] - first[1]
    length = hypot(x, y) or 1
    return [(px - y / length * far, py + x / length * far) for px, py in points]


def _points(trail: Trail, spots: Mapping[str, XY], boxed: Collection[str]) -> list[XY]:
    """The line of an arrow, from the edge of what it leaves to the edge of what it reaches."""
    places = trail.places
    if trail.returns:
        places = places[: len(places) // 2 + 1]
    points = [spots[place] for place in places]
    start = _edge(points[0], points[1], 26, places[0] in boxed)
    end = _edge(points[-1], points[-2], 40, places[-1] in boxed)
    return [start, *points[1:-1], end]


def _edge(centre: XY, other: XY, far: float, in_box: bool) -> XY:
    """Where a line to another point leaves a stack in a hex, or a box."""
    if not in_box:
        return _towards(centre, other, far)
    x, y = abs(other[0] - centre[0]), abs(other[1] - centre[1])
    share = min(BOX[0] / 2 / x if x else 1, BOX[1] / 2 / y if y else 1)
    return between(centre, other, min(0.45, share))


def _arrow(svg: Svg, points: list[XY], colour: str, trail: Trail) -> None:
    start, before, tip = points[0], points[-2], points[-1]
    neck = _towards(tip, before, 20)
    line = polyline([*points[:-1], neck])
    width = min(8, 3 + trail.counters)
    dash = "4 9" if trail.returns else None
    svg.path(line, fill="none", stroke=PAPER, stroke_width=width + 3, stroke_opacity=0.7)
    svg.path(line, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash)
    svg.path(arrowhead(neck, tip, 8 + width), fill=colour, stroke=PAPER, stroke_width=2)
    svg.add("circle", cx=start[0], cy=start[1], r=6, fill=colour, stroke=PAPER, stroke_width=2)


def _towards(start: XY, end: XY, far: float) -> XY:
    """The point so far from the start on the way to the end, at most 40% of it."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return between(start, end, min(0.4, far / length))


def arrowhead(neck: XY, tip: XY, wide: float) -> str:
    """The three corners of an arrow's head."""
    x, y = tip[0] - neck[0], tip[1] - neck[1]
    length = hypot(x, y) or 1
    across = -y / length * wide, x / length * wide
    left = neck[0] + across[0], neck[1] + across[1]
    right = neck[0] - across[0], neck[1] - across[1]
    return polyline([left, tip, right], close=True)


# where the middle of a label may lie from the middle of its hex: near first, over before under
_AROUND: Final[tuple[XY, ...]] = tuple(
    sorted(
        ((x, y) for y in (-54, -76, -98, 58, 80, 102) for x in (0, 45, -45, 90, -90, 135, -135)),
        key=lambda xy: (hypot(xy[0], xy[1]) + (14 if xy[1] > 0 else 0), xy),
    )
)


def draw_battles(svg: Svg, marks: Iterable[BattleMark], paper: Paper) -> None:
    """A label beside each battle: odds and result, off the counters and names round about."""
    spots, boxed, room = paper.spots, paper.boxed, paper.room
    size = paper.zoom.letters(13)
    labels = []
    for mark in marks:
        if mark.at in spots:
            words = _words(mark)
            wide, high = text_width(words, size, True) + size, 1.65 * size
            places = _label_spots(spots[mark.at], mark.at in boxed, high)
            boxes = [_round(xy, wide, high) for xy in places]
            number, _ = room.best(boxes)
            room.take(boxes[number])
            labels.append((words, places[number], boxes[number], spots[mark.at]))
    with svg.group("battles"):
        for _, xy, _, at in labels:
            if not boxed:
                foot = _towards(at, xy, 40)
                svg.path(polyline((foot, xy)), stroke="#b02020", stroke_width=2.5, fill="none")
                svg.add("circle", cx=foot[0], cy=foot[1], r=4, fill="#b02020")
        for words, xy, box, _ in labels:
            _label(svg, xy, words, box)


def _label_spots(at: XY, in_box: bool, high: float) -> list[XY]:
    """Where the label of a battle may lie, the best first."""
    if in_box:
        return [(at[0], at[1] - BOX[1] / 2 - 12 - (high + 2) * number) for number in range(9)]
    return [(at[0] + x, at[1] + y) for x, y in _AROUND]


def _round(xy: XY, wide: float, high: float) -> Box:
    return xy[0] - wide / 2, xy[1] - high / 2, xy[0] + wide / 2, xy[1] + high / 2


def _words(mark: BattleMark) -> str:
    return ": ".join(word for word in (mark.odds.replace(":", "-"), mark.result) if word)


def _label(svg: Svg, xy: XY, words: str, box: Box) -> None:
    size = (box[3] - box[1]) / 1.65
    svg.add(
        "rect", x=box[0], y=box[1], width=box[2] - box[0], height=box[3] - box[1], rx=6,
        fill="#fff2b8", stroke="#b02020", stroke_width=0.19 * size,
    )  # fmt: skip
    svg.text((xy[0], xy[1] + 0.36 * size), words, size, font_weight="bold", fill="#8a1010")
