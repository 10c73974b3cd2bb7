"""Readings of ambiguous rules in play; of a battle only those that can matter are looked up."""

from __future__ import annotations

from collections.abc import Collection

from pbem.core.rules.book import Book
from pbem.core.rules.readings import Asks, Reading, Rules, rules_of
from pbem.systems.gw.world.battlefield import Battlefield, SurroundedMountainCity, rows_of, works_of
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


def rules_of_battle(
    asks: Asks, field: Battlefield, units: Collection[UnitType], landing: bool = False
) -> Rules:
    """The rules of a battle between some kinds of units on some ground; some may land."""
    book = asks.book
    terrain = {*field.terrain, *(name for border in field.borders for name in border.terrain)}
    works = [works_of(book, border.works) for border in field.borders if border.works]
    mixed = any(unit.is_air for unit in units)
    matters: dict[type[Reading], bool] = {
        DefenceFloor: _weakens_defence(book, field, terrain),
        ZeroAttack: any(unit.attack == 0 for unit in units),
        MountainRiver: "mountain" in field.terrain and "river" in terrain,
        Breakdown: "desert" in terrain and any(unit.class_ == "vehicle" for unit in units),
        DoubleCasualties: any(one.double_casualties for one in works),
        SurroundedMountainCity: field.city and field.surrounded and "mountain" in field.terrain,
        LateLanding: landing,
        OddCasualty: landing or any(one.double_casualties for one in works),
        Support: any(unit.supports for unit in units) and any(u.supported for u in units),
        Capture: mixed,
        DefendingHits: bool(units),
        TransportLoss: any(unit.last_casualty for unit in units),
        AntiAircraftValue: any(unit.anti_aircraft for unit in units)
        and bool(terrain or field.city),
        WorksAndTerrain: bool(works or field.works) and bool(terrain),
    }
    return rules_of(asks, matters)


def _weakens_defence(book: Book, field: Battlefield, terrain: Collection[str]) -> bool:
    """Whether the ground lowers Defense values, so that their floor can matter."""
    sources = [*sorted(terrain), *(["surrounded-city"] if field.city and field.surrounded else [])]
    return any(
        row.value == "defender" and row.change < 0
        for source in sources
        for row in rows_of(book, source)
    )
