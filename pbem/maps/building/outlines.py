"""The outlines of a board's zones: a file of arcs, read into closed rings and neighbours.

    format: pbem-outlines/1
    board: gw-world
    width: 10400
    provenance: derived: ...
    zone paris 5230 1410 90 60
    arc paris picardy 5200 1380 12 -3 20 4 ...

A zone has a spot, the middle, width and height of the largest box in it. An arc has the zones on
its left and right (`-` none, `=` a lake), a first point and the steps from point to point; x runs
to the east, y to the south. The plane goes round the globe: `width` is once round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist
from pathlib import Path
from typing import Final

from pbem.core.data.findings import FileTrouble, error
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes

Point = tuple[int, int]
Ring = tuple[Point, ...]

NOTHING: Final = "-"
LAKE: Final = "="
_FOLDER: Final = Path(__file__).parents[1] / "built"


@dataclass(frozen=True, slots=True)
class Spot:
    """The largest box within a zone: its middle, how wide and how high it is."""

    x: int
    y: int
    wide: int
    high: int


@dataclass(frozen=True, slots=True)
class Arc:
    """One line between two zones."""

    left: str
    right: str
    points: Ring

    @property
    def length(self) -> float:
        return sum(dist(a, b) for a, b in pairwise(self.points))


@dataclass(frozen=True)
class Outlines:
    """All zones of a board on one plane."""

    board: str
    width: int
    provenance: tuple[str, ...]
    spots: Mapping[str, Spot]
    arcs: tuple[Arc, ...]

    @cached_property
    def by_zone(self) -> Mapping[str, tuple[tuple[Arc, bool], ...]]:
        """The arcs of each zone, and whether it lies on their left."""
        found: dict[str, list[tuple[Arc, bool]]] = {}
        for arc in self.arcs:
            found.setdefault(arc.left, []).append((arc, True))
            found.setdefault(arc.right, []).append((arc, False))
        return {zone: tuple(some) for zone, some in found.items()}

    @cached_property
    def contacts(self) -> Mapping[tuple[str, str], float]:
        """How long the border of each two zones is that touch."""
        found: dict[tuple[str, str], float] = {}
        for arc in self.arcs:
            if arc.left not in (NOTHING, LAKE) and arc.right not in (NOTHING, LAKE):
                pair = min(arc.left, arc.right), max(arc.left, arc.right)
                found[pair] = found.get(pair, 0.0) + arc.length
        return found

    def rings(self, zone: str) -> tuple[Ring, ...]:
        """The closed lines round a zone, wherever it lies whole: near its spot."""
        left: dict[Point, list[Ring]] = {}
        rings: list[Ring] = []
        for arc, ahead in self.by_zone[zone]:
            points = arc.points if ahead else arc.points[::-1]
            if self._same(points[0], points[-1]):
                rings.append(points)
            else:
                left.setdefault(self._key(points[0]), []).append(points)
        while left:
            rings.append(self._ring(left))
        spot = self.spots.get(zone)
        return tuple(self._near(ring, spot) for ring in rings)

    def _ring(self, left: dict[Point, list[Ring]]) -> Ring:
        """One ring of the arcs that are left."""
        ring = list(_take(left, next(iter(left))))
        while not self._same(ring[0], ring[-1]):
            onwards = _take(left, self._key(ring[-1]))
            shift = ring[-1][0] - onwards[0][0]
            ring += [(x + shift, y) for x, y in onwards[1:]] if shift else onwards[1:]
        return tuple(ring)

    def _key(self, point: Point) -> Point:
        return point[0] % self.width, point[1]

    def _same(self, a: Point, b: Point) -> bool:
        return a[1] == b[1] and (a[0] - b[0]) % self.width == 0

    def _near(self, ring: Ring, spot: Spot | None) -> Ring:
        """The ring once round the globe further, if it lies nearer to the spot so."""
        if spot is None:
            return ring
        xs = [x for x, _ in ring]
        middle = (min(xs) + max(xs)) / 2
        turns = round((spot.x - middle) / self.width)
        return tuple((x + turns * self.width, y) for x, y in ring) if turns else ring


def _take(left: dict[Point, list[Ring]], key: Point) -> Ring:
    found = left[key].pop()
    if not left[key]:
        del left[key]
    return found


def outlines_path(board: str) -> Path:
    return _FOLDER / f"{board}.outlines"


def outlines_of(board: str) -> Outlines | None:
    """The shipped outlines of a board; None where it has none."""
    path = outlines_path(board)
    if not path.exists():
        return None
    return read_outlines(decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path))


def read_outlines(text: str, name: str) -> Outlines:
    """Outlines from the text of a file."""
    head: dict[str, str] = {}
    provenance: list[str] = []
    spots: dict[str, Spot] = {}
    arcs: list[Arc] = []
    try:
        for line in text.splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "arc":
                arcs.append(_arc(rest))
            elif kind == "zone":
                zone, *numbers = rest.split()
                x, y, wide, high = map(int, numbers)
                spots[zone] = Spot(x, y, wide, high)
            elif kind == "provenance:":
                provenance.append(rest)
            elif kind and not kind.startswith("#"):
                head[kind] = rest
        return Outlines(head["board:"], int(head["width:"]), tuple(provenance), spots, tuple(arcs))
    except (ValueError, KeyError) as problem:
        message = f"{name} holds no outlines: {problem}"
        raise FileTrouble(message, findings=[error("outlines-shape", message)]) from None


def _arc(rest: str) -> Arc:
    left, right, *steps = rest.split()
    numbers = list(map(int, steps))
    return Arc(
        left, right, tuple(zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=False))
    )


def write_outlines(found: Outlines, head: Iterable[str]) -> str:
    """The text of a file."""
    lines = [*(f"# {line}" for line in head), "format: pbem-outlines/1", f"board: {found.board}"]
    lines.append(f"width: {found.width}")
    lines += [f"provenance: {line}" for line in found.provenance]
    lines += [f"zone {z} {s.x} {s.y} {s.wide} {s.high}" for z, s in sorted(found.spots.items())]
    for arc in found.arcs:
        steps = [*arc.points[0]]
        for (ox, oy), (x, y) in pairwise(arc.points):
            steps += [x - ox, y - oy]
        lines.append(f"arc {arc.left} {arc.right} " + " ".join(map(str, steps)))
    return "\n".join(lines) + "\n"
