"""Which zone each cell of a world board's plane belongs to: land by provinces, sea by seeds.

Land: a cell lies in one of today's countries; there it belongs to the zone that the lists name for
the province of the nearest town. Where no province fits, the lists divide a country by places of
their own (`divided`), or draw a line (`drawn`). Small islands that are zones are drawn larger than
they are (`islands`); land of no zone, and pieces of a zone too small to see, are left out. Sea: a
cell belongs to the nearest of the seeds of its basin. Leaves outlines to `arcs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pbem.maps.building import geodata
from pbem.maps.building.geodata import Floats, Ints, Outline, Towns
from pbem.maps.building.plane import Bools
from pbem.maps.building.shores import label
from pbem.maps.building.sources import Sources
from pbem.maps.building.stretch import Stretch

Labels = npt.NDArray[np.int16]

NONE: Final = -1  # no zone: ice, strange islands
LAKE: Final = -2
_ROUND: Final = 4  # cells round a cell that have a say in where a border between towns runs
_HALF: Final = 3  # the nearest town or seed is looked for in every third cell
_NO_ZONE: Final = "none"  # of a line by hand: what lies within is left out
_STRAY: Final = 4.0  # times as far from the middle of its province as others: a town not there
_ROUND_IT: Final = 5  # unless one of so many nearest towns is of its province


@dataclass(slots=True)
class Zoning:
    """The plane with a zone's number in every cell."""

    lists: Mapping[str, Any]
    plane: Stretch
    names: tuple[str, ...]
    labels: Labels = field(default_factory=lambda: np.zeros((0, 0), np.int16))
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.labels = np.full(self.plane.shape, NONE, np.int16)

    def number(self, zone: str) -> int:
        return self.names.index(zone)


def zoning(lists: Mapping[str, Any], sources: Sources) -> Zoning:
    """All cells of the plane with their zones."""
    sections = ("provinces", "divided", "islands", "seas")
    names = {zone for section in sections for zone in lists[section]}
    names |= {str(entry["zone"]) for entry in lists["drawn"]} - {_NO_ZONE}
    work = Zoning(lists, Stretch.of(lists["plane"]), tuple(sorted(names)))
    _lay_countries(work, geodata.countries(sources), geodata.towns(sources))
    _lay_drawn(work)
    _lay_islands(work)
    _drop_specks(work, int(lists["speck"]))
    _lay_lakes(work, geodata.lakes(sources))
    _lay_seas(work)
    _join_pieces(work)
    found = set(np.unique(work.labels).tolist())
    work.problems += [name for number, name in enumerate(work.names) if number not in found]
    return work


# --- land ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seats:
    """Towns and other places that say which zone is near: cell, today's country, zone."""

    row: Ints
    column: Ints
    countries: npt.NDArray[np.str_]
    zones: Ints

    def of(self, country: str) -> tuple[Ints, Ints, Ints]:
        """Those of one country that belong to a zone."""
        own = (self.countries == country) & (self.zones >= 0)
        return self.row[own], self.column[own], self.zones[own]


def _lay_countries(work: Zoning, outlines: Iterable[Outline], towns: Towns) -> None:
    """Each of today's countries, whole or by the nearest town of it."""
    seats = _seats(work, towns)
    by_name = {
        part[1:]: work.number(zone)
        for zone, parts in work.lists["provinces"].items()
        for part in parts
        if part.startswith("@")
    }
    for outline in outlines:
        mask = work.plane.fill(outline.rings)
        if outline.name in by_name:
            work.labels[mask] = by_name[outline.name]
            continue
        inside = mask[seats.row, seats.column]
        codes = Counter(seats.countries[inside].tolist())
        if codes:
            _lay_country(work, mask, seats.of(codes.most_common(1)[0][0]))


def _seats(work: Zoning, towns: Towns) -> _Seats:
    """Towns of today where they lie, and the places by which the lists divide a country."""
    said = _zones_of(work, towns)
    where = [(lat, lon) for lon, lat in towns.where.tolist()]
    countries = list(towns.countries)
    for zone, places in work.lists["divided"].items():
        for place in places:
            country, lat, lon = str(place).split()
            countries.append(country)
            where.append((float(lat), float(lon)))
            said.append(work.number(zone))
    lats, lons = np.array(where).T
    row, column = work.plane.cells(lats, lons)
    return _Seats(row, column, np.array(countries), np.array(said))


def _zones_of(work: Zoning, towns: Towns) -> list[int]:
    """The zone of each town, by its district, its province or its country as the lists say."""
    parts = work.lists["provinces"].items()
    zones = {part: work.number(zone) for zone, some in parts for part in some}
    known = set(towns.countries) | set(towns.provinces) | set(towns.districts)
    work.problems += [part for part in zones if part not in known and not part.startswith("@")]
    found = []
    for town, here in enumerate(_at_home(work, towns)):
        words = (towns.districts[town], towns.provinces[town], towns.countries[town])
        own = [zones[word] for word in words if word in zones]
        found.append(own[0] if own and here else NONE)
    return found


def _at_home(work: Zoning, towns: Towns) -> list[bool]:
    """Whether each town lies near others of its province: some in the data lie far from it."""
    where = np.stack(work.plane.cells(towns.where[:, 1], towns.where[:, 0]), -1)
    found = np.ones(len(where), bool)
    provinces, countries = np.array(towns.provinces), np.array(towns.countries)
    order = np.argsort(provinces, kind="stable")
    for own in np.split(order, np.flatnonzero(provinces[order][1:] != provinces[order][:-1]) + 1):
        apart = np.hypot(*(where[own] - np.median(where[own], 0)).T)
        for town in own[apart > _STRAY * np.median(apart) + 2 * _HALF].tolist():
            near = np.flatnonzero(countries == countries[town])
            away = ((where[near] - where[town]) ** 2).sum(1)
            nearest_ones = near[np.argsort(away, kind="stable")[1:_ROUND_IT]]
            found[town] = bool((provinces[nearest_ones] == provinces[town]).any())
    return [bool(here) for here in found]


def _lay_country(work: Zoning, mask: Bools, seats: tuple[Ints, Ints, Ints]) -> None:
    """One country: its only zone, or each cell the zone of the nearest of its towns."""
    row, column, zones = seats
    if not len(zones):
        return
    if len(set(zones.tolist())) == 1:
        work.labels[mask] = zones[0]
        return
    window = _window(mask)
    top, left = window[0].start, window[1].start
    here = mask[window]
    inside = (
        (row >= top) & (row < top + here.shape[0])
        & (column >= left) & (column < left + here.shape[1])
    )  # fmt: skip
    near = nearest(here.shape, (row[inside] - top, column[inside] - left))
    found = zones[inside][near]
    work.labels[window][here] = _majority(found, here)[here]


def nearest(shape: tuple[int, int], seeds: tuple[Ints, Ints]) -> Ints:
    """For every cell, the number of the nearest seed, by jump flooding of every third cell."""
    coarse = tuple(-(-size // _HALF) for size in shape)
    rows, columns = np.indices(coarse)
    row, column = (np.append(seed // _HALF, -16_000).astype(int) for seed in seeds)
    best = np.full(coarse, len(row) - 1)
    best[row[:-1], column[:-1]] = np.arange(len(row) - 1)
    far = (rows - row[best]) ** 2 + (columns - column[best]) ** 2
    step = 1 << max(1, max(coarse).bit_length() - 1)
    while step:
        for down, right in _AROUND:
            _spread(best, far, (down * step, right * step), (rows, columns, row, column))
        step //= 2
    _spread_all(best, far, (rows, columns, row, column))
    return np.repeat(np.repeat(best, _HALF, 0), _HALF, 1)[: shape[0], : shape[1]]


_AROUND: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def _spread_all(best: Ints, far: Ints, known: tuple[Ints, Ints, Ints, Ints]) -> None:
    """One more round among neighbours, for what the long jumps missed."""
    for step in _AROUND:
        _spread(best, far, step, known)


def _spread(
    best: Ints, far: Ints, step: tuple[int, int], known: tuple[Ints, Ints, Ints, Ints]
) -> None:
    """Take over what the cell so far away has found, where that is nearer."""
    rows, columns, row, column = known
    to, origin = _shifted(best.shape, step)
    seed = best[origin]
    new = (rows[to] - row[seed]) ** 2 + (columns[to] - column[seed]) ** 2
    nearer = new < far[to]
    best[to] = np.where(nearer, seed, best[to])
    far[to] = np.where(nearer, new, far[to])


def _shifted(shape: tuple[int, ...], step: tuple[int, int]) -> tuple[Any, Any]:
    """The slices of a raster that lie a step apart."""
    down, right = step
    rows, columns = shape
    to = _slice(rows, down), _slice(columns, right)
    return to, (_slice(rows, -down), _slice(columns, -right))


def _slice(size: int, far: int) -> slice:
    return slice(max(0, -far), max(0, size - max(0, far)))


def _majority(found: Ints, mask: Bools) -> Ints:
    """Borders without frays: each cell takes the zone that most of the cells round it have."""
    best = np.full(found.shape, -1.0)
    smooth = found.copy()
    for zone in np.unique(found[mask]).tolist():
        own = (found == zone) & mask
        here = tuple(slice(max(0, s.start - 3 * _ROUND), s.stop + 3 * _ROUND) for s in _window(own))
        count = _boxed(own[here])
        more = count > best[here]
        best[here][more] = count[more]
        smooth[here][more] = zone
    return smooth


def _boxed(raster: Bools) -> Floats:
    """How many cells within a square round each cell are true, twice over so that it is rounder."""
    counts = raster.astype(np.float64)
    for _ in range(2):
        for axis in (0, 1):
            room = [(0, 0), (0, 0)]
            room[axis] = (_ROUND + 1, _ROUND)
            sums = np.cumsum(np.pad(counts, room), axis)
            size = counts.shape[axis]
            high = sums.take(range(2 * _ROUND + 1, 2 * _ROUND + 1 + size), axis)
            counts = high - sums.take(range(size), axis)
    return counts


def _lay_drawn(work: Zoning) -> None:
    """Lines by hand: land within them belongs to the zone named, or to none."""
    for entry in work.lists["drawn"]:
        ring = np.array([(lon, lat) for lat, lon in entry["around"]], float)
        inside = work.plane.fill([np.concatenate([ring, ring[:1]])])
        if "of" in entry:
            inside &= np.isin(work.labels, [work.number(zone) for zone in entry["of"]])
        name = str(entry["zone"])
        work.labels[inside & (work.labels >= 0)] = NONE if name == _NO_ZONE else work.number(name)


def _lay_islands(work: Zoning) -> None:
    """Discs where a zone is smaller than its sign."""
    height, width = work.plane.shape
    for zone, (lat, lon, size) in work.lists["islands"].items():
        row, column = work.plane.cells(np.array([float(lat)]), np.array([float(lon)]))
        reach = int(size) + 1
        rows = np.arange(max(0, row[0] - reach), min(height, row[0] + reach + 1))
        columns = np.arange(column[0] - reach, column[0] + reach + 1)
        disc = (rows[:, None] - row[0]) ** 2 + (columns - column[0]) ** 2 <= int(size) ** 2
        where = np.ix_(rows, columns % width)
        work.labels[where] = np.where(disc, np.int16(work.number(zone)), work.labels[where])


def _drop_specks(work: Zoning, speck: int) -> None:
    """Leave out small pieces of zones that have a larger one."""
    for number in range(len(work.names)):
        with _whole(work, number) as labels:
            window, pieces, sizes = _pieces(labels, number)
            most = max(sizes.values(), default=0)
            small = [p for p, size in sizes.items() if size < min(speck, most)]
            labels[window][np.isin(pieces, small)] = NONE
            for piece, size in sizes.items():
                if piece not in small and size < most / 4:
                    _give(labels, window, pieces == piece, inland=True)


@contextmanager
def _whole(work: Zoning, number: int) -> Iterator[Labels]:
    """The labels so turned that no zone is cut by the edge of the plane that is not by itself."""
    cut = bool((work.labels[:, 0] == number).any() and (work.labels[:, -1] == number).any())
    half = work.plane.shape[1] // 2 if cut else 0
    if cut:
        work.labels = np.roll(work.labels, half, 1)
    yield work.labels
    if cut:
        work.labels = np.roll(work.labels, -half, 1)


def _pieces(labels: Labels, number: int) -> tuple[tuple[slice, slice], Ints, dict[int, int]]:
    """The connected pieces of a zone: where it lies, the number of each piece, the size of each."""
    mask = labels == number
    window = _window(mask)
    if not mask[window].size:
        return window, np.zeros((0, 0), int), {}
    pieces = label(mask[window])
    found, sizes = np.unique(pieces[pieces > 0], return_counts=True)
    return window, pieces, {int(piece): int(size) for piece, size in np.stack([found, sizes], 1)}


# --- water --------------------------------------------------------------------------------------


def _lay_lakes(work: Zoning, outlines: Iterable[Outline]) -> None:
    """Lakes that can be seen; those of a basin of lakes are sea."""
    basin = _basins(work)[0]
    sea = np.isin(basin, [n for n, b in enumerate(work.lists["basins"]) if b.get("lakes")])
    for outline in outlines:
        mask = work.plane.fill(outline.rings) & (work.labels >= 0)
        if (mask & sea).any():
            work.labels[mask] = np.where(sea[mask], NONE, work.labels[mask])
        elif mask.sum() >= int(work.lists["lake"]):
            work.labels[mask] = LAKE


def _basins(work: Zoning) -> tuple[Ints, list[Bools]]:
    """The number of the basin of every cell (the last one is the open sea), and each by itself."""
    found = np.full(work.plane.shape, len(work.lists["basins"]))
    masks = []
    for number, entry in reversed(list(enumerate(work.lists["basins"]))):
        ring = np.array([(lon, lat) for lat, lon in entry["around"]], float)
        masks.append(work.plane.fill([np.concatenate([ring, ring[:1]])]))
        found[masks[-1]] = number
    return found, masks[::-1]


def _lay_seas(work: Zoning) -> None:
    """Each cell of a basin belongs to the nearest of its seeds; a basin without seeds to none."""
    basins, masks = _basins(work)
    water = work.labels == NONE
    seeds = [
        (work.number(zone), *place)
        for zone, places in work.lists["seas"].items()
        for place in places
    ]
    zones = np.array([zone for zone, _, _ in seeds])
    lat, lon = np.array([place for _, *place in seeds], float).T
    row, column = work.plane.cells(lat, lon)
    home = basins[row, column]
    for number, entry in enumerate(work.lists["basins"]):
        mask, own = masks[number], home == number
        if entry.get("lake"):
            work.labels[water & (basins == number)] = LAKE
        elif own.any():
            window = _window(mask)
            at = row[own] - window[0].start, column[own] - window[1].start
            found = zones[own][nearest(mask[window].shape, at)]
            cells = (water & (basins == number))[window]
            work.labels[window][cells] = found[cells]
    own = home == len(masks)
    found = zones[own][_round_the_globe(work.plane.shape, row[own], column[own])]
    cells = water & (basins == len(masks))
    work.labels[cells] = found[cells]


def _window(mask: Bools) -> tuple[slice, slice]:
    """The rows and columns between which a mask lies."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not len(rows):
        return slice(0, 0), slice(0, 0)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _round_the_globe(shape: tuple[int, int], row: Ints, column: Ints) -> Ints:
    """The nearest seed on a plane whose last column lies beside its first."""
    half = shape[1] // 2
    wide = (shape[0], 2 * shape[1])
    columns = np.concatenate([column - half, column + half, column + 3 * half])
    rows = np.tile(row, 3)
    inside = (columns >= 0) & (columns < wide[1])
    near = nearest(wide, (rows[inside], columns[inside]))
    found: Ints = np.flatnonzero(inside)[near[:, half : half + shape[1]]] % len(row)
    return found


def _join_pieces(work: Zoning) -> None:
    """A piece of a sea zone cut off from the rest belongs to what is around it."""
    lakes = {zone for entry in work.lists["basins"] for zone in entry.get("lakes", ())}
    for zone in work.lists["seas"]:
        number = work.number(zone)
        if zone in lakes:
            continue
        with _whole(work, number) as labels:
            window, pieces, sizes = _pieces(labels, number)
            for piece, size in sizes.items():
                if size < max(sizes.values()):
                    _give(labels, window, pieces == piece)


def _give(labels: Labels, window: tuple[slice, slice], piece: Bools, inland: bool = False) -> None:
    """Give a piece to the zone that surrounds most of it; `inland`: unless it has a coast."""
    rows, columns = np.nonzero(piece)
    rows, columns = rows + window[0].start, columns + window[1].start
    around: Counter[int] = Counter()
    for down, right in _AROUND[:4]:
        near = labels[
            np.clip(rows + down, 0, labels.shape[0] - 1), (columns + right) % labels.shape[1]
        ]
        around.update(near.tolist())
    own = int(labels[rows[0], columns[0]])
    others = [zone for zone, _ in around.most_common() if zone not in (own, NONE)]
    if others and not (inland and around[NONE]):
        labels[rows, columns] = others[0]
