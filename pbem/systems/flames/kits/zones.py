"""Zones of control that end sooner (2.2, 15.1): at large hexes (option 9), if surprised (10).

Decides who reaches a large hex, and which zones end at their own hexes. Leaves zones to `world`.
"""

from __future__ import annotations

from collections import Counter as TallyOf
from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.surprise import is_surprised
from pbem.systems.flames.world.zoc import NEXT_HEXES, with_zones, zoc_reaches


@implements("WIF-2.2-12")
def strong_places(position: Position, powers: Iterable[str]) -> frozenset[str]:
    """Where some powers have an HQ or two corps, which reach large hexes (2.2)."""
    weight: TallyOf[str] = TallyOf()
    for power in powers:
        for unit in with_zones(position.units_of(power))[0]:
            counter = position.book.counters[unit.counter]
            if zoc_reaches(counter) == NEXT_HEXES:
                weight[unit.at] += 2 if counter.is_a("hq") else 1
    return frozenset(place for place, many in weight.items() if many >= 2)


@implements("WIF-15.1-12", "WIF-2.2-11")
def is_caught_minor(position: Position, power: str) -> bool:
    """Whether a surprised minor has zones of control in its own hexes alone (15.1)."""
    return position.major(power) != power and is_surprised(position, power)


LARGE_HEX_ZONES: Final = Kits(strong=strong_places)
SURPRISED_ZONES: Final = Kits(is_caught=is_caught_minor)
