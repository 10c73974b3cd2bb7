"""Units of minor countries abroad (19.4.3): half of them stay at home.

Decides whether a minor's land units and aircraft may leave its home country; of Rumania as a full
ally all may, of its rivals then but one. Leaves territorials and reserve pools to others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.control import homes_now
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.flames.world.vocabulary import PowerFlag


class BoundMoves(Reading, id="WIF-19.4.3-R1"):
    """Which moves of a minor's units the rule binds."""

    LEAVING = "leaving"
    ALL = "all"


@implements("WIF-19.4.3-1", "WIF-19.4.3-3")
def abroad_ban(position: Position, moves: Iterable[tuple[Piece, str]]) -> Finding | None:
    """Which of some moves would take a minor's unit abroad while too few are at home (19.4.3).

    At least half of its land units and aircraft on the map must be at home before each.
    """
    left: Counter[str] = Counter()
    every = position.reading(BoundMoves) is BoundMoves.ALL
    for piece, place in moves:
        minor = piece.owner
        if position.major(minor) == minor or at_home(position, minor, place):
            continue
        if piece.territory:
            continue  # its own home counts for it (19.4.3)
        leaves = at_home(position, minor, piece.at)
        if leaves or every:
            why = why_at_home(position, minor, left[minor])
            if why:
                message = f"{piece.name} stays at home: {why}"
                return error("stays-home", message, cite="19.4.3", about=piece.id)
        left[minor] += leaves
    return None


@implements("WIF-19.4.3-1", "WIF-19.4.3-2", "WIF-19.6.2-6", "AIF-19.4-5")
def why_at_home(position: Position, minor: str, leaving: int) -> str:
    """Why no unit more of a minor goes abroad than so many; nothing if one may (19.4.3, 19.6.2)."""
    flags = position.powers[minor].flags
    inside, whole = count_at_home(position, minor)
    if flags.get(PowerFlag.ONE_ABROAD) and whole - inside + leaving >= 1:
        return f"one unit of {position.called(minor)} is abroad, and no more may be"
    if not flags.get(PowerFlag.FULL_ALLY) and whole and 2 * (inside - leaving) < whole:
        return f"fewer than half of {position.called(minor)}'s units are there"
    return ""


def at_home(position: Position, minor: str, place: str) -> bool:
    """Whether a hex is of a minor's home country."""
    return position.country(place) in homes_now(position.state, minor)


def count_at_home(position: Position, minor: str) -> tuple[int, int]:
    """How many land units and aircraft of a minor are at home, and on the map at all.

    Nothing counts where its home lies beyond the map.
    """
    if not any(at_home(position, minor, place) for place in position.board.spots):
        return 0, 0
    units = map(position.piece, position.units_of(minor))
    pieces = [p for p in units if not p.territory]
    return sum(at_home(position, minor, piece.at) for piece in pieces), len(pieces)
