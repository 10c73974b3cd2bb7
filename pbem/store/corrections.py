"""Amendments, rewinds and upgrades of a game directory; nothing is ever deleted.

An amendment after run N lies in runs/N.1, runs/N.2 … and leaves the number of the next run as it
is, so that the same orders meet the same dice after a correction. A rewind moves runs to void/K and
puts their inputs into replay/N, where the moderator may change them before they are played again.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.core.findings import PbemError, UsageError
from pbem.core.layout import report_text
from pbem.core.orders import sha256
from pbem.core.report import Around, report_for
from pbem.core.run import Outcome
from pbem.core.state import FORMAT
from pbem.core.statefile import write_state
from pbem.core.yamlio import MAX_TYPED_BYTES, read_bytes
from pbem.moderation.amend import amend, read_amendment, upgrade
from pbem.store.directory import LEDGER, SECRETS, STATE, GameDirectory, RunName
from pbem.store.files import files_in, inside, move, write_folder
from pbem.store.inputs import PARTS
from pbem.store.pending import clear_waiting, waiting
from pbem.store.runs import PUBLIC, report_name
from pbem.store.sealing import sealed_folder

# --- amend -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amended:
    """An amendment that was made: its name, its folder, and its public report."""

    run: RunName
    folder: Path
    report: str


def amend_game(directory: GameDirectory, path: Path) -> Amended:
    """Make an amendment to the present position; the caller holds the lock."""
    upgrade_game(directory)
    state, latest = directory.state(), directory.latest
    data = read_bytes(path, MAX_TYPED_BYTES)
    amendment = read_amendment(data, str(path), state.game)
    if amendment.after != str(latest):
        raise PbemError(
            f"{path}: this amends run {amendment.after}, the latest run is {latest}",
            hint=f'write after: "{latest}", or rewind first: pbem rewind --to {amendment.after}',
        )
    if waiting(directory.root, state.clock.run + 1):
        raise PbemError(
            f"run {state.clock.run + 1} waits for answers; the position cannot change now",
            hint=f"take it back first: pbem rewind --to {latest}",
        )
    keys = directory.keys.of_run(latest.number, directory.next_key())
    outcome = amend(directory.game, state, amendment, keys)
    run = RunName(latest.number, latest.amendment + 1)
    folder = inside(directory.root, directory.folder(run))
    reports = amendment_reports(directory, outcome)
    files = outcome_texts(outcome, reports) | {"inputs/amend.yaml": data}
    write_folder(folder, files, private=[STATE, SECRETS, "inputs/amend.yaml"])
    return Amended(run, folder, reports[PUBLIC])


def upgrade_game(directory: GameDirectory) -> RunName | None:
    """Write the present state in today's format, as a run of its own, if it is in an older one."""
    latest = directory.latest
    path = directory.folder(latest) / STATE
    data = directory.read(path)
    match = re.match(rb"format:\s*(\S+)", data)
    old = match.group(1).decode("utf-8", "replace") if match else ""
    if old == FORMAT:
        return None
    state = directory.state()
    keys = directory.keys.of_run(latest.number, directory.next_key())
    outcome = upgrade(state, old, sha256(data), keys)
    run = RunName(latest.number, latest.amendment + 1)
    files = outcome_texts(outcome, amendment_reports(directory, outcome))
    folder = inside(directory.root, directory.folder(run))
    write_folder(folder, files | {f"inputs/{STATE}": data}, private=[STATE, SECRETS])
    return run


def amendment_reports(directory: GameDirectory, outcome: Outcome) -> dict[str, str]:
    """The report of an amendment, for every player and for the public."""
    around = Around(void_runs=directory.void_runs())
    return {
        player: report_text(report_for(directory.game, outcome, player, around))
        for player in (PUBLIC, *outcome.state.players())
    }


def outcome_texts(outcome: Outcome, reports: Mapping[str, str]) -> dict[str, str | bytes]:
    """State, log, secrets and reports."""
    files: dict[str, str | bytes] = {
        STATE: write_state(outcome.state),
        LEDGER: outcome.ledger.public_text(),
        SECRETS: outcome.ledger.secrets_text(),
    }
    return files | {report_name(player): text for player, text in reports.items()}


# --- rewind ------------------------------------------------------------------------------------


def rewind(directory: GameDirectory, to: RunName) -> tuple[RunName, ...]:
    """Move every run after `to` to void; their inputs wait in replay/ to be played again.

    Runs go one by one, the latest first: stopped in the middle, the game is at an earlier rewind.
    """
    root = directory.root
    later = [run for run in directory.runs if run > to]
    number = directory.state().clock.run + 1
    sealed = sealed_folder(directory, number).is_dir()
    if not later and not sealed and waiting(root, number) is None:
        raise UsageError(f"run {to} is the latest already; there is nothing to take back")
    if waiting(root, number) is not None:
        _put_replay(directory, number, root / "pending" / "inputs")
    clear_waiting(root)
    group = _next_group(directory)
    _void_seal(directory, group, number)
    for run in reversed(later):
        if not run.amendment:
            _put_replay(directory, run.number, directory.folder(run) / "inputs")
            _void_seal(directory, group, run.number)
        move(directory.folder(run), inside(root, group / str(run)))
    return tuple(later)


def _next_group(directory: GameDirectory) -> Path:
    numbers = [int(p.name) for p in directory.void.glob("*") if p.name.isdecimal()]
    return directory.void / str(1 + max(numbers, default=0))


def _put_replay(directory: GameDirectory, number: int, inputs: Path) -> None:
    """The inputs of a run that is taken back, ready to be changed and played again."""
    folder = inside(directory.root, directory.root / "replay" / str(number))
    if folder.is_dir():
        shutil.rmtree(folder)
    files: dict[str, str | bytes] = {
        f"{part}/{path.name}": directory.read(path)
        for part in PARTS
        for path in files_in(directory.root, inputs / part, "*.yaml")
    }
    write_folder(folder, files | {f"{part}/": "" for part in PARTS}, private=list(files))


def _void_seal(directory: GameDirectory, group: Path, number: int) -> None:
    """The seal of a run that is taken back is void with it."""
    sealed = sealed_folder(directory, number)
    if sealed.is_dir():
        move(sealed, inside(directory.root, group / "sealed" / str(number)))
