"""Opening what the log seals: one entry at any time, everything when the game has ended.

One entry is opened by its own key, which tells nothing of any other. The opening of a game is the
end of both chains of keys: from it everybody derives every secret die and the key of every seal.
"""

from __future__ import annotations

from pathlib import Path

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.record.dice import seal_key
from pbem.core.record.ledger import Entry, read_lines, secret_row
from pbem.core.record.state import canonical
from pbem.core.rules.sequence import OVER
from pbem.moderation.amend import REKEYS
from pbem.store.directory import OPENING, SECRETS, GameDirectory, RunName
from pbem.store.files import write_file
from pbem.store.keys import OPENED, keys_text
from pbem.store.reconciling import note, opened_data, reconcile
from pbem.store.register import REGISTER, read_register
from pbem.store.soundness import check_sound


def open_game(directory: GameDirectory, agreed: bool = False) -> Path:
    """Write the opening of a game that has ended, by its rules or because the players agreed."""
    path = directory.root / OPENING
    if _was_cut_short(directory):
        reconcile(directory)
        return path
    check_sound(directory)
    reconcile(directory)
    if directory.state().clock.window != OVER and not agreed:
        raise PbemError(
            "this game has not ended; with its keys open it could not be played on",
            hint="if the players have agreed to end it here, say --agreed",
        )
    write_file(path, keys_text(directory.keys, OPENED))
    note(directory, "opened", opened_data())
    return path


def _was_cut_short(directory: GameDirectory) -> bool:
    """Whether the opening of this game was written, and only its line is missing."""
    path = directory.root / OPENING
    if not (path.is_file() and (directory.root / REGISTER).is_file()):
        return False
    if read_register(directory).story.opened:
        return False
    return directory.read(path) == keys_text(directory.keys, OPENED).encode()


def sealed_entries(directory: GameDirectory, run: RunName) -> list[Entry]:
    """The entries of a run that its public log seals, in whole or in part."""
    return [entry for entry in directory.entries(directory.folder(run)) if entry.secret]


def _is_of_lost_keys(directory: GameDirectory, run: RunName) -> bool:
    """Whether the keys were lost since a run: what it seals opens from its own file alone."""
    later = [name for name in directory.runs if name > run]
    return any(REKEYS in directory.header(directory.folder(name)) for name in later)


def open_entry(directory: GameDirectory, run: RunName, number: int) -> str:
    """One sealed entry as it is published: what it hides, and the key that opens it alone."""
    entry = next((e for e in sealed_entries(directory, run) if e.number == number), None)
    if entry is None:
        raise UsageError(
            f"line {number} of run {run} is not sealed",
            hint="without --entry the sealed ones are listed",
        )
    folder = directory.folder(run)
    if _is_of_lost_keys(directory, run):
        rows = read_lines(directory.text(folder / SECRETS))
        return canonical(next(row for row in rows if row["n"] == number)) + "\n"
    secret = directory.keys.of_log(directory.header(folder)).seals
    return canonical(secret_row(entry, seal_key(secret, entry.path, entry.number))) + "\n"
