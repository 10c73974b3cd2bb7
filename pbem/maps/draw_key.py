"""Round the map: its title above, and below it the key to colours, signs and lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbem.maps.colours import INK
from pbem.maps.draw_frame import XY
from pbem.maps.draw_svg import Svg, point

_ROW = 30


@dataclass(frozen=True, slots=True)
class KeyItem:
    """One thing that the key explains: a colour, and the word for it."""

    word: str
    colour: str
    shape: str = "box"  # box, line, dash, card

    @property
    def width(self) -> float:
        return 52 + 9.4 * len(self.word)


def draw_title(svg: Svg, left: float, top: float, title: str, subtitle: str) -> None:
    """The title over the map."""
    svg.text((left, top - 52), title, 30, text_anchor="start", font_weight="bold", fill=INK)
    svg.text((left, top - 22), subtitle, 18, text_anchor="start", fill="#555550")


def draw_key(svg: Svg, box: tuple[float, float, float, float], items: Iterable[KeyItem]) -> float:
    """The key in rows below the box; returns how far down it reaches."""
    left, _, right, bottom = box
    x, y = left, bottom + 44.0
    with svg.group("key"):
        for item in items:
            if x > left and x + item.width > max(right, left + 500):
                x, y = left, y + _ROW
            _draw_item(svg, item, (x, y))
            x += item.width
    return y + _ROW


def _draw_item(svg: Svg, item: KeyItem, xy: XY) -> None:
    x, y = xy
    if item.shape in ("line", "dash"):
        dash = "9 5" if item.shape == "dash" else None
        data = f"M{point((x, y - 6))}h34"
        svg.path(data, stroke=item.colour, stroke_width=6, stroke_dasharray=dash)
    else:
        shape = {"fill": item.colour, "stroke": INK, "stroke_width": 1}
        svg.add("rect", x=x, y=y - 17, width=34, height=22, rx=6 if item.shape == "card" else 0,
                **shape)  # fmt: skip
    svg.text((x + 42, y), item.word, 15, text_anchor="start", fill=INK)


def notes(svg: Svg, left: float, top: float, lines: Iterable[str]) -> float:
    """Small print under the key; returns how far down it reaches."""
    y = top
    for line in lines:
        svg.text((left, y), line, 12, text_anchor="start", fill="#77776c")
        y += 17
    return y


def colour_items(colours: Mapping[str, str], shape: str = "box") -> list[KeyItem]:
    """An item for every named colour."""
    return [KeyItem(name.replace("-", " "), colour, shape) for name, colour in colours.items()]
