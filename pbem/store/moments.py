"""How the present impulse and the present turn began, and what was decided in the impulse so far.

Many rules ask where a unit started; limits of standing orders hold for an impulse. A run knows
that for itself; where an impulse has several windows, it stands in the logs of earlier runs.
"""

from __future__ import annotations

from typing import Final

from pbem.core.cases.beginnings import BEGINS, began, decided_in, impulse_of
from pbem.core.data.findings import AuditError
from pbem.core.record.events import EventDoesNotFit
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State
from pbem.store.directory import RESTORE, GameDirectory, RunName

UNFIT: Final = (EventDoesNotFit, KeyError, TypeError, ValueError)


def moments(directory: GameDirectory, upto: RunName | None = None) -> dict[str, State]:
    """The beginnings of the impulse and the turn that are on after run `upto` (now)."""
    runs = [run for run in directory.runs if upto is None or run <= upto]
    found: dict[str, State] = {}
    for run in reversed(runs[1:]):
        entries = directory.entries(directory.folder(run))
        try:
            found = {**began(directory.state(directory.before(run)), entries), **found}
        except UNFIT as trouble:
            raise AuditError(
                f"{directory.folder(run)}: what the log changes does not fit the position before "
                f"it: {trouble}",
                hint=RESTORE,
            ) from None
        if len(found) == len(BEGINS):
            return found
    start = directory.state(runs[0])
    return {name: found.get(name, start) for name in BEGINS}


def decided(directory: GameDirectory, upto: RunName | None = None) -> tuple[Entry, ...]:
    """The decisions of the impulse that is on after run `upto` (now), made in earlier runs."""
    runs = [run for run in directory.runs if run.number and (upto is None or run <= upto)]
    if not runs:
        return ()
    impulse = directory.state(runs[-1]).clock.name
    found: list[Entry] = []
    for run in reversed(runs):
        entries = directory.entries(directory.folder(run))
        if all(impulse_of(entry) != impulse for entry in entries):
            break
        found[:0] = decided_in(impulse, entries)
    return tuple(found)
