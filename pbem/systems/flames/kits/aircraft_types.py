"""Aircraft of all types (2.3.1, 8.2.1, 11.11, 14; option 8): flying boats, transports.

Decides how many flying boats are too many, who transports by air, who carries more. Leaves the
limits of all aircraft to `stacking`, what types do in air combats to `air_to_air`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Piece, Position
from pbem.systems.flames.world.stacking import is_coastal

LARGE: Final = "large"  # the white sign of an infantry corps
WHITE_CIRCLE: Final = "air-transport"  # a white circle around the range, of whatever kind


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


@implements("WIF-11.11-8")
def serves_as_transport(piece: Piece) -> bool:
    """Whether an aircraft does what an air transport does: with a white range circle (11.11)."""
    return piece.counter.is_a(WHITE_CIRCLE)


def is_large(piece: Piece) -> bool:
    """Whether an air transport carries more than others, and costs more (11.11, 11.17)."""
    return piece.counter.is_a(LARGE)


def is_tank_buster(piece: Piece) -> bool:
    """Whether a bomber throws one die more against armour (11.8)."""
    return piece.counter.is_a("tank-buster")


KIT: Final = Kits(
    types_matter=True,
    over_room=over_room,
    freezes_in=freezes_in,
    transports=(serves_as_transport,),
    is_large=is_large,
    is_tank_buster=is_tank_buster,
)
