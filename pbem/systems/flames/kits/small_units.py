"""Divisions and artillery among the units (22.1, 22.2), V-weapons (22.17): small units.

Decides that one of them may be a third land unit in a hex, that engineers are ground crews, which
divisions fly and drop. Leaves what each can do to the rules of its chapter.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Piece, arm_of
from pbem.systems.flames.world.vocabulary import Pool

LIGHT_DIVISIONS: Final = ("INF", "SKI")
GLIDERS: Final = "air-landing"


@implements("WIF-2.3.1-9")
def is_ground_crew(piece: Piece) -> bool:
    """Whether a unit beside HQs makes room for one more aircraft (2.3.1)."""
    return piece.is_engineer


@implements("WIF-11.11-4")
def is_light_division(piece: Piece) -> bool:
    """Whether any air transport carries a unit: a light division (11.11)."""
    return piece.is_division and arm_of(piece) in LIGHT_DIVISIONS


@implements("WIF-22.1.1-3")
def comes_by_glider(piece: Piece) -> bool:
    """Whether a unit comes down beside paratroops: an air-landing division (22.1.1)."""
    return piece.counter.is_a(GLIDERS)


DIVISIONS: Final = Kits(
    small_units=True,
    ground_crews=(is_ground_crew,),
    pools=(Pool.DIVISIONS,),
    light=(is_light_division,),
    dropped=(comes_by_glider,),
)
GUNS: Final = Kits(small_units=True, pools=(Pool.GUNS,))
V_WEAPONS: Final = Kits(small_units=True, v_weapons=True, pools=(Pool.V_WEAPONS,))
