"""A trip: what an order to move asks for, its words understood, whatever the phase.

Decides which of the units are ships and who goes by himself. Leaves to `combat_moves` and
`non_combat_moves` whether the trip is legal, to `voyages` what the ships carry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbem.systems.gw.world.move_orders import Check, Named
from pbem.systems.gw.world.movement import towed, type_of


@dataclass(frozen=True, slots=True)
class Trip:
    """What an order asks for: some units from one zone to another; in combat movement or after."""

    units: tuple[Named, ...]
    origin: str
    goal: str
    via: tuple[str, ...] = ()
    land: str = ""
    combat: bool = False

    def ships(self, check: Check) -> list[Named]:
        """The ships and submarines."""
        return [named for named in self.units if type_of(check.book, named[0]).is_naval]

    def others(self, check: Check) -> Iterator[Named]:
        """The land units and aircraft, as long as nothing is wrong."""
        for named in self.units:
            if check.ok and not type_of(check.book, named[0]).is_naval:
                yield named

    def tractors(self, check: Check) -> int:
        """How many guns can be towed."""
        return towed((type_of(check.book, unit), count) for unit, count in self.units)
