"""Nothing is lost or doubled after any event; events invert; index, ledger and file forms agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from toy.table import table

from pbem.core.record.events import (
    NAMED,
    ClockAdvanced,
    Event,
    PlaceChanged,
    PowerChanged,
    PowerCreated,
    TrackChanged,
    UnitChanged,
    UnitCreated,
    UnitMoved,
    apply,
    event_data,
    event_from,
    expired,
    invert,
    power_value,
)
from pbem.core.record.state import Mark, Power, State, Unit, Until, as_data, canonical, regrouped
from pbem.core.record.statefile import packed, parse_state, unpacked, write_state

START = table().state
SPOTS = ("ford", "town", "in:lion", "pool:azure/force", "track:azure/t2", "removed", "red-home")
COUNTERS = ("crimson-inf", "azure-inf", "knights")
SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["a", "no", "1E10", ""])


@st.composite
def events(draw: st.DrawFn, state: State) -> Event:
    """An event that fits a state."""
    return draw(st.sampled_from(_MAKERS))(draw, state)


def _some(draw: st.DrawFn, state: State) -> tuple[Unit, int | None]:
    unit = state.units[draw(st.sampled_from(sorted(state.units)))]
    count = None if unit.count is None else draw(st.integers(1, unit.count))
    return unit, count


def _move(draw: st.DrawFn, state: State) -> Event:
    unit, count = _some(draw, state)
    return UnitMoved(unit.id, unit.at, draw(st.sampled_from(SPOTS)), count)


def _mark(draw: st.DrawFn, state: State) -> Event:
    unit, count = _some(draw, state)
    name = draw(st.sampled_from(["face-down", "moved"]))
    marks = st.builds(Mark, st.sampled_from(Until), st.sampled_from([True, 3, "x"]))
    return UnitChanged(unit.id, "mark", unit.marks.get(name), draw(st.none() | marks), name, count)


def _counter(draw: st.DrawFn, state: State) -> Event:
    unit, count = _some(draw, state)
    return UnitChanged(
        unit.id, "counter", unit.counter, draw(st.sampled_from(COUNTERS)), count=count
    )


def _owner(draw: st.DrawFn, state: State) -> Event:
    unit, count = _some(draw, state)
    return UnitChanged(
        unit.id, "owner", unit.owner, draw(st.sampled_from(["crimson", "azure"])), count=count
    )


def _secret(draw: st.DrawFn, state: State) -> Event:
    singles = sorted(unit.id for unit in state.units.values() if unit.count is None)
    unit = state.units[draw(st.sampled_from(singles))]
    return UnitChanged(unit.id, "secret", unit.secret, draw(st.sampled_from([(), ("bea",)])))


def _create(draw: st.DrawFn, state: State) -> Event:
    count = draw(st.none() | st.integers(1, 5))
    free = next(f"new-{n}" for n in range(99) if f"new-{n}" not in state.units)
    unit = Unit(free, draw(st.sampled_from(COUNTERS)), "azure", draw(st.sampled_from(SPOTS)), count)
    return UnitCreated(regrouped(unit).id, None, regrouped(unit))


def _place(draw: st.DrawFn, state: State) -> Event:
    name = draw(st.sampled_from(["ford", "town", "mill"]))
    what: Any = draw(st.sampled_from(["controller", "marker", "fact"]))
    known = state.places.get(name)
    if what == "controller":
        old = known.controller if known else None
        return PlaceChanged(name, "controller", old, draw(st.none() | st.just("azure")))
    mapping = {} if known is None else known.markers if what == "marker" else known.facts
    return PlaceChanged(name, what, mapping.get("m"), draw(SCALARS), "m")


def _power(draw: st.DrawFn, state: State) -> Event:
    power = state.powers["azure"]
    news: dict[str, st.SearchStrategy[Any]] = {
        "counter": st.none() | st.integers(1, 9),
        "flag": SCALARS,
        "relation": st.none() | st.just("war"),
        "side": st.sampled_from(["reds", "blues"]),
        "players": st.sampled_from([None, "bea", "bea cat"]),
        "homes": st.sampled_from([None, "azure", "azure isle"]),
    }
    what: Any = draw(st.sampled_from(sorted(news)))
    name = "luck" if what in NAMED else ""
    return PowerChanged("azure", what, name, power_value(power, what, name), draw(news[what]))


def _rise(draw: st.DrawFn, state: State) -> Event:
    """A power comes into being somewhere among the others, or the one that did ceases."""
    jade = state.powers.get("jade")
    if jade:
        return PowerCreated("jade", jade, None)
    players = draw(st.sampled_from([(), ("gil",), ("gil", "gwen")]))
    fresh = Power("jade", draw(st.sampled_from(["green", "red"])), players, homes=("fen", "isle"))
    return PowerCreated("jade", None, fresh, draw(st.none() | st.integers(0, len(state.powers))))


def _track(draw: st.DrawFn, state: State) -> Event:
    name = draw(st.sampled_from(["omen", "weather", "entry"]))
    return TrackChanged(
        name, state.track(name), draw(SCALARS), draw(st.sampled_from([(), ("bea",)]))
    )


def _clock(draw: st.DrawFn, state: State) -> Event:
    ended = draw(st.lists(st.sampled_from(Until), unique=True))
    later = replace(state.clock, impulse=state.clock.impulse + 1)
    return ClockAdvanced(state.clock, later, expired(state, ended))


_MAKERS = [
    _move, _move, _move, _mark, _mark, _counter, _owner, _secret, _create, _place, _power, _rise,
    _track, _clock,
]  # fmt: skip


def sums(state: State) -> Counter[str]:
    """How many counters there are of each kind, wherever they are."""
    found: Counter[str] = Counter()
    for unit in state.units.values():
        found[unit.counter] += unit.size
    return found


def expected_sums(state: State, event: Event) -> Counter[str]:
    """The sums that an event must leave: only making and remaking a unit changes them."""
    found = sums(state)
    if isinstance(event, UnitCreated) and event.new:
        found[event.new.counter] += event.new.size
    if isinstance(event, UnitChanged) and event.what == "counter":
        many = event.count or 1
        found[str(event.old)] -= many
        found[str(event.new)] += many
    return +found


def fresh_index(state: State) -> dict[str, tuple[str, ...]]:
    return dict(replace(state).index)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_nothing_is_lost_or_doubled_and_every_event_inverts(data: st.DataObject) -> None:
    """ "Nothing is lost or doubled" is one invariant; each event holds old and new value."""
    state = START
    for _ in range(data.draw(st.integers(1, 12))):
        event = data.draw(events(state))
        after = apply(state, [event])
        assert sums(after) == expected_sums(state, event)
        assert dict(after.index) == fresh_index(after)
        assert event_from(event_data(event)) == event
        back = apply(after, [invert(event, state)])
        assert canonical(as_data(back)) == canonical(as_data(state))
        state = after
    assert parse_state(write_state(state), "state.yaml") == state
    assert unpacked(packed(state)) == state


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_batch_of_events_is_its_events_one_by_one(data: st.DataObject) -> None:
    state, made = START, []
    for _ in range(data.draw(st.integers(1, 8))):
        made.append(data.draw(events(state)))
        state = apply(state, [made[-1]])
    assert apply(START, made) == state
