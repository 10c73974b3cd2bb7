"""Divisions and artillery among the units (22.1, 22.2), V-weapons (22.17): what a hex may hold.

Decides that one of them may be a third land unit in a hex, and that engineers are ground crews.
Leaves what each can do to the rules of its chapter.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Piece
from pbem.systems.flames.world.vocabulary import Pool


@implements("WIF-2.3.1-9")
def is_ground_crew(piece: Piece) -> bool:
    """Whether a unit beside HQs makes room for one more aircraft (2.3.1)."""
    return piece.is_engineer


DIVISIONS: Final = Kits(small_units=True, ground_crews=(is_ground_crew,), pools=(Pool.DIVISIONS,))
GUNS: Final = Kits(small_units=True, pools=(Pool.GUNS,))
V_WEAPONS: Final = Kits(small_units=True, pools=(Pool.V_WEAPONS,))
AHEAD_OF_TIME: Final = Kits(builds_ahead=True)
