"""An event whose old value is not what the state holds is a bug and raises."""

from __future__ import annotations

import pytest
from toy.table import table

from pbem.core.record.events import (
    ClockAdvanced,
    Event,
    EventDoesNotFit,
    PlaceChanged,
    PowerChanged,
    TrackChanged,
    UnitChanged,
    UnitCreated,
    UnitMoved,
    apply,
)
from pbem.core.record.state import Mark, Until

STATE = table().state
INF = "crimson:crimson-inf@red-home"


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (UnitMoved("lion", "ford", "wood"), "the location of lion is 'red-home', not 'ford'"),
        (UnitMoved("puma", "ford", "wood"), "there is no unit puma"),
        (UnitMoved(INF, "red-home", "ford"), "a group changes by a count"),
        (UnitMoved("lion", "red-home", "ford", 1), "a group changes by a count"),
        (UnitMoved(INF, "red-home", "ford", 6), "has 5, not 6"),
        (UnitMoved(INF, "red-home", "ford", 0), "has 5, not 0"),
        (UnitChanged("lion", "owner", "azure", "crimson"), "the owner of lion is 'crimson'"),
        (UnitChanged("lion", "mark", Mark(), None, "moved"), "the mark moved of lion is None"),
        (UnitCreated("lion", None, STATE.units["lion"]), "there is already a unit lion"),
        (PlaceChanged("town", "controller", "crimson", None), "the controller of town is 'azure'"),
        (PlaceChanged("town", "marker", 1, 2, "bloody"), "bloody is None, not 1"),
        (PowerChanged("azure", "counter", "luck", 1, 2), "luck is 2, not 1"),
        (PowerChanged("azure", "side", "", "red", "blue"), "the side of azure is"),
        (PowerChanged("azure", "players", "", "ann", None), "the players of azure is"),
        (TrackChanged("weather", "rain", "fine"), "the track weather is 'fine', not 'rain'"),
        (ClockAdvanced(table("levy").state.clock, STATE.clock), "the clock is"),
    ],
)
def test_an_event_that_does_not_fit(event: Event, message: str) -> None:
    with pytest.raises(EventDoesNotFit, match=message):
        apply(STATE, [event])


def test_a_state_is_never_changed_in_place() -> None:
    before = STATE.digest
    after = apply(STATE, [UnitMoved("lion", "red-home", "ford"), UnitMoved("boar", "hill", "ford")])
    assert [unit.id for unit in after.at("ford")] == ["boar", "lion"]
    assert STATE.at("ford") == () and STATE.units["lion"].at == "red-home"
    assert STATE.digest == before


def test_a_place_without_anything_of_its_own_is_not_kept() -> None:
    there = apply(STATE, [PlaceChanged("ford", "marker", None, 1, "bloody")])
    assert "ford" in there.places
    assert "ford" not in apply(there, [PlaceChanged("ford", "marker", 1, None, "bloody")]).places


def test_a_group_is_known_by_owner_counter_place_and_marks() -> None:
    mark = Mark(Until.IMPULSE, 2)
    after = apply(STATE, [UnitChanged(INF, "mark", None, mark, "tired", 2)])
    assert {u.id: u.count for u in after.at("red-home") if u.count} == {INF: 3, f"{INF}+tired=2": 2}
