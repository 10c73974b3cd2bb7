"""Taking back runs; nothing is ever deleted.

A rewind moves runs to void/K and puts their inputs into replay/N, where the moderator may change
them before they are played again.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from pbem.core.findings import PbemError, UsageError
from pbem.store.directory import GameDirectory, RunName
from pbem.store.files import files_in, inside, move, write_folder
from pbem.store.inputs import PARTS
from pbem.store.pending import clear_waiting, waiting
from pbem.store.sealing import sealed_folder


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
    _refuse_too_late(directory, to)
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


def _refuse_too_late(directory: GameDirectory, to: RunName) -> None:
    """A mistake stands once as many runs were played after it as game.yaml says."""
    limit = directory.roster.mistakes_stand_after
    if limit is not None and directory.latest.number - to.number > limit:
        raise PbemError(
            f"a mistake stands after {_runs(limit)}; run {to.number + 1} cannot be taken back",
            hint="game.yaml says so: mistakes_stand_after",
        )


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
