"""What we write, we read back: YAML values, states, ledgers; and what is hashed has one form."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from toy.table import table

from pbem.core.data.letters import strange
from pbem.core.data.yamlio import flow_text, read_data_text, read_text_as_document
from pbem.core.record.ledger import Ledger, line_hash, open_entries, read_lines
from pbem.core.record.state import Mark, Place, Track, Unit, Until
from pbem.core.record.statefile import packed, parse_state, unpacked, write_state

START = table().state
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).filter(
    lambda text: strange(text) is None
)
ODD = st.sampled_from(
    [
        "NO",
        "no",
        "on",
        "1E10",
        "0640",
        "null",
        "~",
        "",
        " a",
        "a ",
        "a: b",
        "- x",
        "#",
        "true",
        "3:1",
    ]
)
SCALAR = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXT | ODD
VALUE = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT | ODD, inner, max_size=3),
)
AUDIENCE = st.sampled_from([(), ("bea",), ("rolf", "rosa")])


@settings(max_examples=150, deadline=None)
@given(VALUE)
def test_a_value_is_read_back_as_it_was_written(value: object) -> None:
    text = f"value: {flow_text(value)}\n"
    assert read_data_text(text, "x") == {"value": value}
    assert read_text_as_document(text, "x").data == {"value": value}
    assert "\n" not in text[:-1]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_state_is_read_back_as_it_was_written(data: st.DataObject) -> None:
    """State -> file -> state."""
    ids = TEXT.filter(bool) | ODD.filter(bool)
    scalar = st.booleans() | st.integers(-99, 99) | TEXT
    marks = st.dictionaries(ids, st.builds(Mark, st.sampled_from(Until), scalar), max_size=2)
    units = data.draw(st.lists(st.tuples(ids, ids, marks, AUDIENCE), max_size=4))
    facts = data.draw(st.dictionaries(ids, scalar, max_size=2))
    tracks = data.draw(st.dictionaries(ids, scalar, max_size=2))
    state = replace(
        START,
        units={name: Unit(name, at, "azure", at, None, worn, who) for name, at, worn, who in units},
        places={"ford": Place("ford", None, facts, facts)} if facts else {},
        tracks={name: Track(name, value) for name, value in tracks.items()},
    )
    assert parse_state(write_state(state), "state.yaml") == state
    assert unpacked(packed(state)) == state


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(TEXT, VALUE, AUDIENCE, st.booleans()), max_size=6), st.binary(max_size=9))
def test_a_ledger_is_read_back_and_its_chain_holds(
    rows: list[tuple[str, object, tuple[str, ...], bool]], key: bytes
) -> None:
    ledger = Ledger(key.ljust(32, b"."))
    for path, value, audience, partly in rows:
        body = {"open": 1, "value": {"is": value}}
        ledger.add("verdict", path, body, audience, ("value",) if partly else ())
    public = read_lines(ledger.public_text())
    assert [row["prev"] for row in public[1:]] == [line_hash(line) for line in ledger.lines[:-1]]
    opened = open_entries(public, read_lines(ledger.secrets_text()))
    assert opened == [replace(e, hidden=e.hidden if e.secret else ()) for e in ledger.entries]
