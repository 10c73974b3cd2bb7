"""Whole countries: names, kinds, capitals, who is aligned to whom, and which touch by land.

What touches follows from the hexes; the rest are lists by hand, as are the lands of several hexes
that have a name (`part_of`). A country with a capital is a home country, and so is one that is
listed (its capital may be on another map); others are territories, and so are colonies, capital or
not.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from pbem.maps.building.plane import Bools
from pbem.maps.building.work import Work

_BARRED: Final = frozenset({"all-sea", "lake"})


def countries_of(work: Work) -> dict[str, dict[str, Any]]:
    """Every country of the map and what is known of it, by its id."""
    rules = work.data.get("lands", {})
    capitals = {str(land): place for place, land in sorted(work.fact("capital").items())}
    touches = _touching(work)
    aligned = {land: power for power, lands in rules.get("aligned", {}).items() for land in lands}
    found: dict[str, dict[str, Any]] = {}
    for land in sorted({str(value) for value in work.fact("country").values()}):
        facts: dict[str, Any] = {"name": rules.get("names", {}).get(land, _titled(land))}
        home = land in capitals or land in rules.get("homes", ())
        colony = land in rules.get("colonies", ())
        facts["kind"] = "home" if home and not colony else "territory"
        if land in rules.get("majors", ()):
            facts |= {"kind": "home", "major": True}
        if land in capitals:
            facts["capital"] = capitals[land]
        if land in aligned:
            facts["aligned"] = aligned[land]
        found[land] = {
            **facts,
            **_called(work, land),
            "touches": tuple(sorted(touches.get(land, ()))),
        }
    return found


def _called(work: Work, land: str) -> dict[str, Any]:
    """What a country is called besides."""
    names = work.data.get("called", {}).get(land)
    return {"also": tuple(names)} if names else {}


def lay_parts(work: Work, land: Bools) -> None:
    """The fact `part_of` of every hex of which most land lies in one of the named lands."""
    whole = work.plane.share(land)
    for name, around in work.data.get("parts", {}).items():
        ring = np.array([(lon, lat) for lat, lon in around], float)
        closed = np.concatenate([ring, ring[:1]])
        inside = work.plane.share(land & work.plane.fill([closed], work.plane.around()))
        for number, place in enumerate(work.plane.ids):
            if work.is_land(place) and inside[number] > whole[number] / 2:
                had = work.fact("part_of").get(place, ())
                work.put(place, "part_of", (*(had if isinstance(had, tuple) else ()), name))


def _titled(land: str) -> str:
    return " ".join(word.capitalize() for word in land.split("-"))


def _touching(work: Work) -> dict[str, set[str]]:
    """Countries with neighbouring hexes across a side that is not water."""
    found: dict[str, set[str]] = {}
    owner = work.fact("country")
    for a, b in work.ends:
        one, other = owner.get(a), owner.get(b)
        if one and other and one != other and not _BARRED & set(work.features((a, b))):
            found.setdefault(str(one), set()).add(str(other))
            found.setdefault(str(other), set()).add(str(one))
    return found
