"""Further forces of Minor Powers that are still neutral (6.1).

The list of them is not to be had. A scenario that has one sets such units up at
`track:NATION/TURN/ZONE`: they come to the zone as that calendar turn begins, and never do if their
nation has aligned. Decides when they come. Leaves their end to `alignment`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import State, Unit
from pbem.systems.gw.politics.alignment import AWAITED
from pbem.systems.gw.world.nations import when

TURN_BEGINS: Final = "turn-begins"


@implements("GW-6.1-5")
def extra_forces(umpire: Umpire, moment: str) -> None:
    """Forces whose calendar turn has begun come to their zones (6.1)."""
    if moment != TURN_BEGINS:
        return
    for unit, zone in due(umpire.state):
        umpire.apply(UnitMoved(unit.id, unit.at, zone, unit.count))
        umpire.verdict(
            "neutral-forces",
            unit.owner,
            cite="6.1",
            nation=unit.owner,
            unit=unit.counter,
            count=unit.size,
            at=zone,
        )


def due(state: State) -> tuple[tuple[Unit, str], ...]:
    """The units of neutrals that come now, with their zones, by id."""
    found = []
    for unit in sorted(state.units.values(), key=lambda unit: unit.id):
        match = AWAITED.fullmatch(unit.at)
        if match and when(match["turn"]) <= when(state.clock.turn):
            found.append((unit, match["zone"]))
    return tuple(found)
