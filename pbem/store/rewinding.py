"""Taking back runs; nothing is ever deleted.

A rewind moves runs to void/K and puts their inputs into replay/N, where the moderator may change
them before they are played again.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.yamlio import flow_text
from pbem.store.directory import STATE, GameDirectory, RunName, runs_in
from pbem.store.files import files_in, inside, move, told, write_file, write_folder
from pbem.store.inputs import AMENDMENT, PARTS
from pbem.store.pending import clear_waiting, folder_of, inputs_of
from pbem.store.reconciling import (
    WHY,
    note,
    reconcile,
    refuse_barred,
    seal_data,
    void_data,
    void_lost,
    why_data,
    why_of,
)
from pbem.store.register import Story, read_register
from pbem.store.sealing import sealed_folder

FORMAT: Final = "pbem-rewind/1"


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


def rewind(
    directory: GameDirectory, to: RunName, why: str = "", despite: bool = False
) -> TakenBack:
    """Move every run after `to` to void; their inputs wait in replay/ to be played again.

    Runs go one by one, the latest first: stopped in the middle, the game is at an earlier rewind,
    and called again it goes on there.
    `why` is told in the logs; with `despite` it takes back a mistake that game.yaml lets stand.
    """
    lost = void_lost(directory, _group(directory, why))
    story = reconcile(directory)
    refuse_barred(directory, story, "void")
    later = [run for run in directory.runs if run > to]
    number = directory.state().clock.run + 1
    directory.state(to)  # play goes on from it: nothing moves if it cannot be read
    if not any((later, lost, str(number) in story.sealed, story.asked)):
        raise UsageError(f"run {to} is the latest already; there is nothing to take back")
    _refuse_before_renewal(story, len(later))
    late = _refuse_late(directory, to, despite and bool(why))
    group = _group(directory, why)
    said = why_data(why, late or why_of(directory, group)["despite"])
    if why:
        _write_why(group, why, said["despite"])
    if story.asked is not None:
        _void_waiting(directory, group, void_data(story.asked, said, stopped=True))
    clear_waiting(directory.root)
    _void_seal(directory, group, number, story)
    for run, known in zip(reversed(later), reversed(story.standing), strict=False):
        _void_run(directory, group, run, story)
        note(directory, "void", void_data(known, said))
    void = [run for run in runs_in(group) if (group / str(run) / STATE).is_file()]
    return TakenBack(tuple(void), tuple(_amendments(directory, group, void)))


def _refuse_before_renewal(story: Story, count: int) -> None:
    """What was played with keys that are lost cannot be played again."""
    if count and story.earlier and len(story.standing) - count <= story.begins[0]:
        run = story.earlier[-1]["renewed"]
        raise PbemError(
            f"run {run} renewed the keys; the runs up to it stand, for their keys are lost",
            hint="correct what came of them by an amendment: pbem amend",
        )


def _refuse_late(directory: GameDirectory, to: RunName, despite: bool) -> bool:
    """Whether mistakes stood after run `to`; refuses to correct them unless that is said."""
    late = stands(directory, to.number + 1)
    if late and not despite:
        raise mistake_stands(directory, f"run {to.number + 1}", "--despite REASON")
    return late


def _void_waiting(directory: GameDirectory, group: Path, said: Mapping[str, Any]) -> None:
    """A run that waits is void as it is: it has told dice."""
    root, run = directory.root, str(said["run"])
    _put_replay(directory, int(run), inputs_of(root))
    move(folder_of(root), inside(root, group / run))
    note(directory, "void", said)


def _void_run(directory: GameDirectory, group: Path, run: RunName, story: Story) -> None:
    """A run that stood is void; the files of a window wait to be played again."""
    if not run.amendment:
        _put_replay(directory, run.number, directory.folder(run) / "inputs")
        _void_seal(directory, group, run.number, story)
    move(directory.folder(run), inside(directory.root, group / str(run)))


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


def _write_why(group: Path, why: str, late: bool) -> None:
    with told(group):
        group.mkdir(parents=True, exist_ok=True)
    said = "despite" if late else "why"
    write_file(group / WHY, f"format: {FORMAT}\n{said}: {flow_text(why)}\n")


def _runs(number: int) -> str:
    return "1 run" if number == 1 else f"{number} runs"


def _group(directory: GameDirectory, why: str) -> Path:
    """The folder of a rewind: a new one, unless it goes on with the last, which was cut short.

    It does if its reason is the same and nothing has happened since, or nothing moved there yet.
    """
    groups = directory.groups()
    if not groups:
        return directory.void / "1"
    last = groups[-1]
    same = why_of(directory, last)["why"] == why
    if runs_in(last) or any(last.glob("sealed/*")):
        goes_on = same and read_register(directory).last["act"] in ("void", "unsealed")
    else:
        goes_on = same or not (last / WHY).is_file()
    return last if goes_on else directory.void / str(int(last.name) + 1)


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


def _void_seal(directory: GameDirectory, group: Path, number: int, story: Story) -> None:
    """The seal of a run that is taken back is void with it."""
    sheet = story.sealed.get(str(number))
    if sheet is not None:
        sealed = sealed_folder(directory, number)
        move(sealed, inside(directory.root, group / "sealed" / str(number)))
        note(directory, "unsealed", seal_data(str(number), sheet))
