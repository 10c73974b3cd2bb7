"""Stacking (9.6): how many ground units of one side may end in a hex.

Decides who counts, and the limit of a hex by the ratings of those who stand there. Leaves when it
is checked, and who goes, to the steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.geography import City
from pbem.systems.tw.world.hexes import is_one_hex_island
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.ratings import rating_of
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, PowerName, UnitMark

FREE: Final = (Kind.PARA, Kind.ART, Kind.CDO, Kind.FLAK, Kind.MOT_FLAK, Kind.NKVD)
WIDE: Final = 6  # of a breach, a bridgehead or a beachhead
WIDE_OPEN: Final = (Marker.BREACH, Marker.BRIDGEHEAD, Marker.BEACHHEAD)
ALONE: Final = 1
IN_PARIS: Final = 3


@implements("TW-9.6-2", "TW-9.6-8", "TW-2.6-ART-1", "TW-2.6-CDO-1")
def counts(piece: Piece) -> bool:
    """Whether a ground unit counts for stacking."""
    return piece.kind not in FREE and not piece.counter.is_a("free-stacking")


@implements("TW-9.6-1", "TW-10.8-2", "TW-9.6-4", "TW-9.6-5", "TW-9.6.2-1", "TW-9.6.2-2",
            "TW-9.6.1-1", "TW-18.1-1")  # fmt: skip
def limit_of(position: Position, place: str, pieces: Sequence[Piece]) -> int:
    """How many of some units may stand in a hex together."""
    if any(position.state.marker(place, one) for one in WIDE_OPEN):
        return WIDE
    if is_one_hex_island(position.board, place):
        return ALONE
    owners = {piece.owner for piece in pieces}
    if owners == {PowerName.FRANCE} and position.board.name(place) == City.PARIS:
        return IN_PARIS
    if owners == {PowerName.FINLAND}:
        return ALONE
    rating = governing_rating(position, pieces)
    return int(position.book.chart("ratings").at(rating, "stack").number)


@implements("TW-9.6-3")
def governing_rating(position: Position, pieces: Iterable[Piece]) -> int:
    """The best rating that has, with better ones, half of the printed factors or more."""
    rated = [(rating_of(position, piece), piece.strength) for piece in pieces]
    whole = sum(strength for _, strength in rated)
    ratings = sorted({rating for rating, _ in rated})
    return next(r for r in ratings if 2 * sum(s for one, s in rated if one <= r) >= whole)


@implements("TW-9.6-4")
def counted_at(position: Position, power: str, place: str) -> tuple[Piece, ...]:
    """The units that count of a power and of those who stand with it at a place: not those who
    assault a beach that enemies hold, however many there are.
    """
    contested = bool(position.enemy_ground(power, place))
    return tuple(
        piece
        for piece in position.ground_at(place)
        if counts(piece)
        and not position.at_war(power, piece.owner)
        and not (contested and piece.unit.marked(UnitMark.LANDED))
    )


def excess(position: Position, power: str, place: str) -> int:
    """How many units too many stand in a hex."""
    pieces = counted_at(position, power, place)
    return max(0, len(pieces) - limit_of(position, place, pieces)) if pieces else 0


def excess_with(position: Position, piece: Piece, place: str) -> int:
    """How many units too many would stand in a hex if a unit that counts came into it."""
    if not counts(piece):
        return 0
    pieces = (*counted_at(position, piece.owner, place), piece)
    return max(0, len(pieces) - limit_of(position, place, pieces))
