"""Strategic Rockets in land battles: without a value, and lost when they are alone (7.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import REMOVED, Unit
from pbem.core.rules.position import Position
from pbem.systems.gw.world.cargo import moved
from pbem.systems.gw.world.nations import at_war
from pbem.systems.gw.world.units import UnitType, unit_type

ROCKET: Final = "strategic-rocket"


@implements("GW-7.8-11")
def rockets_alone(units: Sequence[UnitType], counts: Sequence[int]) -> bool:
    """Whether rockets are all that is left of a force (7.8)."""
    left = [unit.id for unit, count in zip(units, counts, strict=True) if count]
    return bool(left) and all(name == ROCKET for name in left)


@implements("GW-7.8-11")
def lose_rockets(umpire: Umpire, zone: str) -> None:
    """Rockets that are alone in a zone with enemy land units are lost (7.8)."""
    for rocket in umpire.state.at(zone):
        if _is_overrun(umpire.position, rocket):
            umpire.apply(moved(rocket, REMOVED, rocket.size))
            umpire.verdict(
                "rockets", "lost", cite="7.8", at=zone, owner=rocket.owner, count=rocket.size
            )


def _is_overrun(position: Position, rocket: Unit) -> bool:
    """Whether a unit has only enemies in its zone, beside rockets: any other has itself there."""
    others = [unit for unit in position.state.at(rocket.at) if unit.counter != ROCKET]
    enemies = [unit for unit in others if at_war(position.state, rocket.owner, unit.owner)]
    return len(enemies) == len(others) and any(
        unit_type(position.book, u.counter).is_land for u in enemies
    )
