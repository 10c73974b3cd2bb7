"""Paints a picture of `svg` with cairo: PNG in bands, so that a large one needs little memory; PDF.

Decides pixels and pages. Leaves what is drawn to the SVG, of which it paints every shape. Cairo
comes with `pbem[maps]` and is loaded when it is needed.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.findings import PbemError
from pbem.maps.drawing.frame import Box
from pbem.maps.drawing.strokes import Part, Reading, Shape, read_shapes

_BAND: Final = 4_000_000  # pixels that are painted at once
_PACKED: Final = 3  # how hard zlib tries
_FONT: Final = "DejaVu Sans"
_POINTS: Final = 72 / 25.4  # of a PDF, in a millimetre


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a PDF in millimetres: which part of the picture lies where, and what round it."""

    width: float
    height: float
    part: Box  # of the picture
    corner: tuple[float, float]  # of that part on the page
    scale: float  # millimetres to a unit of the picture
    marks: str = ""  # an SVG in millimetres over the whole page


def cairo_module() -> Any:
    """The painter's library; PbemError where it is not installed."""
    try:
        import cairocffi
    except (ImportError, OSError):
        raise PbemError(
            "PNG and PDF need a painter that is not installed",
            hint="pip install 'pbem[maps]', or write .svg, which every browser shows",
        ) from None
    return cairocffi


def png(svg: str, width: int | None = None) -> bytes:
    """The picture in so many pixels across, or one for every unit of the drawing."""
    cairo = cairo_module()
    reading = read_shapes(svg)
    left, top, right, bottom = reading.view
    across = width or round(right - left)
    scale = across / (right - left)
    down = max(1, round((bottom - top) * scale))
    rows = max(16, _BAND // across)
    head = struct.pack(">IIBBBBB", across, down, 8, 2, 0, 0, 0)
    out = io.BytesIO()
    out.write(b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head))
    packer = zlib.compressobj(_PACKED)
    for first in range(0, down, rows):
        high = min(rows, down - first)
        surface = cairo.ImageSurface(cairo.FORMAT_RGB24, across, high)
        context = cairo.Context(surface)
        context.scale(scale, scale)
        context.translate(-left, -top - first / scale)
        seen = left, top + first / scale, right, top + (first + high) / scale
        _Painter(cairo, context, seen).paint(reading)
        out.write(_chunk(b"IDAT", packer.compress(_pixels(surface, across, high))))
    out.write(_chunk(b"IDAT", packer.flush()) + _chunk(b"IEND", b""))
    return out.getvalue()


def _pixels(surface: Any, across: int, high: int) -> bytes:
    """The rows of a surface as PNG has them: a zero, then red, green and blue of every pixel."""
    import numpy as np

    surface.flush()
    data = np.frombuffer(surface.get_data(), np.uint8)
    grid = data.reshape(high, surface.get_stride() // 4, 4)
    rows = np.zeros((high, 1 + 3 * across), np.uint8)
    rows[:, 1:].reshape(high, across, 3)[:] = grid[:, :across, 2::-1]
    return rows.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pdf(svg: str, pages: Sequence[Page]) -> bytes:
    """The parts of a picture on pages."""
    cairo = cairo_module()
    reading = read_shapes(svg)
    out = io.BytesIO()
    surface = cairo.PDFSurface(out, 10, 10)
    for page in pages:
        surface.set_size(page.width * _POINTS, page.height * _POINTS)
        context = cairo.Context(surface)
        context.scale(_POINTS, _POINTS)
        left, top, right, bottom = page.part
        context.save()
        context.translate(*page.corner)
        context.scale(page.scale, page.scale)
        context.rectangle(0, 0, right - left, bottom - top)
        context.clip()
        context.translate(-left, -top)
        _Painter(cairo, context, page.part).paint(reading)
        context.restore()
        if page.marks:
            marks = read_shapes(page.marks)
            _Painter(cairo, context, marks.view).paint(marks)
        surface.show_page()
    surface.finish()
    return out.getvalue()


class _Painter:
    """One surface, and the rectangle of the picture that can be seen on it."""

    def __init__(self, cairo: Any, context: Any, seen: Box) -> None:
        self.cairo = cairo
        self.context = context
        self.seen = seen
        self.caps = {
            "round": cairo.LINE_CAP_ROUND, "butt": cairo.LINE_CAP_BUTT,
            "square": cairo.LINE_CAP_SQUARE,
        }  # fmt: skip
        self.joins = {
            "round": cairo.LINE_JOIN_ROUND, "miter": cairo.LINE_JOIN_MITER,
            "bevel": cairo.LINE_JOIN_BEVEL,
        }  # fmt: skip

    def paint(self, reading: Reading) -> None:
        """Every shape that can be seen."""
        for shape in reading.shapes:
            if shape.words:
                self._text(shape)
            else:
                self._path(shape)

    def _path(self, shape: Shape) -> None:
        parts = list(self._visible(shape))
        if not parts:
            return
        context = self.context
        self._place(shape)
        context.new_path()
        steps = {
            "M": context.move_to, "L": context.line_to, "C": context.curve_to,
            "Z": context.close_path,
        }  # fmt: skip
        for part in parts:
            for kind, values in part.ops:
                steps[kind](*values)
        stroked = shape.style.get("stroke", "none") != "none"
        if shape.style.get("fill", "#000") != "none":
            self._colour(shape, "fill")
            context.fill_preserve()
        if stroked:
            self._pen(shape)
            context.stroke()
        context.restore()

    def _visible(self, shape: Shape) -> Iterator[Part]:
        """The parts of a path that lie in what can be seen, with the width of its line."""
        matrix = shape.matrix
        air = shape.number("stroke-width", 1) * 2
        left, top, right, bottom = (
            (self.seen[0] - matrix.x) / matrix.scale - air,
            (self.seen[1] - matrix.y) / matrix.scale - air,
            (self.seen[2] - matrix.x) / matrix.scale + air,
            (self.seen[3] - matrix.y) / matrix.scale + air,
        )
        for part in shape.parts:
            a, b, c, d = part.box
            if a < right and left < c + air and b < bottom and top < d + air:
                yield part

    def _text(self, shape: Shape) -> None:
        size = shape.number("font-size", 16)
        y = shape.matrix.y + shape.matrix.scale * shape.at[1]
        if not self.seen[1] < y + 2 * size * shape.matrix.scale:
            return
        if not y - 2 * size * shape.matrix.scale < self.seen[3]:
            return
        context, cairo = self.context, self.cairo
        self._place(shape)
        slant = shape.style.get("font-style") == "italic"
        bold = shape.style.get("font-weight") == "bold"
        context.select_font_face(
            _FONT,
            cairo.FONT_SLANT_ITALIC if slant else cairo.FONT_SLANT_NORMAL,
            cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL,
        )
        context.set_font_size(size)
        pieces = self._letters(shape)
        if shape.style.get("stroke", "none") != "none":
            self._outline(shape, pieces)
        self._colour(shape, "fill")
        for x, words in pieces:
            context.move_to(x, shape.at[1])
            context.show_text(words)
        context.restore()

    def _letters(self, shape: Shape) -> list[tuple[float, str]]:
        """The text where it begins; letters one by one where there is air between them."""
        air = shape.number("letter-spacing")
        words = list(shape.words) if air else [shape.words]
        widths = [(part, self.context.text_extents(part)[4] + air) for part in words]
        share = {"middle": 0.5, "end": 1.0}.get(shape.style.get("text-anchor", "start"), 0.0)
        x = shape.at[0] - share * sum(wide for _, wide in widths)
        found = []
        for part, wide in widths:
            found.append((x, part))
            x += wide
        return found

    def _outline(self, shape: Shape, pieces: Sequence[tuple[float, str]]) -> None:
        """The pale line round letters, below them."""
        self.context.new_path()
        for x, words in pieces:
            self.context.move_to(x, shape.at[1])
            self.context.text_path(words)
        self._pen(shape)
        self.context.stroke()

    def _place(self, shape: Shape) -> None:
        self.context.save()
        self.context.translate(shape.matrix.x, shape.matrix.y)
        self.context.scale(shape.matrix.scale, shape.matrix.scale)

    def _pen(self, shape: Shape) -> None:
        self._colour(shape, "stroke")
        context, style = self.context, shape.style
        context.set_line_width(shape.number("stroke-width", 1))
        context.set_line_cap(self.caps[style.get("stroke-linecap", "butt")])
        context.set_line_join(self.joins[style.get("stroke-linejoin", "miter")])
        dashes = style.get("stroke-dasharray", "none")
        context.set_dash([] if dashes == "none" else [float(dash) for dash in dashes.split()])

    def _colour(self, shape: Shape, what: str) -> None:
        colour = shape.style.get(what, "#000000")
        if len(colour) == 4:
            colour = "#" + "".join(letter * 2 for letter in colour[1:])
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        self.context.set_source_rgba(red, green, blue, shape.number(f"{what}-opacity", 1))
