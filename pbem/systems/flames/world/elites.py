"""What elite divisions may do in zones of control, and ski troops in the snow (22.1.1, option 2).

Decides who goes on through an enemy zone of control, traces supply through it, and for whom snow
makes swamp and forest clear. Leaves the marching and the searching to their modules.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.position import Piece
from pbem.systems.flames.world.terrain import COLD, Ground

SKI: Final = "SKI"
INFILTRATOR: Final = "infiltrator"  # special forces, and the bicycles of Japan
DESERT_RAIDER: Final = "desert-raider"  # the LRDG, which passes zones in the desert, too
PATHLESS: Final = ("swamp", "forest")  # what is clear to ski troops in the snow


def is_on_snow(ground: Ground, piece: Piece, place: str) -> bool:
    """Whether it is a ski division, and snow or a blizzard lies in a hex."""
    return piece.kind == SKI and ground.weather[place] in COLD


@implements("WIF-22.1.1-4", "WIF-22.1.1-6", "WIF-22.1.1-9")
def slips_through(ground: Ground, piece: Piece, place: str) -> bool:
    """Whether an enemy zone of control in a hex does not end a unit's move (22.1.1)."""
    if is_on_snow(ground, piece, place):
        return True
    if not piece.counter.is_a(INFILTRATOR):
        return False
    terrain = ground.terrain[place]
    return terrain != "clear" and (terrain != "desert" or piece.counter.is_a(DESERT_RAIDER))


@implements("WIF-22.1.1-5", "WIF-22.1.1-9")
def traces_through_zones(ground: Ground, piece: Piece) -> bool:
    """Whether a unit's supply path may go through enemy zones of control (22.1.1)."""
    return piece.counter.is_a(INFILTRATOR) or is_on_snow(ground, piece, piece.at)


@implements("WIF-22.1.1-9")
def is_clear_on_skis(ground: Ground, piece: Piece, place: str) -> bool:
    """Whether a hex counts as clear to ski troops: swamp and forest in the snow (22.1.1)."""
    return ground.terrain[place] in PATHLESS and is_on_snow(ground, piece, place)
