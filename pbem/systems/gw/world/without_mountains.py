"""Mountain Infantry in a game without the optional rules of mountains (1.8, 12.2).

Decides: what becomes of it.
Leaves to `battlefield`: what mountains do.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import UnitChanged
from pbem.core.rules.game import Game

MOUNTAIN_INFANTRY: Final = "mountain-infantry"
INFANTRY: Final = "infantry"


@implements("GW-1.8-5")
def why_not_without_mountains(game: Game, kind: str) -> str:
    """Why a unit cannot be bought: Mountain Infantry where there is only Infantry (1.8)."""
    if game.options.mountains or kind != MOUNTAIN_INFANTRY:
        return ""
    return "without the rules of mountains there is only Infantry (1.8)"


@implements("GW-1.8-5", "GW-12.2-mountain")
def replace_mountain_infantry(umpire: Umpire) -> None:
    """Every Mountain Infantry of the set-up becomes Infantry where mountains do not count."""
    if umpire.options.mountains:
        return
    for unit in tuple(umpire.state.units.values()):
        if unit.counter == MOUNTAIN_INFANTRY:
            umpire.apply(
                UnitChanged(unit.id, "counter", MOUNTAIN_INFANTRY, INFANTRY, count=unit.count)
            )
