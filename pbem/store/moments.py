"""How the present impulse and the present turn began, and what was decided in the impulse so far.

Many rules ask where a unit started; limits of standing orders hold for an impulse. A run knows
that for itself; where an impulse has several windows, it stands in the logs of earlier runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.core.events import ClockAdvanced, Event, apply, event_from
from pbem.core.ledger import Entry
from pbem.core.state import Clock, State
from pbem.store.directory import GameDirectory, RunName

_BEGINS: Final[dict[str, Callable[[Clock], object]]] = {
    "impulse": lambda clock: clock.name,
    "turn": lambda clock: clock.turn,
}


def moments(directory: GameDirectory, upto: RunName | None = None) -> dict[str, State]:
    """The beginnings of the impulse and the turn that are on after run `upto` (now)."""
    runs = [run for run in directory.runs if upto is None or run <= upto]
    found: dict[str, State] = {}
    for run in reversed(runs[1:]):
        events = _events(directory, run)
        for name, sign in _BEGINS.items():
            last = _last_beginning(events, sign)
            if name not in found and last is not None:
                found[name] = apply(directory.state(directory.before(run)), events[: last + 1])
        if len(found) == len(_BEGINS):
            return found
    start = directory.state(runs[0])
    return {name: found.get(name, start) for name in _BEGINS}


def decided(directory: GameDirectory, upto: RunName | None = None) -> tuple[Entry, ...]:
    """The decisions of the impulse that is on after run `upto` (now), made in earlier runs."""
    runs = [run for run in directory.runs if run.number and (upto is None or run <= upto)]
    if not runs:
        return ()
    impulse = directory.state(runs[-1]).clock.name
    found: list[Entry] = []
    for run in reversed(runs):
        entries = directory.entries(directory.folder(run))
        if all(_impulse(entry) != impulse for entry in entries):
            break
        found[:0] = [e for e in entries if e.kind == "decision" and _impulse(e) == impulse]
    return tuple(found)


def _impulse(entry: Entry) -> str:
    return entry.path.split("/", 1)[0]


def _events(directory: GameDirectory, run: RunName) -> list[Event]:
    entries = directory.entries(directory.folder(run))
    return [event_from(entry.body) for entry in entries if entry.kind == "event"]


def _last_beginning(events: list[Event], sign: Callable[[Clock], object]) -> int | None:
    """The place of the last event with which the clock came to a new impulse, or turn."""
    found = None
    for place, event in enumerate(events):
        if isinstance(event, ClockAdvanced) and sign(event.old) != sign(event.new):
            found = place
    return found
