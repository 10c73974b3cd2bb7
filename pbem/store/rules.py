"""By what the next run of a game is played, against what the last log says: the rules and the data.

What changed stands in the header of the run with who wants it and why; what game.yaml does not say
is refused before anything is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.core.data import schemas
from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import read_data_text, read_document
from pbem.core.record.program import Program, program_in
from pbem.core.rules.game import Game
from pbem.core.rules.setup import roster_from
from pbem.moderation.absence import deadlines
from pbem.moderation.amend import UPGRADES
from pbem.moderation.beacons import BEACON_OF, DUE_NEXT, latest
from pbem.moderation.rules import (
    CHANGED,
    RULES,
    Settled,
    Told,
    after_upgrade,
    cannot_change,
    changed_by_upgrade,
    changes,
    data_in,
    rewritten,
    rules_of,
    told,
)
from pbem.store.commitments import sheet_of
from pbem.store.directory import GameDirectory, RunName
from pbem.store.files import inside
from pbem.store.inputs import ROSTER, data_hashes
from pbem.store.pending import waiting
from pbem.store.programs import program_of

_BEGIN: Final = RunName(0)


def settled_now(directory: GameDirectory, run: int) -> Settled:
    """By what a run would be played as game.yaml and data/ are now."""
    program = program_of(directory.game.system)
    due = latest(deadlines(directory.roster, run)) if directory.roster.beacon_source else None
    return Settled(rules_of(directory.game, run), data_hashes(directory), program, due)


def rules_joined(directory: GameDirectory, run: int) -> dict[str, Any]:
    """What the header of the next run says of its rules, and of what changes with it."""
    now = settled_now(directory, run)
    return {RULES: dict(now.rules), CHANGED: list(_told(directory, run, now).rows)}


def check_said(directory: GameDirectory, run: int) -> None:
    """Refuse a run whose rules or data changed without a word of game.yaml on who and why."""
    trouble = unsaid(directory, run)
    if trouble is not None:
        raise trouble


def unsaid(directory: GameDirectory, run: int) -> PbemError | None:
    """What to say where rules or data of the next run changed and game.yaml does not say so."""
    found = _told(directory, run, settled_now(directory, run))
    if not found.findings:
        return None
    path = directory.root / ROSTER
    if waiting(directory.root, run) is None:
        return cannot_change(str(path), found, run)
    return PbemError(
        f"run {run} waits for answers; its rules cannot change now",
        hint=f"put {path} and data/ back as they were, or take the run back: "
        f"pbem rewind --game {directory.root} --to {directory.latest}",
        findings=found.findings,
    )


def _told(directory: GameDirectory, run: int, now: Settled) -> Told:
    """What changes with the next run, and all that game.yaml says wrongly of it."""
    document = read_document(inside(directory.root, directory.root / ROSTER))
    found = told(directory.roster, changes(_before(directory, now), now), run, document)
    played = _last_played(directory)
    if played == _BEGIN:
        return found
    past = rewritten(_game_of(directory, played), directory.game, run, document)
    return replace(found, findings=(*past, *found.findings))


def rules_kept(directory: GameDirectory) -> dict[str, Any]:
    """What the header of a run beside the windows says: the rules as they stand, unchanged."""
    latest, played = directory.latest, _last_played(directory)
    known = _rules_in(directory, latest)
    if known is None and played != _BEGIN:
        known = rules_of(_game_of(directory, played), played.number)
    return {RULES: rules_of(directory.game, 1) if known is None else dict(known)}


def _rules_in(directory: GameDirectory, run: RunName) -> Mapping[str, Any] | None:
    """The rules that the log of a run tells, or the sheet for the set-up; older ones tell none."""
    if run != _BEGIN:
        return directory.header(directory.folder(run)).get(RULES)
    sheet = sheet_of(directory)
    return sheet.said[RULES] if sheet.whole else None


def _before(directory: GameDirectory, now: Settled) -> Settled:
    """What was settled until now; what an older log or sheet does not tell counts as it is now."""
    data, program = _data_before(directory) or (now.data, now.program)
    rules = _rules_in(directory, directory.latest)
    return Settled(now.rules if rules is None else rules, data, program, announced_to(directory))


def _data_before(directory: GameDirectory) -> tuple[dict[str, str], Program] | None:
    """The data files until now, and the program with which they came; None where nothing tells."""
    played, sheet = _last_played(directory), sheet_of(directory)
    if played != _BEGIN:
        header = directory.header(directory.folder(played))
        data, program = data_in(header["inputs"]), program_in(header)
    elif sheet.whole:
        data, program = sheet.data, sheet.program
    else:
        return None
    for run in (run for run in directory.runs if run > played):
        header = directory.header(directory.folder(run))
        if UPGRADES in header:
            data, program = after_upgrade(data, header), program_in(header)
    return data, program


def changed_by(directory: GameDirectory, author: str, reason: str) -> dict[str, Any]:
    """What the header of an upgrade says of the data files that come with the new program."""
    before = _data_before(directory)
    if before is None:
        return {}
    rows = changed_by_upgrade(before[0], data_hashes(directory))
    return {CHANGED: [{**row, "who": author, "why": reason} for row in rows]}


def announced_to(directory: GameDirectory) -> str | None:
    """The deadline of the open window as the log before, or the sheet, announced it.

    Empty where none was set; None where an older program did not tell.
    """
    played = _last_played(directory)
    if played == _BEGIN:
        sheet = sheet_of(directory)
        return latest(sheet.said["deadlines"]) if sheet.whole else None
    header = directory.header(directory.folder(played))
    return latest(header[DUE_NEXT]) if DUE_NEXT in header else None


def deadline_before(directory: GameDirectory) -> str:
    """The deadline on which the beacon of the run before hung; empty where none did."""
    played = _last_played(directory)
    header = {} if played == _BEGIN else directory.header(directory.folder(played))
    return str((header.get(BEACON_OF) or {}).get("deadline", ""))


def _last_played(directory: GameDirectory) -> RunName:
    """The last run with a window of its own; the set-up where none was played."""
    return [run for run in directory.runs if not run.amendment][-1]


def _game_of(directory: GameDirectory, run: RunName) -> Game:
    """The game with the roster that a run was played with."""
    path = directory.folder(run) / "inputs" / ROSTER
    data = read_data_text(directory.text(path), str(path))
    schemas.require("core/game", data, str(path))
    return replace(directory.game, roster=roster_from(data))
