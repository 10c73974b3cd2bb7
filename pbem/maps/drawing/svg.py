"""A small writer of SVG: groups, paths, texts. Coordinates are written with one decimal at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape as escape_html

from pbem.core.data.letters import shown_in_line

XY = tuple[float, float]

PAPER = "#fdfcf5"
FONT = "DejaVu Sans, Verdana, Arial, sans-serif"


def printable(text: str) -> str:
    """A text on one line; what neither XML nor a mail may hold is written out."""
    return shown_in_line(" ".join(text.split("\n")))


def escape(text: str) -> str:
    """A text as XML can hold it."""
    if text.isascii() and text.isalnum():
        return text
    plain = text.isascii() and text.isprintable()
    return escape_html(text if plain else printable(text))


def num(value: float) -> str:
    """A coordinate as short as it can be: `12`, `-3.5`."""
    whole = int(value)
    if whole == value:
        return str(whole)
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def point(xy: XY) -> str:
    return f"{num(xy[0])} {num(xy[1])}"


def polyline(points: Iterable[XY], close: bool = False) -> str:
    """The path data of a line through points."""
    return "M" + "L".join(point(xy) for xy in points) + ("Z" if close else "")


def attributes(**values: object) -> str:
    """`stroke_width=2` as ` stroke-width="2"`; None leaves an attribute out."""
    return "".join(
        f' {name.strip("_").replace("_", "-")}="{escape(_text(value))}"'
        for name, value in values.items()
        if value is not None
    )


def _text(value: object) -> str:
    return num(value) if isinstance(value, float) else str(value)


def halo(size: float) -> dict[str, object]:
    """What outlines a text in the colour of paper, below its letters."""
    wide = max(2.5, min(12.0, 0.26 * size))
    return {
        "stroke": PAPER, "stroke_width": wide, "stroke_linejoin": "round", "paint_order": "stroke",
    }  # fmt: skip


class Svg:
    """The picture while it is being written."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.definitions: dict[str, str] = {}

    def add(self, element: str, **values: object) -> None:
        """One element without content."""
        self.parts.append(f"<{element}{attributes(**values)}/>")

    def path(self, data: str, **values: object) -> None:
        """A path; nothing when there is nothing to draw."""
        if data:
            self.add("path", d=data, **values)

    def text(self, xy: XY, words: str, size: float, **values: object) -> None:
        """A text, centred unless `text_anchor` says otherwise."""
        anchor = values.pop("text_anchor", "middle")
        more = attributes(x=float(xy[0]), y=float(xy[1]), font_size=size, text_anchor=anchor)
        self.parts.append(f"<text{more}{attributes(**values)}>{escape(words)}</text>")

    def haloed(self, xy: XY, words: str, size: float, **values: object) -> None:
        """A text that can be read on any ground: a pale outline below it."""
        self.text(xy, words, size, **halo(size), **values)

    def use(self, name: str, xy: XY, scale: float = 1, **values: object) -> None:
        """A defined drawing at a place."""
        turn = f"translate({point(xy)})" + (f" scale({scale:.3g})" if scale != 1 else "")
        self.add("use", href=f"#{name}", xlink_href=None, transform=turn, **values)

    def define(self, name: str, content: str) -> None:
        """A drawing under a name, written once."""
        self.definitions.setdefault(name, f'<g id="{name}">{content}</g>')

    @contextmanager
    def group(self, name: str, **values: object) -> Iterator[None]:
        """A layer of the picture."""
        self.parts.append(f"<g{attributes(class_=name, **values)}>")
        start = len(self.parts)
        yield
        if len(self.parts) == start:
            self.parts.pop()
        else:
            self.parts.append("</g>")

    def bare(self, width: float, height: float) -> str:
        """What was drawn as a file of its own, without paper behind it."""
        head = attributes(xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
        return f"<svg{head}>{''.join(self.parts)}</svg>"

    def document(self, left: float, top: float, width: float, height: float, title: str) -> str:
        """The whole picture as a file."""
        box = f"{num(left)} {num(top)} {num(width)} {num(height)}"
        head = attributes(
            xmlns="http://www.w3.org/2000/svg",
            viewBox=box,
            width=float(width),
            height=float(height),
            font_family=FONT,
        )
        definitions = "".join(self.definitions[name] for name in sorted(self.definitions))
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f"<svg{head}>",
            f"<title>{escape(title)}</title>",
            f"<defs>{definitions}</defs>",
            f"<rect{attributes(x=left, y=top, width=width, height=height, fill=PAPER)}/>",
            *self.parts,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"
