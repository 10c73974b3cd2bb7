"""Words of states: what names follow them, and that changes write them as plain text."""

from __future__ import annotations

from toy.table import table

from pbem.core.record.changes import set_mark, set_place, set_power, set_track
from pbem.core.record.events import Event, apply
from pbem.core.record.state import Mark, Until
from pbem.core.record.terms import Term

STATE = table().state


class Word(Term):
    """Words of a game."""

    LENT = "lent-", "what it has lent to another"
    LENT_TO = "lent-to:", "when it has lent to another"
    TIRED = "tired", "it has moved", Until.TURN


def test_what_words_that_a_term_begins_stand_for() -> None:
    counts = {"lent-italy": 3, "lent-to:japan": 4, "lends": 5, "tired": 6}
    assert Word.LENT.among(counts) == {"italy": 3}
    assert Word.LENT_TO.among(counts) == {"japan": 4}
    assert Word.TIRED.among(counts) == {"": 6}


def test_changes_write_words_as_plain_text() -> None:
    unit, power = STATE.units["lion"], Word.LENT.of("azure")
    events: list[Event] = [
        *set_mark(unit, Word.TIRED, Mark(Until.TURN, Word.TIRED)),
        *set_place(STATE, "town", "marker", Word.TIRED, Word.TIRED),
        *set_power(STATE, "crimson", "flag", Word.TIRED, Word.TIRED),
        *set_power(STATE, "crimson", "counter", power, 3),
        *set_track(STATE, Word.TIRED, Word.TIRED),
    ]
    state = apply(STATE, events)
    unit = state.units["lion"]
    named = (unit.marks, state.places["town"].markers, state.powers["crimson"].flags, state.tracks)
    assert {type(name) for names in named for name in names} == {str}
    values = (
        unit.mark(Word.TIRED),
        state.marker("town", Word.TIRED),
        state.flag("crimson", Word.TIRED),
        state.track(Word.TIRED),
    )
    assert {(type(value), value) for value in values} == {(str, "tired")}
    assert state.counter("crimson", power) == 3


def test_what_nobody_bears_is_nothing() -> None:
    assert STATE.units["lion"].mark(Word.TIRED) is None
    for power in ("crimson", "nobody"):
        assert (STATE.flag(power, Word.TIRED), STATE.counter(power, Word.TIRED)) == (None, 0)
    for place in ("town", "nowhere"):
        assert STATE.marker(place, Word.TIRED) is None
