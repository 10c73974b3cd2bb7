"""Reading one file of a map, section by section, into the draft; docs/maps.md shows the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbem.core.maps.draft import Draft, Source
from pbem.core.maps.sections.borders import read_borders, read_joins
from pbem.core.maps.sections.changes import read_add, read_remove
from pbem.core.maps.sections.grid import read_grid
from pbem.core.maps.sections.head import read_head
from pbem.core.maps.sections.layers import read_layers
from pbem.core.maps.sections.places import read_areas, read_countries, read_places
from pbem.core.maps.sections.reader import CORRECTIONS, FORMAT, PART, Reader
from pbem.core.maps.sections.sides import read_hexsides, read_links

Section = Callable[[Reader, dict[str, object]], None]

_COMMON: Final[Mapping[str, Section]] = {
    "layers": read_layers,
    "places": read_places,
    "areas": read_areas,
    "borders": read_borders,
    "joins": read_joins,
    "hexsides": read_hexsides,
    "links": read_links,
    "countries": read_countries,
}
_WHOLE: Final[Mapping[str, Section]] = {"grid": read_grid, **_COMMON}
# the sections of each format in the order in which they are read
_SECTIONS: Final[Mapping[str, Mapping[str, Section]]] = {
    FORMAT: _WHOLE,
    PART: _WHOLE,
    CORRECTIONS: {"remove": read_remove, "add": read_add, **_COMMON},
}


def begin(draft: Draft, source: Source, form: str) -> tuple[Reader, tuple[str, ...]]:
    """A file with its head read, and the files of the other parts, if it names any."""
    reader = Reader(draft, source, form)
    return reader, read_head(reader, tuple(_SECTIONS[form]))


def read_sections(readers: Sequence[Reader]) -> None:
    """The same section of all files, then the next one: a file may name places of another."""
    for name, read in _SECTIONS[readers[0].format].items():
        for reader in readers:
            if name in reader.data:
                read(reader, reader.mapping(reader.data[name], (name,)))
