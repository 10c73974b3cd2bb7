"""Units on a drawn map: stacks of counters in which each can be read.

Decides how a stack is spread over its place, and from afar how many of a power it holds. Leaves
the look of a counter to `counters`, who controls what to `borders`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.core.record.state import State, Unit
from pbem.core.record.views import HIDDEN
from pbem.core.rules.game import Game
from pbem.core.rules.picture import Face
from pbem.maps.drawing.colours import INK, POWERS, palette
from pbem.maps.drawing.counters import UNKNOWN, back, sign, sign_of, words
from pbem.maps.drawing.frame import XY, Box
from pbem.maps.drawing.svg import Svg, escape, num
from pbem.maps.drawing.zoom import Zoom

# up to so many counters: in so many columns, each of this size
Sizes = tuple[tuple[int, int, int], ...]
IN_HEX: Final[Sizes] = ((1, 1, 58), (2, 2, 46), (4, 2, 33), (6, 3, 31), (9, 3, 22), (16, 4, 16))
RAISED: Final = 7  # so far above the middle of its hex a stack lies, for the name below
IN_BOX: Final[Sizes] = ((2, 2, 64), (3, 3, 54), (8, 4, 41), (15, 5, 28), (32, 8, 20))


@dataclass(frozen=True)
class Army:
    """The units of a position and how they look."""

    game: Game
    state: State
    mark: str = ""  # before the ids of counters, where one page shows several positions

    @cached_property
    def colours(self) -> Mapping[str, str]:
        owners = {unit.owner for unit in self.state.units.values()}
        controllers = {place.controller or "" for place in self.state.places.values()}
        return palette(owners | controllers | set(self.state.powers), POWERS)

    def face(self, unit: Unit) -> Face:
        """What the counter shows; a hidden unit shows nothing."""
        if unit.counter == HIDDEN:
            return Face(UNKNOWN, unit.id)
        return self.game.system.words.face(self.game, unit)

    def title(self, name: str) -> str:
        """How a power, a side or a mark is called."""
        return self.game.system.words.names.get(name) or name.replace("-", " ")

    def told(self, unit: Unit) -> str:
        """A counter in words: its owner, its name, its ratings and what lies on it."""
        if unit.counter == HIDDEN:
            return f"{self.title(unit.owner)}: hidden unit {unit.id}"
        face, counters = self.face(unit), self.game.counters
        name = counters[unit.counter].name if unit.counter in counters else unit.counter
        count = f"{unit.count} " if unit.count is not None else ""
        marks = [
            self.title(mark) + (f" {held.value}" if held.value else "")
            for mark, held in sorted(unit.marks.items())
        ]
        words = "; ".join(filter(None, [face.ratings, *marks]))
        return f"{self.title(unit.owner)}: {count}{name}" + (f" ({words})" if words else "")

    @cached_property
    def stacks(self) -> Mapping[str, list[Unit]]:
        """The units on the board by place; those in a section of a sea area are in that area."""
        found: dict[str, list[Unit]] = {}
        for location, ids in sorted(self.state.index.items()):
            place = location if location in self.game.board else location.partition("/")[0]
            if place in self.game.board:
                found.setdefault(place, []).extend(self.state.units[name] for name in ids)
        return {place: sorted(units, key=self.rank) for place, units in found.items()}

    def rank(self, unit: Unit) -> tuple[str, bool, str]:
        """The order of a stack: by owner, the face-up first, then by id."""
        return unit.owner, self.face(unit).down, unit.id


@dataclass(frozen=True, slots=True)
class Card:
    """One counter of a drawn stack, its top left corner and its size; or how many of a power."""

    xy: XY
    size: float
    unit: Unit
    many: int = 0
    grain: float = 1.0  # units of the drawing to a pixel

    @property
    def pixels(self) -> float:
        """How large it is seen."""
        return self.size / self.grain

    @property
    def box(self) -> Box:
        x, y = self.xy
        return x, y, x + self.size, y + self.size


def spread(
    units: Sequence[Unit], centre: XY, sizes: Sizes = IN_HEX, zoom: Zoom | None = None
) -> list[Card]:
    """A stack side by side, the smaller the more there are; the last card counts those left out.

    Where counters could not be told apart there is one card for each power, with their number.
    """
    zoom = zoom or Zoom()
    limit = sizes[-1][0]
    total = min(len(units), limit)
    columns, size = next((columns, size) for most, columns, size in sizes if total <= most)
    if not zoom.sees(size):
        return _counted(units, centre, zoom)
    step = size + 1.5
    rows = -(-total // columns)
    cards = []
    for number, unit in enumerate(units[:total]):
        row, column = divmod(number, columns)
        in_row = min(columns, total - row * columns)
        x = centre[0] + (column - (in_row - 1) / 2) * step - size / 2
        y = centre[1] + (row - (rows - 1) / 2) * step - size / 2
        left_out = len(units) - total + 1 if number == total - 1 and len(units) > total else 0
        cards.append(Card((x, y), size, unit, left_out, zoom.grain))
    return cards


def _counted(units: Sequence[Unit], centre: XY, zoom: Zoom) -> list[Card]:
    """A card for each power of a stack, with how many counters of it are there."""
    powers: dict[str, list[Unit]] = {}
    for unit in units:
        powers.setdefault(unit.owner, []).append(unit)
    size = min(64.0 if len(powers) == 1 else 48.0, max(30.0, 14 * zoom.grain))
    left = centre[0] - size * len(powers) / 2
    return [
        Card((left + size * number, centre[1] - size / 2), size, some[0], len(some), zoom.grain)
        for number, some in enumerate(powers.values())
    ]


def stacks(army: Army, spots: Mapping[str, XY], zoom: Zoom) -> dict[str, list[Card]]:
    """The cards of every stack whose place is drawn."""
    found = {}
    for place, units in army.stacks.items():
        if place in spots:
            board, (x, y) = army.game.board, spots[place]
            raised = RAISED if board.name(place) else 0
            sizes = IN_HEX if place in board.spots else IN_BOX
            found[place] = spread(units, (x, y - raised), sizes, zoom)
    return found


def draw_units(svg: Svg, army: Army, cards: Iterable[Card], zoom: Zoom) -> None:
    """The stacks that were spread."""
    with svg.group("units"):
        for card in cards:
            draw_card(svg, army, card, zoom)


def draw_stack(
    svg: Svg, army: Army, units: Sequence[Unit], centre: XY, *, sizes: Sizes = IN_HEX
) -> None:
    """One stack, spread round a point."""
    for card in spread(units, centre, sizes):
        draw_card(svg, army, card, Zoom())


def draw_card(svg: Svg, army: Army, card: Card, zoom: Zoom) -> None:
    """A counter, or the number of those that are not drawn one by one."""
    colour = army.colours[card.unit.owner]
    if card.many and (card.many > 1 or not zoom.sees(card.size)):
        _draw_number(svg, card, colour, zoom)
    else:
        face = army.face(card.unit)
        draw_counter(svg, face, card, colour, (army.mark, army.told(card.unit)))


def _draw_number(svg: Svg, card: Card, colour: str, zoom: Zoom) -> None:
    x, y = card.xy
    size = card.size
    style = {"fill": colour, "stroke": INK, "stroke_width": round(0.03 * size, 1)}
    svg.add("rect", x=x, y=y, width=size, height=size, rx=0.1 * size, **style)
    text = f"+{card.many}" if zoom.sees(size) and size < 30 else str(card.many)
    middle = x + size / 2, y + 0.68 * size
    svg.text(middle, text, 0.55 * size, fill=INK, font_weight="bold")


def draw_counter(
    svg: Svg, face: Face, card: Card, colour: str, told: tuple[str, str] = ("", "")
) -> None:
    """One counter at its place; `told`: what stands before its id, and what it is in words."""
    name = f"card-{colour[1:]}" + ("-down" if face.down else "")
    arm = f"sign-{sign_of(face.symbol)}"
    svg.define(name, back(colour, face.down))
    svg.define(arm, sign(face.symbol))
    x, y = card.xy
    turn = f"translate({num(x)} {num(y)}) scale({card.size / 100:.3g})"
    before, words_of_it = told
    mark = f' id="{before}unit-{escape(card.unit.id)}"' if words_of_it else ""
    title = f"<title>{escape(words_of_it)}</title>" if words_of_it else ""
    svg.parts.append(
        f'<g{mark} transform="{turn}">{title}<use href="#{name}"/><use href="#{arm}"/>'
        f"{words(face, card.unit.count, card.pixels)}</g>"
    )


# --- control ----------------------------------------------------------------------------------


def controller(army: Army, place: str) -> str:
    """Who controls a place, as play has it; where it says nothing, nobody."""
    return army.state.holder(place)


def side_of(state: State, power: str) -> str:
    """The side of a power that plays; any other power stands for itself."""
    return state.side_of(power) if power in state.powers else power
