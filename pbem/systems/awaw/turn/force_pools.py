"""Units that force pools get in the course of a scenario (7.223).

A scenario lays them on the track of their power, `track:germany/1940-spring`. Decides when they
come. Leaves what comes when to the scenario.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.record.events import UnitMoved
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.units import Part
from pbem.systems.awaw.world.vocabulary import Pool, Side


@dataclass(frozen=True, slots=True)
class ForcePoolVerdict(Verdict):
    """Units have become allowable builds of a power."""

    kind: ClassVar[str] = "allowable-builds"
    cite: ClassVar[str] = "7.223"

    power: PowerId
    units: tuple[Part, ...]

    @property
    def outcome(self) -> str:
        return "available"


@implements("AWAW-7.223-1")
def force_pools(umpire: Umpire) -> None:
    """As a game turn begins, what the scenario has for it goes to the force pools."""
    clock = umpire.state.clock
    if clock.side != Side.AXIS:
        return
    for power in tuple(umpire.state.powers):
        units = umpire.state.at(f"track:{power}/{clock.turn}")
        if units:
            parts = tuple(Part(unit.id, unit.size) for unit in units)
            umpire.tell(ForcePoolVerdict(None, power, parts))
            pool = f"pool:{power}/{Pool.FORCE}"
            umpire.apply(*(UnitMoved(unit.id, unit.at, pool, unit.count) for unit in units))
