"""Sea areas: which of them each sea hex lies in and each coast touches, and which areas touch.

A sea area is drawn by hand as a polygon on the globe, for the printed borders are not geography;
the first polygon that holds a point of water owns it. What the rulebook says of single coasts
comes after that and wins.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from pbem.core.maps.areas import pair
from pbem.maps.building.plane import Bools
from pbem.maps.building.work import LAKE, Work

ENOUGH: Final = 0.12  # of the water of a coast hex: less is not a second sea area


def lay_seas(work: Work, land: Bools) -> None:
    """The fact `sea` of every sea and coast hex."""
    areas = work.data.get("seas", ())
    if not areas:
        return
    owner = np.full(work.plane.shape, -1)
    for number, area in reversed(list(enumerate(areas))):
        owner[work.plane.fill_drawn(area["around"])] = number
    ids = [f"sea:{area['id']}" for area in areas]
    for place, here in zip(work.plane.ids, work.plane.by_hex(owner, ~land), strict=True):
        count = Counter(int(n) for n in here if n >= 0)
        if not count or not (work.is_sea(place) or work.is_coast(place)):
            continue
        if work.is_sea(place):
            work.put(place, "sea", ids[_most(count)])
        else:
            work.put(place, "sea", _several(count, ids))
    _fill_gaps(work)


def _most(count: Counter[int]) -> int:
    return min(count, key=lambda number: (-count[number], number))


def _several(count: Counter[int], ids: list[str]) -> str | tuple[str, ...]:
    whole = sum(count.values())
    found = [
        ids[n] for n in sorted(count, key=lambda n: (-count[n], n)) if count[n] >= whole * ENOUGH
    ]
    return found[0] if len(found) == 1 else tuple(found)


def _fill_gaps(work: Work) -> None:
    """A coast without a sea area of its own takes that of the nearest sea hex."""
    for place in work.plane.ids:
        if place in work.fact("sea") or not (work.is_coast(place) or work.is_sea(place)):
            continue
        seas = [work.fact("sea").get(other) for other in work.around(place)]
        known = [str(sea[0] if isinstance(sea, tuple) else sea) for sea in seas if sea]
        if known:
            work.put(place, "sea", Counter(known).most_common(1)[0][0])
        elif work.is_sea(place):
            work.put(place, "terrain", LAKE)
        elif place not in work.fact("port"):
            work.put(place, "coast", None)
    for a, b in list(work.sides.get("all-sea", ())):
        if a not in work.fact("sea") or b not in work.fact("sea"):
            work.clear(a, b)
            work.lay("lake", a, b, "lake")


def touching_seas(work: Work) -> list[tuple[str, str]]:
    """Sea areas that touch: neighbouring sea hexes of both."""
    found = set()
    for a, b in work.ends:
        if work.is_sea(a) and work.is_sea(b):
            one, other = work.fact("sea").get(a), work.fact("sea").get(b)
            if isinstance(one, str) and isinstance(other, str) and one != other:
                found.add(pair(one, other))
    return sorted(found)
