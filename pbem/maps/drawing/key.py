"""Round the map: its title above, below it the scale, where north is, and the key.

Decides how large they are. Leaves what the key explains to who drew it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from pbem.core.maps.board import Board
from pbem.maps.drawing.colours import INK, PAPER
from pbem.maps.drawing.frame import HALF, XY
from pbem.maps.drawing.room import text_width
from pbem.maps.drawing.svg import Svg, num, point
from pbem.maps.drawing.towns import draw_sign

_ROW = 34
_NOTE = 17
_LETTER = 6.6  # how wide a letter of the small print is

# a hex of each scale, as measured between the named places of the shipped maps 6 to 14 hexes apart
# (the middle one of all; the projections stretch it by up to a sixth)
KILOMETRES: Final[Mapping[str, int]] = {
    "europe": 80,
    "pacific": 260,
    "off-map": 700,
    "awaw-europe": 110,
    "awaw-pacific": 260,
    "tw": 115,
}


@dataclass(frozen=True, slots=True)
class KeyItem:
    """One thing that the key explains: a colour, and the word for it."""

    word: str
    colour: str
    shape: str = "box"  # box, line, dash, card, sign (of a town), mark (a letter on a border)
    letter: str = ""

    @property
    def width(self) -> float:
        return 66 + 9.4 * len(self.word)


@dataclass(frozen=True, slots=True)
class Surround:
    """What stands round a map of some width: all of it grows with the map."""

    left: float
    right: float
    grain: float = 1.0

    @property
    def scale(self) -> float:
        """Larger on a sheet than on a front, so that a whole sheet still has a key."""
        return max(1.0, 0.85 * self.grain, min(3.0, (self.right - self.left) / 2400))

    @property
    def head(self) -> float:
        """How high the title is."""
        return 90 * self.scale

    def title(self, svg: Svg, top: float, title: str, subtitle: str) -> None:
        """The title over the map."""
        style = {"text_anchor": "start"}
        size = self.scale
        svg.text(
            (self.left, top - 50 * size), title, 30 * size, font_weight="bold", fill=INK, **style
        )
        svg.text((self.left, top - 20 * size), subtitle, 18 * size, fill="#555550", **style)

    def measure(self, svg: Svg, bottom: float, scales: Iterable[str]) -> float:
        """North, and how long some hexes are on each scale of the map; returns where it ends."""
        known = [name for name in scales if name in KILOMETRES]
        if not known:
            return bottom
        size = self.scale
        with svg.group("measure", transform=f"translate({point((self.left, bottom + 30 * size))})"):
            svg.path(f"M0 {num(14 * size)}L{num(9 * size)} {num(-16 * size)}L{num(18 * size)} "
                     f"{num(14 * size)}L{num(9 * size)} {num(7 * size)}Z", fill=INK)  # fmt: skip
            svg.text((9 * size, 30 * size), "N", 14 * size, font_weight="bold", fill=INK)
            x = 50 * size
            for name in known:
                x = _bar(svg, x, name, size, named=len(known) > 1)
        return bottom + 50 * size

    def key(self, svg: Svg, bottom: float, items: Iterable[KeyItem], lines: Iterable[str]) -> float:
        """The key in rows below the map and small print under it; returns where it ends."""
        size = self.scale
        width = max(self.right - self.left, 500) / size
        move = f"translate({point((self.left, bottom))}) scale({size:.3g})"
        with svg.group("key", transform=move):
            x, y = 0.0, 44.0
            for item in items:
                if x > 0 and x + item.width > width:
                    x, y = 0.0, y + _ROW
                _draw_item(svg, item, (x, y))
                x += item.width
            y += _ROW
            for line in lines:
                for part in wrap(line, int(width / _LETTER), subsequent_indent="    "):
                    svg.text((0, y), part, 12, text_anchor="start", fill="#77776c")
                    y += _NOTE
        return bottom + y * size


def _bar(svg: Svg, x: float, name: str, size: float, *, named: bool) -> float:
    """A bar of whole hexes and its length in kilometres; returns where the next may begin."""
    hexes = 1 + int(160 * size / (2 * HALF))
    step = 2 * HALF
    for number in range(hexes):
        fill = INK if number % 2 == 0 else PAPER
        svg.add("rect", x=x + step * number, y=4 * size, width=step, height=7 * size, fill=fill,
                stroke=INK, stroke_width=round(size, 1))  # fmt: skip
    far = hexes * KILOMETRES[name]
    words = f"{hexes} hexes, about {far:,} km" if hexes > 1 else f"1 hex, about {far} km"
    words += f" ({name})" if named else ""
    svg.text((x, -4 * size), words, 14 * size, text_anchor="start", fill=INK)
    return x + max(step * hexes, text_width(words, 14 * size)) + 40 * size


def _draw_item(svg: Svg, item: KeyItem, xy: XY) -> None:
    x, y = xy
    if item.shape in ("line", "dash"):
        dash = "9 5" if item.shape == "dash" else None
        data = f"M{point((x, y - 6))}h34"
        svg.path(data, stroke=item.colour, stroke_width=6, stroke_dasharray=dash)
    elif item.shape == "sign":
        draw_sign(svg, item.word, (x + 18, y - 6))
    elif item.shape == "mark":
        draw_mark(svg, item.letter, item.colour, (x + 18, y - 6))
    else:
        shape = {"fill": item.colour, "stroke": INK, "stroke_width": 1}
        svg.add("rect", x=x, y=y - 17, width=34, height=22, rx=6 if item.shape == "card" else 0,
                **shape)  # fmt: skip
    svg.text((x + 42, y), item.word, 15, text_anchor="start", fill=INK)


def draw_mark(svg: Svg, letter: str, colour: str, xy: XY) -> None:
    """A letter in a disc: what lies on the border of two areas."""
    svg.add("circle", cx=xy[0], cy=xy[1], r=10, fill=colour, stroke=PAPER, stroke_width=1.5)
    svg.text((xy[0], xy[1] + 4), letter, 11, fill=PAPER, font_weight="bold")


def small_print(board: Board) -> list[str]:
    """Where each layer comes from; what several parts of a map say alike stands once."""
    lines = (f"{layer.name or layer.section}: {layer.provenance}" for layer in board.layers)
    return list(dict.fromkeys(lines))


def colour_items(colours: Mapping[str, str], shape: str = "box") -> list[KeyItem]:
    """An item for every named colour."""
    return [KeyItem(name.replace("-", " "), colour, shape) for name, colour in colours.items()]
