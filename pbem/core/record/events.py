"""The eight kinds of change, and the ONLY code that changes a State.

Every event holds the old and the new value, so it can be inverted. An event whose old value is
not what the state holds is a bug and raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, Final, Literal

from pbem.core.record.state import (
    Clock,
    Mark,
    Place,
    Power,
    Scalar,
    State,
    Track,
    Unit,
    Until,
    clock_data,
    mark_data,
    mark_from,
    power_data,
    power_from,
    regrouped,
    unit_data,
    unit_from,
    with_parts,
)


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit, or `count` of a group, goes from one location to another."""

    unit: str
    old: str
    new: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class UnitChanged:
    """A unit's (or `count` of a group's) counter, owner, mark or secrecy becomes another."""

    unit: str
    what: Literal["counter", "owner", "mark", "secret"]
    old: str | Mark | tuple[str, ...] | None
    new: str | Mark | tuple[str, ...] | None
    mark: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class UnitCreated:
    """A unit comes into being (old is None) or, inverted, never was (new is None)."""

    unit: str
    old: Unit | None
    new: Unit | None


@dataclass(frozen=True, slots=True)
class PlaceChanged:
    """A place's controller, or one of its markers or facts, becomes another; None removes it."""

    place: str
    what: Literal["controller", "marker", "fact"]
    old: Scalar
    new: Scalar
    name: str = ""


PowerPart = Literal["counter", "flag", "relation", "side", "players", "homes"]
NAMED: Final = ("counter", "flag", "relation")  # the parts of a power that have names


@dataclass(frozen=True, slots=True)
class PowerChanged:
    """A power's counter, flag or relation becomes another; None removes it.

    So do its side, who plays it and its home countries: names with blanks between, None for none.
    """

    power: str
    what: PowerPart
    name: str
    old: Scalar
    new: Scalar


@dataclass(frozen=True, slots=True)
class PowerCreated:
    """A power comes into being (old is None) or ceases (new is None): everybody may see it.

    `place` is its place among the powers, whose order orders and rolls follow; without, the last.
    """

    power: str
    old: Power | None
    new: Power | None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class TrackChanged:
    """A named value becomes another; None removes it. Who may see it is fixed when it begins."""

    track: str
    old: Scalar
    new: Scalar
    secret: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """Time goes on, and marks whose time is over go with it."""

    old: Clock
    new: Clock
    marks: tuple[UnitChanged, ...] = ()


Event = (
    UnitMoved | UnitChanged | UnitCreated | PlaceChanged | PowerChanged | PowerCreated
    | TrackChanged | ClockAdvanced
)  # fmt: skip

KINDS: Final[Mapping[str, type]] = {
    kind.__name__: kind
    for kind in (
        UnitMoved, UnitChanged, UnitCreated, PlaceChanged, PowerChanged, PowerCreated,
        TrackChanged, ClockAdvanced,
    )
}  # fmt: skip


class EventDoesNotFit(AssertionError):
    """An event whose old value is not what the state holds."""


@dataclass(slots=True)
class _Parts:
    """The dicts being rebuilt; each is copied at most once for a batch of events."""

    state: State
    clock: Clock
    units: dict[str, Unit]
    index: dict[str, tuple[str, ...]] | None = None
    places: dict[str, Place] | None = None
    powers: dict[str, Power] | None = None
    tracks: dict[str, Track] | None = None

    def put(self, unit: Unit) -> None:
        """Add a unit; a group joins the like group that is already there."""
        if unit.secret and unit.count is not None:
            raise EventDoesNotFit(f"{unit.id}: the id of a group shows its counter: no secret")
        known = self.units.get(unit.id)
        if known is None:
            self.units[unit.id] = unit
            index = self.indexed()
            index[unit.at] = tuple(sorted((*index.get(unit.at, ()), unit.id)))
            return
        if known.count is None or unit.count is None:
            raise EventDoesNotFit(f"there is already a unit {unit.id}")
        self.units[unit.id] = replace(known, count=known.count + unit.count)

    def find(self, unit_id: str, count: int | None) -> Unit:
        """The part of a unit that a change concerns: a single unit, or `count` of a group."""
        unit = self.units.get(unit_id)
        if unit is None:
            raise EventDoesNotFit(f"there is no unit {unit_id}")
        if (unit.count is None) != (count is None):
            raise EventDoesNotFit(f"{unit_id}: a group changes by a count, a single unit does not")
        if unit.count is None or count is None:
            return unit
        if not 0 < count <= unit.count:
            raise EventDoesNotFit(f"{unit_id} has {unit.count}, not {count}")
        return replace(unit, count=count)

    def take(self, unit_id: str, count: int | None) -> Unit:
        """Remove a unit, or `count` of a group, and return what was removed."""
        part, unit = self.find(unit_id, count), self.units[unit_id]
        if unit.count is None or unit.count == count:
            self.remove(unit)
        else:
            self.units[unit_id] = replace(unit, count=unit.count - part.size)
        return part

    def remove(self, unit: Unit) -> None:
        del self.units[unit.id]
        index = self.indexed()
        left = tuple(other for other in index[unit.at] if other != unit.id)
        if left:
            index[unit.at] = left
        else:
            del index[unit.at]

    def indexed(self) -> dict[str, tuple[str, ...]]:
        """The index, copied when it is first changed."""
        if self.index is None:
            self.index = dict(self.state.index)
        return self.index


def apply(state: State, events: Iterable[Event]) -> State:
    """The state after the events, in order."""
    parts = _Parts(state, state.clock, dict(state.units))
    for event in events:
        _APPLY[type(event)](parts, event)
    return with_parts(
        state,
        state.index if parts.index is None else parts.index,
        clock=parts.clock,
        units=parts.units,
        places=state.places if parts.places is None else parts.places,
        powers=state.powers if parts.powers is None else parts.powers,
        tracks=state.tracks if parts.tracks is None else parts.tracks,
    )


def _expect(found: object, old: object, what: str) -> None:
    if found != old:
        raise EventDoesNotFit(f"{what} is {found!r}, not {old!r}")


def _apply_moved(parts: _Parts, event: UnitMoved) -> None:
    unit = parts.take(event.unit, event.count)
    _expect(unit.at, event.old, f"the location of {event.unit}")
    parts.put(regrouped(replace(unit, at=event.new)))


def _apply_changed(parts: _Parts, event: UnitChanged) -> None:
    unit = parts.find(event.unit, event.count)
    if event.what == "mark":
        _expect(unit.marks.get(event.mark), event.old, f"the mark {event.mark} of {event.unit}")
    else:
        _expect(getattr(unit, event.what), event.old, f"the {event.what} of {event.unit}")
    if unit.count is None:
        parts.units[unit.id] = after_change(unit, event)
        return
    parts.take(event.unit, event.count)
    parts.put(after_change(unit, event))


def _apply_created(parts: _Parts, event: UnitCreated) -> None:
    if event.old is not None:
        _expect(parts.take(event.old.id, event.old.count), event.old, event.unit)
    if event.new is not None:
        parts.put(event.new)


def _with(mapping: Mapping[str, Scalar], name: str, old: Scalar, new: Scalar) -> dict[str, Scalar]:
    """A copy of a mapping with one value changed; None is the same as absent."""
    _expect(mapping.get(name), old, name)
    changed = {key: value for key, value in mapping.items() if key != name}
    if new is not None:
        changed[name] = new
    return changed


def _apply_place(parts: _Parts, event: PlaceChanged) -> None:
    if parts.places is None:
        parts.places = dict(parts.state.places)
    place = parts.places.get(event.place) or Place(event.place)
    if event.what == "controller":
        _expect(place.controller, event.old, f"the controller of {event.place}")
        place = replace(place, controller=None if event.new is None else str(event.new))
    elif event.what == "marker":
        place = replace(place, markers=_with(place.markers, event.name, event.old, event.new))
    else:
        place = replace(place, facts=_with(place.facts, event.name, event.old, event.new))
    if place == Place(event.place):
        parts.places.pop(event.place, None)
    else:
        parts.places[event.place] = place


def _apply_power(parts: _Parts, event: PowerChanged) -> None:
    if parts.powers is None:
        parts.powers = dict(parts.state.powers)
    power = parts.powers[event.power]
    changed: dict[str, Any]
    if event.what not in NAMED:
        _expect(power_value(power, event.what), event.old, f"the {event.what} of {power.id}")
        new = str(event.new or "")
        changed = {event.what: new if event.what == "side" else tuple(new.split())}
    else:
        mapping = getattr(power, f"{event.what}s")
        changed = {f"{event.what}s": _with(mapping, event.name, event.old, event.new)}
    parts.powers[event.power] = replace(power, **changed)


def power_value(power: Power, what: str, name: str = "") -> Scalar:
    """What a PowerChanged of this kind would change, as it is now."""
    if what == "side":
        return power.side
    if what in ("players", "homes"):
        return " ".join(getattr(power, what)) or None
    value: Scalar = getattr(power, f"{what}s").get(name)
    return value


def _apply_new_power(parts: _Parts, event: PowerCreated) -> None:
    rows = list((parts.state.powers if parts.powers is None else parts.powers).values())
    if event.old is not None:
        _expect(next((p for p in rows if p.id == event.power), None), event.old, event.power)
        _refuse_remains(parts, event.power)
        rows.remove(event.old)
    if event.new is not None:
        if event.new.id != event.power:
            raise EventDoesNotFit(f"the power {event.new.id} is created as {event.power}")
        if any(power.id == event.power for power in rows):
            raise EventDoesNotFit(f"there is already a power {event.power}")
        rows.insert(len(rows) if event.place is None else event.place, event.new)
    parts.powers = {power.id: power for power in rows}


def _refuse_remains(parts: _Parts, power: str) -> None:
    """A power ceases when nothing is left that is its own."""
    places = parts.state.places if parts.places is None else parts.places
    left = [unit.id for unit in parts.units.values() if unit.owner == power]
    left += [place.id for place in places.values() if place.controller == power]
    if left:
        raise EventDoesNotFit(f"{min(left)} is still {power}'s: it cannot cease")


def _apply_track(parts: _Parts, event: TrackChanged) -> None:
    if parts.tracks is None:
        parts.tracks = dict(parts.state.tracks)
    known = parts.tracks.get(event.track)
    _expect(known.value if known else None, event.old, f"the track {event.track}")
    if event.new is None:
        parts.tracks.pop(event.track, None)
    else:
        audience = known.secret if known else event.secret
        parts.tracks[event.track] = Track(event.track, event.new, audience)


def _apply_clock(parts: _Parts, event: ClockAdvanced) -> None:
    _expect(parts.clock, event.old, "the clock")
    parts.clock = event.new
    for change in event.marks:
        _apply_changed(parts, change)


_APPLY: Final[Mapping[type, Any]] = {
    UnitMoved: _apply_moved,
    UnitChanged: _apply_changed,
    UnitCreated: _apply_created,
    PlaceChanged: _apply_place,
    PowerChanged: _apply_power,
    PowerCreated: _apply_new_power,
    TrackChanged: _apply_track,
    ClockAdvanced: _apply_clock,
}


def expired(state: State, ended: Iterable[Until]) -> tuple[UnitChanged, ...]:
    """The changes that clear every mark which lasts no longer than the times that ended."""
    over = frozenset(ended)
    changes: list[UnitChanged] = []
    for unit_id in sorted(unit.id for unit in state.units.values() if unit.marks):
        unit = state.units[unit_id]
        for name, mark in sorted(unit.marks.items()):
            if mark.until in over:
                change = UnitChanged(unit.id, "mark", mark, None, name, unit.count)
                changes.append(change)
                unit = after_change(unit, change)
    return tuple(changes)


def after_change(unit: Unit, change: UnitChanged) -> Unit:
    """The part of a unit that a change concerns, as the change leaves it."""
    if unit.count is not None and change.count is not None:
        unit = replace(unit, count=change.count)
    if change.what != "mark":
        changed: dict[str, Any] = {change.what: change.new}
        return regrouped(replace(unit, **changed))
    marks = {name: mark for name, mark in unit.marks.items() if name != change.mark}
    if isinstance(change.new, Mark):
        marks[change.mark] = change.new
    return regrouped(replace(unit, marks=marks))


# --- inversion -------------------------------------------------------------------------------


def invert(event: Event, before: State) -> Event:
    """The event that undoes `event`, which was applied to `before`."""
    if isinstance(event, UnitMoved):
        moved = regrouped(replace(before.units[event.unit], at=event.new))
        return UnitMoved(moved.id, event.new, event.old, event.count)
    if isinstance(event, UnitChanged):
        return _invert_change(event, before.units[event.unit])
    if isinstance(event, ClockAdvanced):
        return ClockAdvanced(event.new, event.old, _invert_marks(event.marks, before))
    swapped: dict[str, Any] = {"old": event.new, "new": event.old}
    if isinstance(event, TrackChanged) and event.track in before.tracks:
        swapped["secret"] = before.tracks[event.track].secret
    if isinstance(event, PowerCreated):
        swapped["place"] = list(before.powers).index(event.power) if event.old else None
    return replace(event, **swapped)


def _invert_change(change: UnitChanged, unit: Unit) -> UnitChanged:
    return replace(change, unit=after_change(unit, change).id, old=change.new, new=change.old)


def _invert_marks(marks: tuple[UnitChanged, ...], before: State) -> tuple[UnitChanged, ...]:
    undone: list[UnitChanged] = []
    state = before
    for change in marks:
        undone.append(_invert_change(change, state.units[change.unit]))
        state = apply(state, [change])
    return tuple(reversed(undone))


# --- data form -------------------------------------------------------------------------------


def _value_data(value: object) -> object:
    if isinstance(value, Unit):
        return unit_data(value)
    if isinstance(value, Mark):
        return mark_data(value)
    if isinstance(value, Clock):
        return clock_data(value)
    if isinstance(value, Power):
        return power_data(value)
    return list(value) if isinstance(value, tuple) else value


def event_data(event: Event) -> dict[str, object]:
    """An event as plain data for the ledger."""
    data: dict[str, object] = {"event": type(event).__name__}
    for part in fields(event):
        value = getattr(event, part.name)
        if part.name == "marks":
            data["marks"] = [event_data(change) for change in value]
        elif part.default is MISSING or value not in (None, "", ()):
            data[part.name] = _value_data(value)
    return data


def event_from(data: Mapping[str, Any]) -> Event:
    """The reverse of event_data."""
    parts = {name: value for name, value in data.items() if name != "event"}
    kind = KINDS[data["event"]]
    for name in ("old", "new"):
        parts[name] = _value_from(kind, parts, parts[name])
    if kind is ClockAdvanced:
        parts["marks"] = tuple(event_from(change) for change in parts.get("marks", ()))
    if "secret" in parts:
        parts["secret"] = tuple(parts["secret"])
    made: Event = kind(**parts)
    return made


def _value_from(kind: type, fields: Mapping[str, object], value: Any) -> object:
    if kind is ClockAdvanced:
        return Clock(**value)
    if kind is UnitCreated:
        return None if value is None else unit_from(value)
    if kind is PowerCreated:
        return None if value is None else power_from(value)
    if kind is UnitChanged and fields["what"] == "mark":
        return None if value is None else mark_from(value)
    if kind is UnitChanged and fields["what"] == "secret":
        return tuple(value)
    return value
