"""The position between two runs: with which digest a log ends, and so the next one begins.

It is told twice, in the last line of one log and in the head of the next, and is the same text, so
that everybody sees that nothing was changed between them: the next run makes it anew of the
position that it finds, with the key with which the earlier log sealed what is hidden in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.core.record.state import State
from pbem.core.record.views import has_secrets, sealed_digest
from pbem.store.directory import LEDGER, GameDirectory, RunName, tail_of
from pbem.store.keys import GameKeys


def begins_with(
    directory: GameDirectory, keys: GameKeys, state: State, before: RunName
) -> dict[str, str]:
    """With which position the log begins that goes on from the one that `before` led to."""
    return {"state": sealed_digest(state, _seals_of(directory, keys, before))}


def begins_anew(directory: GameDirectory, state: State, before: RunName) -> dict[str, str]:
    """The same where the keys are lost: what is hidden stays as the earlier log told it."""
    if not has_secrets(state):
        return {"state": sealed_digest(state, b"")}
    return {"state": ended_with(directory, before)} if is_played(before) else {}


def is_played(run: RunName) -> bool:
    """Whether a run has a log: all but the set-up."""
    return bool(run.number or run.amendment)


def _seals_of(directory: GameDirectory, keys: GameKeys, run: RunName) -> bytes:
    """The key with which the position was sealed to which a run led."""
    if not is_played(run):
        return keys.set_up
    return keys.of_log(directory.header(directory.folder(run))).seals


def ended_with(directory: GameDirectory, run: RunName) -> str:
    """The digest of the position after a run, as its log tells it."""
    return str(directory.last_body(directory.folder(run)).get("state"))


def seals_before(directory: GameDirectory, keys: GameKeys, previous: str) -> bytes | None:
    """The key that sealed the position with which a log ended, by the hash of its last line.

    It sealed the set-up where none went before; None where that log is not here.
    """
    if not previous:
        return keys.set_up
    for folder in _folders(directory):
        if tail_of(directory.root, folder / LEDGER)[1] == previous:
            return keys.of_log(directory.header(folder)).seals
    return None


def _folders(directory: GameDirectory) -> Iterator[Path]:
    """The folders of all runs, those that stand first."""
    yield from (directory.folder(run) for run in reversed(directory.runs))
    yield from (where / str(run) for where, run in directory.voided())
