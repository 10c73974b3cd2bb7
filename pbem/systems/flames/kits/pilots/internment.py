"""Aircraft of minor countries that fly into a neutral minor country (19.4.3, option 46).

Decides which may, and that the pilot alone comes back, as one of the major power. Leaves the flight
to `rebase`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.core.record.state import NEUTRAL, REMOVED
from pbem.systems.flames.kits.pilots.crews import on_their_way
from pbem.systems.flames.world.homes import is_out_of_pools
from pbem.systems.flames.world.position import Piece, Position, destroyed, leaves_map
from pbem.systems.flames.world.vocabulary import turn_after

AWAY: Final = 2  # turns until the pilot is back


def interned(position: Position, piece: Piece, place: str) -> tuple[Event, ...]:
    """What becomes of an aircraft that is interned where it lands; nothing where it is not."""
    return _gone(position, piece) if is_interned(position, piece, place) else ()


@implements("WIF-19.4.3-4")
def is_interned(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft that lands in a hex is interned: a minor's in a neutral minor country."""
    host = position.controller(place)
    if host is None or host in position.policy.majors:
        return False
    return position.side(host) == NEUTRAL and position.major(piece.owner) != piece.owner


@implements("WIF-19.4.3-4")
def _gone(position: Position, piece: Piece) -> tuple[Event, ...]:
    """The aircraft is destroyed; its pilot arrives in two turns as one of the major power."""
    gone = is_out_of_pools(position, piece)
    power, back = position.major(piece.owner), turn_after(position.clock.turn, AWAY)
    return (
        *(leaves_map(piece, REMOVED) if gone else destroyed(piece)),
        *on_their_way(position, power, back, 1),
    )
