"""Where a map file says a thing: from a fact of a hex or a feature of a side to file and line.

Positions are looked for only when there is something to report, the last file first, because
corrections lie over the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbem.core.data.findings import Where
from pbem.core.maps.areas import pair
from pbem.core.maps.draft import Source
from pbem.core.maps.mapfile import Reading
from pbem.core.maps.sections.layers import rows_of
from pbem.core.maps.sections.reader import CORRECTIONS, FORMAT, Reader

_LONGEST: Final = 400  # lines of one list of sides


@dataclass(frozen=True, slots=True)
class LayerRow:
    """One row of letters of one layer: its hexes and what its letters mean."""

    source: Source
    layer: str
    line: int
    ids: tuple[str, ...]
    tokens: tuple[str, ...]
    legend: Mapping[str, object]

    @property
    def where(self) -> Where:
        return self.source.where(("layers", self.layer, "rows"), self.line)

    def says(self, place: str, fact: str) -> bool:
        """Whether the row gives this fact to the hex."""
        if place not in self.ids:
            return False
        meaning = self.legend.get(self.tokens[self.ids.index(place)])
        return fact in meaning if isinstance(meaning, dict) else fact == self.layer

    def speaks_of(self, place: str) -> bool:
        """Whether the row has a letter for the hex, not just a dot."""
        return place in self.ids and self.tokens[self.ids.index(place)] not in "-."


@dataclass(frozen=True)
class Finder:
    """Finds the lines of the files that a board was read from."""

    reading: Reading

    @cached_property
    def rows(self) -> tuple[LayerRow, ...]:
        """Every row of letters, the last file first."""
        return tuple(row for source in reversed(self.reading.sources) for row in self._rows(source))

    def _rows(self, source: Source) -> Iterator[LayerRow]:
        form = FORMAT if source is self.reading.sources[0] else CORRECTIONS
        reader = Reader(self.reading.draft, source, form)
        for name, layer in self._data(source).get("layers", {}).items():
            path = ("layers", name, "rows")
            legend = layer.get("legend", {})
            for row in rows_of(reader, layer.get("rows", ""), path):
                yield LayerRow(
                    source, name, row.line, tuple(row.run.ids), tuple(row.tokens), legend
                )

    @staticmethod
    def _data(source: Source) -> Mapping[str, Any]:
        source.where((), 0)  # reads the document
        data = source.document.data if source.document else None
        return data if isinstance(data, dict) else {}

    def fact(self, place: str, fact: str) -> Where:
        """Where the map says this of a place; else where the place comes into being."""
        for source in reversed(self.reading.sources):
            for section in ("places", "areas"):
                facts = self._data(source).get(section, {}).get("at", {}).get(place, {})
                if fact in facts:
                    return source.where((section, "at", place, fact), 0)
        for row in self.rows:
            if row.says(place, fact):
                return row.where
        return self.place(place)

    def place(self, place: str) -> Where:
        """Where a place comes into being: its row of terrain, or its own line."""
        for row in self.rows:
            if row.layer == "terrain" and row.speaks_of(place):
                return row.where
        for source in self.reading.sources:
            for section in ("places", "areas"):
                if place in self._data(source).get(section, {}).get("at", {}):
                    return source.where((section, "at", place), 0)
        return Where(self.reading.sources[0].name)

    def layer(self, name: str) -> Where:
        """Where a layer begins."""
        for source in self.reading.sources:
            if name in self._data(source).get("layers", {}):
                return source.where(("layers", name), 0)
        return Where(self.reading.sources[0].name)

    def side(self, a: str, b: str, feature: str) -> Where:
        """Where the map puts a feature between two places."""
        edge = self.reading.draft.edges.get(feature, {}).get(pair(a, b))
        if edge is None:
            return self.place(a)
        start = edge.source.where(edge.path, 0)
        lines = edge.source.text.splitlines()[start.line - 1 : start.line - 1 + _LONGEST]
        for number, line in enumerate(lines):
            if f"{a}-{b}" in line or f"{b}-{a}" in line or f"{a} {b}" in line:
                return Where(start.file, start.line + number, 1) if number else start
        return start
