"""The sheet of a board whose zones have outlines: what part of it is drawn, and where zones lie.

One unit of the picture is one of the outlines. A part of the board is a piece cut out of the whole
sheet, so that a region lies in both pictures alike and has its seas and neighbours round it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from math import dist
from typing import Final

from pbem.core.maps.board import Board
from pbem.maps.building.outlines import LAKE, NOTHING, Arc, Outlines, Ring, Spot

XY = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

_ROOM: Final = 70  # round the zones of a part
_EDGE: Final = 30  # so near to the edge of a picture no name is written


def is_sea(place: str) -> bool:
    return place.startswith("sea:")


@dataclass(frozen=True)
class Sheet:
    """The zones that are drawn, and the box that is cut out."""

    board: Board
    outlines: Outlines
    places: tuple[str, ...]

    @cached_property
    def rings(self) -> Mapping[str, tuple[Ring, ...]]:
        """The outline of every zone of the board."""
        return {zone: self.outlines.rings(zone) for zone in self.outlines.spots}

    @cached_property
    def bounds(self) -> Mapping[str, Box]:
        """The box round each zone."""
        return {zone: _around(rings) for zone, rings in self.rings.items()}

    @cached_property
    def whole(self) -> bool:
        return all(place in self.places for place in self.outlines.spots)

    @cached_property
    def frame(self) -> Box:
        """What is cut out: the zones that are asked for with their neighbours' edges."""
        known = [place for place in self.places if place in self.bounds]
        if self.whole or not known:
            return _union(self.bounds.values())
        land = [self._core(place) for place in known if not is_sea(place)]
        seas = [self._middle(place) for place in known if is_sea(place)]
        left, top, right, bottom = _union([*land, *seas])
        everything = _union(self.bounds.values())
        return (
            max(left - _ROOM, everything[0]), max(top - _ROOM, everything[1]),
            min(right + _ROOM, everything[2]), min(bottom + _ROOM, everything[3]),
        )  # fmt: skip

    def _core(self, place: str) -> Box:
        """The box round a land zone without islands far off."""
        spot = self.outlines.spots[place]
        near = [ring for ring in self.rings[place] if _near(ring, spot)]
        return _around(near or self.rings[place])

    def _middle(self, place: str) -> Box:
        spot = self.outlines.spots[place]
        wide, high = max(60, spot.wide / 2), max(40, spot.high / 2)
        return spot.x - wide, spot.y - high, spot.x + wide, spot.y + high

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The zones that lie in the frame, at least a corner of them."""
        return tuple(z for z in self.outlines.spots if _meet(self.bounds[z], self.frame))

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The zones whose middle lies well in the frame: what they hold is drawn."""
        return tuple(zone for zone in self.drawn if self.inside(self.centre(zone), _EDGE))

    def inside(self, xy: XY, room: float = 0.0) -> bool:
        left, top, right, bottom = self.frame
        across = left + room <= xy[0] <= right - room
        return across and top + room <= xy[1] <= bottom - room

    def centre(self, zone: str) -> XY:
        spot = self.outlines.spots[zone]
        return float(spot.x), float(spot.y)

    @cached_property
    def shared(self) -> Mapping[tuple[str, str], tuple[Arc, ...]]:
        """The arcs between each two zones, nothing and lakes among them."""
        found: dict[tuple[str, str], list[Arc]] = {}
        for arc in self.outlines.arcs:
            found.setdefault((min(arc.left, arc.right), max(arc.left, arc.right)), []).append(arc)
        return {pair: tuple(arcs) for pair, arcs in found.items()}

    @cached_property
    def shades(self) -> Mapping[str, int]:
        """Four shades for sea zones, so that no two that touch have the same where that can be."""
        found: dict[str, int] = {}
        near: dict[str, set[str]] = {}
        for a, b in self.outlines.contacts:
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
        for zone in sorted(filter(is_sea, self.outlines.spots)):
            taken = {found[other] for other in near.get(zone, ()) if other in found}
            found[zone] = next((shade for shade in range(4) if shade not in taken), 0)
        return found

    def contact(self, a: str, b: str) -> tuple[Arc, ...]:
        return self.shared.get((min(a, b), max(a, b)), ())

    def placed(self, arc: Arc) -> Ring:
        """An arc beside its zone, where zones lie over the edge of the plane."""
        zone = next((z for z in (arc.left, arc.right) if z not in (NOTHING, LAKE)), "")
        left, _, right, _ = self.bounds.get(zone, self.frame)
        x = arc.points[0][0]
        width = self.outlines.width
        turn = next((t for t in (0, -width, width) if left <= x + t <= right), 0)
        return tuple((px + turn, y) for px, y in arc.points) if turn else arc.points

    def middle(self, a: str, b: str) -> XY | None:
        """The point in the middle of the longest border of two zones."""
        arcs = self.contact(a, b)
        if not arcs:
            return None
        points = self.placed(max(arcs, key=lambda arc: arc.length))
        if len(points) == 2:
            return (points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2
        x, y = points[len(points) // 2]
        return float(x), float(y)

    def bridge(self, a: str, b: str) -> tuple[XY, XY]:
        """The nearest points of two zones that do not touch."""
        there = self._thin(b)
        pairs = [(here, min(there, key=partial(dist, here))) for here in self._thin(a)]
        return min(pairs, key=lambda pair: dist(*pair))

    def _thin(self, zone: str) -> list[XY]:
        points = [point for ring in self.rings[zone] for point in ring]
        step = max(1, len(points) // 120)
        return [(float(x), float(y)) for x, y in points[::step]]


def turned(outlines: Outlines, places: Iterable[str]) -> Outlines:
    """The outlines so turned that the edge of the plane does not cut a part of the board in two."""
    asked = [place for place in places if place in outlines.spots]
    if len(asked) in (0, len(outlines.spots)):
        return outlines
    xs = sorted({outlines.spots[place].x for place in asked})
    gaps = [(b - a, b) for a, b in pairwise([*xs, xs[0] + outlines.width])]
    gap, cut = max(gaps)
    if cut >= outlines.width:
        return outlines
    turn = outlines.width
    spots = {
        zone: replace(spot, x=spot.x + turn) if spot.x < cut - gap / 2 else spot
        for zone, spot in outlines.spots.items()
    }
    return replace(outlines, spots=spots)


def _around(rings: Iterable[Ring]) -> Box:
    points = [point for ring in rings for point in ring]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _union(boxes: Iterable[Box]) -> Box:
    some = list(boxes)
    return (
        min(b[0] for b in some), min(b[1] for b in some),
        max(b[2] for b in some), max(b[3] for b in some),
    )  # fmt: skip


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _near(ring: Ring, spot: Spot) -> bool:
    left, top, right, bottom = _around([ring])
    return left <= spot.x <= right and top <= spot.y <= bottom
