"""Runs beside the windows: amendments, and upgrades to another program.

After run N they lie in runs/N.1, runs/N.2 … and leave the number of the next run as it is, so that
the same orders meet the same dice after a correction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.core.data.findings import PbemError, UsageError
from pbem.core.data.yamlio import MAX_TYPED_BYTES, read_bytes
from pbem.core.play.run import Outcome
from pbem.core.record.state import FORMAT
from pbem.moderation.amend import (
    Amendment,
    Beside,
    Upgrade,
    amend,
    read_amendment,
    upgrade,
)
from pbem.store.commitments import check_sheet
from pbem.store.directory import STATE, GameDirectory, RunName
from pbem.store.files import inside, write_folder
from pbem.store.inputs import AMENDMENT, ROSTER, hashes, keep_data
from pbem.store.programs import program_of
from pbem.store.reconciling import head_of, note, reconcile, refuse_barred, run_line
from pbem.store.register import Story
from pbem.store.reporting import beside_reports
from pbem.store.rewinding import mistake_stands, stands
from pbem.store.rules import changed_by, rules_kept
from pbem.store.soundness import (
    check_pinned,
    check_program,
    check_sound,
    other_program,
    played_by,
    state_format,
)
from pbem.store.texts import private_names, run_texts
from pbem.store.working import PUBLIC


@dataclass(frozen=True, slots=True)
class Made:
    """A run that was made beside the windows: its name, its folder, and its public report."""

    run: RunName
    folder: Path
    report: str


def amend_game(directory: GameDirectory, path: Path) -> Made:
    """Make an amendment to the present position; the caller holds the lock."""
    check_program(directory)
    check_sound(directory)
    story = reconcile(directory)
    refuse_barred(directory, story, "amended")
    check_sheet(directory)
    state, latest = directory.state(), directory.latest
    data = read_bytes(path, MAX_TYPED_BYTES)
    amendment = read_amendment(data, str(path), state.game)
    if amendment.after != str(latest):
        raise PbemError(
            f"{path}: this amends run {amendment.after}, the latest run is {latest}",
            hint=f'write after: "{latest}", or rewind first: pbem rewind --to {amendment.after}',
        )
    _refuse_standing(directory, amendment, str(path))
    outcome = amend(directory.game, state, amendment, _beside(directory, story))
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


def upgrade_game(directory: GameDirectory, author: str, reason: str) -> Made | None:
    """Let a game go on with this program: a run of its own that links it to the last one.

    The state is written in today's format. The caller holds the lock.
    """
    check_pinned(directory)
    story = reconcile(directory)
    if other_program(directory) is None:
        return None
    refuse_barred(directory, story, "upgraded")
    if not (author.strip() and reason.strip()):
        raise UsageError("an upgrade says who goes on with another program, and why")
    check_sheet(directory)
    data = directory.read(directory.folder(directory.latest) / STATE)
    form = state_format(data)
    if form == FORMAT:
        check_sound(directory)
    said = Upgrade(author, reason, played_by(directory), form, data)
    beside = _beside(directory, story)
    joined = {**beside.joined, **changed_by(directory, author, reason)}
    outcome = upgrade(directory.state(), said, replace(beside, joined=joined))
    return _write(directory, outcome, {STATE: data})


def _beside(directory: GameDirectory, story: Story) -> Beside:
    """No dice are thrown, so no key is used up: from that of the next run comes the key of seals.

    It is another one for each run beside, also where one of the same name was taken back.
    """
    latest, run = directory.latest, _next(directory)
    again = sum(1 for void in story.void if void.name == run)
    name = f"{run} again {again}" if again else str(run)
    keys = directory.keys.of_run(latest.number, story.next_key).of_beside(name)
    program = program_of(directory.game.system)
    joined = head_of(directory, story) | rules_kept(directory)
    return Beside(keys, directory.last_line(latest), program, joined, hashes(directory))


def _next(directory: GameDirectory) -> RunName:
    return RunName(directory.latest.number, directory.latest.amendment + 1)


def _write(
    directory: GameDirectory,
    outcome: Outcome,
    inputs: Mapping[str, bytes],
) -> Made:
    run = _next(directory)
    folder = inside(directory.root, directory.folder(run))
    reports = beside_reports(directory, directory.game, run, outcome)
    keep_data(directory)
    roster = directory.read(directory.root / ROSTER)
    files = run_texts(outcome, reports, {**inputs, ROSTER: roster})
    write_folder(folder, files, private=private_names(files))
    note(directory, *run_line(directory, run))
    return Made(run, folder, reports[PUBLIC])
