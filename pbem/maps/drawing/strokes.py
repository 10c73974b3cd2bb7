"""The pictures that `svg` writes, read again as a list of shapes for a painter.

Decides which SVG a painter has to know: groups, paths of straight lines and curves, rectangles,
circles, ellipses, texts, definitions used at a place; moves and even scales. Leaves painting to
`paint`. An element or a path that is not among these is a bug, not a gap in the picture.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final
from xml.parsers import expat

from pbem.maps.drawing.frame import Box

_STEPS: Final = re.compile(r"M(-?\d+) (-?\d+)l([-\d ]+)(z?)(?=M|$)")  # most of a coast
_TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_TRANSFORM: Final = re.compile(r"(translate|scale)\(([^)]*)\)")
_CURVE: Final = 0.5523  # of the radius: the handles of a curve that is a quarter of a circle
_NEEDS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6}
_SKIPPED: Final = ("title", "defs", "svg")


@dataclass(frozen=True, slots=True)
class Matrix:
    """An even scale and a move."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def then(self, inner: Matrix) -> Matrix:
        """The matrix of what lies inside this one."""
        s = self.scale
        return Matrix(s * inner.scale, self.x + s * inner.x, self.y + s * inner.y)


@dataclass(frozen=True, slots=True)
class Part:
    """A connected part of a path, and the rectangle that it lies in.

    Every corner, x and y, has a letter that says what leads there; a curve has three, of which two
    are its handles, and a closing leads to the first, whatever stands as its corner.
    """

    letters: str  # M, L, C, Z
    corners: array[float]
    box: Box


@dataclass(frozen=True, slots=True)
class Shape:
    """A path or a text with its style."""

    style: Mapping[str, str]
    matrix: Matrix
    parts: tuple[Part, ...] = ()
    words: str = ""
    at: tuple[float, float] = (0.0, 0.0)

    def number(self, name: str, default: float = 0.0) -> float:
        return float(self.style.get(name, default))


@dataclass(slots=True)
class _Open:
    """An element that is being read: the style and matrix of what is in it, and its own name."""

    tag: str
    style: dict[str, str]
    matrix: Matrix
    own: Mapping[str, str]


class Reading:
    """The shapes of a picture from the ground up, and its size."""

    def __init__(self, svg: str) -> None:
        self.shapes: list[Shape] = []
        self.view: Box = (0, 0, 1, 1)
        self._defined: dict[str, list[Shape]] = {}
        self._stack: list[_Open] = []
        self._words: list[str] = []
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words.append
        parser.Parse(svg.encode("utf-8"), True)

    def _start(self, tag: str, found: dict[str, str]) -> None:
        above = self._stack[-1] if self._stack else _Open("", {}, Matrix(), {})
        style = {**above.style, **found} if found else above.style
        here = _Open(tag, style, above.matrix.then(_matrix(found)), found)
        self._stack.append(here)
        self._words.clear()
        if tag == "svg":
            left, top, wide, high = map(float, found["viewBox"].split())
            self.view = left, top, left + wide, top + high
        elif tag == "use":
            self._use(here)
        elif tag not in ("g", "text", *_SKIPPED):
            self._add(Shape(style, here.matrix, self._outline(tag, found)))

    def _end(self, tag: str) -> None:
        here = self._stack.pop()
        if tag == "text":
            at = float(here.own.get("x", 0)), float(here.own.get("y", 0))
            self._add(Shape(here.style, here.matrix, words="".join(self._words), at=at))

    def _add(self, shape: Shape) -> None:
        """A shape of the picture, or of the definition that is being read."""
        style = shape.style
        if style.get("fill") == "none" and style.get("stroke", "none") == "none":
            return
        defined = [one for one in self._stack if one.tag == "defs"]
        if not defined:
            self.shapes.append(shape)
            return
        name = self._stack[self._stack.index(defined[0]) + 1].own["id"]
        self._defined.setdefault(name, []).append(shape)

    def _use(self, here: _Open) -> None:
        """The shapes of a definition at a place."""
        move = Matrix(1, float(here.own.get("x", 0)), float(here.own.get("y", 0)))
        matrix = here.matrix.then(move)
        for shape in self._defined.get(here.own["href"].removeprefix("#"), ()):
            self._add(replace(shape, matrix=matrix.then(shape.matrix)))

    def _outline(self, tag: str, found: Mapping[str, str]) -> tuple[Part, ...]:
        if tag == "path":
            return tuple(_parts(found["d"]))
        size = {name: float(found[name]) for name in _SIZES if name in found}
        if tag == "rect":
            return tuple(_parts(_rectangle(size)))
        if tag in ("circle", "ellipse"):
            return tuple(_parts(_oval(size)))
        raise AssertionError(f"a picture with <{tag}> cannot be painted")


_SIZES: Final = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r")


def _matrix(found: Mapping[str, str]) -> Matrix:
    """The matrix of an element's `transform`."""
    matrix = Matrix()
    for kind, numbers in _TRANSFORM.findall(found.get("transform", "")):
        values = [float(number) for number in numbers.replace(",", " ").split()]
        inner = Matrix(values[0]) if kind == "scale" else Matrix(1, values[0], values[-1])
        matrix = matrix.then(inner)
    return matrix


def _rectangle(size: Mapping[str, float]) -> str:
    x, y = size.get("x", 0.0), size.get("y", 0.0)
    wide, high = size["width"], size["height"]
    r = min(size.get("rx", 0.0), wide / 2, high / 2)
    if not r:
        return f"M{x} {y}h{wide}v{high}h{-wide}z"
    k = r * (1 - _CURVE)
    return (
        f"M{x + r} {y}h{wide - 2 * r}c{r - k} 0 {r} {k} {r} {r}v{high - 2 * r}"
        f"c0 {r - k} {-k} {r} {-r} {r}h{2 * r - wide}c{k - r} 0 {-r} {-k} {-r} {-r}"
        f"v{2 * r - high}c0 {k - r} {k} {-r} {r} {-r}z"
    )


def _oval(size: Mapping[str, float]) -> str:
    x, y = size.get("cx", 0.0), size.get("cy", 0.0)
    a, b = size.get("rx", size.get("r", 0.0)), size.get("ry", size.get("r", 0.0))
    p, q = a * _CURVE, b * _CURVE
    return (
        f"M{x + a} {y}C{x + a} {y + q} {x + p} {y + b} {x} {y + b}"
        f"C{x - p} {y + b} {x - a} {y + q} {x - a} {y}"
        f"C{x - a} {y - q} {x - p} {y - b} {x} {y - b}"
        f"C{x + p} {y - b} {x + a} {y - q} {x + a} {y}z"
    )


def _parts(data: str) -> Iterator[Part]:
    """The connected parts of path data, in coordinates of the picture."""
    at = 0
    while steps := _STEPS.match(data, at):
        yield _stepped(*steps.groups())
        at = steps.end()
    letters: list[str] = []
    corners: list[float] = []
    for kind, values in _ops(data[at:]):
        if kind == "M" and letters:
            yield _part(letters, corners)
            letters, corners = [], []
        letters.append(kind if kind != "C" else "CCC")
        corners += values
    if letters:
        yield _part(letters, corners)


def _stepped(x: str, y: str, steps: str, end: str) -> Part:
    """A line that goes on step by step from a point, closed or not."""
    numbers = [*map(float, steps.replace("-", " -").split())]
    xs = [*accumulate(numbers[::2], initial=float(x))]
    ys = [*accumulate(numbers[1::2], initial=float(y))]
    corners = array("d", [0.0]) * (2 * len(xs))
    corners[::2], corners[1::2] = array("d", xs), array("d", ys)
    letters = "M" + "L" * (len(xs) - 1)
    if end:
        letters, corners = letters + "Z", corners + corners[:2]
    return Part(letters, corners, (min(xs), min(ys), max(xs), max(ys)))


def _part(letters: Sequence[str], corners: Sequence[float]) -> Part:
    xs, ys = corners[::2], corners[1::2]
    return Part("".join(letters), array("d", corners), (min(xs), min(ys), max(xs), max(ys)))


def _ops(data: str) -> Iterator[tuple[str, Sequence[float]]]:
    """The steps of path data as moves, lines, curves and closings to fixed points."""
    tokens = _TOKEN.findall(data)
    at, count = 0, len(tokens)
    x = y = first_x = first_y = 0.0
    letter = ""
    while at < count:
        if tokens[at].isalpha():
            letter = tokens[at]
            at += 1
            if letter in "zZ":
                x, y = first_x, first_y
                yield "Z", (x, y)
                continue
        need = _NEEDS[letter.upper()]
        values = [float(token) for token in tokens[at : at + need]]
        at += need
        points = _absolute(letter, values, x, y)
        x, y = points[-2:]
        kind = letter.upper()
        if kind == "M":
            first_x, first_y = x, y
            letter = "L" if letter == "M" else "l"
        yield ("L" if kind in "HV" else kind), points


def _absolute(letter: str, values: list[float], x: float, y: float) -> list[float]:
    """The points of a step, given where the pen is."""
    kind = letter.upper()
    fixed = letter == kind
    if kind == "H":
        return [values[0] if fixed else x + values[0], y]
    if kind == "V":
        return [x, values[0] if fixed else y + values[0]]
    if fixed:
        return values
    return [value + (x if number % 2 == 0 else y) for number, value in enumerate(values)]


def read_shapes(svg: str) -> Reading:
    """A picture as shapes."""
    return Reading(svg)
