"""The plane of a board of the whole world: a raster, larger where zones are small.

Decides where each longitude and latitude lies; a row is a latitude, row 0 the northernmost. The
plane runs round the globe: column 0 follows the last one. In the middle latitudes of the north
Europe, East Asia and the United States are larger than oceans; further south longitudes lie evenly.
Leaves what is there to `zoning`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pbem.maps.building.geodata import Floats, Ints
from pbem.maps.building.plane import Bools, dense

_STEP: Final = 0.25  # degrees between those whose place on the plane is summed up
_PIECE: Final = 0.05  # degrees: pieces of an outline are no longer


@dataclass(frozen=True, slots=True)
class Scale:
    """Columns (or rows) of the plane up to each degree, summed up from columns a degree."""

    degrees: Floats
    sums: Floats

    @classmethod
    def of(cls, knots: Mapping[str, Any]) -> Scale:
        """From `degree: columns a degree`, evenly between the degrees that are given."""
        known = sorted((float(degree), float(value)) for degree, value in knots.items())
        ends, values = np.array(known).T
        degrees = np.arange(ends[0], ends[-1] + _STEP / 2, _STEP)
        dense_values = np.interp(degrees, ends, values)
        steps = (dense_values[1:] + dense_values[:-1]) / 2 * _STEP
        return cls(degrees, np.concatenate([[0.0], np.cumsum(steps)]))

    def at(self, degrees: Floats) -> Floats:
        found: Floats = np.interp(degrees, self.degrees, self.sums)
        return found

    def back(self, sums: Floats) -> Floats:
        found: Floats = np.interp(sums, self.sums, self.degrees)
        return found


@dataclass(frozen=True, slots=True)
class Stretch:
    """The plane: how wide, how high, and which longitude lies at its western edge."""

    north: Scale
    south: Scale
    rows: Scale
    between: tuple[float, float]  # latitudes from which the one and the other alone hold
    shape: tuple[int, int]

    @classmethod
    def of(cls, lists: Mapping[str, Any]) -> Stretch:
        north, south = Scale.of(lists["north"]), Scale.of(lists["south"])
        rows = Scale.of(lists["rows"])
        width = round(float(north.sums[-1]))
        height = round(float(rows.sums[-1]))
        low, high = lists["between"]
        return cls(north, south, rows, (float(low), float(high)), (height, width))

    @property
    def west(self) -> float:
        return float(self.north.degrees[0])

    def _share(self, lat: Floats) -> Floats:
        """How far the scale of the north holds at a latitude."""
        low, high = self.between
        part = np.clip((lat - low) / (high - low), 0, 1)
        found: Floats = part * part * (3 - 2 * part)
        return found

    def forward(self, lat: Floats, lon: Floats) -> Floats:
        """Columns and rows of places; longitudes that run on past an edge run on here."""
        turns = np.floor((lon - self.west) / 360)
        inside = lon - 360 * turns
        width = self.shape[1]
        share = self._share(lat)
        north = self.north.at(inside) / self.north.sums[-1]
        south = self.south.at(inside) / self.south.sums[-1]
        x = (share * north + (1 - share) * south + turns) * width
        y = self.shape[0] - self.rows.at(lat)
        return np.stack([x, y], -1)

    def places(self) -> tuple[Floats, Floats]:
        """Latitude and longitude of every cell's middle."""
        height, width = self.shape
        lat = self.rows.back(height - (np.arange(height, dtype=np.float64) + 0.5))
        columns = (np.arange(width) + 0.5) / width
        degrees = self.north.degrees
        lon = np.empty(self.shape)
        for row, share in enumerate(self._share(lat)):
            sums = share * self.north.sums / self.north.sums[-1]
            sums = sums + (1 - share) * self.south.sums / self.south.sums[-1]
            lon[row] = np.interp(columns, sums, degrees)
        return np.repeat(lat[:, None], width, 1), lon

    def fill(self, rings: Iterable[Floats]) -> Bools:
        """Where an odd number of rings of longitude and latitude is around a cell's middle."""
        filled = np.zeros(self.shape, bool)
        for ring in rings:
            self._fill_ring(filled, ring)
        return filled

    def _fill_ring(self, filled: Bools, ring: Floats) -> None:
        """Turn over what lies within one ring, wherever it runs past the edge of the plane."""
        line = dense(np.stack([np.unwrap(ring[:, 0], period=360), ring[:, 1]], -1), _PIECE)
        points = self.forward(line[:, 1], line[:, 0])
        left, top = np.floor(points.min(0)).astype(int) - 1
        right, bottom = np.ceil(points.max(0)).astype(int) + 1
        toggles = np.zeros((bottom - top, right - left + 1), bool)
        _toggle(toggles, points[:, 0] - left, points[:, 1] - top)
        inside = np.logical_xor.accumulate(toggles, axis=1)[:, :-1]
        rows = np.arange(max(top, 0), min(bottom, self.shape[0]))
        for start in range(left, right, self.shape[1]):
            columns = np.arange(start, min(right, start + self.shape[1]))
            here = inside[np.ix_(rows - top, columns - left)]
            filled[np.ix_(rows, columns % self.shape[1])] ^= here

    def cells(self, lat: Floats, lon: Floats) -> tuple[Ints, Ints]:
        """Row and column of places."""
        points = self.forward(lat, lon)
        row = np.clip(np.floor(points[..., 1]).astype(int), 0, self.shape[0] - 1)
        return row, np.floor(points[..., 0]).astype(int) % self.shape[1]


def _toggle(toggles: Bools, x: Floats, y: Floats) -> None:
    """Flip, in each row, every cell east of where the ring crosses it."""
    x, y = x - 0.5, y - 0.5
    x2, y2 = np.roll(x, -1), np.roll(y, -1)
    low = np.ceil(np.minimum(y, y2)).astype(int).clip(0, toggles.shape[0])
    high = np.ceil(np.maximum(y, y2)).astype(int).clip(0, toggles.shape[0])
    count = np.maximum(high - low, 0)
    edge = np.repeat(np.arange(len(x)), count)
    row = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + low[edge]
    share = (row - y[edge]) / (y2 - y)[edge]
    column = np.ceil(x[edge] + share * (x2 - x)[edge]).astype(int)
    np.logical_xor.at(toggles, (row, column.clip(0, toggles.shape[1] - 1)), True)
