"""The tables that a player of Global War has beside him: units, costs, the sequence, who may what.

Decides what stands in them, from counters, charts and steps alone. Leaves the printing to the core.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pbem.core.rules.book import Book
from pbem.core.rules.lookups import Lookup, steps_of
from pbem.systems.gw.economy.placement import MILITIA, yards_for
from pbem.systems.gw.sequence import TURN
from pbem.systems.gw.who_may import who_may
from pbem.systems.gw.world.building import COLONIAL, available_from, technology_for, unit_stages
from pbem.systems.gw.world.facilities import facilities
from pbem.systems.gw.world.units import UnitType, catalogue

NONE: Final = "–"
WHERE: Final[Mapping[str, str]] = {
    MILITIA: "any own zone of value",
    COLONIAL: "own zones of value abroad",
}
FACILITY_AT: Final[Mapping[str, str]] = {
    "supplied": "in supply of a Major Factory at home",
    "railed": "joined by rail to a factory",
    "home": "at home",
    "any": "any own zone",
    "border": "a border: border: ZONE",
    "coast": "a sea border: border: ZONE",
}


def units(book: Book) -> Lookup:
    """Every kind of unit: cost, values, and where and when it is built."""
    rows = {
        kind.name: (
            _paid(unit_stages(book, kind)) if kind.cost else NONE,
            *(NONE if value is None else str(value) for value in (kind.attack, kind.defence)),
            str(kind.move),
            _where(kind) if kind.cost else "not built",
            _when(book, kind),
        )
        for kind in catalogue(book).values()
    }
    notes = (
        "– is a value that the unit does not have and never gains (0.3)",
        "5+5: paid in two turns, one payment each (7.3)",
        "from: most nations; exceptions, as reported, show in the chart national-sheets",
    )
    columns = ("cost", "attack", "defence", "move", "built in", "from")
    return Lookup("Units", "12.2, 7.8", "printed", columns, rows, notes)


def _paid(stages: tuple[int, ...]) -> str:
    return "+".join(map(str, stages))


def _where(kind: UnitType) -> str:
    yards = (yard.replace("-", " ") for yard in yards_for(kind)) if kind.is_naval else ()
    return ", ".join(yards) or WHERE.get(kind.id, "a factory")


def _when(book: Book, kind: UnitType) -> str:
    """The technology that it takes, and the turn from which most nations may buy it."""
    technology = technology_for(book, kind.id).replace("-", " ")
    since = available_from(book, "", kind.id)
    return ", ".join(part for part in (technology, since) if part)


def costs(book: Book) -> Lookup:
    """Every facility: its payments, its upgrade, and where it may stand."""
    rows = {
        name.replace("-", " "): (
            _paid(one.stages),
            f"{one.upgrade} to {one.to.replace('-', ' ')}" if one.upgrade else NONE,
            str(one.damage),
            FACILITY_AT.get(one.where, one.where),
        )
        for name, one in facilities(book).items()
    }
    notes = (
        "jungle and marsh cost 1 more (1.10)",
        "a railroad costs 2, over rough borders 4 (12.10); `pbem charts show gw units` has units",
    )
    columns = ("cost", "upgrade", "damage", "where")
    return Lookup("Facilities and what they cost", "12.3-12.10", "printed", columns, rows, notes)


def sequence(book: Book) -> Lookup:
    """The steps of a nation's turn, with the windows for which players send orders."""
    return steps_of(TURN, "A nation's turn, step by step", "6.2")


LOOKUPS: Final[Mapping[str, Callable[[Book], Lookup]]] = {
    "units": units,
    "costs": costs,
    "sequence": sequence,
    "who-may": who_may,
}
