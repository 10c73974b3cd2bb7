"""The war in the east (21): when Germany attacked, whom she surprised, where the borders ran.

Decides how long ago the attack was, in which turn the Soviet Union is surprised and what that does
to its units, what Siberians are worth. Leaves the income of the mobilization to `economy`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.calendar import order_of, season_of
from pbem.systems.tw.world.geography import Land, Region
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerName, Season, Side, TrackName

UNREADY: Final = (
    Land.LATVIA, Land.ESTONIA, Land.LITHUANIA,
    Region.EAST_POLAND, Region.BESSARABIA, Region.UKRAINE,
)  # fmt: skip
SURPRISE_SEASONS: Final = (Season.SUMMER, Season.FALL)
SURPRISE_YEAR: Final = "1941"
SLOWED: Final[Mapping[str, int]] = {Kind.INF: 1, Kind.ARM: 2, Kind.CAV: 2}
SIBERIAN: Final = "siberian"
NORTHERN: Final = (PowerName.FINLAND, PowerName.SWEDEN)


def attacked(position: Position) -> str:
    """The turn in which Germany attacked the Soviet Union; nothing while she has not."""
    turn = str(position.track(TrackName.SOVIET_UNION_ATTACKED) or "")
    return turn if turn and order_of(turn) <= order_of(position.clock.turn) else ""


def turns_since_attack(position: Position) -> int | None:
    """How many turns ago Germany attacked: 0 in the turn itself."""
    turn = attacked(position)
    return order_of(position.clock.turn) - order_of(turn) if turn else None


@implements("TW-21.4-2", "TW-21.4-5", "TW-6.4.3-1")
def is_soviet_surprise(position: Position) -> bool:
    """Whether this is the turn in which the Soviet Union is surprised: Summer or Fall 1941."""
    turn = attacked(position)
    if turn != position.clock.turn or not turn.startswith(SURPRISE_YEAR):
        return False
    return season_of(turn) in SURPRISE_SEASONS


@implements("TW-21.4-5")
def is_unready(position: Position, place: str) -> bool:
    """Whether the city of a hex helps no Soviet unit in the turn of the surprise."""
    region = position.board.text(place, "region") or position.board.country(place)
    return region in UNREADY and is_soviet_surprise(position)


@implements("TW-21.4-2")
def surprises_soviets(
    position: Position, attackers: Iterable[Piece], defenders: Iterable[Piece]
) -> bool:
    """Whether German units attack surprised Soviet ones."""
    german = any(piece.owner == PowerName.GERMANY for piece in attackers)
    soviet = any(piece.owner == PowerName.SOVIET_UNION for piece in defenders)
    return german and soviet and is_soviet_surprise(position)


@implements("TW-21.4-4")
def slowed(position: Position, piece: Piece) -> int:
    """The points that surprised Soviet units lose in both impulses of their next player turn."""
    soviet = piece.owner == PowerName.SOVIET_UNION
    return SLOWED.get(piece.kind, 0) if soviet and is_soviet_surprise(position) else 0


@implements("TW-21.4-3")
def is_grounded(position: Position, piece: Piece) -> bool:
    """Whether a Soviet aircraft or flak unit is caught by the surprise, and does nothing."""
    surprised = is_soviet_surprise(position) and position.clock.side == Side.AXIS
    return piece.owner == PowerName.SOVIET_UNION and surprised


@implements("TW-2.6-ARM-2", "TW-21.7.1-4")
def siberian_factor(position: Position, piece: Piece, place: str) -> int:
    """Siberians count double where they attack Axis units but Finns at home in Winter."""
    winter = season_of(position.clock.turn) is Season.WINTER
    if not (piece.counter.is_a(SIBERIAN) and winter and is_inside(position, place)):
        return 1
    enemies = position.enemy_ground(piece.owner, place)
    return 2 if any(one.owner not in NORTHERN for one in enemies) else 1


@implements("TW-21.7.6-1")
def scorched(position: Position, piece: Piece) -> int:
    """The point that Axis units lose inside a Soviet Union that scorches its earth."""
    burnt = position.track(TrackName.SCORCHED_EARTH) == position.clock.turn
    axis = position.side_of(piece.owner) == Side.AXIS
    return 1 if burnt and axis and is_inside(position, piece.at) else 0


def holds_karelia(position: Position) -> bool:
    """Whether the Soviet Union holds all of Karelia."""
    board = position.board
    hexes = (p for p in board.places if board.text(p, "region") == Region.KARELIA)
    return all(position.holder(place) == PowerName.SOVIET_UNION for place in hexes)


def is_inside(position: Position, place: str) -> bool:
    """Whether a hex lies inside the Soviet Union of 1939."""
    return position.board.country(place) == Land.USSR
