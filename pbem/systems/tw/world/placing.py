"""Where rules of the time keep units (12.2.5, 21.4): North Africa, the Soviet border before war.

Decides how it is told that units may not go where they are sent. Leaves movement itself to `move`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.africa import too_many_in_africa
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.east import attacked
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.homes import are_apart
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName

FIRST: Final = "1940-summer"
LAST: Final = "1941-fall"
NEAR: Final = 3  # hexes from the border
ELSEWHERE: Final = 30  # ground factors that may be elsewhere
KINDS: Final = (Kind.INF, Kind.STA, Kind.PARA, Kind.CAV, Kind.ARM)
OF_GERMANY: Final = (Land.POLAND, Land.GERMANY)  # beside whom aircraft stand
OF_ALLIES: Final = (Land.SLOVAKIA, Land.HUNGARY, Land.RUMANIA)


def why_not_there(position: Position, pieces: Sequence[Piece], place: str) -> tuple[str, str]:
    """How it is told that units may not be in a hex, and by which rule; nothing where they may."""
    africa = too_many_in_africa(position, pieces, place)
    if africa:
        return africa, "12.2.5"
    if are_apart((*position.ground_at(place), *(p for p in pieces if p.is_ground))):
        return "Hungarians and Romanians never stand together", "23.24"
    return leaves_the_border(position, pieces, place), "21.4"


@implements("TW-21.4-1")
def leaves_the_border(position: Position, pieces: Sequence[Piece], place: str) -> str:
    """How it is told that too many Soviets would stand elsewhere than at the border."""
    power = PowerName.SOVIET_UNION
    own = [piece for piece in pieces if piece.owner == power]
    if not is_held_at_the_border(position):
        return ""
    if any(piece.is_air for piece in own) and is_elsewhere(position, place, air=True):
        return f"before the war Soviet aircraft are based within {NEAR} hexes of the border"
    return _too_many_elsewhere(position, own, place)


def _too_many_elsewhere(position: Position, own: Sequence[Piece], place: str) -> str:
    """How it is told that more than thirty factors would stand away from the border."""
    if not is_elsewhere(position, place, air=False) or not _near(position, own):
        return ""
    moving = {piece.id for piece in own}
    others = [p for p in position.pieces_of(PowerName.SOVIET_UNION) if p.id not in moving]
    near = _near(position, others)
    away = [piece for piece in (*others, *own) if piece.kind in KINDS and piece not in near]
    if sum(piece.strength for piece in away) <= ELSEWHERE:
        return ""
    return f"before the war {ELSEWHERE} Soviet factors at most stand away from the border"


def _near(position: Position, pieces: Sequence[Piece]) -> list[Piece]:
    """Of some units those of the kinds that count that stand at the border."""
    counted = (piece for piece in pieces if piece.kind in KINDS)
    return [piece for piece in counted if not is_elsewhere(position, piece.at, air=False)]


@implements("TW-21.4-1")
def is_held_at_the_border(position: Position) -> bool:
    """Whether the Soviets are bound to their border: until Germany declares war on them, or on
    Turkey.
    """
    now_ = order_of(position.clock.turn)
    time = order_of(FIRST) <= now_ <= order_of(LAST)
    war = position.at_war(PowerName.GERMANY, PowerName.TURKEY)
    return time and not attacked(position) and not war


def is_elsewhere(position: Position, place: str, *, air: bool) -> bool:
    """Whether a place lies further from the border than three hexes, as all do beside Finland."""
    border: frozenset[str] = position.kept(("border", air), lambda: _border(position, air=air))
    return place not in border


def _border(position: Position, *, air: bool) -> frozenset[str]:
    """The hexes near the border with German Poland and East Prussia, for ground units also with
    the allies of Germany.
    """
    board, lands = position.board, OF_GERMANY if air else (*OF_GERMANY, *OF_ALLIES)
    ring = {
        place
        for place in board.spots
        if board.country(place) in lands and position.holder(place) != PowerName.SOVIET_UNION
    }
    for _ in range(NEAR):
        ring |= {near for place in ring for near in board.neighbours[place]}
    return frozenset(ring)
