"""The way of aircraft to a hex (11.2.3, 11.8.1), on which the enemy may meet them.

Aircraft fly within their range, by way of the hexes that their player names, and between these
where they can around the enemy's. Decides the hexes of a flight. Leaves who meets them to
`support`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.air.flights import defensive_range, is_open, reached
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece

INTERCEPTORS: Final = (Kind.FTR, Kind.TAC, Kind.MDM)
Spot = tuple[str, int]  # a hex, and how many stops have been passed
Ring = dict[Spot, tuple[int, Spot]]
Ways = tuple[tuple[str, tuple[str, ...]], ...]  # aircraft, and the hexes that its player names
_NOWHERE: Final = ("", 0)


def watched(position: Position, power: str) -> Counter[str]:
    """The hexes that aircraft of a power's enemies come to in its player turn: how many to each."""
    found: Counter[str] = position.kept(("watched", power), lambda: _watched(position, power))
    return found


def _watched(position: Position, power: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for other in position.powers:
        if position.at_war(power, other):
            for piece in position.pieces_of(other):
                if piece.kind in INTERCEPTORS:
                    found.update([*reached(position, piece, defensive_range(position, piece))])
    return found


@implements("TW-11.8.1-1", "TW-11.2.3-1")
def way_of(position: Position, piece: Piece, stops: Sequence[str], most: int) -> frozenset[str]:
    """The hexes of a flight by way of some stops, each so many hexes from the last at most: around
    the enemy's aircraft as far as may be.
    """
    way: frozenset[str] = frozenset()
    here = piece.at
    for stop in stops:
        way |= way_by(position, piece, (stop,), most, start=here)
        here = stop
    return way - {piece.at}


def way_by(
    position: Position, piece: Piece, stops: Sequence[str], most: int, *, start: str = ""
) -> frozenset[str]:
    """The hexes of one flight through some hexes to the last, where enemies may meet it; from its
    base, or from another hex.
    """
    if not watched(position, piece.owner):
        return frozenset()
    here = start or piece.at
    return frozenset(flight(position, piece, (here, *stops), most)) - {here}


@implements("TW-11.8.1-1", "TW-11.2.3-1")
def flight(position: Position, piece: Piece, stops: Sequence[str], most: int) -> list[str]:
    """The hexes of one flight within a range, from the first stop through all others: of the ways
    that the fewest enemies watch the shortest; nothing where there is none.
    """
    goal = (stops[-1], len(stops))
    begins = watched(position, piece.owner)[stops[0]]
    rings: list[Ring] = [{(stops[0], 1): (begins, _NOWHERE)}]
    for _ in range(most):
        rings.append(_ring(position, piece, stops, rings[-1]))
    ends_at = [(ring[goal][0], number) for number, ring in enumerate(rings) if goal in ring]
    return _back(rings[: min(ends_at)[1] + 1], goal) if ends_at else []


def _ring(position: Position, piece: Piece, stops: Sequence[str], before: Ring) -> Ring:
    """The hexes a step further, each with the danger so far and the hex before it."""
    board, seen = position.board, watched(position, piece.owner)
    after: Ring = {}
    for key, (danger, _) in before.items():
        here, passed = key
        for there in board.neighbours[here]:
            more = (danger + seen[there], key)
            far = passed + (passed < len(stops) and stops[passed] == there)
            better = (there, far) not in after or more < after[there, far]
            if better and there in board.spots and is_open(position, piece, there):
                after[there, far] = more
    return after


def _back(rings: Sequence[Ring], goal: Spot) -> list[str]:
    """The hexes of a way, from its end to its beginning."""
    found = [goal]
    for ring in reversed(rings):
        found.append(ring[found[-1]][1])
    return [place for place, _ in found if place]
