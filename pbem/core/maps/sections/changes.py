"""What a correction takes away from the map."""

from __future__ import annotations

from typing import Any

from pbem.core.maps.sections.reader import Reader
from pbem.core.maps.sections.sides import sides, steps


def read_remove(reader: Reader, data: dict[str, Any]) -> None:
    """Hexsides and links that the map has and the printed map has not."""
    reader.known(data, ("hexsides", "links"), ("remove",))
    for section, read in (("hexsides", sides), ("links", steps)):
        for path, words in reader.chains(data.get(section, {}), ("remove", section)):
            edges = reader.draft.edges.get(str(path[-1]), {})
            for a, b in read(reader, words, path):
                if edges.pop((a, b), None) is None:
                    reader.problem("map-remove", f"there is no {path[-1]} at {a}-{b}", path)
