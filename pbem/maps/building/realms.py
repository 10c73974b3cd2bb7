"""Countries of the map's date, from lists of today's provinces.

Every point of land belongs to the province of the nearest town of its present country; a hex
belongs to the country of the time that holds most of its points. The lists name a present country
(`AT`), a province of it (`PL/Opole Voivodeship`) or, where no province fits, a polygon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

import numpy as np

from pbem.maps.building.geodata import Towns
from pbem.maps.building.plane import Bools, nearest_town
from pbem.maps.building.work import Work

_BARE: Final = 0.03  # of a hex: so little land may hold no sample


def lay_countries(work: Work, land: Bools, towns: Towns) -> None:
    """The facts `country` and `region` of every hex that holds land."""
    lists = work.data["countries"]
    realm = _realms(lists)
    names = tuple(
        realm.get(province, realm.get(country, ""))
        for province, country in zip(towns.provinces, towns.countries, strict=True)
    )
    known = land | _unseen(work, land)
    for place, here in zip(
        work.plane.ids, nearest_town(work.plane, towns, names, known), strict=True
    ):
        if not work.is_sea(place) and here:
            country = Counter(here).most_common(1)[0][0]
            if country:
                _belong(work, place, country)
    for entry in work.data.get("country_polygons", ()):
        inside = work.plane.share(work.plane.fill_drawn(entry["around"]))
        for number, place in enumerate(work.plane.ids):
            if inside[number] > 0.5 and not work.is_sea(place):
                _belong(work, place, str(entry["country"]))
    _from_neighbours(work)
    for place, own in work.fact("capital").items():
        work.put(place, "country", own)


def _unseen(work: Work, land: Bools) -> Bools:
    """The whole of each hex that is land by the lists although the outline shows none."""
    share = work.plane.share(land)
    bare = [not work.is_sea(p) and share[n] < _BARE for n, p in enumerate(work.plane.ids)]
    found: Bools = np.array([*bare, False])[work.plane.owner]
    return found


def _belong(work: Work, place: str, realm: str) -> None:
    """`poland/east-poland` is a region of a country."""
    country, _, region = realm.partition("/")
    work.put(place, "country", country)
    work.put(place, "region", region or None)


def _realms(lists: Mapping[str, list[str]]) -> dict[str, str]:
    return {part: realm for realm, parts in lists.items() for part in parts}


def _from_neighbours(work: Work) -> None:
    """A piece of land without towns takes the country of its neighbours."""
    left = [p for p in work.plane.ids if not work.is_sea(p) and p not in work.fact("country")]
    while left:
        later = []
        for place in left:
            near = [
                str(work.fact("country")[o])
                for o in work.around(place)
                if o in work.fact("country")
            ]
            if near:
                work.put(place, "country", Counter(sorted(near)).most_common(1)[0][0])
            else:
                later.append(place)
        if len(later) == len(left):
            return
        left = later
