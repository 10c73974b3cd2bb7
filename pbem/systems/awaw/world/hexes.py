"""Hexes and hexsides (4.4 to 4.6): what ground units may enter and cross, what is adjacent.

Decides which hexes are closed, which sides nothing on the ground crosses, where crossing arrows
lead over water, when units are adjacent, and on which front a hex lies. Leaves what terrain costs
(13.41) to the terrain chart, and where ships go to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board

SEA: Final = "sea"
IMPASSABLE: Final = "impassable"
STRAITS: Final = "straits"
SUEZ: Final = frozenset({"LL30", "LL31", "MM30"})  # the hexes of the canal
WATER: Final = ("all-sea", "lake")


@implements("AWAW-4.31-1", "AWAW-3.11-50", "AWAW-9.71-1")
def front_of(board: Board, place: str) -> str:
    """The front on which a hex lies, and on which what is done to it counts."""
    return board.text(place, "front")


@implements("AWAW-4.51-1", "AWAW-4.52-1")
def has_land(board: Board, place: str) -> bool:
    """Whether there is land in a hex: hexes of coast are land and sea."""
    return board.terrain(place) not in (SEA, "lake", "")


@implements("AWAW-4.41-1", "AWAW-4.41-2", "AWAW-4.41-3", "AWAW-4.42-1")
def is_closed_to_ground(board: Board, place: str) -> bool:
    """Whether ground units may not be in a hex: gray ones, Swiss ones, the middle outback."""
    closed = bool(board.fact(place, IMPASSABLE)) or bool(board.fact(place, "unplayable"))
    return closed or not has_land(board, place)


@implements("AWAW-4.41-2", "AWAW-4.41-3", "AWAW-4.43-3")
def is_closed_to_air(board: Board, place: str) -> bool:
    """Whether air units may not be in a hex: Swiss ones; the outback is open to them."""
    closed = bool(board.fact(place, IMPASSABLE)) and not board.fact(place, "outback")
    return closed or bool(board.fact(place, "unplayable"))


@implements("AWAW-4.43-1", "AWAW-4.43-2")
def is_impassable(board: Board, a: str, b: str) -> bool:
    """Whether no movement, zone of control, combat, redeployment or supply crosses a hexside."""
    return IMPASSABLE in board.border(a, b)


@implements("AWAW-4.63-1", "AWAW-4.63-2")
def has_crossing_arrow(board: Board, a: str, b: str) -> bool:
    """Whether a crossing arrow leads over the water between two hexes."""
    return STRAITS in board.border(a, b)


@implements("AWAW-4.51-1", "AWAW-4.53-1")
def is_all_water(board: Board, a: str, b: str) -> bool:
    """Whether a hexside is all water: sea, a lake that covers it, or what an arrow leads over."""
    crossing = board.border(a, b)
    return any(water in crossing for water in (*WATER, STRAITS))


def ground_crosses(board: Board, a: str, b: str) -> bool:
    """Whether ground units may move or fight across a hexside."""
    if not board.adjacent(a, b) or is_impassable(board, a, b):
        return False
    if is_closed_to_ground(board, b):
        return False
    return has_crossing_arrow(board, a, b) or not is_all_water(board, a, b)


@implements("AWAW-3.11-8")
def is_adjacent(board: Board, a: str, b: str, neutral: bool = False) -> bool:
    """Whether units in two hexes are adjacent: not across all-water sides, arrows or no arrows,
    nor when one of them is in a neutral country. Rivers do not part them.
    """
    return board.adjacent(a, b) and not is_all_water(board, a, b) and not neutral


@implements("AWAW-4.51-2")
def ships_cross(board: Board, a: str, b: str) -> bool:
    """Whether ships cross a hexside: sea on both sides of it, the Suez canal, or the way along the
    coast to a port at the head of a gulf.
    """
    if SUEZ.issuperset((a, b)):
        return True
    if not _is_wet(board, a) or not _is_wet(board, b):
        return False
    return _is_open(board, a, b) or any(_heads_a_gulf(board, place) for place in (a, b))


def _is_wet(board: Board, place: str) -> bool:
    return board.terrain(place) == SEA or bool(board.fact(place, "coast"))


def _is_open(board: Board, a: str, b: str) -> bool:
    """Whether there is open sea on a side of a hexside, or on all of it."""
    return SEA in (board.terrain(a), board.terrain(b)) or is_all_water(board, a, b)


def _heads_a_gulf(board: Board, place: str) -> bool:
    """Whether a port touches no open sea on the map, as Oslo and Leningrad."""
    if not board.fact(place, "port"):
        return False
    return not any(
        _is_wet(board, near) and _is_open(board, place, near) for near in board.neighbours[place]
    )


def within_sailing(board: Board, base: str, target: str, most: int) -> bool:
    """Whether ships reach a hex from a base by no more than so many sea hexsides."""
    seen, edge = {base}, [base]
    for _ in range(most):
        sides = ((place, near) for place in edge for near in board.neighbours[place])
        found = [b for a, b in sides if b not in seen and ships_cross(board, a, b)]
        edge = list(dict.fromkeys(found))
        seen.update(edge)
    return target in seen
