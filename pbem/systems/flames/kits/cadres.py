"""Cadres (13.6.3, option 36): lost units that an HQ near them saves for a build point.

Decides which losses leave one. Leaves what is built with it to `economy`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Piece, Position


@implements("WIF-13.6.3-9", "WIF-13.6.3-10", "WIF-13.6.3-11")
def is_cadre(position: Position, piece: Piece) -> bool:
    """Whether a face-up HQ of its power is there, or near enough, to save a unit's cadre (36)."""
    near = (piece.at, *position.board.neighbours[piece.at])
    hqs = (other for place in near for other in position.land_at(place) if other.is_hq)
    return any(
        hq.owner == piece.owner and not hq.face_down and _within_reach(position, piece.at, hq)
        for hq in hqs
    )


def _within_reach(position: Position, here: str, hq: Piece) -> bool:
    """Whether motors pay no more from a hex to the HQ's than what it reorganises (13.6.3)."""
    ground = position.ground
    if hq.at == here:
        return True
    entry, cross = ground.motors[hq.at], ground.cross(here, hq.at, hq.kind)
    return entry is not None and cross is not None and entry + cross <= hq.reorganisation


KIT: Final = Kits(leaves_cadre=is_cadre)
