"""One run of a game directory: played from its files, written whole, or stopped for answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem.core.data.findings import Finding, warning
from pbem.core.orders.answering import Question
from pbem.core.orders.inputs import Overrides
from pbem.core.play.run import Outcome, RunFiles, adjudicate, begin, conclude
from pbem.core.record.dice import RunKeys
from pbem.core.record.foreknown import Plays
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.rulings import RULING, Unruled
from pbem.moderation.absence import refuse_paused
from pbem.moderation.beacons import BEACON_OF
from pbem.moderation.window import Earlier, Received, Window, cannot_be_played, gather, nowhere
from pbem.store.beacon import check_deadline, drawn, due_next, not_announced, to_come
from pbem.store.cache import keep_state
from pbem.store.commitments import check_sheet, other_sheet
from pbem.store.directory import STATE, GameDirectory, RunName
from pbem.store.files import inside, write_folder
from pbem.store.foreknown import changed_with, plays_before
from pbem.store.inputs import ROSTER, SHEET, collect, keep_data, own_data
from pbem.store.keychoice import key_number, run_keys
from pbem.store.keys import practice_keys
from pbem.store.moments import decided, moments
from pbem.store.pending import clear_waiting, waiting, write_waiting
from pbem.store.programs import program_of
from pbem.store.reconciling import asked_line, head_of, note, reconcile, reconciled, run_line
from pbem.store.reporting import around_of, void_before, window_reports
from pbem.store.resumed import resumed
from pbem.store.rules import check_said, rules_joined, unsaid
from pbem.store.sealing import check_seal, sealed_folder
from pbem.store.soundness import (
    check_begun,
    check_program,
    check_sound,
    not_pinned,
    other_program,
)
from pbem.store.texts import private_names, proved, run_texts
from pbem.store.working import Job, Work, work


@dataclass(frozen=True, slots=True)
class Played:
    """What a command tells of a run: where it lies, its reports, what was found in the files."""

    run: RunName
    folder: Path | None
    outcome: Outcome
    reports: Mapping[str, str]
    findings: tuple[Finding, ...] = ()
    pending: tuple[Path, ...] = ()
    remark: str = ""  # on who played it


def check_window(
    game: Game, state: State, received: Received, earlier: Earlier = nowhere
) -> Window:
    """The window's files, or every finding that stops the run at once."""
    window = gather(game, state, received, earlier)
    if not window.playable:
        raise cannot_be_played(window)
    return window


# --- in a game directory -------------------------------------------------------------------------


def play(
    directory: GameDirectory,
    dry: bool = False,
    *,
    window: Window | None = None,
    by: Work = work,
) -> Played:
    """Play the open window of a game; the caller holds the lock (a dry run writes nothing).

    `window` is what its files came to if they were sealed just now.
    """
    if not dry:
        check_program(directory)
    check_sound(directory)
    state = directory.state()
    number = state.clock.run + 1
    refuse_paused(directory.roster, number, state.due)
    check_seal(directory, number)
    story = reconciled(directory).story if dry else reconcile(directory)
    if not dry:
        check_deadline(directory, number)
        check_sheet(directory)
        check_said(directory, number)
    if window is None:
        window = check_window(directory.game, state, collect(directory, number), directory.stamped)
    if dry:
        keys = practice_keys(state.game, number)
        outcome = adjudicate(directory.game, state, _joined(directory, window), keys)
        return _trial(directory, outcome, _with_refusals(directory, _with_idle(window, outcome)))
    window, beacon = _with_beacon(directory, window, number)
    stopped = waiting(directory.root, number)
    check_begun(stopped, program_of(directory.game.system))
    key = story.asked.key if story.asked else key_number(directory, story, window)
    keys = run_keys(directory, story, number, key)
    prefix = stopped.prefix if stopped else None
    files = _joined(directory, window, head_of(directory, story, keys.number) | beacon)
    job = _job(directory, state, files, keys, window=window)
    done = (work if stopped or _is_ruled(files) else by)(job)
    outcome = resumed(
        directory.root,
        window.kept,
        lambda: conclude(done.course, state, files, keys, stopped=prefix),
    )
    if outcome.pending:
        played = _asked(directory, outcome, window, keys)
    else:
        texts = proved(done.reports, outcome)
        played = _written(directory, outcome, _with_idle(window, outcome), texts)
    return replace(played, remark=done.remark)


def _is_ruled(files: RunFiles) -> bool:
    """Whether answers or the moderator's rulings are played, which this process keeps to itself."""
    return bool(files.answers) or files.overrides != Overrides()


def _job(
    directory: GameDirectory, state: State, files: RunFiles, keys: RunKeys, *, window: Window
) -> Job:
    """What it takes to play the run and tell of it."""
    beginning = begin(directory.game, state, files, keys)
    return Job(
        game=directory.game,
        state=state,
        files=files,
        beginning=beginning,
        around=around_of(directory, directory.game, window, beginning.header),
        void=void_before(directory, state.clock.run + 1),
        own=own_data(directory),
        kept=window.kept,
        lot=keys.lot,
    )


def _with_beacon(
    directory: GameDirectory, window: Window, run: int
) -> tuple[Window, dict[str, Any]]:
    """The window with the beacon of its run, and what the head of the log tells of both."""
    found = drawn(directory, run)
    files = replace(window.files, beacon=found.value)
    findings = (*window.findings, *found.findings, *not_announced(directory, run + 1))
    window = replace(window, files=files, findings=findings)
    return window, {BEACON_OF: found.head, **due_next(directory, run)}


def _asked(directory: GameDirectory, outcome: Outcome, window: Window, keys: RunKeys) -> Played:
    """The run stops: its questions are written down, and the register tells of them."""
    kept = {**window.kept, ROSTER: directory.read(directory.root / ROSTER)}
    files = write_waiting(directory.root, directory.game, outcome, kept, keys=keys)
    note(directory, *asked_line(directory))
    return Played(RunName(outcome.run), None, outcome, {}, window.findings, files)


def _with_idle(window: Window, outcome: Outcome) -> Window:
    """The window, with what the moderator ruled about what never came up: a mistyped path is so."""
    ruled = window.files.overrides
    entries = (entry for entry in outcome.ledger.entries if entry.kind == "correction")
    used = {entry.body.get(RULING, entry.path) for entry in entries}
    given = {*ruled.decisions, *ruled.rolls, *ruled.rulings}
    idle = [] if outcome.pending else sorted(given - used)
    found = [
        warning("idle-override", f"the override of {path} changed nothing: it never came up")
        for path in idle
    ]
    return replace(window, findings=(*window.findings, *found))


def _with_refusals(directory: GameDirectory, window: Window) -> Window:
    """The window of a trial, with a warning of each thing for which a real run would stop."""
    number = directory.latest.number + 1
    troubles = {
        "other-program": not_pinned(directory) or other_program(directory),
        "other-rules": other_sheet(directory) or unsaid(directory, number),
        "no-beacon": to_come(directory, number),
    }
    found = [
        warning(code, trouble.message, hint=trouble.hint)
        for code, trouble in troubles.items()
        if trouble is not None
    ]
    return replace(window, findings=(*window.findings, *found))


@dataclass(frozen=True, slots=True)
class Asked:
    """What the run that waits has asked: players, and the moderator."""

    questions: tuple[Question, ...] = ()
    unruled: tuple[Unruled, ...] = ()


def asked(directory: GameDirectory) -> Asked:
    """What the run that waits has asked, found again from what it was played with."""
    state = directory.state()
    number = state.clock.run + 1
    stopped = waiting(directory.root, number)
    if stopped is None:
        return Asked()
    window = check_window(directory.game, state, collect(directory, number, fresh=False))
    window, beacon = _with_beacon(directory, window, number)
    story = reconciled(directory).story
    keys = run_keys(directory, story, number, stopped.key)
    head = head_of(directory, story, keys.number) | beacon
    files = _joined(directory, window, head)
    check_begun(stopped, files.program)
    outcome = adjudicate(directory.game, state, files, keys, stopped.prefix)
    return Asked(outcome.questions, outcome.unruled)


def _joined(
    directory: GameDirectory, window: Window, head: Mapping[str, Any] | None = None
) -> RunFiles:
    """The window's files, joined to the runs before: when impulse and turn began, the last log.

    A trial run has no head that tells of the game around it.
    """
    run, head = directory.latest.number + 1, dict(head or {})
    plays = plays_before(directory, run, head) if head else Plays()
    return replace(
        window.files,
        plays=plays,
        since=moments(directory),
        decided=decided(directory),
        previous=directory.last_line(directory.latest),
        program=program_of(directory.game.system),
        joined=changed_with(rules_joined(directory, run), plays) | head,
    )


def _trial(directory: GameDirectory, outcome: Outcome, window: Window) -> Played:
    reports = {}
    if not outcome.pending:
        reports = window_reports(directory, directory.game, window, outcome)
    return Played(RunName(outcome.run), None, outcome, reports, window.findings)


def _written(
    directory: GameDirectory, outcome: Outcome, window: Window, reports: Mapping[str, str]
) -> Played:
    run = RunName(outcome.run)
    folder = inside(directory.root, directory.folder(run))
    keep_data(directory)
    inputs = {**window.kept, ROSTER: directory.read(directory.root / ROSTER)}
    sheet = sealed_folder(directory, run.number) / SHEET
    if sheet.is_file():
        inputs[SHEET] = directory.read(sheet)
    files = run_texts(outcome, reports, inputs)
    write_folder(folder, files, private=private_names(files))
    keep_state(folder / STATE, str(files[STATE]), outcome.state)
    note(directory, *run_line(directory, run))
    clear_waiting(directory.root)
    return Played(run, folder, outcome, reports, window.findings)
