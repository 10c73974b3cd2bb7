"""How the present impulse and turn began, found in the events and decisions of a run.

Many rules ask where a unit started; limits of standing orders hold for an impulse. Where an
impulse has several windows, what is asked stands in the entries of earlier runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from pbem.core.record.events import ClockAdvanced, Event, apply, event_from
from pbem.core.record.ledger import Entry
from pbem.core.record.state import Clock, State

BEGINS: Final[dict[str, Callable[[Clock], object]]] = {
    "impulse": lambda clock: clock.name,
    "turn": lambda clock: clock.turn,
}


def began(before: State, entries: Iterable[Entry]) -> dict[str, State]:
    """The states in which an impulse and a turn began in a run that started from a state."""
    events = [event_from(entry.body) for entry in entries if entry.kind == "event"]
    places = {name: _last_beginning(events, sign) for name, sign in BEGINS.items()}
    return {
        name: apply(before, events[: place + 1])
        for name, place in places.items()
        if place is not None
    }


def _last_beginning(events: Sequence[Event], sign: Callable[[Clock], object]) -> int | None:
    """The place of the last event with which the clock came to a new impulse, or turn."""
    found = None
    for place, event in enumerate(events):
        if isinstance(event, ClockAdvanced) and sign(event.old) != sign(event.new):
            found = place
    return found


def decided_in(impulse: str, entries: Iterable[Entry]) -> list[Entry]:
    """The decisions of an impulse among the entries of a run."""
    return [e for e in entries if e.kind == "decision" and impulse_of(e) == impulse]


def impulse_of(entry: Entry) -> str:
    """The impulse that an entry belongs to, as its path names it."""
    return entry.path.split("/", 1)[0]
