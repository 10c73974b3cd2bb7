"""The names of countries and sea areas, large and pale, inside what they name.

Decides the size and place of each: as large as a row of its hexes allows, on two lines or shortened
where it must be, off what is drawn already, and left out where it could not be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.maps.areas import pieces
from pbem.core.maps.board import Board
from pbem.maps.drawing.frame import HALF, XY, Box, Frame
from pbem.maps.drawing.room import Room, text_width
from pbem.maps.drawing.svg import Svg, num
from pbem.maps.drawing.zoom import Zoom

_AIR: Final = 0.12  # between the letters, as a share of their size
_LEAST: Final = 12.0
_MOST: Final = 56.0  # its letters are no higher than the upright sides of a hex
_ROWS: Final = 8  # so many rows of a country are tried
_PLACES: Final = (0.0, -0.25, 0.25, -0.5, 0.5, -0.85, 0.85)  # along the room that is left over


@dataclass(frozen=True, slots=True)
class AreaName:
    """A name as it will be drawn, on one line or two, about its middle."""

    lines: tuple[str, ...]
    size: float
    middle: XY
    sea: bool

    @property
    def box(self) -> Box:
        wide = max(_wide(line) for line in self.lines) * self.size
        high = self.size * (1.1 * len(self.lines) - 0.3)
        x, y = self.middle
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


@dataclass(frozen=True, slots=True)
class _Row:
    """Hexes of one area side by side."""

    left: float
    right: float
    y: float


def _wide(line: str) -> float:
    """How wide a line is, at size 1."""
    return text_width(line, 1, bold=True) + _AIR * len(line)


def area_name(board: Board, name: str) -> str:
    """What a country or a sea area is called."""
    country = board.countries.get(name, {}).get("name")
    known = board.name(name) if name in board else ""
    return str(country or known or name.replace("-", " "))


def area_names(frame: Frame, zoom: Zoom, room: Room) -> list[AreaName]:
    """The names of countries and sea areas on each plane, the largest first, each with its room."""
    board = frame.board
    groups: dict[tuple[str, bool, str], list[str]] = {}
    for place in frame.hexes:
        sea = place in frame.sea
        name = next(iter(board.seas(place)), "") if sea else board.country(place)
        if name:
            groups.setdefault((name, sea, board.spots[place][0]), []).append(place)
    largest = {key: pieces(board.neighbours, groups[key])[0] for key in sorted(groups)}
    found = []
    for name, sea, plane in sorted(largest, key=lambda key: (-len(largest[key]), key)):
        piece = largest[name, sea, plane]
        towns = {board.name(place) for place in piece}
        words = area_name(board, name)
        placed = None if words in towns else _placed(frame, zoom, room, (words, sea, piece))
        if placed:
            room.take(placed.box)
            found.append(placed)
    return found


def _placed(
    frame: Frame, zoom: Zoom, room: Room, what: tuple[str, bool, Sequence[str]]
) -> AreaName | None:
    """The best place of a name in its largest piece, with its longest form that can be read."""
    words, sea, piece = what
    rows = sorted(_rows(frame, piece), key=lambda row: (row.left - row.right, row.y))[:_ROWS]
    middle = sum(frame.centres[place][1] for place in piece) / len(piece)
    least = zoom.letters(_LEAST)
    most = max(least, min(_MOST, zoom.grown(11) * len(piece) ** 0.5))
    for lines in _forms(words if sea else words.upper()):
        best: tuple[float, AreaName] | None = None
        for row in rows:
            for name in _in_row(lines, row, (least, most), sea):
                most_worth = name.size / (1 + abs(row.y - middle) / 900)
                if best is not None and most_worth <= best[0]:
                    continue
                worth = most_worth * _ease(name, room)
                if worth > 0 and (best is None or worth > best[0]):
                    best = worth, name
        if best:
            return best[1]
    return None


def _ease(name: AreaName, room: Room) -> float:
    """How much room a name has: 1 off all that lies there already, 0 where it cannot stand."""
    box = name.box
    if room.free(box):
        return 1
    crowd = room.crowd(box)
    return 0 if crowd > 0.18 else 1 - 5 * crowd


def _in_row(
    lines: tuple[str, ...], row: _Row, sizes: tuple[float, float], sea: bool
) -> Iterator[AreaName]:
    """A name at the places and sizes that a row of hexes has for it."""
    least, most = sizes
    room = row.right - row.left - 12
    wide = max(map(_wide, lines))
    fitting = min(most if len(lines) == 1 else min(most, 30.0), room / wide)
    for size in dict.fromkeys((fitting, max(least, 0.75 * fitting))):
        if size < least or size > fitting:
            continue
        left_over = (room - wide * size) / 2
        for share in _PLACES if left_over > 20 else (0.0,):
            middle = (row.left + row.right) / 2 + share * left_over
            yield AreaName(lines, round(size, 1), (middle, row.y), sea)


def _forms(words: str) -> Iterator[tuple[str, ...]]:
    """The ways to write a name: whole, on two lines, by its initials or its beginning."""
    yield (words,)
    parts = words.split()
    if len(parts) > 1:
        cuts = range(1, len(parts))
        cut = min(cuts, key=lambda n: abs(len(" ".join(parts[:n])) - len(" ".join(parts[n:]))))
        yield " ".join(parts[:cut]), " ".join(parts[cut:])
        yield (".".join(part[0] for part in parts if part[0].isalpha()) + ".",)
    elif len(words) > 6:
        yield (f"{words[:4]}.",)


def _rows(frame: Frame, piece: Sequence[str]) -> Iterator[_Row]:
    """The hexes of a piece that lie side by side."""
    lines: dict[float, list[float]] = {}
    for place in piece:
        x, y = frame.centres[place]
        lines.setdefault(y, []).append(x)
    for y, found in sorted(lines.items()):
        xs = sorted(found)
        start = last = xs[0]
        for x in xs[1:]:
            if x - last > 2 * HALF:
                yield _Row(start - HALF, last + HALF, y)
                start = x
            last = x
        yield _Row(start - HALF, last + HALF, y)


_SEA: Final[Mapping[str, object]] = {"font_style": "italic", "fill": "#2f6f9e"}
_LAND: Final[Mapping[str, object]] = {"fill": "#7a4a3a"}


def draw_area_names(svg: Svg, names: Sequence[AreaName]) -> None:
    """The names, below whatever stands on the map."""
    with svg.group("names", font_weight="bold", fill_opacity="0.6"):
        for name in names:
            x, y = name.middle
            style = _SEA if name.sea else _LAND
            for number, line in enumerate(name.lines):
                down = 0.36 * name.size + (number - (len(name.lines) - 1) / 2) * 1.1 * name.size
                air = num(name.size * _AIR)
                svg.text((x, y + down), line, name.size, letter_spacing=air, **style)
