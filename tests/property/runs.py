"""What the tests of wars ask of a run: when its turn began, and which orders were refused."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.play.run import Outcome
from pbem.core.record.events import apply, event_from
from pbem.core.record.state import State


def turn_began(began: State, outcome: Outcome) -> State:
    """The position as the turn began in which a run has ended."""
    state = outcome.before
    for entry in outcome.ledger.entries:
        if entry.kind == "event":
            was, state = state, apply(state, [event_from(entry.body)])
            began = state if state.clock.turn != was.clock.turn else began
    return began


def refused(outcome: Outcome) -> Iterator[str]:
    """The orders that were not carried out, with the reasons."""
    for entry in outcome.ledger.entries:
        if entry.kind == "order" and entry.body["result"] != "done":
            body = entry.body
            yield f"{body['section']} {body['number']}: {body['result']}, {body['reasons']}"
