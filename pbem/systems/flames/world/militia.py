"""Militia and their cities (4.2.1).

Decides the city of a militia and whether it may be raised. Leaves where it is placed to `turn`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.position import Piece, Position, held_by
from pbem.systems.flames.world.vocabulary import Pool

MILITIA: Final = "MIL"


def militia_city(position: Position, piece: Piece) -> str | None:
    """The city in which a militia comes in; None where the map has none of that name."""
    name = piece.counter.ratings.get("city")
    return position.board.find(str(name)).place if name is not None else None


@implements("WIF-4.2.1-7", "WIF-4.2.1-11", "AIF-4.2-4")
def may_be_raised(position: Position, piece: Piece) -> bool:
    """Whether a unit is in the game: a militia only while its power controls its city (4.2.1).

    A city beyond the map is not lost. One that the other Chinese faction holds is, for which its
    player may take the militia out of the pool.
    """
    if piece.kind != MILITIA:
        return True
    city = militia_city(position, piece)
    if city is None:
        return True
    if position.are_rivals(position.controller(city), piece.owner):
        return False
    return held_by(position.state, city) == position.major(piece.owner)


def is_reserve(piece: Piece) -> bool:
    """Whether a unit is one of the reserves, against whomever (9.7)."""
    return any(name.startswith(Pool.RESERVE) for name in piece.counter.classes)
