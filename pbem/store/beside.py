"""Runs beside the windows: amendments, and upgrades of the format.

After run N they lie in runs/N.1, runs/N.2 … and leave the number of the next run as it is, so that
the same orders meet the same dice after a correction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import MAX_TYPED_BYTES, read_bytes
from pbem.core.orders.orders import sha256
from pbem.core.play.run import Outcome
from pbem.core.reading.report import Around
from pbem.core.record.dice import RunKeys
from pbem.core.record.state import FORMAT
from pbem.moderation.amend import Amendment, amend, read_amendment, upgrade
from pbem.store.directory import STATE, GameDirectory, RunName
from pbem.store.files import inside, write_folder
from pbem.store.inputs import AMENDMENT
from pbem.store.pending import waiting
from pbem.store.rewinding import mistake_stands, stands
from pbem.store.soundness import check_sound
from pbem.store.texts import PUBLIC, private_names, reports_of, run_texts


@dataclass(frozen=True, slots=True)
class Made:
    """A run that was made beside the windows: its name, its folder, and its public report."""

    run: RunName
    folder: Path
    report: str


def amend_game(directory: GameDirectory, path: Path) -> Made:
    """Make an amendment to the present position; the caller holds the lock."""
    upgrade_game(directory)
    check_sound(directory)
    state, latest = directory.state(), directory.latest
    data = read_bytes(path, MAX_TYPED_BYTES)
    amendment = read_amendment(data, str(path), state.game)
    if amendment.after != str(latest):
        raise PbemError(
            f"{path}: this amends run {amendment.after}, the latest run is {latest}",
            hint=f'write after: "{latest}", or rewind first: pbem rewind --to {amendment.after}',
        )
    _refuse_standing(directory, amendment, str(path))
    if waiting(directory.root, state.clock.run + 1):
        raise PbemError(
            f"run {state.clock.run + 1} waits for answers; the position cannot change now",
            hint=f"take it back first: pbem rewind --to {latest}",
        )
    outcome = amend(directory.game, state, amendment, _keys(directory), directory.last_line(latest))
    return _write(directory, outcome, {AMENDMENT: data})


def _refuse_standing(directory: GameDirectory, amendment: Amendment, name: str) -> None:
    """Where mistakes stand after a while, an amendment says which run it corrects."""
    if directory.roster.mistakes_stand_after is None:
        return
    if not amendment.corrects or int(amendment.corrects) > directory.latest.number:
        raise PbemError(
            f"{name}: game.yaml lets mistakes stand after a while, so `corrects` must name the run",
            hint="write corrects: RUN, the run in which the mistake was made (0 is the set-up)",
        )
    if stands(directory, int(amendment.corrects)) and not amendment.despite:
        raise mistake_stands(directory, f"what came of run {amendment.corrects}", "despite: REASON")


def upgrade_game(directory: GameDirectory) -> Made | None:
    """Write the present state in today's format, as a run of its own, if it is in an older one."""
    data = directory.read(directory.folder(directory.latest) / STATE)
    match = re.match(rb"format:\s*(\S+)", data)
    old = match.group(1).decode("utf-8", "replace") if match else ""
    if old == FORMAT:
        return None
    previous = directory.last_line(directory.latest)
    outcome = upgrade(directory.state(), old, sha256(data), _keys(directory), previous)
    return _write(directory, outcome, {STATE: data})


def _keys(directory: GameDirectory) -> RunKeys:
    """No dice are thrown, so no key is used up: that of the next run seals what is secret."""
    return directory.keys.of_run(directory.latest.number, directory.next_key())


def _write(directory: GameDirectory, outcome: Outcome, inputs: Mapping[str, bytes]) -> Made:
    latest = directory.latest
    run = RunName(latest.number, latest.amendment + 1)
    folder = inside(directory.root, directory.folder(run))
    reports = reports_of(directory.game, outcome, Around(void_runs=directory.void_runs()))
    files = run_texts(outcome, reports, inputs)
    write_folder(folder, files, private=private_names(files))
    return Made(run, folder, reports[PUBLIC])
