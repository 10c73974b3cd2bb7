"""Units on a drawn map: stacks of counters in which each can be read, and who controls what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.core.record.state import State, Unit
from pbem.core.record.views import HIDDEN
from pbem.core.rules.game import Game
from pbem.core.rules.picture import Face
from pbem.maps.drawing.colours import INK, POWERS, darker, palette
from pbem.maps.drawing.counters import UNKNOWN, back, sign, sign_of, words
from pbem.maps.drawing.frame import XY, Frame, corner
from pbem.maps.drawing.land import edges
from pbem.maps.drawing.svg import Svg, point

# up to so many counters: in so many columns, each of this size
Sizes = tuple[tuple[int, int, int], ...]
IN_HEX: Final[Sizes] = ((1, 1, 58), (2, 2, 47), (4, 2, 35), (6, 3, 32), (9, 3, 23), (16, 4, 17))
FRONT: Final = "#c01f1f"
IN_BOX: Final[Sizes] = ((2, 2, 64), (3, 3, 54), (8, 4, 41), (15, 5, 28), (32, 8, 20))


@dataclass(frozen=True)
class Army:
    """The units of a position and how they look."""

    game: Game
    state: State

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


def draw_units(svg: Svg, army: Army, spots: Mapping[str, XY]) -> None:
    """Every stack whose place is drawn."""
    colours = army.colours
    with svg.group("units"):
        for place, units in army.stacks.items():
            if place in spots:
                board, (x, y) = army.game.board, spots[place]
                raised = 8 if board.name(place) else 0  # the name stands below
                sizes = IN_HEX if place in board.spots else IN_BOX
                draw_stack(svg, army, units, (x, y - raised), colours, sizes)


def draw_stack(
    svg: Svg,
    army: Army,
    units: Sequence[Unit],
    centre: XY,
    colours: Mapping[str, str],
    sizes: Sizes = IN_HEX,
) -> None:
    """A stack side by side, the smaller the more there are; beyond the most the rest is counted."""
    limit = sizes[-1][0]
    shown = units if len(units) <= limit else units[: limit - 1]
    total = len(shown) + (len(units) > len(shown))
    columns, size = next((columns, size) for most, columns, size in sizes if total <= most)
    step = size + 2
    rows = -(-total // columns)
    for number, unit in enumerate(shown):
        row, column = divmod(number, columns)
        in_row = min(columns, total - row * columns)
        xy = (
            centre[0] + (column - (in_row - 1) / 2) * step - size / 2,
            centre[1] + (row - (rows - 1) / 2) * step - size / 2,
        )
        draw_counter(svg, army.face(unit), unit, colours[unit.owner], xy, size)
    if len(shown) < len(units):
        end = centre[0] + (columns - 1) / 2 * step, centre[1] + (rows - 1) / 2 * step + 5
        svg.haloed(end, f"+{len(units) - len(shown)}", 13, fill=INK, font_weight="bold")


def draw_counter(svg: Svg, face: Face, unit: Unit, colour: str, xy: XY, size: float) -> None:
    """One counter with its top left corner at xy."""
    card = f"card-{colour[1:]}" + ("-down" if face.down else "")
    arm = f"sign-{sign_of(face.symbol)}"
    svg.define(card, back(colour, face.down))
    svg.define(arm, sign(face.symbol))
    turn = f"translate({point(xy)}) scale({size / 100:.3g})"
    svg.parts.append(
        f'<g transform="{turn}"><use href="#{card}"/><use href="#{arm}"/>'
        f"{words(face, unit.count)}</g>"
    )


# --- control ----------------------------------------------------------------------------------


def draw_control(svg: Svg, army: Army, frame: Frame, whose: Callable[[str], str]) -> bool:
    """A tint over what each power controls, and the line between the sides, if there is one."""
    colours = army.colours
    held: dict[str, list[str]] = {}
    for place in frame.hexes:
        if whose(place):
            held.setdefault(whose(place), []).append(place)
    with svg.group("control"):
        for power, places in sorted(held.items()):
            starts = (corner(frame.centres[place], 0) for place in places)
            data = "".join(f"M{point(xy)}l52 30v60l-52 30l-52 -30v-60z" for xy in starts)
            svg.path(data, fill=darker(colours[power], 0.85), fill_opacity=0.27)
        front = edges(frame, lambda place: side_of(army.state, whose(place)))
        svg.path(front, fill="none", stroke=FRONT, stroke_width=11, stroke_linecap="round")
        svg.path(front, fill="none", stroke="#f6d0c8", stroke_width=4, stroke_linecap="round")
    return bool(front)


def controller(army: Army, place: str) -> str:
    """Who controls a place, as play has it; where it says nothing, nobody."""
    return army.state.controller(place) or ""


def side_of(state: State, power: str) -> str:
    """The side of a power that plays; any other power stands for itself."""
    return state.side_of(power) if power in state.powers else power
