"""Garrison values (9.2): what units count against partisans, in a pact, for influence.

Decides the value of a unit and of a side's units in some hexes. Leaves what is doubled or
halved, and entry markers, to the rules that count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.position import PARTISAN, Piece, Position
from pbem.systems.flames.world.zoc import enemy_zoc

HALF: Final = ("ART", "AA", "AT")
DOUBLE: Final = ("HQ-A", "ARM", "MECH", "MTN")
SS: Final = "SS"


@implements("WIF-9.2-16", "AIF-13.1-7")
def garrison_value(kind: str, division: bool, elite: bool) -> Fraction:
    """The garrison value of a unit: `elite` is one of the SS (9.2)."""
    if kind == PARTISAN:
        return Fraction(0)
    if division or kind in HALF:
        return Fraction(1, 2)
    return Fraction(2 if kind in DOUBLE or elite else 1)


@implements("WIF-9.2-14", "WIF-9.2-15", "AIF-13.1-8")
def counts_as_garrison(position: Position, piece: Piece) -> bool:
    """Whether a unit has a garrison value: face-up, in no opponent's zone of control (9.2)."""
    return not piece.face_down and piece.at not in enemy_zoc(position, piece.owner)


def garrison_of(
    position: Position, side: str, places: Collection[str], *, all_units: bool = False
) -> Fraction:
    """The garrison value of a side's units in some hexes, or of `all_units`, ready or not."""
    return total_garrison(
        piece
        for place in sorted(places)
        for piece in position.at(place)
        if position.side(piece.owner) == side and (all_units or counts_as_garrison(position, piece))
    )


@implements("WIF-9.2-14", "AIF-13.1-6")
def total_garrison(pieces: Iterable[Piece]) -> Fraction:
    """The garrison value of the land units and aircraft among some units."""
    counted = (piece for piece in pieces if piece.is_land or piece.is_air)
    return sum(
        (garrison_value(p.kind, p.is_division, SS in p.name.split()) for p in counted), Fraction(0)
    )
