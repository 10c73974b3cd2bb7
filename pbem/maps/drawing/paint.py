"""Paints a picture of `svg`: PNG in bands, so that a large one needs little memory; PDF.

Decides pixels and pages. Leaves what is drawn to the SVG, of which it paints every shape. Of
matplotlib it takes the two painters (Agg for pixels, its writer of PDF) and the font that comes
with it, so that no library and no font of the machine plays a part; it comes with `pbem[maps]` and
is loaded when it is needed.
"""

from __future__ import annotations

import io
import logging
import struct
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import PbemError, UsageError
from pbem.maps.drawing.frame import Box
from pbem.maps.drawing.strokes import Matrix, Part, Reading, Shape, read_shapes

_BAND: Final = 4_000_000  # pixels that are painted at once
_PACKED: Final = 3  # how hard zlib tries
_FONTS: Final[Mapping[tuple[bool, bool], str]] = {  # bold, italic
    (False, False): "DejaVuSans.ttf",
    (True, False): "DejaVuSans-Bold.ttf",
    (False, True): "DejaVuSans-Oblique.ttf",
    (True, True): "DejaVuSans-BoldOblique.ttf",
}
_EM: Final = 100.0  # size of the letters that matplotlib outlines
_WORDS: Final = 1000  # whose outlines are kept
_POINTS: Final = 72 / 25.4  # of a PDF, in a millimetre
_INCH: Final = 25.4
_CODES: Final = bytes.maketrans(b"MLCZ", bytes((1, 2, 4, 79)))
_CAPS: Final[Mapping[str, str]] = {"round": "round", "butt": "butt", "square": "projecting"}
_OF_LINES: Final = (
    "stroke", "stroke-opacity", "stroke-width",
    "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
)  # fmt: skip
_UNSEEN: Final = (0.0, 0.0, 0.0, 1e-9)  # Agg cuts off lines at a band where nothing is filled
SETTINGS: Final = "matplotlibrc"
_SETTINGS: Final = {  # whatever else matplotlibrc of this machine says
    "path.simplify": False,
    "pdf.compression": 6,
    "pdf.fonttype": 42,
    "pdf.inheritcolor": False,
    "pdf.use14corefonts": False,
}
_NOBODY: Final = {"Creator": None, "Producer": None, "CreationDate": None}


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a PDF in millimetres: which part of the picture lies where, and what round it."""

    width: float
    height: float
    part: Box  # of the picture
    corner: tuple[float, float]  # of that part on the page
    scale: float  # millimetres to a unit of the picture
    marks: str = ""  # an SVG in millimetres over the whole page


class PainterMissing(PbemError):
    """The library that paints is not installed."""


@contextmanager
def _painting() -> Iterator[None]:
    """The painter's library is there and does as it does everywhere; else PbemError."""
    _refuse_settings_of_this_folder()
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # where it keeps what it knows of fonts
    try:
        import matplotlib
    except ImportError:
        raise PainterMissing(
            "PNG and PDF need a painter that is not installed",
            hint="pip install 'pbem[maps]', or write .svg, which every browser shows",
        ) from None
    with matplotlib.rc_context(_SETTINGS):
        yield


def can_paint() -> bool:
    """Whether PNG and PDF can be written here."""
    try:
        with _painting():
            return True
    except PainterMissing:
        return False


def _refuse_settings_of_this_folder() -> None:
    """The library does what a file of the folder says that one stands in, which may be a game."""
    found = Path(SETTINGS)
    if "matplotlib" not in sys.modules and found.exists():
        raise UsageError(
            f"{found.absolute()}: the painter would do what this file says",
            hint="remove it, or go into another folder",
        )


def png(svg: str, width: int | None = None) -> bytes:
    """The picture in so many pixels across, or one for every unit of the drawing."""
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
    with _painting():
        for first in range(0, down, rows):
            high = min(rows, down - first)
            place = Matrix(scale, -left * scale, -top * scale - first)
            band = left, top + first / scale, right, top + (first + high) / scale
            pixels = _band(reading, (across, high), place, band)
            out.write(_chunk(b"IDAT", packer.compress(pixels)))
    out.write(_chunk(b"IDAT", packer.flush()) + _chunk(b"IEND", b""))
    return out.getvalue()


def _band(reading: Reading, size: tuple[int, int], place: Matrix, seen: Box) -> bytes:
    """Rows of pixels as PNG has them: a zero, then red, green and blue of every pixel."""
    import numpy as np
    from matplotlib.backends.backend_agg import RendererAgg

    across, high = size
    renderer = RendererAgg(across, high, 72)
    _Painter(renderer, high, place, seen).paint(reading)
    rows = np.zeros((high, 1 + 3 * across), np.uint8)
    rows[:, 1:].reshape(high, across, 3)[:] = np.asarray(renderer.buffer_rgba())[:, :, :3]
    return rows.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pdf(svg: str, pages: Sequence[Page]) -> bytes:
    """The parts of a picture on pages."""
    reading = read_shapes(svg)
    out = io.BytesIO()
    with _painting():
        from matplotlib.backends.backend_pdf import PdfFile, RendererPdf

        file = PdfFile(out, metadata=dict(_NOBODY))
        for page in pages:
            file.newPage(page.width / _INCH, page.height / _INCH)
            renderer = RendererPdf(file, 72, page.height / _INCH, page.width / _INCH)
            _paint_page(renderer, page, reading)
            renderer.finalize()
        file.finalize()
        file.close()
    return out.getvalue()


def _paint_page(renderer: Any, page: Page, reading: Reading) -> None:
    left, top, right, bottom = page.part
    scale, (x, y) = page.scale * _POINTS, page.corner
    high = page.height * _POINTS
    place = Matrix(scale, x * _POINTS - left * scale, y * _POINTS - top * scale)
    inside = (
        x * _POINTS, high - (y * _POINTS + (bottom - top) * scale),
        x * _POINTS + (right - left) * scale, high - y * _POINTS,
    )  # fmt: skip
    _Painter(renderer, high, place, page.part, inside=inside).paint(reading)
    if page.marks:
        marks = read_shapes(page.marks)
        _Painter(renderer, high, Matrix(_POINTS), marks.view).paint(marks)


class _Painter:
    """One surface, how the picture lies on it, and the rectangle of the picture that is seen.

    The libraries count upwards from the lower edge, the picture downwards from the upper one.
    """

    def __init__(
        self, renderer: Any, high: float, place: Matrix, seen: Box, *, inside: Box | None = None
    ) -> None:
        from matplotlib.transforms import Bbox

        self.renderer = renderer
        self.high = high
        self.place = place
        self.seen = seen
        self.inside = Bbox.from_extents(*inside) if inside else None
        self.writes = hasattr(renderer, "file")  # a PDF keeps letters as letters
        self.pens: dict[tuple[str | float | None, ...], Any] = {}

    def paint(self, reading: Reading) -> None:
        """Every shape that can be seen."""
        for shape in reading.shapes:
            if shape.words:
                self._text(shape)
            else:
                self._path(shape)

    def _path(self, shape: Shape) -> None:
        parts = list(self._visible(shape))
        if parts:
            filled = shape.style.get("fill", "#000") != "none"
            self._draw(shape, _path_of(parts), self.place.then(shape.matrix), filled)

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
        font = _FONTS[
            shape.style.get("font-weight") == "bold", shape.style.get("font-style") == "italic"
        ]
        pieces = _letters(shape, font, size / _EM)
        stroked = shape.style.get("stroke", "none") != "none"
        for filled in (False, True) if stroked else (True,):  # the pale line is below all letters
            for x, words in pieces:
                at = self.place.then(shape.matrix.then(Matrix(1, x, shape.at[1])))
                if filled and self.writes:
                    self._write(shape, words, font, at.then(Matrix(size)))
                else:
                    self._draw(shape, _outline(words, font), at.then(Matrix(size / _EM)), filled)

    def _write(self, shape: Shape, words: str, font: str, place: Matrix) -> None:
        """Letters that stay letters."""
        pen = self._pen(shape, "fill", place.scale)
        prop = _font(font).copy()
        prop.set_size(place.scale)
        self.renderer.draw_text(pen, place.x, self.high - place.y, words, prop, 0)

    def _draw(self, shape: Shape, path: Any, place: Matrix, filled: bool) -> None:
        """A path, which lies in the picture as `place` says; letters upright."""
        from matplotlib.transforms import Affine2D

        down = place.scale if shape.words else -place.scale
        matrix = Affine2D.from_values(place.scale, 0, 0, down, place.x, self.high - place.y)
        what = "stroke" if not (shape.words and filled) else "fill"
        pen = self._pen(shape, what, self.place.scale * shape.matrix.scale)
        unseen = None if self.writes else _UNSEEN
        face = _colour(shape, "fill") if filled else unseen
        self.renderer.draw_path(pen, path, matrix, face)

    def _pen(self, shape: Shape, what: str, scale: float) -> Any:
        """What a line is drawn with, one for all that are alike; no line round filled letters."""
        style = shape.style
        if what == "fill" or style.get("stroke", "none") == "none":
            key: tuple[str | float | None, ...] = (style.get("fill"), style.get("fill-opacity"))
        else:
            key = (scale, *map(style.get, _OF_LINES))
        if key not in self.pens:
            self.pens[key] = self._new_pen(shape, len(key) > 2, scale)
        return self.pens[key]

    def _new_pen(self, shape: Shape, line: bool, scale: float) -> Any:
        style, pen = shape.style, self.renderer.new_gc()
        pen.set_snap(False)
        if self.inside is not None:
            pen.set_clip_rectangle(self.inside)
        if not line:
            pen.set_linewidth(0)
            pen.set_foreground(_colour(shape, "fill"), isRGBA=True)
            return pen
        pen.set_foreground(_colour(shape, "stroke"), isRGBA=True)
        pen.set_linewidth(shape.number("stroke-width", 1) * scale)
        pen.set_capstyle(_CAPS[style.get("stroke-linecap", "butt")])
        pen.set_joinstyle(style.get("stroke-linejoin", "miter"))
        dashes = style.get("stroke-dasharray", "none")
        if dashes != "none":
            pen.set_dashes(0, [float(dash) * scale for dash in dashes.split()])
        return pen


def _colour(shape: Shape, what: str) -> tuple[float, float, float, float]:
    return *_red_green_blue(shape.style.get(what, "#000000")), shape.number(f"{what}-opacity", 1)


@cache
def _red_green_blue(colour: str) -> tuple[float, float, float]:
    if len(colour) == 4:
        colour = "#" + "".join(letter * 2 for letter in colour[1:])
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _path_of(parts: Sequence[Part]) -> Any:
    """Parts of a path as the library has them: corners, and what leads to each."""
    import numpy as np
    from matplotlib.path import Path as Outline

    corners = np.concatenate([np.frombuffer(part.corners) for part in parts])
    letters = "".join(part.letters for part in parts).encode().translate(_CODES)
    return Outline(corners.reshape(-1, 2), np.frombuffer(letters, np.uint8))


# --- letters -------------------------------------------------------------------------------------


def _letters(shape: Shape, font: str, scale: float) -> list[tuple[float, str]]:
    """The text where it begins; letters one by one where there is air between them."""
    air = shape.number("letter-spacing")
    words = list(shape.words) if air else [shape.words]
    widths = [(part, _width(part, font) * scale + air) for part in words]
    share = {"middle": 0.5, "end": 1.0}.get(shape.style.get("text-anchor", "start"), 0.0)
    x = shape.at[0] - share * sum(wide for _, wide in widths)
    found = []
    for part, wide in widths:
        found.append((x, part))
        x += wide
    return found


def _width(words: str, font: str) -> float:
    return sum(_glyph(letter, font).advance for letter in words)


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A letter of a hundred units, upwards: how far it moves the pen, and its outline."""

    index: int
    advance: float
    corners: Any
    codes: Any


@cache
def _glyph(letter: str, font: str) -> _Glyph:
    from matplotlib.ft2font import LoadFlags

    face = _face(font)
    found = face.load_char(ord(letter), flags=LoadFlags.NO_HINTING)
    advance = float(found.linearHoriAdvance) / 65536
    return _Glyph(face.get_char_index(ord(letter)), advance, *face.get_path())


@cache
def _closer(before: str, letter: str, font: str) -> float:
    """How much nearer than others these two letters stand to each other, below zero."""
    from matplotlib.ft2font import Kerning

    pair = _glyph(before, font).index, _glyph(letter, font).index
    return float(_face(font).get_kerning(*pair, Kerning.UNFITTED)) / 64


@cache
def _face(font: str) -> Any:
    from matplotlib.ft2font import FT2Font

    face = FT2Font(_font_file(font))
    face.set_size(_EM, 72)
    return face


@cache
def _font(font: str) -> Any:
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=_font_file(font))


def _font_file(font: str) -> str:
    """Where the library keeps its font."""
    import matplotlib

    return str(Path(matplotlib.get_data_path(), "fonts", "ttf", font))


@lru_cache(_WORDS)
def _outline(words: str, font: str) -> Any:
    """The letters as a path, a hundred units high, upwards."""
    import numpy as np
    from matplotlib.path import Path as Outline

    x, before = 0.0, ""
    corners, codes = [np.empty((0, 2))], [np.empty(0, np.uint8)]
    for letter in words:
        glyph = _glyph(letter, font)
        x += _closer(before, letter, font) if before else 0.0
        corners.append(np.add(glyph.corners, (x, 0)))
        codes.append(glyph.codes)
        x, before = x + glyph.advance, letter
    return Outline(np.concatenate(corners), np.concatenate(codes))
