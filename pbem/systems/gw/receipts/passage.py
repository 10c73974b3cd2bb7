"""What moves take aboard and put off, and where their aircraft land, for a receipt.

Cargo that an order does not name is taken as it fits, aircraft land where they took off if they
can: the receipt tells what came of it.
Decides: nothing of play. Leaves to `voyages` and `combat_moves` who carries whom, who lands where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.orders.orders import Reading, Receipt
from pbem.core.record.events import Event, UnitChanged, UnitMoved, apply
from pbem.core.record.state import Mark, State, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.system import Foretold
from pbem.systems.gw.world.cargo import is_hold, whereabouts
from pbem.systems.gw.world.units import name, type_of
from pbem.systems.gw.world.vocabulary import UnitMark

LOADS, LANDS, ASSAULTS, ASHORE = "loads", "lands", "assault", "ashore"
WORDS: Final[Mapping[str, str]] = {
    LOADS: "takes aboard {what} in {where}",
    ASSAULTS: "{what} to assault {where}",
    ASHORE: "puts {what} ashore in {where}",
    LANDS: "{what} to land in {where}",
}


@dataclass(frozen=True, slots=True)
class Deed:
    """What a move does with some units of a kind, and where."""

    what: str
    kind: str
    count: int
    where: str


def passage(receipt: Receipt[Position]) -> Sequence[Foretold]:
    """What is loaded and unloaded by each move, and where its aircraft land."""
    found = ((reading, list(_deeds(reading))) for reading in receipt.readings)
    return [one for reading, deeds in found for one in _told(reading, deeds)]


def _told(reading: Reading[Position], deeds: Sequence[Deed]) -> Iterator[Foretold]:
    """The deeds of one order, those of one sort and zone together."""
    book, label = reading.before.book, reading.before.label
    together: dict[tuple[str, str], dict[str, int]] = {}
    for deed in deeds:
        kinds = together.setdefault((deed.what, deed.where), {})
        kinds[deed.kind] = kinds.get(deed.kind, 0) + deed.count
    for (what, where), kinds in together.items():
        units = ", ".join(f"{count} {name(book, kind)}" for kind, count in kinds.items())
        text = WORDS[what].format(what=units, where=label(where))
        yield Foretold(what, text, {"units": kinds, "at": where}, reading.order)


def _deeds(reading: Reading[Position]) -> Iterator[Deed]:
    """What an order does, change by change; a landing that it names itself is no news."""
    state = reading.before.state
    for event in reading.events:
        unit = _unit_of(state, event)
        if unit is not None:
            yield from _deed(reading, state, unit, event)
        state = apply(state, [event])


def _unit_of(state: State, event: Event) -> Unit | None:
    """The unit, or the part of a group, that a change is about."""
    if not isinstance(event, (UnitMoved, UnitChanged)):
        return None
    unit = state.units[event.unit]
    return unit if event.count is None else replace(unit, count=event.count)


def _deed(reading: Reading[Position], state: State, unit: Unit, event: Event) -> Iterator[Deed]:
    """What a change means to the player; mostly nothing."""
    kind = type_of(reading.before.book, unit)
    if isinstance(event, UnitMoved) and kind.is_land:
        if is_hold(event.new):
            yield Deed(LOADS, kind.id, unit.size, event.old)
        elif is_hold(event.old):
            yield Deed(ASHORE, kind.id, unit.size, event.new)
    elif isinstance(event, UnitMoved) and is_hold(event.new):
        yield Deed(LANDS, kind.id, unit.size, _deck(state, event))
    elif isinstance(event, UnitChanged) and isinstance(event.new, Mark):
        if event.mark == UnitMark.ASSAULT:
            yield Deed(ASSAULTS, kind.id, unit.size, str(event.new.value))
        elif event.mark == UnitMark.BASE and "land" not in reading.order.data:
            yield Deed(LANDS, kind.id, unit.size, str(event.new.value))


def _deck(state: State, event: UnitMoved) -> str:
    """The sea zone of the Carrier on which an aircraft lands."""
    return whereabouts(state, replace(state.units[event.unit], at=event.new))
