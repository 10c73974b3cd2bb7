"""Places by hand: printed ones into their printed hexes, the others where the warp puts them.

A port whose hex comes out dry moves to the coast next to it; a city that would share its hex with
another city moves to a free hex next to it if it lies near it, else the two are one; a town without
importance becomes another name of the hex.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from pbem.core.maps.board import Value
from pbem.maps.building.economy import GOODS, holdings
from pbem.maps.building.plane import centre
from pbem.maps.building.shores import make_coast
from pbem.maps.building.work import Work

NEAR: Final = 0.85  # hexes from a place to the centre of a hex to which it may move
_OWN: Final = ("name", "lat", "lon", "also", "hex", "why", "printed", "island", "country")
_WEIGHTY: Final = ("city", "port", "capital", "factories", "oil", "resources")


def settle(work: Work) -> None:
    """Every place of the lists by hand gets its hex; printed places first."""
    held = holdings(work.data)
    entries = [entry | held.get(entry["name"], ({}, {}))[0] for entry in work.data["places"]]
    printed = {entry["name"] for entry in entries if "printed" in entry or "hex" in entry}
    for first in (True, False):
        for weighty in (True, False):
            for entry in entries:
                fixed = entry["name"] in printed
                if fixed is first and is_weighty(entry) is weighty:
                    _settle_one(work, entry, held.get(entry["name"], ({}, {}))[1])


def is_weighty(entry: Mapping[str, Any]) -> bool:
    """Whether a place is more than a name."""
    return any(key in entry for key in _WEIGHTY)


def _settle_one(work: Work, entry: Mapping[str, Any], origins: Mapping[str, str]) -> None:
    name = str(entry["name"])
    place = entry.get("printed") or entry.get("hex") or _hex_for(work, entry)
    if place is None or place not in work.hexes:
        work.problems.append(f"{name} lies off the map")
        return
    stays = is_weighty(entry) or "island" in entry
    if "port" in entry or (stays and work.is_sea(place)):
        make_coast(work, place)
    elif not work.is_land(place):
        work.problems.append(f"{name} at {place} is not on land")
        return
    work.towns[name] = place
    for other in entry.get("also", ()):
        work.towns.setdefault(str(other), place)
    _inscribe(work, place, entry)
    for fact, origin in origins.items():
        work.origins[place, fact] = "; ".join(
            dict.fromkeys((*filter(None, [work.origins.get((place, fact))]), origin))
        )


def _inscribe(work: Work, place: str, entry: Mapping[str, Any]) -> None:
    """Write the place's facts into its hex, beside what is there."""
    names = [str(entry["name"]), *map(str, entry.get("also", ()))]
    if place in work.fact("name"):
        own = work.fact("also").get(place, ())
        names = [*(map(str, own) if isinstance(own, tuple) else ()), *names]
    else:
        work.put(place, "name", names.pop(0))
    if names:
        work.put(place, "also", tuple(dict.fromkeys(names)))
    for key, value in entry.items():
        if key not in _OWN:
            work.put(place, key, _added(work, place, key, value))
    if "printed" in entry or "why" in entry:
        origin = f"printed: {entry['why']}" if "printed" in entry else f"corrected: {entry['why']}"
        work.origins[place, "name"] = origin


def _added(work: Work, place: str, key: str, value: Value) -> Value:
    before = work.fact(key).get(place)
    if key in GOODS and isinstance(before, int) and isinstance(value, int):
        return before + value
    if key in GOODS and isinstance(before, list | tuple) and isinstance(value, list | tuple):
        return tuple(sorted((*before, *value), reverse=True))
    if key == "port" and before == "major":
        return before
    return value


def _hex_for(work: Work, entry: Mapping[str, Any]) -> str | None:
    """The hex in which the place lies, or a better one next to it."""
    here = work.plane.hex_at(entry["lat"], entry["lon"])
    spot = np.array(work.plane.model.point(entry["lat"], entry["lon"]))
    if here is None or "island" in entry:
        return here
    near = sorted(
        (float(np.hypot(*(spot - centre(work.hexes[other])))), other)
        for other in (here, *work.around(here))
    )
    fits = [place for far, place in near if far <= NEAR and _suits(work, place, entry)]
    free = [place for place in fits if not _taken(work, place)]
    if not is_weighty(entry):
        return fits[0] if fits else None
    if here in free:
        return here
    return next(iter([*free, *fits]), here)


def _suits(work: Work, place: str, entry: Mapping[str, Any]) -> bool:
    """Land for a town, a coast for a port."""
    return work.is_land(place) and (work.is_coast(place) or "port" not in entry)


def _taken(work: Work, place: str) -> bool:
    return any(place in work.fact(key) for key in ("city", "port", "factories"))
