"""Area boards: land and sea zones, which of them touch, and what their borders are made of.

In a map file an area is one line of facts, and its borders are a list of the areas it touches,
each with the features of that border: `east-prussia: [danzig, warsaw river rail]`. A border is
written once, under either of its areas; written twice, it must say the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

Pair = tuple[str, str]

_AREA_ID: Final = re.compile(r"[a-z0-9][a-z0-9:.-]*")


def is_area_id(text: str) -> bool:
    """Small letters, digits and `:.-`, so that it can stand in a path of the ledger."""
    return _AREA_ID.fullmatch(text) is not None


def pair(a: str, b: str) -> Pair:
    """The border between two areas, whichever is named first."""
    return (a, b) if a <= b else (b, a)


def read_border(line: str) -> tuple[str, tuple[str, ...]]:
    """`warsaw river rail` as the area and the features of the border, by name."""
    other, *features = line.split()
    return other, tuple(sorted(set(features)))


def touching(pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    """For every area the areas that it touches, in byte order."""
    found: dict[str, set[str]] = {}
    for a, b in pairs:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {area: tuple(sorted(others)) for area, others in found.items()}


def pieces(
    neighbours: Mapping[str, Sequence[str]], members: Collection[str]
) -> list[tuple[str, ...]]:
    """The connected pieces of some places, the largest first."""
    left = set(members)
    found: list[tuple[str, ...]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        piece = [start]
        for place in piece:
            fresh = [other for other in neighbours[place] if other in left]
            left.difference_update(fresh)
            piece.extend(fresh)
        found.append(tuple(sorted(piece)))
    return sorted(found, key=lambda piece: (-len(piece), piece))
