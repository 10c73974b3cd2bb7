"""Where the places of a map lie in its picture: hexes by their grid, planes beside each other.

A hex is 104 units wide and 120 high, so every corner has whole coordinates. Decides where a hex
and its sides are drawn. Leaves what has no hex to `boxes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from pbem.core.maps.board import Board
from pbem.core.maps.hexes import DIRECTIONS, Point

XY = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

HALF: Final = 52  # half the width of a hex
SIDE: Final = 60  # the length of a hexside, and from the centre to a corner
ROW: Final = 90  # from row to row
BOX: Final = (180.0, 145.0)  # an area, or a place without a hex
GAP: Final = 120  # between two planes, and round the map

# corners clockwise from the top; the side of a direction lies between two of them
CORNERS: Final[tuple[tuple[int, int], ...]] = (
    (0, -60), (52, -30), (52, 30), (0, 60), (-52, 30), (-52, -30),
)  # fmt: skip
SIDES: Final[Mapping[str, tuple[int, int]]] = {
    "n-e": (0, 1),
    "e": (1, 2),
    "s-e": (2, 3),
    "s-w": (3, 4),
    "w": (4, 5),
    "n-w": (5, 0),
}
STEPS: Final[tuple[Point, ...]] = tuple(DIRECTIONS[towards] for towards in SIDES)


class Edge(NamedTuple):
    """The side between two drawn hexes, and the corner of the first at which it begins."""

    a: str
    b: str
    number: int


@dataclass(frozen=True)
class Frame:
    """The hexes that are drawn and where each lies."""

    board: Board
    places: tuple[str, ...]

    @cached_property
    def centres(self) -> Mapping[str, XY]:
        """The centre of every drawn hex."""
        drawn: dict[str, dict[str, Point]] = {plane: {} for plane in self.board.planes}
        for place in self.places:
            spot = self.board.spots.get(place)
            if spot:
                drawn[spot[0]][place] = spot[1]
        found: dict[str, XY] = {}
        corners = _beside(list(filter(None, map(_size, drawn.values()))))
        for points in filter(None, drawn.values()):
            found |= _placed(points, next(corners))
        return found

    @property
    def hexes(self) -> tuple[str, ...]:
        return tuple(self.centres)

    @cached_property
    def box(self) -> Box:
        """Left, top, right and bottom of all hexes."""
        if not self.centres:
            return 0, 0, 0, 0
        xs = [x for x, _ in self.centres.values()]
        ys = [y for _, y in self.centres.values()]
        return min(xs) - HALF, min(ys) - SIDE, max(xs) + HALF, max(ys) + SIDE

    @cached_property
    def around(self) -> Mapping[str, tuple[str | None, ...]]:
        """The six neighbours of every drawn hex, clockwise from the north-east, drawn or not."""
        found = {}
        for place in self.centres:
            plane, (x, y) = self.board.spots[place]
            known = self.board.planes[plane]
            found[place] = tuple([known.get((x + dx, y + dy)) for dx, dy in STEPS])
        return found

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every side between two drawn hexes, once."""
        centres = self.centres
        return tuple(
            Edge(place, other, number)
            for place, others in self.around.items()
            for number, other in enumerate(others[:3])
            if other is not None and other in centres
        )

    @cached_property
    def sea(self) -> frozenset[str]:
        """The drawn hexes that are all sea."""
        terrain = self.board.by_fact.get("terrain", {})
        return frozenset(place for place in self.centres if terrain.get(place) == "sea")

    def side(self, a: str, b: str) -> tuple[XY, XY] | None:
        """The two ends of the side between two neighbouring hexes of one grid."""
        known, other = (a, b) if a in self.centres else (b, a)
        if known not in self.centres or other not in self.around[known]:
            return None
        return self.ends(known, self.around[known].index(other))

    def ends(self, place: str, number: int) -> tuple[XY, XY]:
        """The two ends of a side of a drawn hex, clockwise."""
        x, y = self.centres[place]
        (ax, ay), (bx, by) = CORNERS[number], CORNERS[(number + 1) % 6]
        return (x + ax, y + ay), (x + bx, y + by)

    def middle(self, places: Iterable[str]) -> XY | None:
        """The drawn hex of some that lies nearest to the middle of them all."""
        known = [self.centres[place] for place in places if place in self.centres]
        if not known:
            return None
        x = sum(xy[0] for xy in known) / len(known)
        y = sum(xy[1] for xy in known) / len(known)
        return min(known, key=lambda xy: ((xy[0] - x) ** 2 + (xy[1] - y) ** 2, xy))


def _size(points: Mapping[str, Point]) -> XY | None:
    """How wide and high the hexes of a plane are; None where none is drawn."""
    if not points:
        return None
    xs = [x for x, _ in points.values()]
    ys = [y for _, y in points.values()]
    return (max(xs) - min(xs) + 2) * HALF, (max(ys) - min(ys)) * ROW + 2 * SIDE


def _beside(sizes: list[XY]) -> Iterator[XY]:
    """The top left corner of every plane: side by side, in rows no wider than the widest two."""
    most = sum(sorted((wide + GAP for wide, _ in sizes), reverse=True)[:2])
    x = y = high = 0.0
    for wide, tall in sizes:
        if x and x + wide > most:
            x, y, high = 0.0, y + high + GAP, 0.0
        yield x, y
        x, high = x + wide + GAP, max(high, tall)


def _placed(points: Mapping[str, Point], corner: XY) -> dict[str, XY]:
    west = min(x for x, _ in points.values())
    north = max(y for _, y in points.values())
    left, top = int(corner[0]), int(corner[1])
    return {
        place: (left + (x - west) * HALF, top + (north - y) * ROW)
        for place, (x, y) in points.items()
    }


def corner(centre: XY, number: int, share: float = 1) -> XY:
    """A corner of a hex, or a point on the way to it."""
    x, y = CORNERS[number % 6]
    return centre[0] + x * share, centre[1] + y * share


def between(a: XY, b: XY, share: float) -> XY:
    """The point that lies so far on the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
