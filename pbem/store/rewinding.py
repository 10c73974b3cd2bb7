"""Taking back runs; nothing is ever deleted.

A rewind moves runs to void/K and puts their inputs into replay/N, where the moderator may change
them before they are played again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.core.data import schemas
from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.store.directory import GameDirectory, RunName
from pbem.store.files import files_in, inside, move, told, write_file, write_folder
from pbem.store.inputs import AMENDMENT, PARTS
from pbem.store.pending import clear_waiting, waiting
from pbem.store.sealing import sealed_folder

FORMAT: Final = "pbem-rewind/1"
DESPITE: Final = "despite.yaml"


@dataclass(frozen=True, slots=True)
class VoidAmendment:
    """An amendment that became void, and its file, with which it can be made again."""

    run: RunName
    author: str
    reason: str
    file: Path


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a rewind took back: the runs, and the amendments among them."""

    runs: tuple[RunName, ...]
    amendments: tuple[VoidAmendment, ...] = ()


def rewind(directory: GameDirectory, to: RunName, despite: str = "") -> TakenBack:
    """Move every run after `to` to void; their inputs wait in replay/ to be played again.

    Runs go one by one, the latest first: stopped in the middle, the game is at an earlier rewind.
    `despite` says why a mistake is corrected that game.yaml lets stand.
    """
    root = directory.root
    later = [run for run in directory.runs if run > to]
    number = directory.state().clock.run + 1
    sealed = sealed_folder(directory, number).is_dir()
    if not later and not sealed and waiting(root, number) is None:
        raise UsageError(f"run {to} is the latest already; there is nothing to take back")
    late = stands(directory, to.number + 1)
    if late and not despite:
        raise mistake_stands(directory, f"run {to.number + 1}", "--despite REASON")
    if waiting(root, number) is not None:
        _put_replay(directory, number, root / "pending" / "inputs")
    clear_waiting(root)
    group = _next_group(directory)
    if late:
        _write_despite(group, despite)
    _void_seal(directory, group, number)
    for run in reversed(later):
        if not run.amendment:
            _put_replay(directory, run.number, directory.folder(run) / "inputs")
            _void_seal(directory, group, run.number)
        move(directory.folder(run), inside(root, group / str(run)))
    return TakenBack(tuple(later), tuple(_amendments(directory, group, later)))


def _amendments(
    directory: GameDirectory, group: Path, runs: Sequence[RunName]
) -> Iterator[VoidAmendment]:
    """The amendments among runs that are void now; for an upgrade `pbem adjudicate` asks anew."""
    for run in runs:
        file = group / str(run) / "inputs" / AMENDMENT
        if run.amendment and file.is_file():
            entries = directory.entries(group / str(run))
            said = next(entry.body for entry in entries if entry.kind == "correction")
            yield VoidAmendment(run, said["author"], said["reason"], file)


# --- when a mistake stands -----------------------------------------------------------------------


def stands(directory: GameDirectory, run: int) -> bool:
    """Whether as many runs were played after a run as game.yaml says that a mistake needs."""
    limit = directory.roster.mistakes_stand_after
    return limit is not None and directory.latest.number - run >= limit


def mistake_stands(directory: GameDirectory, what: str, way: str) -> PbemError:
    """The message that refuses to correct it, with the moderator's way to do it all the same."""
    limit = directory.roster.mistakes_stand_after or 0
    return PbemError(
        f"a mistake stands after {_runs(limit)}; {what} cannot be taken back",
        hint=f"game.yaml says so: mistakes_stand_after; with {way} it can, and reports say why",
    )


def _write_despite(group: Path, despite: str) -> None:
    with told(group):
        group.mkdir(parents=True, exist_ok=True)
    write_file(group / DESPITE, f"format: {FORMAT}\ndespite: {flow_text(despite)}\n")


def taken_back_despite(directory: GameDirectory, number: int) -> str:
    """Why a run was taken back, the last time, although its mistakes stood; else nothing."""
    void = directory.last_void(number)
    if void is None or not (void.parent / DESPITE).is_file():
        return ""
    file = void.parent / DESPITE
    data = read_data_text(directory.text(file), str(file))
    schemas.require("core/rewind", data, str(file))
    return str(data["despite"])


def _runs(number: int) -> str:
    return "1 run" if number == 1 else f"{number} runs"


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
