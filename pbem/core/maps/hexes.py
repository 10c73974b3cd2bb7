"""Hex grids: ids, points, neighbours, distance and directions, in whole numbers.

A point counts half hexes to the east and rows to the north, so the six neighbours of a hex are
fixed steps away and every distance is exact. How a sheet numbers its hexes (from which edge, which
rows lie half a hex further west, where a sheet joins the next) is data in the map file; sheets
on one plane form one continuous grid. All hexes stand on a point: rows run from west to east.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Final

Point = tuple[int, int]

DIRECTIONS: Final[Mapping[str, Point]] = {
    "n-e": (1, 1),
    "e": (2, 0),
    "s-e": (1, -1),
    "s-w": (-1, -1),
    "w": (-2, 0),
    "n-w": (-1, 1),
}
SECTORS: Final[Mapping[str, tuple[str, ...]]] = {
    "north": ("n-w", "n-e"),
    "east": ("n-e", "e", "s-e"),
    "south": ("s-e", "s-w"),
    "west": ("s-w", "w", "n-w"),
}
_NAMES: Final[Mapping[Point, str]] = {step: name for name, step in DIRECTIONS.items()}
_FIELD: Final = re.compile(r"\{(column|row|letters)(?::([1-4]))?\}")


def neighbour(point: Point, direction: str) -> Point:
    """The point one hex away."""
    x, y = DIRECTIONS[direction]
    return point[0] + x, point[1] + y


def distance(a: Point, b: Point) -> int:
    """How many hexes apart: rows first (each carries half a hex sideways), then along the row."""
    across, rows = abs(a[0] - b[0]), abs(a[1] - b[1])
    return rows + max(0, (across - rows) // 2)


def direction(a: Point, b: Point) -> str | None:
    """The direction of a neighbouring hex; None when the two are not neighbours."""
    return _NAMES.get((b[0] - a[0], b[1] - a[1]))


def bearing(a: Point, b: Point) -> tuple[str, ...]:
    """The directions of the steps from a that bring b nearer, clockwise from n-e."""
    far = distance(a, b)
    return tuple(name for name in DIRECTIONS if distance(neighbour(a, name), b) < far)


def ring(point: Point, radius: int) -> Iterator[Point]:
    """The points exactly so many hexes away, clockwise from the west corner."""
    if radius == 0:
        yield point
        return
    x, y = point[0] - 2 * radius, point[1]
    for step_x, step_y in ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1)):
        for _ in range(radius):
            yield x, y
            x, y = x + step_x, y + step_y


def letters(number: int) -> str:
    """1, 2 … 26, 27, 28 as A, B … Z, AA, BB: the row letters of some sheets."""
    return chr(ord("A") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def letters_number(text: str) -> int:
    """The inverse of `letters`; 0 when the letters are not all the same."""
    return 26 * (len(text) - 1) + ord(text[0]) - ord("A") + 1 if len(set(text)) == 1 else 0


@dataclass(frozen=True, slots=True)
class Numbering:
    """How ids are made of column and row: text with {column:2}, {row:2}, {column} or {letters}."""

    before: tuple[str, ...]
    width: int
    after: tuple[str, ...]
    regex: re.Pattern[str]

    @staticmethod
    def of(pattern: str) -> Numbering:
        """Reads a pattern; raises ValueError when it does not name one column and one row."""
        parts = tuple(filter(None, re.split(r"(\{[^{}]*\})", pattern)))
        fields = [field for field in map(_FIELD.fullmatch, parts) if field]
        columns = [field for field in fields if field.group(1) == "column"]
        loose = set(_FIELD.sub("", pattern)) & set("{}")
        if len(fields) != 2 or len(columns) != 1 or loose:
            raise ValueError(f"'{pattern}' does not name one column and one row")
        at, width = parts.index(columns[0].group()), int(columns[0].group(2) or 0)
        regex = "".join(map(_reader, parts))
        return Numbering(parts[:at], width, parts[at + 1 :], re.compile(regex))

    def texts(self, columns: Iterable[int], row: int) -> list[str]:
        """The ids of some hexes of one row."""
        before = "".join([_row_text(part, row) for part in self.before]).replace("%", "%%")
        after = "".join([_row_text(part, row) for part in self.after]).replace("%", "%%")
        text = f"{before}%0{self.width}d{after}"
        return [text % column for column in columns]

    def read(self, text: str) -> tuple[int, int] | None:
        """Column and row of an id, or None when it is none of this sheet's."""
        match = self.regex.fullmatch(text)
        if match is None:
            return None
        found = match.groupdict()
        row = letters_number(found["letters"]) if "letters" in found else int(found["row"])
        return (int(found["column"]), row) if row or "row" in found else None


def _row_text(part: str, row: int) -> str:
    """One part of an id beside the column: fixed text, or the row as digits or letters."""
    match = _FIELD.fullmatch(part)
    if match is None:
        return part
    if match.group(1) == "letters":
        return letters(row)
    return str(row).zfill(int(match.group(2) or 0))


def _reader(part: str) -> str:
    """What reads one part of an id: a field, or fixed text."""
    field = _FIELD.fullmatch(part)
    if field is None:
        return re.escape(part)
    name, width = field.groups()
    if name == "letters":
        return r"(?P<letters>[A-Z]{1,4})"
    digits = rf"[0-9]{{{width}}}" if width else r"[1-9][0-9]{0,3}"
    return rf"(?P<{name}>{digits})"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed sheet: how it numbers its hexes and where it lies on its plane.

    half_hex_west: which rows (odd, even or none) lie half a hex further west. slant: how many
    half hexes further east each next row begins. offset: half hexes east, rows north.
    """

    name: str
    numbering: Numbering
    columns_from: str = "east"
    rows_from: str = "south"
    half_hex_west: str = "none"
    slant: int = 0
    offset: Point = (0, 0)
    plane: str = "main"
    scale: str = ""

    @property
    def eastward(self) -> int:
        """How the column number changes from a hex to its eastern neighbour."""
        return -1 if self.columns_from == "east" else 1

    @property
    def northward(self) -> int:
        return 1 if self.rows_from == "south" else -1

    def _west(self, row: int) -> int:
        return int(self.half_hex_west == ("odd" if row % 2 else "even"))

    def point(self, column: int, row: int) -> Point:
        x = 2 * self.eastward * column - self._west(row) + self.slant * row
        return x + self.offset[0], self.northward * row + self.offset[1]

    def hex_id(self, point: Point) -> str:
        """The id that a point has on this sheet, whether or not the sheet is that large."""
        row = self.northward * (point[1] - self.offset[1])
        x = point[0] - self.offset[0] + self._west(row) - self.slant * row
        return self.numbering.texts([self.eastward * x // 2], row)[0]

    def run(self, first: str, count: int) -> tuple[list[str], list[Point]] | None:
        """Ids and points of so many hexes of one row, from the first one eastwards.

        None when the first id is none of this sheet's or the columns run out.
        """
        start = self.numbering.read(first)
        if start is None:
            return None
        column, row = start
        step = self.eastward
        if column + step * (count - 1) < 0:
            return None
        x, y = self.point(column, row)
        columns = range(column, column + step * count, step)
        points = zip(range(x, x + 2 * count, 2), repeat(y), strict=False)
        return self.numbering.texts(columns, row), list(points)
