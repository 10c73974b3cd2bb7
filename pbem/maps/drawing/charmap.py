"""The zones round a place as a picture in characters, 78 columns wide, from their outlines.

Decides which zone each character lies in and which lines and words stand there. Coasts are `#`,
borders of land `|` and `-`, of seas `:` and `.`; the sea has waves. A name that does not fit is a
letter, which the line below explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from pbem.core.maps.board import Board
from pbem.maps.building.outlines import Outlines, Ring
from pbem.maps.drawing.sheet import is_sea
from pbem.maps.drawing.svg import printable

WIDE: Final = 78
HIGH: Final = 31
_TALL: Final = 2.0  # a character is so much higher than wide
_MARKS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CLOSEST: Final = 3.0  # units that a character is wide at least
_FARTHEST: Final = 24.0


@dataclass(frozen=True)
class CharMap:
    """A window of characters on the outlines round a place."""

    board: Board
    outlines: Outlines
    place: str

    @cached_property
    def scale(self) -> float:
        """Units to a character, so that the middles of all neighbours lie in the window."""
        x, y = self._middle
        spots = [self._spot(other) for other in self.board.neighbours[self.place]]
        apart = [
            max(abs(ox - x) / (WIDE * 0.42), abs(oy - y) / (HIGH * 0.42 * _TALL))
            for ox, oy in spots
        ]
        own = self.outlines.spots[self.place]
        return max(
            _CLOSEST,
            min(_FARTHEST, max([*sorted(apart)[: max(1, len(apart) * 4 // 5)], own.wide / 40])),
        )

    @cached_property
    def _middle(self) -> tuple[float, float]:
        spot = self.outlines.spots[self.place]
        return float(spot.x), float(spot.y)

    def _spot(self, zone: str) -> tuple[float, float]:
        """The middle of a zone, on this side of the globe."""
        spot, x = self.outlines.spots[zone], self.outlines.spots[self.place].x
        turns = round((x - spot.x) / self.outlines.width)
        return float(spot.x + turns * self.outlines.width), float(spot.y)

    def column(self, x: float) -> float:
        return (x - self._middle[0]) / self.scale + WIDE / 2

    def row(self, y: float) -> float:
        return (y - self._middle[1]) / (self.scale * _TALL) + HIGH / 2

    @cached_property
    def cells(self) -> list[list[str]]:
        """The zone in which the middle of each character lies."""
        found = [[""] * WIDE for _ in range(HIGH)]
        for zone in sorted(self.outlines.spots):
            for ring in self.outlines.rings(zone):
                for turned in self._turned(ring):
                    _fill(found, [(self.column(x), self.row(y)) for x, y in turned], zone)
        return found

    def _turned(self, ring: Ring) -> Iterator[Ring]:
        """The ring, and the ring once round the globe, as far as they reach the window."""
        xs = [x for x, _ in ring]
        for turn in (-self.outlines.width, 0, self.outlines.width):
            if self.column(max(xs) + turn) > 0 and self.column(min(xs) + turn) < WIDE:
                yield tuple((x + turn, y) for x, y in ring)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zones that can be seen, in the order of rows."""
        return tuple(dict.fromkeys(zone for row in self.cells for zone in row if zone))

    def lines(self, words: Callable[[str], Sequence[str]]) -> tuple[list[str], dict[str, str]]:
        """The picture with up to some words a zone, and the letters that stand for names."""
        page = [[self._ground(row, column) for column in range(WIDE)] for row in range(HIGH)]
        letters: dict[str, str] = {}
        order = [self.place, *(zone for zone in self.zones if zone != self.place)]
        for zone in order:
            said = [printable(word) for word in words(zone) if word]
            if not self._write(page, zone, said):
                self._write_small(page, zone, said[0], letters)
        return ["".join(line).rstrip() for line in page], letters

    def _ground(self, row: int, column: int) -> str:
        cells = self.cells
        here = cells[row][column]
        west = cells[row][column - 1] if column else here
        north = cells[row - 1][column] if row else here
        if here != west or here != north:
            other = west if here != west else north
            return _line((here, other), here != west, here != north)
        waves = bool(here) and is_sea(here)
        return "~" if waves and (2 * row + column) % 6 == 0 else " "

    def _write(self, page: list[list[str]], zone: str, said: Sequence[str]) -> bool:
        """Words one below the other where the zone is wide enough for them, near its middle."""
        if not said:
            return True
        wide = max(map(len, said))
        spots = [
            (
                abs(row - self.row(self._spot(zone)[1])) * 2
                + abs(column + wide / 2 - self.column(self._spot(zone)[0])),
                row,
                column,
            )
            for row in range(HIGH - len(said) + 1)
            for column in range(WIDE - wide + 1)
            if self._free(page, zone, (row, column), (len(said), wide))
        ]
        if not spots:
            return len(said) > 1 and self._write(page, zone, said[:1])
        _, row, column = min(spots)
        for number, word in enumerate(said):
            start = column + (wide - len(word)) // 2
            page[row + number][start : start + len(word)] = list(word)
        return True

    def _write_small(
        self, page: list[list[str]], zone: str, word: str, letters: dict[str, str]
    ) -> None:
        """A letter for a zone that is smaller than its name; the place itself is named anyway."""
        if zone == self.place:
            start = (WIDE - len(word)) // 2
            page[HIGH // 2][start : start + len(word)] = list(word)
        elif len(letters) < len(_MARKS):
            mark = _MARKS[len(letters)]
            if self._write(page, zone, [mark]):
                letters[mark] = zone

    def _free(
        self, page: list[list[str]], zone: str, at: tuple[int, int], size: tuple[int, int]
    ) -> bool:
        return all(
            self.cells[row][column] == zone and page[row][column] in " ~"
            for row in range(at[0], at[0] + size[0])
            for column in range(at[1], at[1] + size[1])
        )


def _line(zones: tuple[str, str], upright: bool, level: bool) -> str:
    """The sign of a border."""
    seas = sum(is_sea(zone) or not zone for zone in zones)
    if seas == 1:
        return "#"
    if seas == 2:
        return ":" if upright else "."
    if upright:
        return "+" if level else "|"
    return "-"


def _fill(cells: list[list[str]], ring: Sequence[tuple[float, float]], zone: str) -> None:
    """Put a zone into every cell whose middle lies within a ring, and take it out of its holes."""
    crossings: dict[int, list[float]] = {}
    for (x, y), (ox, oy) in pairwise([*ring, ring[0]]):
        low, high = sorted((y, oy))
        for row in range(max(0, int(low - 0.5)), min(len(cells), int(high + 1))):
            if low <= row + 0.5 < high:
                crossings.setdefault(row, []).append(x + (row + 0.5 - y) / (oy - y) * (ox - x))
    for row, found in crossings.items():
        found.sort()
        for start, end in zip(found[::2], found[1::2], strict=False):
            for column in range(max(0, round(start)), min(WIDE, round(end))):
                cells[row][column] = "" if cells[row][column] == zone else zone


def picture(
    board: Board, outlines: Outlines, place: str, units: Mapping[str, Sequence[str]]
) -> tuple[list[str], list[str], tuple[str, ...]]:
    """The lines, what its letters mean, and the zones that are seen."""
    chars = CharMap(board, outlines, place)

    def words(zone: str) -> list[str]:
        name = board.name(zone) or zone
        if is_sea(zone):
            name = name.partition(" ")[0]
        mark = f"[{name}]" if zone == place else name
        return [mark, *units.get(zone, ())]

    lines, letters = chars.lines(words)
    said = [f"{mark} {board.name(zone) or zone}" for mark, zone in letters.items()]
    return lines, said, chars.zones
