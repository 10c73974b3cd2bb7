"""Terrain of the land: mountains from elevation, desert and jungle from climate, woods by hand.

Open data knows neither the forests and marshes of the time nor how the artist drew them; so they
come from lists by hand: a named wood is a circle or a chain of circles on the globe.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from pbem.maps.building.geodata import Raster
from pbem.maps.building.plane import Bools
from pbem.maps.building.work import Work

_KM: Final = 111.2  # kilometres in a degree


def lay_relief(work: Work, land: Bools, heights: Raster, climate: Raster) -> None:
    """The terrain of every hex that holds land."""
    rules = work.data["terrain"]
    rough = _mountains(work, land, heights, rules["mountain"])
    hot = _share_of(work, land, climate, rules["climate"]["desert"])
    wet = _share_of(work, land, climate, rules["climate"]["jungle"])
    cold = _share_of(work, land, climate, rules["climate"].get("forest", ()))
    for number, place in enumerate(work.plane.ids):
        if not work.is_land(place):
            continue
        terrain = "clear"
        if cold[number] > 0.5:
            terrain = "forest"
        if wet[number] > 0.5:
            terrain = "jungle"
        if hot[number] > 0.5:
            terrain = "desert"
        if rough[number]:
            terrain = "desert-mountain" if hot[number] > 0.5 else "mountain"
        work.put(place, "terrain", terrain)
    lay_woods(work, land, rules.get("by_hand", ()))


def _mountains(work: Work, land: Bools, heights: Raster, rule: Mapping[str, float]) -> list[bool]:
    """Rugged and high, or very high: rises and falls of the hex and how high it lies."""
    values = heights.at(work.plane.lat, work.plane.lon).astype(float)
    found = []
    for cells in work.plane.by_hex(values, land):
        here = cells.astype(float)
        if not len(here):
            found.append(False)
            continue
        rugged = here.std() > rule["rugged"] and np.percentile(here, 90) > rule["high"]
        found.append(bool(rugged or here.mean() > rule["plateau"]))
    return found


def _share_of(work: Work, land: Bools, climate: Raster, classes: list[int]) -> list[float]:
    values = climate.at(work.plane.lat, work.plane.lon)
    mask = np.isin(values, list(classes))
    return [float(here.mean()) if len(here) else 0.0 for here in work.plane.by_hex(mask, land)]


def lay_woods(work: Work, land: Bools, rules: list[Mapping[str, Any]]) -> None:
    """Named woods, marshes, hills: hexes of which their circles cover the share asked for."""
    for rule in rules:
        over = tuple(rule.get("over", ("clear", "forest")))
        covered = np.zeros(work.plane.shape, bool)
        for lat, lon, radius in rule["circles"]:
            covered |= _within(work, lat, lon, radius)
        for place, here in zip(work.plane.ids, work.plane.by_hex(covered, land), strict=True):
            mostly = len(here) and float(here.mean()) >= rule.get("share", 0.5)
            if mostly and work.fact("terrain").get(place) in over:
                work.put(place, "terrain", rule["terrain"])


def _within(work: Work, lat: float, lon: float, radius: float) -> Bools:
    """Raster points not further from a place than so many kilometres."""
    across = (work.plane.lon - lon) * np.cos(np.radians(lat))
    far = np.hypot(across, work.plane.lat - lat) * _KM
    found: Bools = far <= radius
    return found
