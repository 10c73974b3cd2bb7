"""Who stands the winter (11.10.2).

Decides which units are winterised. Leaves what snow does to the others to movement and combat.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.world.units import PARTISAN, Piece
from pbem.systems.wif.world.vocabulary import PowerName

NORTHERN: Final = (PowerName.SWEDEN, PowerName.FINLAND, PowerName.NORWAY)


def is_winterised(piece: Piece) -> bool:
    """Mountain and ski units, the northern countries, white-print Soviet units (11.10.2)."""
    if piece.kind == PARTISAN:
        return False
    if piece.kind in ("MTN", "SKI") or piece.owner in NORTHERN:
        return True
    return piece.owner == PowerName.USSR and piece.is_white_print
