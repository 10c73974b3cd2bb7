"""Changes as rules say them: what becomes what; the value before is looked up.

Nothing comes of a change to what is so already. A word may be a term; it is written as plain text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Literal

from pbem.core.record.events import (
    Event,
    PlaceChanged,
    PowerChanged,
    PowerPart,
    TrackChanged,
    UnitChanged,
    power_value,
)
from pbem.core.record.state import Mark, Scalar, State, Unit, Until
from pbem.core.record.terms import Kinds, Vocabulary, term_among


def set_power(
    state: State, power: str, what: PowerPart, name: str, new: Scalar
) -> tuple[PowerChanged, ...]:
    """A counter, flag or relation of a power becomes another, or its side or players do."""
    old = power_value(state.powers[power], what, name)
    return () if old == new else (PowerChanged(power, what, str(name), old, _plain(new)),)


def set_place(
    state: State, place: str, what: Literal["marker", "fact"], name: str, new: Scalar
) -> tuple[PlaceChanged, ...]:
    """A marker or fact of a place becomes another."""
    known = state.places.get(place)
    old = (known.markers if what == "marker" else known.facts).get(name) if known else None
    return () if old == new else (PlaceChanged(place, what, old, _plain(new), str(name)),)


def set_controller(state: State, place: str, new: str | None) -> tuple[PlaceChanged, ...]:
    """A place changes hands."""
    old = state.controller(place)
    return () if old == new else (PlaceChanged(place, "controller", old, new),)


def set_track(
    state: State, track: str, new: Scalar, secret: tuple[str, ...] = ()
) -> tuple[TrackChanged, ...]:
    """A named value becomes another."""
    old = state.track(track)
    return () if old == new else (TrackChanged(str(track), old, _plain(new), secret),)


def set_mark(
    unit: Unit, mark: str, new: Mark | None, count: int | None = None
) -> tuple[UnitChanged, ...]:
    """A mark of a unit, or of `count` of a group, becomes another."""
    old = unit.marks.get(mark)
    new = new and replace(new, value=_plain(new.value))
    return () if old == new else (UnitChanged(unit.id, "mark", old, new, str(mark), count),)


def _plain(value: Scalar) -> Scalar:
    """A value as a state holds it."""
    return str(value) if isinstance(value, str) else value


def lapsed(state: State, words: Vocabulary, ended: Collection[Until]) -> Iterator[Event]:
    """The changes that clear what powers count, places bear and tracks say for times that ended.

    Marks of units go with the clock (`events.expired`).
    """
    for power in state.powers.values():
        for name in sorted(power.counters):
            if _is_over(words.counters, name, ended):
                yield from set_power(state, power.id, "counter", name, None)
    for place in state.places.values():
        for name in sorted(place.markers):
            if _is_over(words.markers, name, ended):
                yield from set_place(state, place.id, "marker", name, None)
    for name in sorted(state.tracks):
        if _is_over(words.tracks, name, ended):
            yield from set_track(state, name, None)


def _is_over(kinds: Kinds, word: str, ended: Collection[Until]) -> bool:
    term = term_among(kinds, word)
    return term is not None and term.until in ended
