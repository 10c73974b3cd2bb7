"""The way of aircraft to a hex (11.2.3, 11.8.1), on which the enemy may meet them.

Aircraft fly within their range, where they can around the enemy's. Decides the hexes of a flight.
Leaves who meets them to `support`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.air.flights import defensive_range, is_open, reached
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece

INTERCEPTORS: Final = ("FTR", "TAC", "MDM")


def watched(position: Position, power: str) -> dict[str, int]:
    """The hexes that aircraft of a power's enemies come to in its player turn: how many to each."""
    found: dict[str, int] = position.kept(("watched", power), lambda: _watched(position, power))
    return found


def _watched(position: Position, power: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for other in position.powers:
        if position.at_war(power, other):
            for piece in position.pieces_of(other):
                if piece.kind in INTERCEPTORS:
                    for place in reached(position, piece, defensive_range(position, piece)):
                        found[place] = found.get(place, 0) + 1
    return found


@implements("TW-11.8.1-1", "TW-11.2.3-1")
def way_of(position: Position, piece: Piece, stops: Sequence[str], most: int) -> frozenset[str]:
    """The hexes of a flight by way of some stops, each so many hexes from the last at most: around
    the enemy's aircraft as far as may be.
    """
    seen = watched(position, piece.owner)
    way: set[str] = set()
    here = piece.at
    for stop in stops:
        way |= set(_leg(position, piece, (here, stop), most)) if seen else set()
        here = stop
    return frozenset(way - {piece.at})


def _leg(position: Position, piece: Piece, ends: tuple[str, str], most: int) -> list[str]:
    """One flight within a range: of the ways that the fewest enemies watch the shortest."""
    start, goal = ends
    rings: list[dict[str, tuple[int, str]]] = [{start: (0, "")}]
    for _ in range(most):
        rings.append(_ring(position, piece, rings[-1]))
    ends_at = [(ring[goal][0], number) for number, ring in enumerate(rings) if goal in ring]
    return _back(rings[: min(ends_at)[1] + 1], goal) if ends_at else []


def _ring(
    position: Position, piece: Piece, before: dict[str, tuple[int, str]]
) -> dict[str, tuple[int, str]]:
    """The hexes a step further, each with the danger so far and the hex before it."""
    board, seen = position.board, watched(position, piece.owner)
    after: dict[str, tuple[int, str]] = {}
    for here, (danger, _) in before.items():
        for there in board.neighbours[here]:
            more = (danger + seen.get(there, 0), here)
            better = there not in after or more < after[there]
            if better and there in board.spots and is_open(position, piece, there):
                after[there] = more
    return after


def _back(rings: list[dict[str, tuple[int, str]]], goal: str) -> list[str]:
    """The hexes of a way, from its end to its beginning."""
    found = [goal]
    for ring in reversed(rings):
        found.append(ring[found[-1]][1])
    return [place for place in found if place]
