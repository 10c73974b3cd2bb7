"""The plane of a grid as a raster: which hex each point lies in, areas filled, lines drawn.

Every share (of land in a hex, of water along a hexside) is counted in points of the raster, so the
builder needs no geometry library and always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from pbem.core.maps.areas import Pair, pair
from pbem.core.maps.hexes import DIRECTIONS, Point
from pbem.maps.building.geodata import Floats, Ints, Outline, Towns
from pbem.maps.building.projection import Model

Bools = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.generic]

ROW: Final = 3**0.5 / 2  # distance of two rows of hexes
FINE: Final = 24  # raster points along one hex
_COARSE: Final = 6  # raster points between those whose place on the globe is worked out
_LONGEST: Final = 0.25  # degrees; longer pieces of an outline are cut
_HALF_SIDE: Final = 3**-0.5 / 2
_MARGIN: Final = 6  # half hexes and rows around the map that the raster may reach into


def centre(point: Point) -> tuple[float, float]:
    """The centre of a hex in the plane."""
    return point[0] / 2, point[1] * ROW


def side_ends(a: Point, b: Point) -> Floats:
    """The two corners that two neighbouring hexes share."""
    ax, ay = centre(a)
    bx, by = centre(b)
    middle = np.array([(ax + bx) / 2, (ay + by) / 2])
    along = np.array([-(by - ay), bx - ax]) * _HALF_SIDE
    return np.array([middle - along, middle + along])


@dataclass(slots=True)
class Plane:
    """The hexes of a map and the raster over them; row 0 of the raster is the southernmost."""

    hexes: Mapping[str, Point]
    model: Model
    fine: int = FINE
    ids: tuple[str, ...] = ()
    west: float = 0.0
    south: float = 0.0
    shape: tuple[int, int] = (0, 0)
    owner: Ints = field(default_factory=lambda: np.zeros((0, 0), int))
    sorted: Ints = field(default_factory=lambda: np.zeros(0, int))  # raster points hex by hex
    lat: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    lon: Floats = field(default_factory=lambda: np.zeros((0, 0)))

    def __post_init__(self) -> None:
        self.ids = tuple(self.hexes)
        centres = np.array([centre(point) for point in self.hexes.values()])
        self.west, self.south = centres.min(0) - 1
        width, height = centres.max(0) - centres.min(0) + 2
        self.shape = int(height * self.fine) + 1, int(width * self.fine) + 1
        self.owner = self._owners()
        inside = int((self.owner >= 0).sum())
        self.sorted = np.argsort(self.owner, axis=None, kind="stable")[-inside:]
        self.lat, self.lon = self._places()

    def points(self) -> Floats:
        """The plane coordinates of every raster point."""
        rows, columns = np.indices(self.shape)
        x = self.west + (columns + 0.5) / self.fine
        return np.stack([x, self.south + (rows + 0.5) / self.fine], -1)

    def _owners(self) -> Ints:
        """The number of the hex around each raster point; -1 outside the map."""
        points = self.points()
        table, west, south = self._table()
        row = np.round(points[..., 1] / ROW).astype(int)
        best = np.full(self.shape, np.inf)
        owner = np.full(self.shape, -1)
        for step in (-1, 0, 1):
            y = row + step
            # half-hex columns have the parity that their row has on this plane
            parity = self._parity(y)
            x = (2 * np.round((2 * points[..., 0] - parity) / 2) + parity).astype(int)
            far = (points[..., 0] - x / 2) ** 2 + (points[..., 1] - y * ROW) ** 2
            nearer = far < best
            best[nearer] = far[nearer]
            owner[nearer] = table[y[nearer] - south, x[nearer] - west]
        return owner

    def _parity(self, rows: Ints) -> Ints:
        odd = {y % 2: x % 2 for x, y in self.hexes.values()}
        return np.where(rows % 2 == 0, odd.get(0, 1 - odd.get(1, 1)), odd.get(1, 1 - odd.get(0, 0)))

    def _table(self) -> tuple[Ints, int, int]:
        """The number of the hex at each point, -1 where there is none, from south-west of all."""
        points = np.array(list(self.hexes.values()))
        (west, south), (wide, high) = points.min(0) - _MARGIN, np.ptp(points, 0) + 2 * _MARGIN + 1
        table = np.full((high, wide), -1)
        table[points[:, 1] - south, points[:, 0] - west] = np.arange(len(points))
        return table, int(west), int(south)

    def _places(self) -> tuple[Floats, Floats]:
        """Latitude and longitude of every raster point, found on every fourth and filled in."""
        rows, columns = (np.arange(0, size + _COARSE, _COARSE) for size in self.shape)
        x, y = self.west + (columns + 0.5) / self.fine, self.south + (rows + 0.5) / self.fine
        lat, lon = self.model.inverse(np.stack(np.meshgrid(x, y), -1))
        return _refined(lat, self.shape), _refined(lon, self.shape)

    # rasters

    def cells(self, points: Floats) -> tuple[Ints, Ints]:
        """Row and column of points of the plane (some may lie outside)."""
        column = np.floor((points[..., 0] - self.west) * self.fine).astype(int)
        row = np.floor((points[..., 1] - self.south) * self.fine).astype(int)
        return row, column

    def look(self, raster: Cells, points: Floats) -> Cells:
        """The raster's values at points of the plane (the edge's value outside)."""
        row, column = self.cells(points)
        return raster[np.clip(row, 0, self.shape[0] - 1), np.clip(column, 0, self.shape[1] - 1)]

    def fill(self, rings: Iterable[Floats], around: tuple[float, float]) -> Bools:
        """Where an odd number of rings of longitude and latitude is around a raster point."""
        toggles = np.zeros((self.shape[0], self.shape[1] + 1), bool)
        for ring in rings:
            for shifted in _near(ring, around):
                self._toggle(toggles, self.model.forward(shifted[:, 1], shifted[:, 0]))
        return np.logical_xor.accumulate(toggles, axis=1)[:, :-1]

    def fill_drawn(self, corners: Iterable[Iterable[float]]) -> Bools:
        """Inside of a polygon drawn by hand: its edges run as they are written, however long."""
        ring = np.array([(lon, lat) for lat, lon in corners], float)
        toggles = np.zeros((self.shape[0], self.shape[1] + 1), bool)
        for shifted in _turned(np.concatenate([ring, ring[:1]]), self.around()):
            self._toggle(toggles, self.model.forward(shifted[:, 1], shifted[:, 0]))
        return np.logical_xor.accumulate(toggles, axis=1)[:, :-1]

    def _toggle(self, toggles: Bools, ring: Floats) -> None:
        """Flip, in each raster row, everything east of where the ring crosses it."""
        x = (ring[:, 0] - self.west) * self.fine - 0.5
        y = (ring[:, 1] - self.south) * self.fine - 0.5
        x1, x2, y1, y2 = x, np.roll(x, -1), y, np.roll(y, -1)
        low, high = np.ceil(np.minimum(y1, y2)).astype(int), np.ceil(np.maximum(y1, y2)).astype(int)
        low, high = np.clip(low, 0, self.shape[0]), np.clip(high, 0, self.shape[0])
        count = np.maximum(high - low, 0)
        edge = np.repeat(np.arange(len(x)), count)
        row = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + low[edge]
        share = (row - y1[edge]) / (y2 - y1)[edge]
        column = np.ceil(x1[edge] + share * (x2 - x1)[edge])
        column = np.clip(column, 0, self.shape[1]).astype(int)
        np.logical_xor.at(toggles, (row, column), True)

    def fill_outlines(self, outlines: Iterable[Outline]) -> Bools:
        """The union of some outlines."""
        frame = self.frame()
        rings = (r for outline in outlines for r in outline.rings if _touches(r, frame))
        return self.fill(rings, self.around())

    def frame(self) -> tuple[float, float, float, float]:
        """South, north, west and east of the raster on the globe, with a margin."""
        return (
            float(self.lat.min()) - 3,
            float(self.lat.max()) + 3,
            float(self.lon.min()) - 5,
            float(self.lon.max()) + 5,
        )

    def around(self) -> tuple[float, float]:
        _, _, west, east = self.frame()
        return west, east

    # shares

    def share(self, raster: Bools) -> Floats:
        """By hex, the share of its points where the raster is true."""
        inside = self.owner >= 0
        whole = np.bincount(self.owner[inside], minlength=len(self.ids))
        part = np.bincount(self.owner[inside & raster], minlength=len(self.ids))
        return part / np.maximum(whole, 1)

    def by_hex(
        self, raster: npt.NDArray[np.generic], where: Bools
    ) -> list[npt.NDArray[np.generic]]:
        """By hex, the raster's values at its points where `where` holds."""
        chosen, cuts = self.chosen(where)
        return np.split(raster.ravel()[chosen], cuts)

    def chosen(self, where: Bools) -> tuple[Ints, Ints]:
        """The places in the raster where `where` holds, hex by hex, and where each hex begins."""
        chosen = self.sorted[where.ravel()[self.sorted]]
        return chosen, np.searchsorted(self.owner.ravel()[chosen], np.arange(1, len(self.ids)))

    def hex_at(self, lat: float, lon: float) -> str | None:
        """The hex in which a place lies."""
        number = self.hex_numbers(np.array([lat]), np.array([lon]))[0]
        return self.ids[number] if number >= 0 else None

    def hex_numbers(self, lat: Floats, lon: Floats) -> Ints:
        """The numbers of the hexes in which places lie; -1 off the map."""
        points = self.model.forward(lat, self.turned(lon))
        row, column = self.cells(points)
        off = (row < 0) | (column < 0) | (row >= self.shape[0]) | (column >= self.shape[1])
        row, column = np.where(off, 0, row), np.where(off, 0, column)
        return np.where(off, -1, self.owner[row, column])

    def turned(self, lon: Floats) -> Floats:
        """Longitudes counted on through 180 degrees where the map does so."""
        west, _ = self.around()
        found: Floats = np.where(lon < west, lon + 360, lon)
        return found

    def sides(self) -> dict[Pair, Floats]:
        """Every side between two hexes of the map and its corners."""
        by_point = {point: place for place, point in self.hexes.items()}
        found = {}
        for place, (x, y) in self.hexes.items():
            for dx, dy in DIRECTIONS.values():
                other = by_point.get((x + dx, y + dy))
                if other is not None and pair(place, other)[0] == place:
                    found[place, other] = side_ends((x, y), (x + dx, y + dy))
        return found


def along(ends: Floats, count: int = 25, spare: float = 0.0) -> Floats:
    """Points evenly along a side, leaving a share of it free at both ends."""
    share = np.linspace(spare, 1 - spare, count)[:, None]
    found: Floats = ends[0] * (1 - share) + ends[1] * share
    return found


def _refined(coarse: Floats, shape: tuple[int, int]) -> Floats:
    """The values between those of every sixth row and column, evenly spread."""
    for axis in (0, 1):
        size = shape[axis]
        at = np.arange(size) / _COARSE
        low = at.astype(int)
        share = (at - low).reshape((-1, 1) if axis == 0 else (1, -1))
        coarse = coarse.take(low, axis) * (1 - share) + coarse.take(low + 1, axis) * share
    return coarse


def _touches(ring: Floats, frame: tuple[float, float, float, float]) -> bool:
    south, north, west, east = frame
    lon, lat = ring[:, 0], ring[:, 1]
    if lat.max() < south or lat.min() > north or len(ring) < 4:
        return False
    return any(lon.max() + turn >= west and lon.min() + turn <= east for turn in (-360, 0, 360))


def _near(ring: Floats, around: tuple[float, float]) -> list[Floats]:
    """An outline of the source, which may jump by 360 degrees, near the longitudes of the map."""
    unwrapped = np.stack([np.unwrap(ring[:, 0], period=360), ring[:, 1]], -1)
    if np.ptp(unwrapped[:, 0]) > 300:  # round the pole
        return []
    return _turned(unwrapped, around)


def _turned(ring: Floats, around: tuple[float, float]) -> list[Floats]:
    """A ring wherever it comes near the longitudes of the map, with short pieces only."""
    low, high = ring[:, 0].min(), ring[:, 0].max()
    west, east = around
    turns = [turn for turn in (-360, 0, 360) if low + turn < east and high + turn > west]
    pieces = dense(ring)
    return [pieces + np.array([turn, 0]) for turn in turns]


def dense(line: Floats, longest: float = _LONGEST) -> Floats:
    """A line with points added so that none of its pieces is longer."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    count = np.maximum(np.ceil(steps / longest).astype(int), 1)
    if not len(count) or count.max() == 1:
        return line
    piece = np.repeat(np.arange(len(count)), count)
    share = (np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)) / count[piece]
    inner = line[piece] + np.diff(line, axis=0)[piece] * share[:, None]
    return np.concatenate([inner, line[-1:]])


def nearest_town(
    plane: Plane, towns: Towns, names: tuple[str, ...], where: Bools
) -> list[list[str]]:
    """By hex, the name (country, province) of the town nearest to each of its points."""
    numbers = plane.hex_numbers(towns.where[:, 1], towns.where[:, 0])
    points = plane.model.forward(towns.where[:, 1], plane.turned(towns.where[:, 0]))
    by_point = {point: number for number, point in enumerate(plane.hexes.values())}
    inside: dict[int, list[int]] = {}
    for town, number in enumerate(numbers.tolist()):
        inside.setdefault(number, []).append(town)
    found: list[list[str]] = []
    for point, samples in zip(plane.hexes.values(), _samples(plane, where), strict=True):
        near = _towns_around(point, by_point, inside)
        if not near or not len(samples):
            found.append([])
            continue
        apart = ((samples[:, None] - points[near]) ** 2).sum(-1)
        found.append([names[near[i]] for i in apart.argmin(1)])
    return found


def _samples(plane: Plane, where: Bools) -> list[Floats]:
    """By hex, some of its raster points, every third in both directions."""
    thin = np.zeros(plane.shape, bool)
    thin[::3, ::3] = True
    chosen, cuts = plane.chosen(where & thin)
    return np.split(plane.points().reshape(-1, 2)[chosen], cuts)


def _towns_around(
    point: Point, by_point: Mapping[Point, int], inside: Mapping[int, list[int]]
) -> list[int]:
    """The towns of a hex and of those around it, ever wider until there is one."""
    for reach in (1, 2, 4, 8, 16):
        near = [
            town
            for dy in range(-reach, reach + 1)
            for dx in range(-2 * reach + abs(dy), 2 * reach - abs(dy) + 1, 2)
            for town in inside.get(by_point.get((point[0] + dx, point[1] + dy), -2), ())
        ]
        if near:
            return near
    return []
