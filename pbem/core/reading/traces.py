"""Where every counter of a run came from and where it went, group by group.

Single units keep their ids, so they are compared as they were and as they are. Like units in a
group have no names of their own; the events tell which of them went where. Of several that stood
together those that came last go on first: what goes on from where a move ended is the same move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.core.record.events import (
    ClockAdvanced,
    UnitChanged,
    UnitCreated,
    UnitMoved,
    after_change,
    event_from,
)
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State, Unit, regrouped

UnitEvent = UnitMoved | UnitChanged | UnitCreated


@dataclass(frozen=True, slots=True)
class Trace:
    """One unit, or so many like ones, as they were before a run (None: not there) and are after."""

    old: Unit | None
    new: Unit | None


@dataclass(frozen=True, slots=True)
class _Lot:
    """So many of a group, and what they were before the run."""

    old: Unit | None
    count: int


@dataclass(slots=True)
class Walk:
    """A run gone through event by event: every unit that was known, the lots of every group."""

    known: dict[str, Unit]
    lots: dict[str, list[_Lot]]
    lost: list[_Lot]

    def follow(self, event: UnitEvent) -> None:
        """Carry out one event."""
        if isinstance(event, UnitCreated):
            if event.old is not None and event.old.count is not None:
                self.lost += self._taken(event.old.id, event.old.count)
            if event.new is not None:
                self._put(event.new, [_Lot(None, event.new.size)])
            return
        unit = self.known.get(event.unit)
        if unit is None or event.count is None:
            return
        part = replace(unit, count=event.count)
        if isinstance(event, UnitMoved):
            became = regrouped(replace(part, at=event.new))
        else:
            became = after_change(part, event)
        self._put(became, self._taken(event.unit, event.count))

    def _put(self, unit: Unit, lots: Iterable[_Lot]) -> None:
        self.known.setdefault(unit.id, unit)
        if unit.count is not None:
            self.lots.setdefault(unit.id, []).extend(lots)

    def _taken(self, group: str, count: int) -> list[_Lot]:
        """So many of a group, those that came last first."""
        rows, taken = self.lots.get(group, []), []
        while count and rows:
            lot = rows.pop()
            part = min(lot.count, count)
            count -= part
            taken.append(replace(lot, count=part))
            if lot.count > part:
                rows.append(replace(lot, count=lot.count - part))
        return taken

    def traces(self) -> Iterator[Trace]:
        """What became of all groups, like ones of one way together."""
        summed: dict[tuple[str, str], int] = {}
        for name, lots in (*self.lots.items(), ("", self.lost)):
            for lot in lots:
                key = lot.old.id if lot.old else "", name
                summed[key] = summed.get(key, 0) + lot.count
        for (old, new), count in summed.items():
            if old or new:
                yield Trace(self._many(old, count), self._many(new, count))

    def _many(self, name: str, count: int) -> Unit | None:
        return replace(self.known[name], count=count) if name else None


def walked(before: State, entries: Sequence[Entry]) -> Walk:
    """A run gone through, from the position before it."""
    groups = {unit.id: [_Lot(unit, unit.size)] for unit in before.units.values() if unit.count}
    walk = Walk(dict(before.units), groups, [])
    for event in _unit_events(entries):
        walk.follow(event)
    return walk


def _unit_events(entries: Iterable[Entry]) -> Iterator[UnitEvent]:
    for entry in entries:
        if entry.kind == "event":
            event = event_from(entry.body)
            if isinstance(event, ClockAdvanced):
                yield from event.marks
            elif isinstance(event, UnitMoved | UnitChanged | UnitCreated):
                yield event
