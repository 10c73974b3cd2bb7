"""Which places touch although no grid says so: borders of areas, and joins."""

from __future__ import annotations

from pbem.core.maps.areas import Pair, pair, read_border
from pbem.core.maps.draft import DocPath, Edge
from pbem.core.maps.sections.reader import Reader


def read_borders(reader: Reader, data: dict[str, object]) -> None:
    """The areas that each area touches, with the features of the border."""
    reader.known(data, ("provenance", "note", "between"), ("borders",))
    reader.provenance(data, "borders", "", ("borders",))
    written = {} if reader.corrects else reader.draft.borders
    for area, lines in reader.mapping(data.get("between", {}), ("borders", "between")).items():
        path = ("borders", "between", area)
        if not isinstance(lines, list) or not reader.known_place(area, path):
            reader.problem("map-shape", f"'{area}' needs a list of the areas it touches", path)
            continue
        for number, line in enumerate(lines):
            where = (*path, number)
            _border(reader, reader.string(line, where), where, written)


def _border(
    reader: Reader,
    line: str,
    path: tuple[str, str, str, int],
    written: dict[Pair, tuple[str, ...]],
) -> None:
    if not line.split():
        return
    area = path[2]
    other, features = read_border(line)
    if not reader.known_place(other, path):
        return
    draft, both, edge = reader.draft, pair(area, other), Edge(reader.source, path)
    if area == other or written.setdefault(both, features) != features:
        reader.problem("map-border", f"the border {area} - {other} contradicts itself", path)
    draft.joined[both] = edge
    for feature in features:
        reader.known_feature(feature, path)
        draft.edges.setdefault(feature, {})[both] = edge


def read_joins(reader: Reader, data: dict[str, object]) -> None:
    """Places that touch although no grid says so: the first one and each of the rest."""
    reader.known(data, ("provenance", "note", "lines"), ("joins",))
    reader.provenance(data, "joins", "", ("joins",))
    for path, chain in reader.chains(data.get("lines", {}), ("joins", "lines")):
        for other in _others(reader, chain, path):
            reader.draft.joined[pair(chain[0], other)] = Edge(reader.source, path)


def _others(reader: Reader, chain: list[str], path: DocPath) -> list[str]:
    """The places that a line joins to its first one."""
    unknown = [place for place in chain if not reader.known_place(place, path)]
    if chain[0] in chain[1:]:
        reader.problem("map-border", f"{chain[0]} is joined to itself", path)
    return [] if unknown or chain[0] in chain[1:] else chain[1:]
