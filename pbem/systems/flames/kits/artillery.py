"""Field artillery that bombards the next hex (22.2, option 3): which guns may.

Decides what a gun may bombard. Leaves ground strikes to `volleys`, ground support to land combats.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.land_factors import NO_FLYING
from pbem.systems.flames.world.position import FIELD_GUN, Piece, Position
from pbem.systems.flames.world.supply import in_supply
from pbem.systems.flames.world.surprise import is_surprised

ALPINE: Final = "alpine"


@implements("WIF-22.2-12", "WIF-22.2-13", "WIF-22.2-15")
def why_not_bombard(position: Position, gun: Piece, place: str) -> str:
    """Why a gun cannot bombard a hex; nothing if it can (22.2).

    Weather and surprise stop it as they stop aircraft, of hexsides an alpine one alone.
    """
    why = _why_not_ready(position, gun)
    if why:
        return why
    if not position.board.adjacent(gun.at, place):
        return f"{gun.name} in {position.label(gun.at)} is not adjacent"
    if ALPINE in position.ground.sides(gun.at, place):
        return f"{gun.name} cannot bombard across an alpine hexside"
    weather = position.ground.weather[place]
    return f"nothing is bombarded in {weather}" if weather in NO_FLYING else ""


def _why_not_ready(position: Position, gun: Piece) -> str:
    """What keeps a gun from bombarding anything."""
    if gun.kind != FIELD_GUN:
        return f"{gun.name} is no field artillery"
    if gun.face_down:
        return f"{gun.name} is face-down"
    if is_surprised(position, gun.owner):
        return f"{gun.name} is surprised"
    return "" if in_supply(position, gun) else f"{gun.name} is out of supply"


KIT: Final = Kits(why_not_bombard=why_not_bombard)
