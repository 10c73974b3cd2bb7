"""Railways and roads: chains of towns by hand, led from hex to hex along the straightest way.

A chain goes from each town to the next over land, across sides that a line can cross, and rather
through hexes where the direct line runs. Costs are fractions, so that equal ways are equal on every
machine; of equal ways each hex is entered from the one whose id comes first.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final

from pbem.core.maps.areas import pair
from pbem.core.maps.hexes import Point
from pbem.maps.building.work import Work

_BARRED: Final = frozenset({"all-sea", "lake"})
_ROUGH: Final = {
    "mountain": Fraction(1, 4),
    "desert-mountain": Fraction(1, 4),
    "swamp": Fraction(1, 5),
}
_NEAR: Final = Fraction(3, 10)  # the cost of the first hex off the direct line; it grows squared
_LOST: Final = Fraction(3)  # no hex costs more for being off the line


def lay_tracks(work: Work) -> None:
    """Every line of the lists by hand."""
    for feature in ("rail", "road"):
        for name, stops in work.data.get(feature + "s", {}).items():
            chain = _chain(work, f"{feature} {name}", stops.split(" - "))
            if len(chain) > 1:
                work.lines.setdefault(feature, {})[name] = chain


def _chain(work: Work, name: str, stops: list[str]) -> list[str]:
    """The hexes of a line through its stops: names of places or ids of hexes."""
    hexes: list[str] = []
    for stop in stops:
        place = stop if stop in work.hexes else work.towns.get(stop)
        if place is None:
            work.problems.append(f"{name}: no place {stop}")
        elif not hexes or hexes[-1] != place:
            hexes.append(place)
    found = hexes[:1]
    for a, b in pairwise(hexes):
        leg = _leg(work, a, b)
        if leg is None:
            work.problems.append(f"{name}: no way over land from {a} to {b}")
            return found
        found += leg[1:]
    return found


def _leg(work: Work, start: str, goal: str) -> list[str] | None:
    """The cheapest way from hex to hex (Dijkstra)."""
    ends = work.hexes[start], work.hexes[goal]
    queue: list[tuple[Fraction, str]] = [(Fraction(0), start)]
    best = {start: Fraction(0)}
    came = {start: ""}
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            return _back(came, start, goal)
        if spent > best[here]:
            continue
        for there in _ahead(work, here):
            cost = spent + 1 + _extra(work, there, ends)
            if there not in best or (cost, here) < (best[there], came[there]):
                best[there], came[there] = cost, here
                heapq.heappush(queue, (cost, there))
    return None


def _ahead(work: Work, here: str) -> list[str]:
    """The hexes of land around one that a line can reach."""
    return [
        there
        for there in work.around(here)
        if work.is_land(there) and not _BARRED & set(work.features(pair(here, there)))
    ]


def _extra(work: Work, place: str, ends: tuple[Point, Point]) -> Fraction:
    """What a hex costs beyond its length: rough ground, and being off the direct line."""
    rough = _ROUGH.get(str(work.fact("terrain").get(place)), Fraction(0))
    return rough + min(_NEAR * off_line(work.hexes[place], *ends), _LOST)


def off_line(point: Point, start: Point, goal: Point) -> Fraction:
    """The square of how far a hex lies from the straight line between two others, in hexes."""
    here, way = _minus(point, start), _minus(goal, start)
    along = _dot(here, way)
    if along <= 0:
        return Fraction(_dot(here, here), 4)
    if along >= _dot(way, way):
        beyond = _minus(point, goal)
        return Fraction(_dot(beyond, beyond), 4)
    return (_dot(here, here) - Fraction(along * along, _dot(way, way))) / 4


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _dot(a: Point, b: Point) -> int:
    """Four times the product of two ways in the plane: a row is three quarters of a square hex."""
    return a[0] * b[0] + 3 * a[1] * b[1]


def _back(came: Mapping[str, str], start: str, goal: str) -> list[str]:
    found = [goal]
    while found[-1] != start:
        found.append(came[found[-1]])
    return found[::-1]
