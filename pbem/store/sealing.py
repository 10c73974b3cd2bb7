"""Sealed windows: what will be played is closed, and its hashes published, before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pbem.core.data import schemas
from pbem.core.data.findings import AuditError, Finding, UsageError
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.orders.orders import open_window, sha256
from pbem.moderation.absence import refuse_paused
from pbem.moderation.window import Window, cannot_be_played, gather
from pbem.store.commitments import check_position, check_sheet
from pbem.store.directory import GameDirectory
from pbem.store.files import files_in, inside, write_folder
from pbem.store.inputs import PARTS, ROSTER, SHEET, collect, sheet_hash
from pbem.store.reconciling import note, reconcile, refuse_barred, seal_data
from pbem.store.rules import check_said
from pbem.store.soundness import check_roster

SEAL: Final = "pbem-seal/2"
OLDER: Final = "pbem-seal/1"  # its sheets name every file by its plain SHA-256


@dataclass(frozen=True, slots=True)
class Sealed:
    """What `pbem seal` closed: the run, the sheet to publish, and where the files lie now.

    `window` is what they come to, read and checked: who plays on at once need not do it again.
    """

    run: int
    sheet: str
    folder: Path
    window: Window

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found in the files."""
        return self.window.findings


def seal_window(directory: GameDirectory) -> Sealed:
    """Close the files of the open window: only these are played."""
    refuse_barred(directory, reconcile(directory), "sealed")
    check_roster(directory)
    state = directory.state()
    number = state.clock.run + 1
    folder = inside(directory.root, directory.root / "sealed" / str(number))
    if folder.is_dir():
        raise UsageError(f"run {number} is sealed already", hint=f"see {folder / SHEET}")
    refuse_paused(directory.roster, number, state.due)
    check_sheet(directory)
    if number == 1:
        check_position(directory)
    check_said(directory, number)
    window = gather(directory.game, state, collect(directory, number), directory.stamped)
    if not window.playable:
        raise cannot_be_played(window)
    closed = {**window.kept, ROSTER: directory.read(directory.root / ROSTER)}
    marks = {name: directory.keys.fingerprint(data) for name, data in closed.items()}
    sheet = seal_sheet(state.game, number, open_window(directory.game, state), marks)
    write_folder(folder, {**closed, SHEET: sheet}, private=list(closed))
    note(directory, "sealed", seal_data(str(number), sha256(sheet.encode())))
    hashes = {**window.files.hashes, **sheet_hash(directory, number)}
    window = replace(window, files=replace(window.files, hashes=hashes))
    return Sealed(number, sheet, folder, window)


def seal_sheet(game: str, run: int, window: str, files: Mapping[str, str]) -> str:
    """The sheet that is published: the fingerprint of every file that will be played."""
    lines = [
        f"format: {SEAL}",
        f"game: {game}",
        f"run: {run}",
        f"window: {flow_text(window)}",
        "files:",
    ]
    lines += [f'  {flow_text(name)}: "{mark}"' for name, mark in sorted(files.items())]
    return "\n".join(lines) + "\n"


def sealed_folder(directory: GameDirectory, number: int) -> Path:
    """Where the sealed files of a run lie."""
    return inside(directory.root, directory.root / "sealed" / str(number))


def check_seal(directory: GameDirectory, number: int) -> None:
    """Refuse files that are not those that were sealed."""
    folder = sealed_folder(directory, number)
    if not folder.is_dir():
        return
    sheet = folder / SHEET
    form, known = _sealed_files(directory, sheet)
    mark = sha256 if form == OLDER else directory.keys.fingerprint
    found = {
        str(path.relative_to(folder)): mark(directory.read(path))
        for part in PARTS
        for path in files_in(directory.root, folder / part, "*.yaml")
    }
    found[ROSTER] = mark(directory.read(directory.root / ROSTER))
    wrong = sorted(name for name in {*known, *found} if known.get(name) != found.get(name))
    if wrong:
        raise AuditError(
            f"{wrong[0]} is not as it was sealed for run {number}",
            hint=f"the sealed files lie in {folder}; to seal anew, take the window back first",
        )


def _sealed_files(directory: GameDirectory, sheet: Path) -> tuple[str, Mapping[str, str]]:
    """The format of a sheet, and the files that it names."""
    data = read_data_text(directory.text(sheet), str(sheet))
    schemas.require("core/seal", data, str(sheet))
    files: Mapping[str, str] = data["files"]
    return data["format"], files
