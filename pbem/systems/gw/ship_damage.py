"""What hits do to a single ship: markers of damage, or the end (12.2, and 15.5 as an option)."""

from __future__ import annotations

from typing import Final

from pbem.core.rulebook import implements
from pbem.core.state import Unit, Until
from pbem.core.umpire import Umpire
from pbem.systems.gw.cargo import DAMAGED, mark_events
from pbem.systems.gw.finishing import hits_of
from pbem.systems.gw.movement import type_of
from pbem.systems.gw.naval_losses import sink
from pbem.systems.gw.units import UnitType

TWO_MARKERS: Final = 9
THREE_MARKERS: Final = 12


@implements("GW-15.5-1", "GW-15.5-d1")
def markers(die: int) -> int:
    """How many damage markers a hit puts on a capital ship, by the owner's die (15.5)."""
    return 3 if die >= THREE_MARKERS else 2 if die >= TWO_MARKERS else 1


@implements("GW-15.5-1")
def is_rolled_for(umpire: Umpire, kind: UnitType) -> bool:
    """Whether a hit on a kind of ship is rolled for: on a capital ship under the option (15.5)."""
    return umpire.game.options.capital_ship_damage and "capital" in kind.classes


@implements("GW-15.6-1")
def fire_at(umpire: Umpire, group: Unit, hits: int) -> int:
    """So many ships of a group are hit once each; how many of them sink."""
    kind, lost = type_of(group), 0
    damage = hits_of(group)
    for number in range(hits):
        taken = 1
        if is_rolled_for(umpire, kind):
            roll = umpire.roll(
                f"damage-{group.id}-{number + 1}", "d12", by=group.owner, cite="15.5"
            )
            taken = markers(roll.total)
        if damage + taken >= kind.hits:
            sink(umpire, umpire.state.units[group.id], 1)
            lost += 1
        else:
            hit = umpire.state.units[group.id]
            umpire.apply(*mark_events(hit, DAMAGED, damage + taken, Until.LASTING, 1))
    return lost
