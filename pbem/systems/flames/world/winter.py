"""Who stands the winter (11.10.2).

Decides which units are winterised. Leaves what snow does to the others to movement and combat.
"""

from __future__ import annotations

from pbem.systems.flames.world.position import PARTISAN, Piece, Position


def is_winterised(position: Position, piece: Piece) -> bool:
    """Mountain and ski units, the northern countries, white print of who knows winter (11.10.2)."""
    if piece.kind == PARTISAN:
        return False
    hardy = position.policy.hardy
    if piece.kind in ("MTN", "SKI") or piece.owner in hardy.northern:
        return True
    return piece.is_white_print and piece.owner in hardy.winter
