"""Flying boats of the aircraft of all types (8.2.1, 2.3.1, option 8): a coast is their base.

Decides how many of them are too many. Leaves the limits of all aircraft to `stacking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.flames.world.stacking import is_coastal


@implements("WIF-2.3.1-10", "WIF-2.3.1-11")
def over_room(position: Position, place: str, aircraft: Sequence[Piece], room: int) -> int:
    """How many of these aircraft are too many; one flying boat on a coast is free (2.3.1)."""
    boats = [p for p in aircraft if p.counter.is_a("flying-boat")]
    amphibians = [p for p in aircraft if p.counter.is_a("amphibian")]
    free = 1 if (boats or amphibians) and is_coastal(position, place) else 0
    stuck = max(0, len(boats) - free)
    return max(stuck, len(aircraft) - free - room)


@implements("WIF-8.2.1-4")
def freezes_in(piece: Piece) -> bool:
    """Whether frost on a lake catches an aircraft: a flying boat (8.2.1)."""
    return piece.counter.is_a("flying-boat")


KIT: Final = Kits(over_room=over_room, freezes_in=freezes_in)
