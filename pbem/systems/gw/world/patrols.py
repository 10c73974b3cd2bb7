"""Aircraft on patrol that can land nowhere any more are lost (8.7).

A patrol begins with a combat move `as: patrol` (`announcing`, `combat_moves`) and ends with a
non-combat move. Whether a landing place is in range is looked at when battles are over, and when a
nation's movement is.

Decides: which aircraft on patrol are lost for want of a landing place.
Leaves to `moves` and `combat`: how patrols begin and fight.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import REMOVED, Unit
from pbem.core.rules.position import Position
from pbem.systems.gw.world.cargo import moved
from pbem.systems.gw.world.duties import WATCH, duty_of, takes_up
from pbem.systems.gw.world.facilities import has
from pbem.systems.gw.world.movement import (
    BASE,
    LONG_RANGE,
    is_on_patrol,
    landing_zones,
    patrol_range,
    type_of,
)
from pbem.systems.gw.world.nations import is_acting


@implements("GW-8.7-5", "GW-8.7-6", "GW-8.7-7", "GW-8.7-8")
def lose_patrols(umpire: Umpire) -> None:
    """Patrols without a landing place in their range, or cut off from it, are lost (8.7).

    Aircraft that have landed are on watch no more.
    """
    for unit in tuple(umpire.state.units.values()):
        if not is_on_patrol(umpire.book, umpire.board, unit):
            if duty_of(unit) == WATCH:
                umpire.apply(*takes_up(unit, "", unit.size))
            continue
        if _flies_home(umpire, unit):
            continue
        reach = patrol_range(type_of(umpire.book, unit), has(umpire.state, unit.owner, LONG_RANGE))
        if landing_zones(_as_it_looks(umpire, unit.owner), unit, unit.at, reach):
            continue
        umpire.apply(moved(unit, REMOVED, unit.size))
        umpire.verdict(
            "patrol", "lost", cite="8.7", owner=unit.owner, unit=unit.counter, count=unit.size,
            at=unit.at, range=reach,
        )  # fmt: skip


def _as_it_looks(umpire: Umpire, power: str) -> Position:
    """The position for a nation; in the turn of another it asks nothing of how the turn began."""
    position = umpire.position
    return position if is_acting(position, power) else replace(position, start=position.state)


def _flies_home(umpire: Umpire, unit: Unit) -> bool:
    """Whether an aircraft fought and will land in this turn."""
    return BASE in unit.marks and is_acting(umpire.position, unit.owner)
