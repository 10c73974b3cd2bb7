"""Hexsides and links: what lies on the side between two places, and what crosses it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from pbem.core.maps.areas import Pair
from pbem.core.maps.draft import DocPath, Edge
from pbem.core.maps.sections.reader import Reader


def read_hexsides(reader: Reader, data: dict[str, object]) -> None:
    """Features that lie on the side between two hexes: `E2140-E2240`."""
    _read_features(reader, data, ("hexsides", "sides"), sides)


def read_links(reader: Reader, data: dict[str, object]) -> None:
    """Features that cross the sides between the hexes of a chain: `E2341 E2240 E2140`."""
    _read_features(reader, data, ("links", "lines"), steps)


def _read_features(
    reader: Reader,
    data: dict[str, object],
    keys: tuple[str, str],
    read: Callable[[Reader, list[str], DocPath], list[Pair]],
) -> None:
    section, key = keys
    for feature, value in data.items():
        path = (section, feature)
        layer = reader.mapping(value, path)
        reader.known(layer, ("provenance", "note", key), path)
        reader.provenance(layer, section, feature, path)
        reader.known_feature(feature, path)
        edges = reader.draft.edges.setdefault(feature, {})
        for where, words in reader.chains(layer.get(key, {}), (*path, key)):
            edges.update(dict.fromkeys(read(reader, words, where), Edge(reader.source, where)))


def sides(reader: Reader, words: list[str], path: DocPath) -> list[Pair]:
    """`E2140-E2240 E2140-E2141` as the pairs of hexes."""
    places, found = reader.draft.places, []
    for word in words:
        a, _, b = word.partition("-")
        if a in places and b in places:
            found.append((a, b) if a <= b else (b, a))
        elif reader.known_place(a, path):
            reader.known_place(b, path)
    return found


def steps(reader: Reader, words: list[str], path: DocPath) -> list[Pair]:
    """`E2341 E2240 E2140` as the pairs of hexes from one to the next."""
    places = reader.draft.places
    if [word for word in words if word not in places and not reader.known_place(word, path)]:
        return []
    return [(a, b) if a <= b else (b, a) for a, b in pairwise(words)]
