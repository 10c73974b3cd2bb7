"""What stands in a zone, inside it: like units are one counter with their number.

Decides how large counters are so that all fit into the zone's box. Where even small ones do not fit
the rest is a number in a disc, under which the table below the map lists all that is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.record.state import Unit
from pbem.core.rules.picture import Face
from pbem.maps.drawing.colours import INK, PAPER
from pbem.maps.drawing.counters import back, sign, sign_of
from pbem.maps.drawing.svg import Svg, escape, point
from pbem.maps.drawing.units import Army

XY = tuple[float, float]

_SIZES: Final = (60, 52, 44, 38, 32, 27, 23, 20, 17)
_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Pile:
    """Units of one owner that look alike."""

    owner: str
    face: Face
    colour: str
    units: tuple[Unit, ...]

    @property
    def count(self) -> int:
        return sum(unit.size for unit in self.units)

    @property
    def title(self) -> str:
        return self.face.title or self.face.symbol


def piles(army: Army, units: Sequence[Unit], colours: Mapping[str, str]) -> list[Pile]:
    """Like units together, by owner, as they stand."""
    found: dict[tuple[str, str, bool], list[Unit]] = {}
    faces: dict[tuple[str, str, bool], Face] = {}
    for unit in units:
        face = army.face(unit)
        key = unit.owner, sign_of(face.symbol), face.down
        found.setdefault(key, []).append(unit)
        faces.setdefault(key, face)
    return [
        Pile(key[0], faces[key], colours[key[0]], tuple(some))
        for key, some in sorted(found.items())
    ]


@dataclass(frozen=True, slots=True)
class Room:
    """The box into which counters go: its middle, how wide and how high it is."""

    x: float
    y: float
    wide: float
    high: float

    def fits(self, size: float) -> int:
        """How many counters of a size stand in it."""
        columns = int((self.wide + _GAP) // (size + _GAP))
        return columns * int((self.high + _GAP) // (size + _GAP))


def size_for(room: Room, count: int) -> int:
    """The largest size at which so many fit, else the smallest."""
    return next((size for size in _SIZES if room.fits(size) >= count), _SIZES[-1])


def draw_piles(svg: Svg, some: Sequence[Pile], room: Room, tag: int) -> bool:
    """Counters side by side in their room; says whether some are left to the table."""
    size = size_for(room, len(some))
    limit = max(1, room.fits(size))
    shown = some if len(some) <= limit else some[: max(0, limit - 1)]
    left_out = len(shown) < len(some)
    total = len(shown) + left_out
    columns = max(1, min(total, int((room.wide + _GAP) // (size + _GAP))))
    rows = -(-total // columns)
    for number in range(total):
        row, column = divmod(number, columns)
        in_row = min(columns, total - row * columns)
        x = room.x + (column - (in_row - 1) / 2) * (size + _GAP)
        y = room.y + (row - (rows - 1) / 2) * (size + _GAP)
        if number < len(shown):
            pile = shown[number]
            draw_pile(svg, pile, (x - size / 2, y - size / 2), size)
        else:
            draw_tag(svg, tag, (x, y), size)
    return left_out


def draw_tag(svg: Svg, number: int, xy: XY, size: float = 22) -> None:
    """The number under which the table below the map tells the rest."""
    svg.add("circle", cx=xy[0], cy=xy[1], r=size / 2, fill=INK, stroke=PAPER, stroke_width=1.5)
    words = str(number)
    svg.text((xy[0], xy[1] + size * 0.17), words, size * 0.5, fill=PAPER, font_weight="bold")


def draw_pile(svg: Svg, pile: Pile, xy: XY, size: float) -> None:
    """One counter: the card, the sign of the arm, and how many there are."""
    card = f"card-{pile.colour[1:]}" + ("-down" if pile.face.down else "")
    arm = f"sign-{sign_of(pile.face.symbol)}"
    svg.define(card, back(pile.colour, pile.face.down))
    svg.define(arm, sign(pile.face.symbol))
    count = (
        f'<text x="50" y="95" font-size="30" font-weight="bold" text-anchor="middle" '
        f'fill="{PAPER if pile.face.down else INK}">{pile.count}</text>'
        if pile.count > 1
        else ""
    )
    title = escape(f"{pile.owner}: {pile.count} {pile.title}")
    turn = f"translate({point(xy)}) scale({size / 100:.3g})"
    svg.parts.append(
        f'<g transform="{turn}"><title>{title}</title><use href="#{card}"/>'
        f'<use href="#{arm}"/>{count}</g>'
    )
