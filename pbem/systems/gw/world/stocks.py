"""Capital ships on the stocks of a shipyard, and who captures them there (15.8, optional).

Decides: whose they are then.
Leaves to `economy`: building on; to `capture`: when a zone is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event, UnitChanged, UnitMoved, after_change
from pbem.core.rules.position import Position
from pbem.systems.gw.world.units import unit_type

STANDS_AT: Final = (
    "for"  # the mark of the zone where a unit on the Production Chart is to be placed
)


@implements("GW-15.8-1")
def captured_on_the_stocks(position: Position, zone: str, captor: str) -> Iterator[Event]:
    """The capital ships that were being built in a zone become the captor's (15.8)."""
    for unit in sorted(position.units.values(), key=lambda one: one.id):
        mark = unit.marks.get(STANDS_AT)
        on_chart = unit.at.startswith(f"track:{unit.owner}/")
        if not on_chart or mark is None or mark.value != zone or unit.owner == captor:
            continue
        if "capital" in unit_type(position.book, unit.counter).classes:
            change = UnitChanged(unit.id, "owner", unit.owner, captor, count=unit.count)
            yield change
            theirs = after_change(unit, change)
            place = unit.at.rpartition("/")[2]
            yield UnitMoved(theirs.id, unit.at, f"track:{captor}/{place}", unit.count)
