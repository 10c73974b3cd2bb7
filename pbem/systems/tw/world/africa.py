"""North Africa (12.2.5): how many units a power may have in Egypt and Libya.

Decides the limits by who holds Malta, and until when they last. Leaves where units are counted to
movement, and what becomes of those too far from a port to `turn`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.geography import FRENCH_NORTH_AFRICA, NORTH_AFRICA, City
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import BRITAIN_AND_AMERICA, PowerName, Side

FACTORS: Final = {  # ground factors: while the Allies hold Malta, and while the Axis does
    PowerName.GERMANY: (6, 12),
    PowerName.ITALY: (12, 24),
    PowerName.BRITAIN: (18, 24),
}
AIRCRAFT: Final = (2, 3)
UNTIL: Final = {  # the turns from which nothing is limited any more
    PowerName.GERMANY: "1942-winter",
    PowerName.ITALY: "1942-winter",
    PowerName.BRITAIN: "1942-fall",
}


def is_african(position: Position, place: str) -> bool:
    """Whether a hex lies in North Africa."""
    return position.board.country(place) in NORTH_AFRICA


@implements("TW-12.2.5-2", "TW-12.2.5-3")
def too_many_in_africa(position: Position, pieces: Iterable[Piece], place: str) -> str:
    """How it is told that some units would be too many in North Africa, if they would."""
    moving = {piece.id: piece for piece in pieces}
    power = next((PowerName.term_for(piece.owner) for piece in moving.values()), None)
    if power not in FACTORS or not is_limited(position, power):
        return ""
    come = [piece for piece in moving.values() if not is_african(position, piece.at)]
    if not come or not is_african(position, place):
        return ""
    there = {p.id: p for p in position.pieces_of(power) if is_african(position, p.at)} | moving
    axis = _axis_holds_malta(position)
    return _excess(position, power, tuple(there.values()), (FACTORS[power][axis], AIRCRAFT[axis]))


def _excess(
    position: Position, power: PowerName, pieces: Sequence[Piece], most: tuple[int, int]
) -> str:
    """How it is told that there are more factors, or aircraft, than may be."""
    factors = sum(piece.strength for piece in pieces if piece.is_ground)
    if factors <= most[0] and sum(piece.is_air for piece in pieces) <= most[1]:
        return ""
    return (
        f"{position.title(power)} keeps {most[0]} ground factors and {most[1]} aircraft in Africa"
    )


def _axis_holds_malta(position: Position) -> bool:
    holder = position.holder(position.city(City.MALTA))
    return position.side_of(position.patron(holder)) == Side.AXIS


@implements("TW-12.2.5-2", "TW-12.2.5-3")
def is_limited(position: Position, power: PowerName) -> bool:
    """Whether the limits of a power still last: those of the Axis also end as the Allies invade
    French North Africa.
    """
    if order_of(position.clock.turn) >= order_of(UNTIL[power]):
        return False
    return power is PowerName.BRITAIN or not _is_invaded(position)


def _is_invaded(position: Position) -> bool:
    country = position.board.country
    allied = (piece for power in BRITAIN_AND_AMERICA for piece in position.pieces_of(power))
    return any(piece.is_ground and country(piece.at) in FRENCH_NORTH_AFRICA for piece in allied)
