"""Rivers, canals, ridges and narrow lakes: courses on the globe snapped to chains of hexsides.

A course is laid along the sides of hexes like a thread: the chain of sides from its upper to its
lower end that keeps closest to it. So a river is always connected, and never runs through a hex.
Costs are whole numbers; of equal chains each corner is reached from the first one.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from pbem.core.maps.areas import Pair
from pbem.maps.building.geodata import Floats, River, rivers
from pbem.maps.building.plane import along, dense
from pbem.maps.building.sources import Sources
from pbem.maps.building.work import Work

Corner = tuple[int, int]

_STEP: Final = 0.05  # degrees between the points of a course
_EASE: Final = 0.08  # what a side costs however close it is
_FAR: Final = 1.2  # hexes: no side further from the course is ever used
_EXACT: Final = 1_000_000  # costs are counted in such parts


@dataclass(frozen=True, slots=True)
class _Net:
    """The sides with land on both sides, their ends, and at each corner where they lead."""

    ways: Mapping[Corner, list[tuple[Corner, Pair]]]
    sides: tuple[Pair, ...]
    ends: Floats


def lay_courses(work: Work, sources: Sources) -> None:
    """Every lake, river, canal and ridge of the lists by hand that is given as a course."""
    known = rivers(sources)
    net = _net(work)
    for feature in ("lake", "river", "canal", "alpine"):
        for entry in work.data.get(feature + "s", ()):
            if "around" in entry:
                continue
            course = _course(work, entry, known)
            if course is None:
                work.problems.append(f"{feature} {entry['name']}: no such course")
                continue
            for a, b in _thread(work, net, course, entry):
                if not set(work.features((a, b))) & {"all-sea", "lake", "river", "canal"}:
                    work.lay(feature, a, b, entry["name"])


def _course(work: Work, entry: Mapping[str, Any], known: list[River]) -> Floats | None:
    """The points of a course in the plane: by hand, or of the named rivers."""
    lines = []
    if "course" in entry:
        lines.append(np.array([(lon, lat) for lat, lon in entry["course"]]))
    names = entry.get("rivers", () if lines else [entry["name"]])
    lines += [line for river in known if plain(river.name) in names for line in river.lines]
    if not lines:
        return None
    points = np.concatenate([dense(line, _STEP) for line in lines])
    return work.plane.model.forward(points[:, 1], points[:, 0])


def plain(name: str) -> str:
    """A name without the letters that the source garbles."""
    return re.sub(r"[^ -~]|\?", "", name)


def _net(work: Work) -> _Net:
    ways: dict[Corner, list[tuple[Corner, Pair]]] = {}
    sides = [side for side in work.ends if not (work.is_sea(side[0]) or work.is_sea(side[1]))]
    for side in sides:
        a, b = (_corner(end) for end in work.ends[side])
        ways.setdefault(a, []).append((b, side))
        ways.setdefault(b, []).append((a, side))
    ordered = {corner: sorted(ways[corner]) for corner in sorted(ways)}
    return _Net(ordered, tuple(sides), np.array([work.ends[side] for side in sides]))


def _corner(point: Floats) -> Corner:
    return round(float(point[0]) * 1000), round(float(point[1]) * 1000)


def _thread(work: Work, net: _Net, course: Floats, entry: Mapping[str, Any]) -> list[Pair]:
    """The sides from the corner nearest to the upper end to the one nearest to the lower end."""
    costs = dict(_costs(net, course))
    stops = [entry["from"], *entry.get("via", ()), entry["to"]]
    corners = [_nearest(work, _usable(net, costs), course, stop) for stop in stops]
    found: list[Pair] = []
    for start, goal in pairwise(corners):
        leg = _cheapest(net, costs, start, goal) if start and goal else None
        if leg is None and "shared" in entry:  # it may lie beyond this map
            return found
        if leg is None:
            work.problems.append(f"river {entry['name']}: no chain of sides from end to end")
            return found
        found += [side for side in leg if side not in found]
    return found


def _usable(net: _Net, costs: Mapping[Pair, int]) -> list[Corner]:
    """The corners at sides that are near the course."""
    return [c for c, ways in net.ways.items() if any(side in costs for _, side in ways)]


def _costs(net: _Net, course: Floats) -> Iterator[tuple[Pair, int]]:
    """What each side near the course costs: the square of how far off it is."""
    low, high = course.min(0) - _FAR, course.max(0) + _FAR
    middles = net.ends.mean(1)
    close = ((middles >= low) & (middles <= high)).all(1)
    for number in np.flatnonzero(close):
        near = course[(np.abs(course - middles[number]) < _FAR + 0.5).all(1)]
        if not len(near):
            continue
        points = along(net.ends[number], 7)
        apart = np.sqrt(((points[:, None] - near) ** 2).sum(-1).min(1))
        if apart.min() < _FAR:
            cost = _EASE + float((apart**2).mean()) * 4
            yield net.sides[number], round(cost * _EXACT)


def _nearest(work: Work, usable: list[Corner], course: Floats, stop: list[float]) -> Corner | None:
    """The usable corner nearest to the point of the course that is nearest to the stop."""
    wished = np.array(work.plane.model.point(stop[0], stop[1]))
    at = course[((course - wished) ** 2).sum(1).argmin()]
    if not usable:
        return None
    return min(usable, key=lambda c: ((c[0] / 1000 - at[0]) ** 2 + (c[1] / 1000 - at[1]) ** 2, c))


def _cheapest(
    net: _Net, costs: Mapping[Pair, int], start: Corner, goal: Corner
) -> list[Pair] | None:
    """The cheapest chain of sides between two corners (Dijkstra)."""
    queue: list[tuple[int, Corner]] = [(0, start)]
    best: dict[Corner, int] = {start: 0}
    came: dict[Corner, tuple[Corner, Pair]] = {}
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            return _walk(came, start, goal)
        if spent > best[here]:
            continue
        for there, side in net.ways[here]:
            if side not in costs or there == start:
                continue
            cost = spent + costs[side]
            if there not in best or (cost, here) < (best[there], came[there][0]):
                best[there] = cost
                came[there] = here, side
                heapq.heappush(queue, (cost, there))
    return None


def _walk(came: Mapping[Corner, tuple[Corner, Pair]], start: Corner, goal: Corner) -> list[Pair]:
    found = []
    while goal != start:
        goal, side = came[goal]
        found.append(side)
    return found[::-1]
