"""Land and sea: which hexes are sea, coast or land, which sides are all sea, which are lake.

A hex with hardly any land is sea unless a named place lies on it; a named port has a coast even
where the outline leaves it dry. A side is all sea when no more of it is land than a drawn coast
line is wide.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pbem.maps.building.geodata import Floats, Ints
from pbem.maps.building.plane import Bools, along
from pbem.maps.building.work import LAKE, SEA, Work

LITTLE: Final = 0.04  # of a hex: less land than this is left out, less water too
WET_SIDE: Final = 0.08  # of a side: less land than this leaves the side all sea
FAIR: Final = 0.4  # of the land of a hex: less of an island is not what the hex shows
LAKE_SIDE: Final = 0.6
LAKE_HEX: Final = 0.6


def lay_shores(work: Work, land: Bools, lakes: Bools) -> None:
    """Terrain `sea` and `lake`, and the coast, of every hex."""
    share, wet, pond = (work.plane.share(raster) for raster in (land, ~land, lakes))
    bar = float(work.data.get("shore", {}).get("little", LITTLE))
    for number, place in enumerate(work.plane.ids):
        if share[number] < bar:
            work.put(place, "terrain", SEA)
        elif pond[number] > LAKE_HEX:
            work.put(place, "terrain", LAKE)
        else:
            work.put(place, "terrain", "clear")
            if wet[number] >= bar:
                work.put(place, "coast", True)
    for place in _printed_land(work):
        if work.is_sea(place):
            make_coast(work, place)


def wash_shores(work: Work) -> None:
    """Land beside a sea hex or a side that is all sea is a coast."""
    for place in work.plane.ids:
        if work.is_land(place) and any(work.is_sea(other) for other in work.around(place)):
            work.put(place, "coast", True)
    for side in work.sides.get("all-sea", ()):
        for place in side:
            work.put(place, "coast", True)


def _printed_land(work: Work) -> list[str]:
    """Hexes that the lists by hand say to hold land: islands and the like."""
    return [place for place in str(work.data.get("land", "")).split() if place in work.hexes]


def make_coast(work: Work, place: str) -> None:
    """A hex that holds a port or a named island is a coast, whatever its share of land."""
    if work.is_sea(place):
        work.put(place, "terrain", "clear")
    work.put(place, "coast", True)


def lay_sea_sides(work: Work, land: Bools, lakes: Bools) -> None:
    """`all-sea` and `lake` on sides between two hexes that both hold land."""
    ashore = _landmasses(work, land)
    for (a, b), ends in work.ends.items():
        if not (work.is_land(a) and work.is_land(b)):
            continue
        points = along(ends, spare=0.04)
        band = np.concatenate([points, *(points + step for step in _sideways(ends))])
        dry = float(work.plane.look(land, band).mean()) >= WET_SIDE
        if not dry or (ashore[a] and ashore[b] and not ashore[a] & ashore[b]):
            work.lay("all-sea", a, b, "sea")
        elif float(work.plane.look(lakes, points).mean()) > LAKE_SIDE:
            work.lay("lake", a, b, "lake")


def _sideways(ends: Floats) -> tuple[Floats, Floats]:
    across = np.array([ends[0][1] - ends[1][1], ends[1][0] - ends[0][0]])
    step = across / np.hypot(*across) * 0.03
    return step, -step


def _landmasses(work: Work, land: Bools) -> dict[str, frozenset[int]]:
    """The islands and continents that each hex holds a fair piece of."""
    labels = label(land)
    found = {}
    for place, here in zip(work.plane.ids, work.plane.by_hex(labels, land), strict=True):
        numbers, counts = np.unique(here, return_counts=True)
        bar = FAIR * counts.sum()
        found[place] = frozenset(int(n) for n, c in zip(numbers, counts, strict=True) if c > bar)
    return found


def label(land: Bools) -> Ints:
    """A number for every connected piece of land, by runs of raster rows."""
    labels = np.zeros(land.shape, int)
    parent = [0]
    above: list[tuple[int, int, int]] = []
    for row, cells in enumerate(land):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], cells.astype(np.int8), [0]])))
        here = []
        for start, stop in edges.reshape(-1, 2).tolist():
            touching = [n for first, last, n in above if first <= stop and last >= start]
            number = _join(parent, touching)
            labels[row, start:stop] = number
            here.append((start, stop, number))
        above = here
    roots = np.array([_root(parent, number) for number in range(len(parent))])
    found: Ints = roots[labels]
    return found


def _join(parent: list[int], numbers: list[int]) -> int:
    """One number for pieces that touch; a new one when there is none."""
    if not numbers:
        parent.append(len(parent))
        return len(parent) - 1
    roots = sorted({_root(parent, number) for number in numbers})
    for root in roots[1:]:
        parent[root] = roots[0]
    return roots[0]


def _root(parent: list[int], number: int) -> int:
    while parent[number] != number:
        number = parent[number]
    return number
