"""What an HQ gives by offensive points (16.3): its range, and who gains.

Decides who is within range of an HQ that helps, in the air and on land. Leaves the price to
`impulse.offensive`, what is gained to the rules of strikes, support, bombardment and attacks.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.systems.flames.world.control import major
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.terrain import hex_length
from pbem.systems.flames.world.units import Piece
from pbem.systems.flames.world.vocabulary import Action
from pbem.systems.wif.impulse.offensive import helpers, helps

CLEAR: Final = "clear"  # terrain makes no hex longer here


@implements("WIF-16.3-4")
def is_in_range(position: Position, hq: Piece, place: str) -> bool:
    """Whether a hex is no further from an HQ than its value, whatever lies between (16.3).

    Hexes of Asia and the Pacific count 2, those off the map 4.
    """
    scale = position.ground.scale

    def length(_: str, there: str) -> int:
        return hex_length(CLEAR, scale(there))

    return place in reachable(position.board.neighbours, hq.at, length, hq.reorganisation)


@implements("WIF-16.3.2-1", "WIF-16.3-2")
def is_helped_in_the_air(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft gains over a hex: an HQ of its major power helps the air there (16.3)."""
    power = major(position.state, piece.owner)
    return any(
        helps(position, hq, Action.AIR)
        and major(position.state, hq.owner) == power
        and not position.are_rivals(hq.owner, piece.owner)
        and is_in_range(position, hq, place)
        for hq in helpers(position)
    )


@implements("WIF-16.3.3-1", "WIF-16.3-2")
def helper_on_land(position: Position, piece: Piece) -> Piece | None:
    """The HQ that can double a land unit's factors: it co-operates, the unit is in its range."""
    return next(
        (
            hq
            for hq in helpers(position)
            if helps(position, hq, Action.LAND)
            and position.cooperate(hq.owner, piece.owner)
            and is_in_range(position, hq, piece.at)
        ),
        None,
    )
