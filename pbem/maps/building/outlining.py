"""From the cells of a world board to the file of its outlines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes, read_data_text
from pbem.maps.building.arcs import arcs
from pbem.maps.building.build import DATA, with_fractions
from pbem.maps.building.geodata import Ints
from pbem.maps.building.outlines import LAKE as LAKE_MARK
from pbem.maps.building.outlines import NOTHING, Arc, Outlines, Spot, write_outlines
from pbem.maps.building.plane import Bools
from pbem.maps.building.sources import Sources
from pbem.maps.building.zoning import LAKE, Labels, Zoning, zoning

BOARDS: Final = DATA / "boards"
_WIDE: Final = 3  # a spot is three wide to two high
_HIGH: Final = 2


def known_boards() -> tuple[str, ...]:
    """The boards of zones whose outlines can be built."""
    return tuple(sorted(path.stem for path in BOARDS.glob("*.yaml")))


def read_board_lists(name: str) -> dict[str, Any]:
    path = BOARDS / f"{name}.yaml"
    data = read_data_text(decode(read_bytes(path, MAX_DATA_BYTES), str(path)), str(path))
    found: dict[str, Any] = with_fractions(data)
    return found


def build_outlines(name: str, cache: Path) -> tuple[str, str, list[str]]:
    """The id of a board, the text of its outlines and what could not be placed."""
    lists = read_board_lists(name)
    work = zoning(lists, Sources(cache))
    found = outlines_from(lists, work)
    head = [
        f"Outlines of the zones of {found.board}, built by `pbem map build {name}`; do not edit:",
        f"change pbem/maps/data/boards/{name}.yaml; docs/maps.md explains the form.",
    ]
    return found.board, write_outlines(found, head), work.problems


def outlines_from(lists: Mapping[str, Any], work: Zoning) -> Outlines:
    """Spots and arcs of a zoned plane."""
    seas = frozenset(work.number(zone) for zone in lists["seas"])
    words = {-1: NOTHING, LAKE: LAKE_MARK} | dict(enumerate(work.names))
    lines = [Arc(words[a.left], words[a.right], a.points) for a in arcs(work.labels, seas)]
    spots = {}
    for number, window in sorted(windows(work.labels).items()):
        spots[work.names[number]] = spot_of(work, number, window)
    width = 2 * work.plane.shape[1]
    return Outlines(str(lists["board"]), width, tuple(lists["provenance"]), spots, tuple(lines))


def windows(labels: Labels) -> dict[int, tuple[slice, slice]]:
    """The rows and columns between which each zone lies."""
    found: dict[int, list[int]] = {}
    for number, row in enumerate(labels):
        zones, first = np.unique(row, return_index=True)
        last = len(row) - np.unique(row[::-1], return_index=True)[1]
        for zone, start, end in np.stack([zones, first, last], 1).tolist():
            box = found.setdefault(zone, [number, number, start, end])
            box[1:] = [number, min(box[2], start), max(box[3], end)]
    return {z: (slice(t, b + 1), slice(a, e)) for z, (t, b, a, e) in found.items() if z >= 0}


def spot_of(work: Zoning, number: int, window: tuple[slice, slice]) -> Spot:
    """The middle and size of the largest box, three to two, that lies in a zone."""
    rows, columns = window
    width = work.plane.shape[1]
    here = work.labels[rows, columns] == number
    turn = 0
    if columns == slice(0, width):
        turn = width // 2  # over the edge of the plane
        here = np.roll(here, turn, 1)
        some = np.flatnonzero(here.any(0))
        columns = slice(int(some[0]), int(some[-1]) + 1)
        here = here[:, columns]
    top, left = rows.start, columns.start
    size, row, column = _largest(here)
    x, y = 2 * (left + column - turn) + 1, 2 * (top + row) + 1
    return Spot(x % (2 * width), y, 2 * _WIDE * size, 2 * _HIGH * size)


def _largest(mask: Bools) -> tuple[int, int, int]:
    """Half the height of the largest box in a mask, and its middle, as near as can be to both."""
    sums = np.pad(np.cumsum(np.cumsum(mask.astype(np.int64), 0), 1), ((1, 0), (1, 0)))
    low, high = 0, max(mask.shape)
    while low < high:
        size = (low + high + 1) // 2
        if len(_boxes(sums, size)[0]):
            low = size
        else:
            high = size - 1
    if low == 0:
        rows, columns = np.nonzero(mask)
        row, column = int(np.median(rows)), int(np.median(columns))
        return 1, row, column
    rows, columns = _boxes(sums, low)
    middle = np.argwhere(mask).mean(0)
    best = int(((rows - middle[0]) ** 2 + (columns - middle[1]) ** 2).argmin())
    return low, int(rows[best]), int(columns[best])


def _boxes(sums: Ints, size: int) -> tuple[Ints, Ints]:
    """The middles of all boxes of a size that lie in a mask, from its summed table."""
    high, wide = _HIGH * size, _WIDE * size
    if sums.shape[0] <= high or sums.shape[1] <= wide:
        return np.zeros(0, int), np.zeros(0, int)
    inside = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    rows, columns = np.nonzero(inside == high * wide)
    return rows + high // 2, columns + wide // 2
