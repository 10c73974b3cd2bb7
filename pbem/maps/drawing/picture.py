"""What a file with a picture holds: SVG, PNG, PDF or a page of steps, by the name of the file.

Decides the zoom and the pixels where they are not given, and the pages. Leaves drawing to `draw`,
painting to `paint`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.core.data.findings import UsageError
from pbem.maps.drawing.draw import MARGIN, Sight, draw
from pbem.maps.drawing.frame import Box, Frame
from pbem.maps.drawing.svg import Svg, polyline
from pbem.maps.drawing.zoom import ZOOMS, Zoom, zoom_of

if TYPE_CHECKING:
    from pbem.maps.drawing.paint import Page

HEX: Final = 18.0  # millimetres: 60 columns in two sheets of 574 mm, 53 rows in 850 mm
_UNITS: Final = 104  # of the drawing, from flat side to flat side of a hex
_MOST: Final = 8000  # pixels across, where nothing is asked for
PAPERS: Final[Mapping[str, tuple[float, float] | None]] = {
    "sheet": None,
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
}
_EDGE: Final = 10.0  # round a page, where printers do not print
_OVERLAP: Final = 8.0  # that two pages have in common, to glue them


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for beside the sight itself; empty where nothing is."""

    zoom: str = ""
    width: int | None = None  # pixels
    paper: str = "sheet"
    hex_mm: float = HEX


def picture(sight: Sight, path: Path, wanted: Wanted) -> str | bytes:
    """The picture in the form that the name of its file asks for."""
    kind = path.suffix.lower()
    if kind == ".html" and sight.scene is not None:
        from pbem.maps.drawing.steps import step_page

        return step_page(sight)
    if kind == ".svg":
        return draw(replace(sight, zoom=ZOOMS[wanted.zoom or "battle"]))
    from pbem.maps.drawing.paint import pdf, png

    if kind == ".png":
        return png(drawn(sight, wanted), _pixels(sight, wanted)[1])
    if kind == ".pdf":
        svg = draw(replace(_flat(sight), zoom=ZOOMS[wanted.zoom or "battle"]))
        return pdf(svg, pages(_size(svg), wanted))
    hint = "a page (.html) shows a run step by step: --impulse N"
    raise UsageError(f"{path}: a picture is .svg, .png or .pdf", hint=hint)


def drawn(sight: Sight, wanted: Wanted) -> str:
    """The picture that is painted in pixels, with what can be read at its width."""
    return draw(replace(_flat(sight), zoom=_pixels(sight, wanted)[0]))


def _flat(sight: Sight) -> Sight:
    """A sight at which nobody points."""
    return replace(sight, layers=sight.layers - {"hexes"})


def _pixels(sight: Sight, wanted: Wanted) -> tuple[Zoom, int | None]:
    """The zoom and the width of a PNG: each follows from the other where it is not given."""
    left, _, right, _ = Frame(sight.board, sight.places).box
    units = max(500.0, right - left) + 2 * MARGIN
    if wanted.zoom:
        zoom = ZOOMS[wanted.zoom]
        return zoom, wanted.width or ceil(units / zoom.grain)
    width = wanted.width or (min(_MOST, ceil(units)) if right > left else None)
    return (zoom_of(units, width) if width else Zoom()), width


def _size(svg: str) -> Box:
    """The view of a picture that was just written."""
    start = svg.index('viewBox="') + 9
    left, top, wide, high = map(float, svg[start : svg.index('"', start)].split())
    return left, top, left + wide, top + high


# --- paper ------------------------------------------------------------------------------------


def pages(view: Box, wanted: Wanted) -> list[Page]:
    """The picture at the scale of the boxed game: on one large sheet, or on pages to glue."""
    from pbem.maps.drawing.paint import Page

    scale = wanted.hex_mm / _UNITS
    wide, high = (view[2] - view[0]) * scale, (view[3] - view[1]) * scale
    paper = PAPERS[wanted.paper]
    if paper is None:
        edges = 2 * _EDGE
        return [Page(wide + edges, high + edges, view, (_EDGE, _EDGE), scale)]
    turned = paper[1], paper[0]
    across, down = min(
        (paper, turned), key=lambda size: _count(wide, size[0]) * _count(high, size[1])
    )
    columns, rows = _count(wide, across), _count(high, down)
    return [
        _tile(view, scale, (across, down), (column, row, columns, rows))
        for row in range(rows)
        for column in range(columns)
    ]


def _count(length: float, paper: float) -> int:
    """How many pages side by side cover a length."""
    step = paper - 2 * _EDGE - _OVERLAP
    return max(1, ceil((length - _OVERLAP) / step))


def _tile(
    view: Box, scale: float, paper: tuple[float, float], number: tuple[int, int, int, int]
) -> Page:
    """One of the pages that are glued together."""
    from pbem.maps.drawing.paint import Page

    column, row, columns, rows = number
    wide, high = paper[0] - 2 * _EDGE, paper[1] - 2 * _EDGE
    left = view[0] + column * (wide - _OVERLAP) / scale
    top = view[1] + row * (high - _OVERLAP) / scale
    part = left, top, min(view[2], left + wide / scale), min(view[3], top + high / scale)
    marks = _marks(paper, f"page {column + 1}/{row + 1} of {columns} across, {rows} down", number)
    return Page(*paper, part, (_EDGE, _EDGE), scale, marks)


def _marks(paper: tuple[float, float], words: str, number: tuple[int, int, int, int]) -> str:
    """Marks in the margin at which a page is cut or the next is laid on, and which page it is."""
    column, row, columns, rows = number
    svg = Svg()
    wide, high = paper
    xs = [_EDGE, *([wide - _EDGE - _OVERLAP] if column + 1 < columns else [wide - _EDGE])]
    ys = [_EDGE, *([high - _EDGE - _OVERLAP] if row + 1 < rows else [high - _EDGE])]
    lines = [((x, y), (x, y + 6)) for x in xs for y in (2.0, high - 8.0)]
    lines += [((x, y), (x + 6, y)) for y in ys for x in (2.0, wide - 8.0)]
    svg.path("".join(map(polyline, lines)), stroke="#000", stroke_width=0.2, fill="none")
    svg.text((wide / 2, high - 4), words, 3, fill="#555")
    return svg.bare(wide, high)
