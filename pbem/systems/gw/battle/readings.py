"""Readings of ambiguous rules in play; of a battle only those that can matter are looked up.

Decides: which readings of battle there are, and when each can matter.
Leaves to `battle` and `combat`: what comes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.core.rules.book import Book
from pbem.core.rules.readings import Asks, Reading, Rules, rules_of
from pbem.core.rules.sides import Role
from pbem.systems.gw.world.battlefield import (
    Battlefield,
    SurroundedMountainCity,
    Works,
    rows_of,
    works_of,
)
from pbem.systems.gw.world.units import UnitType


class DefenceFloor(Reading, id="GW-R-0.3-a"):
    """How far penalties can push a Defense value down."""

    ZERO = "zero"
    ONE = "one"


class WorksAndTerrain(Reading, id="GW-R-12.7-a"):
    """Whether terrain penalties count in the round in which works count."""

    BOTH = "both"
    WORKS_ONLY = "works-only"


class AntiAircraftValue(Reading, id="GW-R-12.2-b"):
    """Whether modifiers reach the fire of Anti-Aircraft Artillery."""

    FIXED = "fixed"
    MODIFIED = "modified"


class DoubleCasualties(Reading, id="GW-R-1.23-a"):
    """Who suffers double casualties at the Maginot Line."""

    CROSSERS = "crossers"
    ALL_LAND = "all-land"


class OddCasualty(Reading, id="GW-R-12"):
    """Where the second casualty goes when no subject unit is left for it."""

    LAPSES = "lapses"
    CARRIES_OVER = "carries-over"


class Breakdown(Reading, id="GW-R-1.9-a"):
    """When a vehicle that rolled a 12 in the desert leaves."""

    END_OF_ROUND = "end-of-round"
    AT_ONCE = "at-once"


class Support(Reading, id="GW-R-26"):
    """How long artillery lends its bonus to infantry."""

    EVERY_ROUND = "every-round"
    FIRST_ROUND = "first-round"


class TransportLoss(Reading, id="GW-R-12.2-a"):
    """Whether an Air Transport may be taken for a hit that must fall on an aircraft."""

    LAST_AIRCRAFT = "last-aircraft"
    LAST_UNIT = "last-unit"


class Capture(Reading, id="GW-R-9.19-a"):
    """What it takes to capture an emptied zone."""

    LAND_UNIT = "land-unit"
    ANY_UNIT = "any-unit"


class LateLanding(Reading, id="GW-R-11"):
    """Whether units that wait aboard land in a zone that round one has cleared."""

    LANDS = "lands"
    STAYS = "stays"


class DefendingHits(Reading, id="GW-R-27"):
    """How many casualties the hits of one type of defenders cause."""

    EACH_HIT = "each-hit"
    ONE_EACH_TYPE = "one-each-type"


class ZeroAttack(Reading, id="GW-R-0.3-b"):
    """What a penalty makes of a printed Attack of 0."""

    STAYS = "stays"
    ONE = "one"


class MountainRiver(Reading, id="GW-R-1.24-b"):
    """How long mountains weaken those who attacked across a river."""

    EVERY_ROUND = "every-round"
    FIRST_ROUND = "first-round"


@dataclass(frozen=True)
class _Meeting:
    """A battle before it begins: the charts, the ground, the kinds of units, and who may land."""

    book: Book
    field: Battlefield
    units: Collection[UnitType]
    landing: bool

    @cached_property
    def terrain(self) -> frozenset[str]:
        """All terrain of the zone and its borders."""
        borders = (name for border in self.field.borders for name in border.terrain)
        return frozenset((*self.field.terrain, *borders))

    @cached_property
    def works(self) -> list[Works]:
        """The works on the borders."""
        return [works_of(self.book, one.works) for one in self.field.borders if one.works]

    @property
    def doubled(self) -> bool:
        """Whether works double casualties."""
        return any(one.double_casualties for one in self.works)

    @property
    def mountain(self) -> bool:
        """Whether the zone itself lies in mountains."""
        return "mountain" in self.field.terrain

    @property
    def besieged(self) -> bool:
        """Whether the zone is a city that is surrounded."""
        return self.field.city and self.field.surrounded

    def some(self, fits: Callable[[UnitType], object]) -> bool:
        """Whether some unit there is such a one."""
        return any(map(fits, self.units))

    def weakens_defence(self) -> bool:
        """Whether the ground lowers Defense values, so that their floor can matter."""
        sources = [*sorted(self.terrain), *(["surrounded-city"] if self.besieged else [])]
        rows = (row for source in sources for row in rows_of(self.book, source))
        return any(row.value is Role.DEFENDER and row.change < 0 for row in rows)


_MATTERS: Final[Mapping[type[Reading], Callable[[_Meeting], bool]]] = {
    DefenceFloor: _Meeting.weakens_defence,
    ZeroAttack: lambda here: here.some(lambda unit: unit.attack == 0),
    MountainRiver: lambda here: here.mountain and "river" in here.terrain,
    Breakdown: lambda here: (
        "desert" in here.terrain and here.some(lambda unit: unit.class_ == "vehicle")
    ),
    DoubleCasualties: lambda here: here.doubled,
    SurroundedMountainCity: lambda here: here.besieged and here.mountain,
    LateLanding: lambda here: here.landing,
    OddCasualty: lambda here: here.landing or here.doubled,
    Support: lambda here: (
        here.some(lambda unit: unit.supports) and here.some(lambda unit: unit.supported)
    ),
    Capture: lambda here: here.some(lambda unit: unit.is_air),
    DefendingHits: lambda here: bool(here.units),
    TransportLoss: lambda here: here.some(lambda unit: unit.last_casualty),
    AntiAircraftValue: lambda here: (
        here.some(lambda unit: unit.anti_aircraft) and bool(here.terrain or here.field.city)
    ),
    WorksAndTerrain: lambda here: bool(here.works or here.field.works) and bool(here.terrain),
}


def rules_of_battle(
    asks: Asks, field: Battlefield, units: Collection[UnitType], landing: bool = False
) -> Rules:
    """The rules of a battle between some kinds of units on some ground; some may land."""
    here = _Meeting(asks.book, field, units, landing)
    return rules_of(asks, {kind: matters(here) for kind, matters in _MATTERS.items()})
