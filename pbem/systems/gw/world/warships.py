"""Which ships are surface warships (0.9), for every rule that speaks of them.

Decides: what counts as one.
Leaves to the rules on blockade, raids and lend-lease: how many it takes.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.units import UnitType


class HeavyCarrierClass(Reading, id="GW-R-17"):
    """Whether a Heavy Carrier is a surface warship."""

    WARSHIP = "warship"
    NO_WARSHIP = "no-warship"


HEAVY_CARRIER: Final = "heavy-carrier"


@implements("GW-0.9-24")
def is_warship(position: Position, kind: UnitType) -> bool:
    """Whether it is a surface ship with an Attack value (0.9); a Heavy Carrier's is 0."""
    if kind.id != HEAVY_CARRIER:
        return kind.is_warship
    reading = position.reading(HeavyCarrierClass)
    return reading == HeavyCarrierClass.WARSHIP
