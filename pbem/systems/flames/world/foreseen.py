"""The position that planned changes lead to, while an order is checked.

Decides what has been worked out about a position and holds for the next one too, where nothing has
changed that it depends on: marks and counters of powers change neither supply nor zones of control,
and a unit that moves changes only what its kind and its side have a part in. Leaves the changes to
the orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.core.record import events as events_
from pbem.core.record.events import Event, PowerChanged, UnitChanged, UnitMoved
from pbem.core.record.state import Unit
from pbem.systems.flames.world.control import closed_countries, enemies, entry_bans, foes, opponents
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.supply import (
    any_secondary_sources,
    blocked,
    network,
    primary_sources,
    secondary_sources,
    serving_cities,
    supply_before,
    supply_of,
)

# what is kept, by the function that works it out or by its name
# wherever units stand
_BY_CONTROL: Final = (
    enemies, foes, opponents, entry_bans, closed_countries, primary_sources,
    serving_cities,
)  # fmt: skip
_BY_ENEMIES: Final = ("zoc", "occupied")  # wherever other units than theirs stand
_BY_PLACE: Final = (  # wherever any unit stands
    blocked, network, supply_of, secondary_sources, supply_before,
)  # fmt: skip


def after(position: Position, changes: Sequence[Event]) -> Position:
    """The position after some changes, with what still holds of the one before."""
    found = position.then(events_.apply(position.state, changes))
    if all(isinstance(change, UnitMoved) or _moves_nobody(change) for change in changes):
        units = position.units
        movers = [units[change.unit] for change in changes if isinstance(change, UnitMoved)]
        known = position.derived.items()
        found.derived.update({k: v for k, v in known if _holds(position, k, movers)})
    return found


def _moves_nobody(change: Event) -> bool:
    if isinstance(change, UnitChanged):
        return change.what == "mark"
    return isinstance(change, PowerChanged) and change.what == "counter"


def _holds(position: Position, key: Sequence[Any], movers: Sequence[Unit]) -> bool:
    """Whether what is kept under a key is the same after some units have moved."""
    what, of = key[0], key[1]
    if what in _BY_ENEMIES:
        return all(unit.owner not in of for unit in movers)
    if what is any_secondary_sources:
        headquarters = position.book.counters.of_class("hq")
        return all(unit.counter not in headquarters for unit in movers)
    by_control = what in _BY_CONTROL or what in position.policy.by_control
    return by_control or (what in _BY_PLACE and not movers)
