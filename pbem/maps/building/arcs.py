"""Borders of zones as arcs: every line between two zones once, so that neighbours share it.

Decides the points of each arc. An arc runs along the edges of cells from one corner where three
zones meet to the next, or round one zone; it is thinned so that nothing that can be seen is lost.
Points are counted in halves of a cell. Leaves the file to `outlines`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from pbem.maps.building.geodata import Floats, Ints
from pbem.maps.building.zoning import NONE, Labels

Corner = tuple[int, int]

_COAST: Final = 1.1  # halves of a cell that a point may lie beside the thinned line
_OPEN: Final = 5.0  # where two seas meet, lines are straight
_CRUMB: Final = 12.0  # so small a ring is left out


@dataclass(frozen=True, slots=True)
class Arc:
    """A line with one zone on its left and another on its right, looking along it (y downwards)."""

    left: int
    right: int
    points: tuple[Corner, ...]  # x and y, x running on past the edge of the plane


@dataclass(slots=True)
class _Edges:
    """The edges between cells of unlike zones, by the corners at which they begin and end."""

    labels: Labels
    at: dict[Corner, list[Corner]]

    @classmethod
    def of(cls, labels: Labels) -> _Edges:
        height, width = labels.shape
        at: dict[Corner, list[Corner]] = {}
        upright = labels != np.roll(labels, 1, 1)  # the edge west of a cell
        level = np.zeros((height, width), bool)  # the edge north of a cell
        level[1:] = labels[1:] != labels[:-1]
        for row, column in np.argwhere(upright).tolist():
            _tie(at, (row, column), (row + 1, column))
        for row, column in np.argwhere(level).tolist():
            _tie(at, (row, column), (row, (column + 1) % width))
        return cls(labels, at)

    def sides(self, start: Corner, end: Corner) -> tuple[int, int]:
        """The zones left and right of an edge."""
        row, column = start
        width = self.labels.shape[1]
        down, right = end[0] - row, (end[1] - column + 1) % width - 1
        if right:  # level: the cells above and below
            west = column if right == 1 else column - 1
            above, below = self._cell(row - 1, west), self._cell(row, west)
            return (above, below) if right == 1 else (below, above)
        north = row if down == 1 else row - 1
        west, east = self._cell(north, column - 1), self._cell(north, column)
        return (east, west) if down == 1 else (west, east)

    def _cell(self, row: int, column: int) -> int:
        return int(self.labels[row, column % self.labels.shape[1]])

    def is_node(self, corner: Corner) -> bool:
        return len(self.at[corner]) != 2


def _tie(at: dict[Corner, list[Corner]], a: Corner, b: Corner) -> None:
    at.setdefault(a, []).append(b)
    at.setdefault(b, []).append(a)


def arcs(labels: Labels, seas: frozenset[int]) -> list[Arc]:
    """Every arc of the plane, thinned; corners at which arcs meet stay where they are."""
    width = labels.shape[1]
    beyond = np.full((1, width), NONE, np.int16)  # north and south of the plane
    edges = _Edges.of(np.concatenate([beyond, labels, beyond]))
    found = []
    for walk in _walks(edges):
        left, right = edges.sides(walk[0], walk[1])
        slack = _OPEN if {left, right} <= seas else _COAST
        points = _thinned(_halves(walk, width), slack)
        if walk[0] != walk[-1] or _area(points) > _CRUMB:
            found.append(Arc(left, right, points))
    return found


def _area(ring: tuple[Corner, ...]) -> float:
    """How large a ring is; where it runs round the plane, that is no crumb either."""
    (x, y), (end, _) = ring[0], ring[-1]
    twice = sum((a - x) * (d - y) - (c - x) * (b - y) for (a, b), (c, d) in pairwise(ring))
    return abs(twice) / 2 if x == end else float("inf")


def _walks(edges: _Edges) -> Iterator[list[Corner]]:
    """Ways along edges from node to node, then rings without a node."""
    used: set[tuple[Corner, Corner]] = set()
    nodes = sorted(corner for corner in edges.at if edges.is_node(corner))
    for start in [*nodes, *sorted(edges.at)]:
        for towards in sorted(edges.at[start]):
            if (start, towards) not in used:
                yield _walk(edges, start, towards, used)


def _walk(
    edges: _Edges, start: Corner, towards: Corner, used: set[tuple[Corner, Corner]]
) -> list[Corner]:
    walk = [start, towards]
    used |= {(start, towards), (towards, start)}
    while walk[-1] != start and not edges.is_node(walk[-1]):
        here = walk[-1]
        onwards = next(corner for corner in edges.at[here] if corner != walk[-2])
        used |= {(here, onwards), (onwards, here)}
        walk.append(onwards)
    return walk


def _halves(walk: list[Corner], width: int) -> Ints:
    """A way as x and y in halves of a cell, cut across corners; both ends stay."""
    corners = np.array(walk)[:, ::-1] - np.array([0, 1])
    steps = np.diff(corners, axis=0)
    steps[:, 0] = (steps[:, 0] + 1) % width - 1
    run = np.concatenate([corners[:1], corners[:1] + np.cumsum(steps, axis=0)]) * 2
    middles = (run[1:] + run[:-1]) // 2
    if walk[0] == walk[-1]:
        return np.concatenate([middles, middles[:1] + (run[-1] - run[0])])
    return np.concatenate([run[:1], middles, run[-1:]])


def _thinned(line: Ints, slack: float) -> tuple[Corner, ...]:
    """The line without points that lie within some distance of it (Douglas and Peucker)."""
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    pieces = [(0, len(line) - 1)]
    if (line[0] == line[-1]).all():  # a ring: keep the point farthest from its beginning
        far = int(((line - line[0]) ** 2).sum(1).argmax())
        keep[far] = True
        pieces = [(0, far), (far, len(line) - 1)]
    while pieces:
        first, last = pieces.pop()
        if last - first < 2:
            continue
        away = _beside(line[first + 1 : last].astype(float), line[first], line[last])
        most = int(away.argmax())
        if away[most] > slack:
            keep[first + 1 + most] = True
            pieces += [(first, first + 1 + most), (first + 1 + most, last)]
    return tuple((int(x), int(y)) for x, y in line[keep])


def _beside(points: Floats, start: Ints, end: Ints) -> Floats:
    """How far points lie from a piece of a line."""
    along = (end - start).astype(float)
    length = float(along @ along)
    share = np.clip((points - start) @ along / length, 0, 1) if length else np.zeros(len(points))
    apart = points - start - share[:, None] * along
    found: Floats = np.hypot(apart[:, 0], apart[:, 1])
    return found
