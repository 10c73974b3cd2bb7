"""What of the paper is taken: labels look for room that nothing else has.

Decides which of some places for a label is free, or least crowded. Leaves to the layers where a
label may stand at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from pbem.maps.drawing.frame import XY, Box

_CELL: Final = 128
_NARROW: Final = frozenset("iIjltfr.,:;'|!()[] -/")
_WIDE: Final = frozenset("mwMWQOGD@%")


def text_width(words: str, size: float, bold: bool = False) -> float:
    """How wide a text is, about."""
    return _letters(words) * size * (1.12 if bold else 1.0)


@cache
def _letters(words: str) -> float:
    return sum(map(_letter, words))


@cache
def _letter(letter: str) -> float:
    """How wide a letter is, at size 1."""
    if letter in _NARROW:
        return 0.37
    if letter in _WIDE:
        return 0.9
    return 0.72 if letter.isupper() else 0.62


def text_box(xy: XY, words: str, size: float, bold: bool = False) -> Box:
    """The rectangle of a text that is centred on x and stands on y."""
    half = text_width(words, size, bold) / 2
    return xy[0] - half, xy[1] - 0.78 * size, xy[0] + half, xy[1] + 0.22 * size


def square(xy: XY, size: float) -> Box:
    """The square of a size round a point."""
    half = size / 2
    return xy[0] - half, xy[1] - half, xy[0] + half, xy[1] + half


def shared(a: Box, b: Box) -> float:
    """The area that two rectangles share."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


class Room:
    """The rectangles that are taken."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def take(self, box: Box) -> None:
        """A rectangle is taken from now on."""
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def free(self, box: Box) -> bool:
        """Whether nothing lies where a rectangle would."""
        left, top, right, bottom = box
        for cell in _cells(box):
            for a, b, c, d in self._cells.get(cell, ()):
                if a < right and left < c and b < bottom and top < d:
                    return False
        return True

    def crowd(self, box: Box) -> float:
        """How much of a rectangle is taken, as a share of it; what lies doubly counts doubly."""
        others = {other for cell in _cells(box) for other in self._cells.get(cell, ())}
        area = (box[2] - box[0]) * (box[3] - box[1])
        return sum(shared(box, other) for other in sorted(others)) / (area or 1)

    def best(self, boxes: Iterable[Box]) -> tuple[int, float]:
        """The first free rectangle, or the least crowded: its number, and how crowded it is."""
        found: tuple[int, float] = (0, float("inf"))
        for number, box in enumerate(boxes):
            if self.free(box):
                return number, 0.0
            crowd = self.crowd(box)
            if crowd < found[1]:
                found = number, crowd
        return found


def _cells(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = (int(value // _CELL) for value in box)
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
