"""Ground units that move by land (8.24, 4.4 to 4.6): which way, and how far.

Decides which sides are crossed and which hexes entered, by rules 4 and 3, and counts movement
points by the terrain chart. Leaves zones of control (10.34), stacking and control (29), on which
the text is silent, to the readings of this module and to the moderator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.rules.readings import Reading
from pbem.systems.awaw.boxes.ways import ways
from pbem.systems.awaw.operations.orders import enemies_at
from pbem.systems.awaw.world.alliances import at_war, stand_together
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.hexes import ground_crosses
from pbem.systems.awaw.world.position import Position
from pbem.systems.awaw.world.units import Piece

PACIFIC: Final = "awaw-pacific"
ONE_HEX: Final = 1  # how far any supplied unit may always go


class IntoTheBox(Reading, id="AWAW-R-5.47-b"):
    """What a step between a box and a hex beside it costs."""

    ONE_HEX = "one-hex"
    WHOLE_MOVE = "whole-move"


class Entering(Reading, id="AWAW-R-29-a"):
    """Whether a ground unit that enters an empty enemy hex controls it."""

    CONTROLS = "controls"
    MODERATOR = "moderator"


@implements("AWAW-6.11-1", "AWAW-6.11-2", "AWAW-6.21-1", "AWAW-4.12-1")
def movement_of(board: Board, piece: Piece) -> int:
    """The movement factor of a unit: the larger on the European map, the smaller in the Pacific.

    Replacements and flak, which print none, have one.
    """
    name = "move-pacific" if board.id == PACIFIC else "move"
    other = "move" if name == "move-pacific" else "move-pacific"
    return int(piece.counter.rating(name if piece.counter.has(name) else other))


@dataclass(frozen=True, slots=True)
class March:
    """A way by land, and what it costs."""

    way: tuple[str, ...]
    cost: int


def cheapest(position: Position, piece: Piece, goal: str, most: int) -> March | None:
    """The cheapest way of a unit to a goal within its movement; None where there is none."""
    best: dict[str, March] = {piece.at: March((), 0)}
    open_ = [piece.at]
    while open_:
        place = min(open_, key=lambda one: (best[one].cost, one))
        open_.remove(place)
        for near in position.board.neighbours[place]:
            if near != goal and is_held_by_enemies(position, piece, near):
                continue
            found = _step(position, piece, best[place], near)
            if found and found.cost <= most and found.cost < _known(best, near):
                best[near] = found
                open_.append(near)
    return best.get(goal)


def _known(best: dict[str, March], place: str) -> int:
    return best[place].cost if place in best else 1_000_000


def _step(position: Position, piece: Piece, so_far: March, b: str) -> March | None:
    """One hex further, where it may be entered."""
    a = so_far.way[-1] if so_far.way else piece.at
    if is_box(a) or is_box(b):
        return _through_a_box(position, piece, so_far, b)
    if not ground_crosses(position.board, a, b) or not may_be_in(position, piece, b):
        return None
    cost = int(position.book.chart("terrain").at(position.board.terrain(b), "move", "hexes").number)
    if not so_far.way:
        cost = min(cost, max(ONE_HEX, movement_of(position.board, piece)))
    return March((*so_far.way, b), so_far.cost + cost)


@implements(
    "AWAW-5.47A-1", "AWAW-5.57A-1", "AWAW-5.77A-1", "AWAW-5.27A-1", "AWAW-5.37A-1", "AWAW-5.67-1"
)
def _through_a_box(position: Position, piece: Piece, so_far: March, b: str) -> March | None:
    """A step into a box or out of it, which ends or begins a march by the reading."""
    a = so_far.way[-1] if so_far.way else piece.at
    if not ways(position, piece, b, "movement", how="land", origin=a):
        return None
    if not is_box(b) and not may_be_in(position, piece, b):
        return None
    whole = position.reading(IntoTheBox) is IntoTheBox.WHOLE_MOVE
    cost = movement_of(position.board, piece) if whole else ONE_HEX
    return March((*so_far.way, b), so_far.cost + cost)


@implements("AWAW-7.24-1", "AWAW-3.11-41")
def may_be_in(position: Position, piece: Piece, place: str) -> bool:
    """Whether a ground unit may enter a hex: one of its faction or of enemies at war, never a
    neutral country's.
    """
    state, holder = position.state, position.holder(place)
    return stand_together(state, piece.owner, holder) or at_war(state, piece.owner, holder)


def is_held_by_enemies(position: Position, piece: Piece, place: str) -> bool:
    """Whether enemy ground units stand in a hex."""
    return bool(enemies_at(position, piece.owner, place))


def taken(position: Position, piece: Piece, way: tuple[str, ...]) -> Iterator[str]:
    """The enemy hexes that a unit takes as it marches."""
    if position.reading(Entering) is Entering.MODERATOR:
        return
    for place in way:
        if at_war(position.state, piece.owner, position.holder(place)):
            yield place
