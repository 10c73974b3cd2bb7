"""Mountain Infantry in a game without mountains (1.8, 12.2)."""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitChanged
from pbem.systems.gw.world.options import INFANTRY, MOUNTAIN_INFANTRY
from pbem.systems.gw.world.position import Umpire


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
