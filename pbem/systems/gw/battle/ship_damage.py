"""What hits do to a capital ship: a marker each, or what a die says (12.2; 15.5, optional)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.units import HEAVY_CARRIER, UnitType


class HeavyCarrier(Reading, id="GW-R-1"):
    """How many hits sink a Heavy Carrier."""

    BY_OPTION = "by-option"
    TWO = "two"
    THREE = "three"


TWO_MARKERS: Final = 9
THREE_MARKERS: Final = 12
Struck = tuple[tuple[str, int, int], ...]  # ships, what was rolled for each, and its markers


@implements("GW-15.5-1", "GW-15.5-d1")
def markers_of(die: int) -> int:
    """How many damage markers a hit puts on a capital ship, by the owner's die (15.5)."""
    return 3 if die >= THREE_MARKERS else 2 if die >= TWO_MARKERS else 1


@implements("GW-15.5-1")
def is_rolled_for(umpire: Umpire, kind: UnitType) -> bool:
    """Whether a hit on a kind of ship is rolled for: on a capital ship under the option (15.5)."""
    return umpire.options.capital_ship_damage and "capital" in kind.classes


@implements("GW-0.9-8")
def sturdy(kind: UnitType, ruling: HeavyCarrier, rolled_for: bool) -> UnitType:
    """A kind of ship with the hits that sink it: a Heavy Carrier may take three (0.9, 15.5)."""
    three = ruling is HeavyCarrier.THREE or (ruling is HeavyCarrier.BY_OPTION and rolled_for)
    return replace(kind, hits=3) if kind.id == HEAVY_CARRIER and three else kind


def afloat(umpire: Umpire, kind: UnitType) -> UnitType:
    """A kind of ship as it fights in this game; only of Heavy Carriers there is a question."""
    if kind.id != HEAVY_CARRIER:
        return kind
    return sturdy(kind, umpire.reading(HeavyCarrier), is_rolled_for(umpire, kind))
