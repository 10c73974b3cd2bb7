"""What ships and aircraft announce when they enter a sea zone (8.7, 8.8): escort, raid, blockade …

A unit bears what it announced as the mark `duty`. Escort, blockade and watch stand until it moves
again, a raid is announced anew each turn. An aircraft that stands over the sea is on patrol; on
`watch` it is too, but it lets ships pass that have no aircraft with them.

Decides: how long a duty lasts, and whose it is.
Leaves to `moves`: who may announce what; to `combat`: what a duty is good for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark, State, Unit, Until
from pbem.systems.gw.world.cargo import some_of

DUTY: Final = "duty"
ESCORT: Final = "escort"
RAID: Final = "raid"
MINES: Final = "mines"
BLOCKADE: Final = "blockade"
PATROL: Final = "patrol"
WATCH: Final = "watch"
RAIDS: Final = (RAID, MINES)
ON_PATROL: Final = (PATROL, WATCH, RAID, MINES)  # of an aircraft
KEPT: Final = (ESCORT, BLOCKADE, WATCH)


@implements("GW-8.8-3")
def duty_of(unit: Unit) -> str:
    """The one duty of a unit, or nothing (8.8)."""
    mark = unit.marks.get(DUTY)
    return str(mark.value) if mark else ""


def duty_mark(duty: str) -> Mark:
    """The mark of a duty: some stand until the unit moves again."""
    return Mark(Until.LASTING if duty in KEPT else Until.IMPULSE, duty)


def takes_up(unit: Unit, duty: str, count: int) -> list[Event]:
    """The event by which some of a group take up a duty; an empty one ends what they did."""
    mark = duty_mark(duty) if duty else None
    return list(set_mark(unit, DUTY, mark, some_of(unit, count)))


def raiders_in(state: State, zone: str, nations: Iterable[str]) -> tuple[Unit, ...]:
    """The units of some nations that announced a raid in a sea zone."""
    own = frozenset(nations)
    return tuple(u for u in state.at(zone) if u.owner in own and duty_of(u) in RAIDS)
