"""Where the places of a map lie in its picture: hexes by their grid, off-map places in a strip.

A hex is 104 units wide and 120 high, so every corner has whole coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.core.maps.board import Board
from pbem.core.maps.hexes import Point

XY = tuple[float, float]

HALF: Final = 52  # half the width of a hex
SIDE: Final = 60  # the length of a hexside, and from the centre to a corner
ROW: Final = 90  # from row to row
BOX: Final = (180.0, 145.0)  # an area, or a place without a hex
GAP: Final = 120  # between two planes, and round the map

# corners clockwise from the top; the side of a direction lies between two of them
CORNERS: Final[tuple[XY, ...]] = ((0, -60), (52, -30), (52, 30), (0, 60), (-52, 30), (-52, -30))
SIDES: Final[Mapping[str, tuple[int, int]]] = {
    "n-e": (0, 1),
    "e": (1, 2),
    "s-e": (2, 3),
    "s-w": (3, 4),
    "w": (4, 5),
    "n-w": (5, 0),
}


@dataclass(frozen=True)
class Frame:
    """The hexes that are drawn and where each lies, planes one below the other."""

    board: Board
    places: tuple[str, ...]

    @cached_property
    def centres(self) -> Mapping[str, XY]:
        """The centre of every drawn hex."""
        found: dict[str, XY] = {}
        top = 0.0
        for plane in self.board.planes:
            points = {
                place: self.board.spots[place][1]
                for place in self.places
                if place in self.board.spots and self.board.spots[place][0] == plane
            }
            if points:
                found |= _placed(points, top)
                top = max(y for _, y in found.values()) + SIDE + GAP
        return found

    @property
    def hexes(self) -> tuple[str, ...]:
        return tuple(self.centres)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all hexes."""
        if not self.centres:
            return 0, 0, 0, 0
        xs = [x for x, _ in self.centres.values()]
        ys = [y for _, y in self.centres.values()]
        return min(xs) - HALF, min(ys) - SIDE, max(xs) + HALF, max(ys) + SIDE

    def side(self, a: str, b: str) -> tuple[XY, XY] | None:
        """The two ends of the side between two neighbouring hexes of one grid."""
        towards = self.board.direction(a, b)
        known = a if a in self.centres else b
        if towards is None or known not in self.centres:
            return None
        if known == b:
            towards = self.board.direction(b, a)
        x, y = self.centres[known]
        first, second = (CORNERS[corner] for corner in SIDES[towards or "e"])
        return (x + first[0], y + first[1]), (x + second[0], y + second[1])

    def sides(self) -> Iterable[tuple[str, str]]:
        """Every pair of neighbouring drawn hexes, once."""
        for place in self.centres:
            for other in self.board.neighbours[place]:
                if place < other and other in self.centres and self.board.direction(place, other):
                    yield place, other

    def middle(self, places: Iterable[str]) -> XY | None:
        """The drawn hex of some that lies nearest to the middle of them all."""
        known = [self.centres[place] for place in places if place in self.centres]
        if not known:
            return None
        x = sum(xy[0] for xy in known) / len(known)
        y = sum(xy[1] for xy in known) / len(known)
        return min(known, key=lambda xy: ((xy[0] - x) ** 2 + (xy[1] - y) ** 2, xy))


def _placed(points: Mapping[str, Point], top: float) -> dict[str, XY]:
    west = min(x for x, _ in points.values())
    north = max(y for _, y in points.values())
    return {
        place: (float((x - west) * HALF), top + (north - y) * ROW)
        for place, (x, y) in points.items()
    }


def corner(centre: XY, number: int, share: float = 1) -> XY:
    """A corner of a hex, or a point on the way to it."""
    x, y = CORNERS[number % 6]
    return centre[0] + x * share, centre[1] + y * share


def between(a: XY, b: XY, share: float) -> XY:
    """The point that lies so far on the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
