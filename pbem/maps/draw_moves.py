"""What a run did, on the map: moves as arrows, flights there and back, battles with their odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from pbem.core.events import UnitMoved, event_from
from pbem.core.picture import BattleMark
from pbem.core.scene import Scene
from pbem.maps.colours import INK, PAPER, darker
from pbem.maps.draw_frame import XY, between
from pbem.maps.draw_svg import Svg, polyline


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


def trails(scene: Scene) -> tuple[Trail, ...]:
    """Every move of the run on the board; equal ways of one power are one trail."""
    ways = [*_single_ways(scene), *_group_ways(scene)]
    counted: dict[tuple[str, tuple[str, ...]], int] = {}
    for owner, places, counters in ways:
        on_board = tuple(_board_place(scene, place) for place in places)
        if len(places) > 1 and all(on_board):
            counted[owner, on_board] = counted.get((owner, on_board), 0) + counters
    return tuple(Trail(owner, places, n) for (owner, places), n in sorted(counted.items()))


def _board_place(scene: Scene, location: str) -> str:
    """The place of a location (a section of a sea area is in that area), or nothing."""
    place = location if location in scene.game.board else location.partition("/")[0]
    return place if place in scene.game.board else ""


def _single_ways(scene: Scene) -> Iterable[tuple[str, Sequence[str], int]]:
    ways: dict[str, list[str]] = {}
    for entry in scene.entries:
        if entry.kind == "event" and entry.body.get("event") == "UnitMoved":
            event = event_from(entry.body)
            if isinstance(event, UnitMoved) and event.count is None:
                ways.setdefault(event.unit, [event.old]).append(event.new)
    known = scene.known_units
    return [(known[unit].owner, way, 1) for unit, way in ways.items() if unit in known]


def _group_ways(scene: Scene) -> Iterable[tuple[str, Sequence[str], int]]:
    """The moves of groups: their shifts say by name how many went."""
    for shift in scene.group_shifts:
        counts = [name.partition(" ")[0] for name in shift.names]
        total = sum(int(count) if count.isdecimal() else 1 for count in counts)
        yield shift.owner, (shift.old, shift.new), total


def battles(scene: Scene) -> tuple[BattleMark, ...]:
    """The battle marks of every verdict, as the system gives them."""
    marks = scene.game.system.battle_marks
    found = (marks(entry, scene) for entry in scene.entries if entry.kind == "verdict")
    return tuple(mark for some in found for mark in some)


# --- drawing ----------------------------------------------------------------------------------


def draw_moves(
    svg: Svg, moves: Iterable[Trail], spots: Mapping[str, XY], colours: Mapping[str, str]
) -> None:
    """An arrow for every trail, thicker for more counters."""
    with svg.group("moves", stroke_linejoin="round"):
        for trail in moves:
            points = [spots[place] for place in trail.places if place in spots]
            if len(points) == len(trail.places):
                _arrow(svg, points, darker(colours.get(trail.owner, "#888888"), 0.55), trail)


def _arrow(svg: Svg, points: list[XY], colour: str, trail: Trail) -> None:
    """From the edge of the stack left behind to the edge of the stack reached."""
    if trail.returns:
        points = points[: len(points) // 2 + 1]
    start = _towards(points[0], points[1], 26)
    tip = _towards(points[-1], points[-2], 40)
    before = points[-2] if len(points) > 2 else start
    neck = _towards(tip, before, 20)
    line = polyline([start, *points[1:-1], neck])
    width = min(11, 4 + trail.counters)
    dash = "4 9" if trail.returns else None
    svg.path(line, fill="none", stroke=PAPER, stroke_width=width + 4, stroke_opacity=0.8)
    svg.path(line, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash)
    svg.path(arrowhead(neck, tip, 8 + width), fill=colour, stroke=PAPER, stroke_width=2)
    svg.add("circle", cx=start[0], cy=start[1], r=6, fill=colour, stroke=PAPER, stroke_width=2)
    if trail.counters > 1:
        middle = between(before, neck, 0.5)
        svg.haloed((middle[0] + 4, middle[1] - 8), f"×{trail.counters}", 17, fill=INK,
                   font_weight="bold")  # fmt: skip


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


def draw_battles(svg: Svg, marks: Iterable[BattleMark], spots: Mapping[str, XY]) -> None:
    """A label over each battle: odds and result; several at one place one over another."""
    height: dict[str, int] = {}
    with svg.group("battles"):
        for mark in marks:
            if mark.at in spots:
                x, y = spots[mark.at]
                number = height.get(mark.at, 0)
                height[mark.at] = number + 1
                _label(svg, (x, y - 45 - 23 * number), mark)


def _label(svg: Svg, xy: XY, mark: BattleMark) -> None:
    x, y = xy
    words = ": ".join(word for word in (mark.odds.replace(":", "-"), mark.result) if word)
    wide = 7.9 * len(words) + 14
    svg.add(
        "rect", x=x - wide / 2, y=y - 12, width=wide, height=21, rx=6,
        fill="#fff2b8", stroke="#b02020", stroke_width=2.5,
    )  # fmt: skip
    svg.text((x, y + 3.5), words, 13, font_weight="bold", fill="#8a1010")
