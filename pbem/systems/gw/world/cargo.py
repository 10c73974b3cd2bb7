"""Units that carry others: Naval and Air Transports, Carriers, bombers with Airborne (8.4, 12.2).

A carrying unit bears the mark `hold` with a name of its own, what it carries is at `in:` and that
name; so cargo goes wherever its carrier goes. An empty hold has no name.

Decides: who has room for whom, and the events of loading, unloading and losing.
Leaves to `combat`: assaults from ships and from the air.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitChanged, UnitMoved, after_change
from pbem.core.record.state import REMOVED, Mark, Scalar, State, Unit, regrouped
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.systems.gw.world.units import UnitType, belongs, unit_type
from pbem.systems.gw.world.vocabulary import UnitMark

_IN: Final = "in:"
CARRIER_AIRCRAFT: Final = (
    "fighter", "jet-fighter", "early-war-fighter", "tactical-bomber"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hold:
    """What a kind of unit carries: so many, so many of them of other kinds than the first."""

    most: int
    first: str
    others: int


def hold_of(book: Book, kind: UnitType) -> Hold | None:
    """The hold of a kind of unit, if it carries anything."""
    table = book.chart("movement").table("holds")
    if kind.id not in table.rows.names:
        return None
    most, first, others = (
        book.chart("movement").at(kind.id, column, "holds")
        for column in ("most", "first", "others")
    )
    return Hold(int(most.number), first.text, int(others.number))


def takes(book: Book, kind: UnitType, cargo: UnitType) -> bool:
    """Whether a kind of unit carries another at all."""
    return hold_of(book, kind) is not None and room_for(book, kind, [cargo])


@implements(
    "GW-8.4-1", "GW-8.4-6", "GW-12.2-naval-transport-1", "GW-12.2-fleet-carrier",
    "GW-12.2-light-carrier", "GW-12.2-air-transport", "GW-7.8-17",
)  # fmt: skip
def room_for(book: Book, kind: UnitType, cargo: Sequence[UnitType]) -> bool:
    """Whether a unit can carry all this: a Transport two infantry, or one and one other (12.2)."""
    hold = hold_of(book, kind)
    if hold is None or len(cargo) > hold.most:
        return False
    others = [unit for unit in cargo if not _is_first(unit, hold.first)]
    if not all(unit.is_land or unit.is_air for unit in others):
        return False
    return len(others) <= hold.others


def is_bulky(book: Book, carrier: UnitType, cargo: UnitType) -> bool:
    """Whether a unit takes room that a hold has for few: it goes aboard before others (12.2)."""
    hold = hold_of(book, carrier)
    return hold is not None and takes(book, carrier, cargo) and not _is_first(cargo, hold.first)


def _is_first(unit: UnitType, group: str) -> bool:
    return unit.id in CARRIER_AIRCRAFT if group == "carrier-aircraft" else belongs(unit, group)


# --- where cargo is ------------------------------------------------------------------------------


def is_hold(location: str) -> bool:
    """Whether a location is a hold."""
    return location.startswith(_IN)


def hold_name(unit: Unit) -> str:
    """The location of what a unit carries; nothing when it carries nothing."""
    return f"{_IN}{unit.mark(UnitMark.HOLD)}" if unit.marked(UnitMark.HOLD) else ""


def cargo_of(state: State, unit: Unit) -> tuple[Unit, ...]:
    """What a unit carries."""
    name = hold_name(unit)
    return state.at(name) if name else ()


def carrier_of(state: State, unit: Unit) -> Unit | None:
    """The unit in whose hold another is."""
    if not is_hold(unit.at):
        return None
    return next((other for other in state.units.values() if hold_name(other) == unit.at), None)


def whereabouts(state: State, unit: Unit) -> str:
    """The zone in which a unit is, also when it is aboard another."""
    carrier = carrier_of(state, unit)
    return unit.at if carrier is None else whereabouts(state, carrier)


def aboard(state: State, zone: str) -> tuple[Unit, ...]:
    """Everything in the holds of units of a zone."""
    return tuple(cargo for unit in state.at(zone) for cargo in cargo_of(state, unit))


def kinds_aboard(position: Position, unit: Unit) -> list[UnitType]:
    """The kinds of what a unit carries, one entry for each."""
    return [
        unit_type(position.book, cargo.counter)
        for cargo in cargo_of(position.state, unit)
        for _ in range(cargo.size)
    ]


# --- loading, unloading, losing ------------------------------------------------------------------


def some_of(unit: Unit, count: int) -> int | None:
    """So many of a group, as events say it; a unit by itself has no count."""
    return None if unit.count is None else count


def mark_events(unit: Unit, marks: Mapping[UnitMark, Scalar], count: int) -> list[Event]:
    """The events that give some of a group marks for their time (None takes one away)."""
    events: list[Event] = []
    for name, value in marks.items():
        mark = None if value is None else Mark(name.until, value)
        changes = set_mark(unit, name, mark, some_of(unit, count))
        events += changes
        unit = follow(unit, changes)
    return events


def moved(unit: Unit, to: str, count: int) -> UnitMoved:
    """The event that moves some of a group."""
    return UnitMoved(unit.id, unit.at, to, some_of(unit, count))


def next_hold(state: State, owner: str) -> str:
    """A name that no hold has, also of ships that changed hands: `germany-3`."""
    known = {hold_name(unit) for unit in state.units.values()}
    number = 1
    while f"{_IN}{owner}-{number}" in known:
        number += 1
    return f"{owner}-{number}"


def load(state: State, carrier: Unit, cargo: Unit, count: int) -> list[Event]:
    """The events by which a carrier (one of its group) takes some units aboard."""
    name = hold_name(carrier)
    if name:
        return [moved(cargo, name, count)]
    fresh = next_hold(state, carrier.owner)
    opened = mark_events(carrier, {UnitMark.HOLD: fresh}, 1)
    return [*opened, moved(cargo, f"{_IN}{fresh}", count)]


def unload(state: State, cargo: Unit, to: str, count: int) -> list[Event]:
    """The events by which some units leave a hold; an empty hold loses its name."""
    carrier = carrier_of(state, cargo)
    if carrier is None:
        raise AssertionError(f"{cargo.id} is in no hold")
    events: list[Event] = [moved(cargo, to, count)]
    if sum(unit.size for unit in cargo_of(state, carrier)) == count:
        events += mark_events(carrier, {UnitMark.HOLD: None}, 1)
    return events


@implements("GW-8.4-2")
def lost_with(state: State, carrier: Unit) -> list[Event]:
    """What a carrying unit takes with it when it is lost (8.4)."""
    return [moved(cargo, REMOVED, cargo.size) for cargo in cargo_of(state, carrier)]


def with_room(position: Position, carriers: Iterable[Unit], cargo: UnitType) -> Unit | None:
    """The first unit that has room for one more: those that carry something come first.

    Carriers that are damaged take no aircraft (12.2).
    """
    fitting = [
        unit
        for unit in carriers
        if room_for(
            position.book,
            unit_type(position.book, unit.counter),
            [*kinds_aboard(position, unit), cargo],
        )
        and not (
            unit_type(position.book, unit.counter).is_carrier and unit.marked(UnitMark.DAMAGED)
        )
    ]
    return min(fitting, key=lambda unit: (not hold_name(unit), unit.id), default=None)


def follow(unit: Unit, events: Iterable[Event]) -> Unit:
    """A unit, or the part of a group that events concern, as they leave it."""
    for event in events:
        if isinstance(event, UnitMoved) and event.unit == unit.id:
            unit = regrouped(replace(unit, at=event.new, count=event.count))
        elif isinstance(event, UnitChanged) and event.unit == unit.id:
            unit = after_change(unit, event)
    return unit
