"""The audit of any adjudication passes; whatever is done to a log, the audit says so and ends."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from property.test_play import inputs, legal
from toy.table import keys, table

from pbem.audit.rebuild import Rebuilt
from pbem.audit.record import Printed, Record
from pbem.audit.verify import audit
from pbem.core.play.run import Outcome
from pbem.core.record.statefile import write_state

SEAT = table().moved(lion="ford", wolf="ford")


def record_of(outcome: Outcome) -> Record:
    """The record of a run that was just played."""
    ledger = outcome.ledger
    return Record(
        name="a run",
        log=ledger.public_text(),
        secrets=ledger.secrets_text(),
        after=write_state(outcome.state).encode(),
        printed=(Printed(len(ledger.lines), ledger.last, "the report"),),
    )


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["levy", "march"]), st.sampled_from(["red", "blue"]), inputs())
def test_the_audit_of_any_adjudication_passes(
    window: str, side: str, said: tuple[dict[str, str], dict[str, str]]
) -> None:
    seat = SEAT.at(window=window, side=side)
    files = seat.files(legal(seat, said[0]), said[1])
    outcome = seat.run(legal(seat, said[0]), said[1])
    assume(not outcome.pending)
    rebuilt = Rebuilt(seat.game, seat.state, outcome.state, files, keys(seat.state))
    found = audit(record_of(outcome), rebuilt)
    troubles = [str(trouble) for check in found.checks for trouble in check.troubles]
    assert (found.passed, troubles) == (True, [])
    assert next(check for check in found.checks if check.name == "replay").done


@cache
def clash() -> Record:
    """A run with dice, decisions, secrets and refused orders."""
    orders = {"rosa": "march:\n- {unit: INF, to: ford, count: 2}\n- {unit: Lion, to: hill}\n"}
    return record_of(SEAT.run(orders, {"bea": "clash: {stance: hold}\nreroll: {if: die < 3}\n"}))


text = st.text(alphabet='{}[]",:0123456789abcdefnull \n\\\u2028é', max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_replaces_a_piece_of_a_log_is_found(data: st.DataObject) -> None:
    record = clash()
    log = record.log
    start = data.draw(st.integers(0, len(log) - 2))
    end = min(len(log) - 1, start + data.draw(st.integers(0, 9)))
    changed = log[:start] + data.draw(text) + log[end:]
    assume(changed != log)
    found = audit(replace(record, log=changed, after=None), replay=False)
    chain_and_tail = [check for check in found.checks if check.name in ("chain", "tail")]
    line = log.count("\n", 0, start) + 1
    troubles = [t.line for check in chain_and_tail for t in check.troubles]
    assert troubles
    assert min(troubles) <= line + 1


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200) | text, st.text(max_size=80) | text)
def test_any_text_for_a_log_is_told_and_never_raises(log: str, secrets: str) -> None:
    assert not audit(Record("x", log, secrets), replay=False).passed
    assert not audit(replace(clash(), secrets=secrets + "x"), replay=False).passed
