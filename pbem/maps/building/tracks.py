"""Railways and roads: chains of towns by hand, led from hex to hex along the straightest way.

A chain goes from each town to the next over land, across sides that a line can cross, and rather
through hexes where the direct line runs.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

import numpy as np

from pbem.core.maps.areas import pair
from pbem.maps.building.geodata import Floats
from pbem.maps.building.plane import centre
from pbem.maps.building.work import Work

_BARRED: Final = frozenset({"all-sea", "lake"})
_ROUGH: Final = {"mountain": 0.25, "desert-mountain": 0.25, "swamp": 0.2}


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
    line = np.array([centre(work.hexes[start]), centre(work.hexes[goal])])
    queue: list[tuple[float, str]] = [(0.0, start)]
    best = {start: 0.0}
    came: dict[str, str] = {}
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            return _back(came, start, goal)
        if spent > best[here]:
            continue
        for there in work.around(here):
            if not work.is_land(there) or _BARRED & set(work.features(pair(here, there))):
                continue
            cost = spent + 1 + _extra(work, there, line)
            if cost < best.get(there, np.inf):
                best[there], came[there] = cost, here
                heapq.heappush(queue, (cost, there))
    return None


def _extra(work: Work, place: str, line: Floats) -> float:
    """What a hex costs beyond its length: rough ground, and being off the direct line."""
    off = _off(np.array(centre(work.hexes[place])), line)
    terrain = str(work.fact("terrain").get(place))
    return _ROUGH.get(terrain, 0.0) + min(0.3 * off * off, 3.0)


def _off(point: Floats, line: Floats) -> float:
    """How far a point lies from a straight line between two others."""
    along = line[1] - line[0]
    share = float(np.clip((point - line[0]) @ along / max(along @ along, 1e-9), 0, 1))
    return float(np.hypot(*(point - line[0] - share * along)))


def _back(came: Mapping[str, str], start: str, goal: str) -> list[str]:
    found = [goal]
    while found[-1] != start:
        found.append(came[found[-1]])
    return found[::-1]
