"""Where the units of some countries may be (23.21, 23.24, 23.43).

Decides which hexes Finns, Hungarians and Romanians may enter, how many Germans are in Finland, and
who never stands with whom. Leaves movement to `move`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.maps.paths import within
from pbem.systems.tw.world.geography import LENINGRAD, Land, Region
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import WEST, PowerName

NEAR: Final = 3  # hexes from Finland
STRANGERS: Final = (  # powers, and countries of the map
    (PowerName.TURKEY, Land.GREECE), (PowerName.GREECE, Land.TURKEY),
    (PowerName.ROMANIA, Land.HUNGARY), (PowerName.HUNGARY, Land.RUMANIA),
)  # fmt: skip
MOST_GERMANS: Final = 6  # factors in Finland while Leningrad is Soviet
LANDS: Final[Mapping[str, Sequence[str]]] = {  # countries and regions of the map
    PowerName.FINLAND: (Land.FINLAND, Land.SWEDEN, Land.ESTONIA, Land.USSR),
    PowerName.HUNGARY: (
        Land.HUNGARY, Land.GERMANY, Land.DANZIG, Land.POLAND, Land.SLOVAKIA, Land.USSR,
        Land.LITHUANIA, Land.LATVIA, Land.ESTONIA, Region.BESSARABIA,
    ),
    PowerName.ROMANIA: (
        Land.RUMANIA, Land.BULGARIA, Land.GREECE, Land.CRETE, Land.TURKEY, Land.USSR,
    ),
}  # fmt: skip


@implements("TW-23.21-9", "TW-23.24-4", "TW-23.43-2")
def may_be_in(position: Position, power: str, place: str) -> bool:
    """Whether units of a power may be in a hex at all."""
    lands = LANDS.get(power)
    if lands is None:
        return True
    board = position.board
    if board.country(place) not in lands and board.text(place, "region") not in lands:
        return False
    if power != PowerName.FINLAND:
        return True
    near: frozenset[str] = position.kept(("near-finland",), lambda: _near_finland(position.board))
    return place in near


def _near_finland(board: Board) -> frozenset[str]:
    """The hexes that lie near Finland."""
    homes = [place for place in board.places if board.country(place) == Land.FINLAND]
    return frozenset(near for home in homes for near in within(board.neighbours, home, NEAR))


@implements("TW-8.1.3-4", "TW-8.5.1-1", "TW-8.7-2")
def is_shut_to(position: Position, power: str, place: str) -> bool:
    """Whether units of a power never move strategically through a hex, whoever their friends are:
    the Western Allies through what is Soviet, Soviets through theirs, Turks through Greece …
    """
    if (power, position.board.country(place)) in STRANGERS:
        return True
    ends = {position.patron(power), position.patron(position.holder(place))}
    return PowerName.SOVIET_UNION in ends and not ends.isdisjoint(WEST)


@implements("TW-23.21-8")
def germans_too_many(position: Position, pieces: Iterable[Piece], place: str) -> bool:
    """Whether Germans would be too many in Finland while Leningrad is Soviet."""
    board = position.board
    if board.country(place) != Land.FINLAND or position.holder(LENINGRAD) != PowerName.SOVIET_UNION:
        return False
    moving = {piece.id: piece for piece in pieces if _is_german(piece)}
    there = {
        piece.id: piece
        for piece in position.pieces_of(PowerName.GERMANY)
        if _is_german(piece) and board.country(piece.at) == Land.FINLAND
    }
    return bool(moving) and sum(p.strength for p in (there | moving).values()) > MOST_GERMANS


def _is_german(piece: Piece) -> bool:
    return piece.owner == PowerName.GERMANY and piece.is_ground


@implements("TW-23.24-5", "TW-23.43-5")
def are_apart(pieces: Iterable[Piece]) -> bool:
    """Whether Hungarians and Romanians are among some units, who never stand together."""
    owners = {piece.owner for piece in pieces}
    return {PowerName.HUNGARY, PowerName.ROMANIA} <= owners
