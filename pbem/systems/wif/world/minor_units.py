"""Units of minor countries abroad (19.4.3): half of them stay at home.

Decides whether a minor's land units and aircraft may leave its home country. Leaves Rumania and its
rivals (19.6.2), territorials and reserve pools to later chapters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.wif.world.control import major
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.units import Piece


class BoundMoves(Reading, id="WIF-19.4.3-R1"):
    """Which moves of a minor's units the rule binds."""

    LEAVING = "leaving"
    ALL = "all"


@implements("WIF-19.4.3-1")
def abroad_ban(position: Position, moves: Iterable[tuple[Piece, str]]) -> Finding | None:
    """Which of some moves would take a minor's unit abroad while too few are at home (19.4.3).

    At least half of its land units and aircraft on the map must be at home before each.
    """
    left: Counter[str] = Counter()
    every = position.reading(BoundMoves) is BoundMoves.ALL
    for piece, place in moves:
        minor = piece.owner
        if major(position.state, minor) == minor or at_home(position, minor, place):
            continue
        leaves = at_home(position, minor, piece.at)
        inside, whole = count_at_home(position, minor)
        if (leaves or every) and whole and 2 * (inside - left[minor]) < whole:
            message = f"{piece.name} stays at home: fewer than half of {minor}'s units are there"
            return error("stays-home", message, cite="19.4.3", about=piece.id)
        left[minor] += leaves
    return None


def at_home(position: Position, minor: str, place: str) -> bool:
    """Whether a hex is of a minor's home country."""
    return position.board.country(place) in position.powers[minor].home_countries


def count_at_home(position: Position, minor: str) -> tuple[int, int]:
    """How many land units and aircraft of a minor are at home, and on the map at all.

    Nothing counts where its home lies beyond the map.
    """
    if not any(at_home(position, minor, place) for place in position.board.spots):
        return 0, 0
    pieces = [p for p in map(position.piece, position.units_of(minor)) if p.is_land or p.is_air]
    return sum(at_home(position, minor, piece.at) for piece in pieces), len(pieces)
