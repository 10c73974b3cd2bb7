"""How far it is over the sea and through the air, boxes included (4.5, 5.12, 5.28, 5.47).

Decides how many hexes ships sail between places, with the off-board hexes of boxes, and how far it
is by air to a box. Leaves ranges of activities (21.361), but for redeployments, to the moderator.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.systems.awaw.boxes.places import EUROPE, gates
from pbem.systems.awaw.world.boxes import hexes_beside, is_box
from pbem.systems.awaw.world.hexes import is_closed_to_air
from pbem.systems.awaw.world.position import Position

STAGING_TO_INDIA: Final = 6
WITHOUT_PORT: Final = {EUROPE: 20}  # hexes that redeploying ships sail between ports
ELSEWHERE: Final = 10
FAR: Final = 1_000


@implements("AWAW-4.52-1", "AWAW-4.52-2", "AWAW-4.52-3")
def has_sea(board: Board, place: str) -> bool:
    """Whether ships may be in a hex: one of sea, or of coast, which is land and sea."""
    return board.terrain(place) == "sea" or bool(board.fact(place, "coast"))


def sea_distances(board: Board, start: str) -> dict[str, int]:
    """How many hexes ships sail from a hex to every other."""
    found = {start: 0}
    open_ = deque([start])
    while open_:
        place = open_.popleft()
        for near in board.neighbours[place]:
            if near not in found and not is_box(near) and has_sea(board, near):
                found[near] = found[place] + 1
                open_.append(near)
    return found


@implements("AWAW-5.12B-1", "AWAW-5.22-1", "AWAW-5.32-1")
def naval_distance(position: Position, origin: str, goal: str) -> int | None:
    """How far ships sail from a place to another, with the off-board hexes between a box and the
    map; None where boxes make it nobody's business: between boxes, and where no gate is told.
    """
    if is_box(origin):
        origin, goal = goal, origin
    if is_box(origin):
        return None
    away = sea_distances(position.board, origin)
    if not is_box(goal):
        return away.get(goal, FAR)
    found = [more + away[gate] for gate, more in gates(position, goal) if gate in away]
    return min(found) if found else None


@implements("AWAW-5.28E-1", "AWAW-5.12B-1")
def too_long(position: Position, stops: Sequence[str]) -> str:
    """Which leg of ships that redeploy is longer than they may sail without touching a port."""
    most = WITHOUT_PORT.get(position.board.id, ELSEWHERE)
    for start, end in pairwise(stops):
        away = naval_distance(position, start, end)
        if away is not None and away > most and not _does_not_matter(position, start, end):
            where = f"{position.label(start)} to {position.label(end)}"
            return f"it is {away} hexes from {where}, ships touch a port every {most}"
    return ""


@implements("AWAW-5.22-1", "AWAW-5.32-1")
def _does_not_matter(position: Position, start: str, end: str) -> bool:
    """Whether the distance of a box is of no effect: from boxes next to the edge of the map."""
    box = start if is_box(start) else end
    return is_box(box) and all(more == 0 for _, more in gates(position, box))


def air_distance(position: Position, origin: str, goal: str) -> int:
    """How many hexes air units fly to a box: to a hex beside it, and one more."""
    box, place = (origin, goal) if is_box(origin) else (goal, origin)
    board = position.board
    found = (
        board.distance(place, edge)
        for edge in hexes_beside(position, box)
        if not is_closed_to_air(board, edge)
    )
    return min((away + 1 for away in found if away is not None), default=FAR)
