"""Countries of the map's date, from lists of today's provinces.

Every point of land belongs to the province of the nearest town of its present country; a hex
belongs to the country of the time that holds most of its points. The lists name a present country
(`AT`), a province of it (`PL/Opole Voivodeship`) or, where no province fits, a polygon.

A place of the lists gives its hex its own country, whatever holds most of the hex: the one written
beside it, else the one that the same lists give to its point. Of several in one hex a capital goes
first, then a city, a port or works, a name; then the earlier line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pbem.maps.building.geodata import Towns
from pbem.maps.building.plane import Bools, nearest_town
from pbem.maps.building.settle import is_weighty
from pbem.maps.building.work import Work

_BARE: Final = 0.03  # of a hex: so little land may hold no sample


def lay_countries(work: Work, land: Bools, towns: Towns) -> None:
    """The facts `country` and `region` of every hex that holds land."""
    borders = _borders(work, towns)
    known = land | _unseen(work, land)
    owners = nearest_town(work.plane, towns, borders.names, known)
    for place, here in zip(work.plane.ids, owners, strict=True):
        if not work.is_sea(place) and here:
            country = Counter(here).most_common(1)[0][0]
            if country:
                belong(work, place, country)
    for country, inside in borders.drawn:
        share = work.plane.share(inside)
        for number, place in enumerate(work.plane.ids):
            if share[number] > 0.5 and not work.is_sea(place):
                belong(work, place, country)
    _from_neighbours(work)
    for place, realm in _own_countries(work, borders):
        belong(work, place, realm)


@dataclass(frozen=True, slots=True)
class _Borders:
    """The country of the time of each of today's towns, and the polygons that lie over them."""

    towns: Towns
    names: tuple[str, ...]
    drawn: tuple[tuple[str, Bools], ...]

    def at(self, work: Work, lat: float, lon: float) -> str:
        """The country of a point: of the last polygon around it, else of the nearest town."""
        spot = work.plane.model.forward(np.array([lat]), work.plane.turned(np.array([lon])))
        for country, inside in reversed(self.drawn):
            if work.plane.look(inside, spot)[0]:
                return country
        east = (self.towns.where[:, 0] - lon + 180) % 360 - 180
        far = (self.towns.where[:, 1] - lat) ** 2 + (east * np.cos(np.radians(lat))) ** 2
        return self.names[int(far.argmin())]


def _borders(work: Work, towns: Towns) -> _Borders:
    realm = _realms(work.data["countries"])
    names = tuple(
        realm.get(province, realm.get(country, ""))
        for province, country in zip(towns.provinces, towns.countries, strict=True)
    )
    drawn = tuple(
        (str(entry["country"]), work.plane.fill_drawn(entry["around"]))
        for entry in work.data.get("country_polygons", ())
    )
    return _Borders(towns, names, drawn)


def _own_countries(work: Work, borders: _Borders) -> Iterator[tuple[str, str]]:
    """Every hex with places, and the country that the weightiest of them gives it."""
    ranked = [(_weight(entry), entry) for entry in work.data["places"]]
    given: set[str] = set()
    for _, entry in sorted(ranked, key=lambda one: one[0]):
        place = work.towns.get(str(entry["name"]))
        if place is None or place in given or work.is_sea(place):
            continue
        realm = str(entry.get("country") or entry.get("capital") or "")
        realm = realm or borders.at(work, entry["lat"], entry["lon"])
        if realm:
            given.add(place)
            yield place, realm


def _weight(entry: Mapping[str, Any]) -> int:
    """The place of an entry among those of one hex: the lowest number gives the country."""
    for number, key in enumerate(("capital", "city")):
        if key in entry:
            return number
    return 2 if is_weighty(entry) else 3


def _unseen(work: Work, land: Bools) -> Bools:
    """The whole of each hex that is land by the lists although the outline shows none."""
    share = work.plane.share(land)
    bare = [not work.is_sea(p) and share[n] < _BARE for n, p in enumerate(work.plane.ids)]
    found: Bools = np.array([*bare, False])[work.plane.owner]
    return found


def belong(work: Work, place: str, realm: str) -> None:
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
