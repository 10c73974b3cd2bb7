"""What must hold before a game goes on.

Nobody edited the position, the log or the keys by hand, and the program is that of the last run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pbem.core.data.findings import AuditError, PbemError
from pbem.core.data.yamlio import read_document
from pbem.core.record.program import Program, program_in
from pbem.core.record.state import FORMAT
from pbem.core.record.views import sealed_digest
from pbem.core.rules.setup import refuse_misfits
from pbem.moderation.amend import is_beside
from pbem.moderation.misfits import misfits
from pbem.store.commitments import check_keys, check_position, is_fixed, sheet_of
from pbem.store.directory import OPENING, STATE, GameDirectory, RunName
from pbem.store.files import inside
from pbem.store.pending import Waiting
from pbem.store.programs import program_of

PINNED: Final = "program"  # the key of game.yaml


def check_sound(directory: GameDirectory) -> None:
    """Refuse a game that is open, or whose state or keys are not those that were played with."""
    check_closed(directory)
    check_keys(directory)
    _check_state(directory)
    check_roster(directory)


def check_closed(directory: GameDirectory) -> None:
    """Refuse a game whose secrets are open."""
    if directory.opened:
        raise PbemError(
            "the secrets of this game are open: everybody can know its dice, so it has ended",
            hint=f"{directory.root / OPENING} opened them",
        )


def check_roster(directory: GameDirectory) -> None:
    """Refuse a game.yaml that speaks of another game, or of nobody in this one."""
    path = directory.root / "game.yaml"
    document = read_document(inside(directory.root, path))
    found = misfits(document, directory.state(), directory.first_state)
    if found:
        raise PbemError(f"{path} does not fit the position", findings=found)


def _check_state(directory: GameDirectory) -> None:
    run = directory.latest
    folder = directory.folder(run)
    if run.number == 0 and not run.amendment:  # the set-up has no log
        refuse_misfits(directory.game.at(directory.state()), str(folder / STATE))
        check_position(directory)
        return
    first, *_, last = directory.entries(folder)
    _check_place(directory, run, first.body)
    if last.kind != "digest":
        raise AuditError(
            f"{folder}: the end of the log is missing", hint="restore the run's folder"
        )
    secret = directory.keys.of_log(directory.header(folder)).seals
    if last.body.get("state") != sealed_digest(directory.state(), secret):
        raise AuditError(
            f"{folder}: the state is not the one that the log ends with",
            hint="restore state.yaml; to correct a position write an amendment: pbem amend",
        )


def _check_place(directory: GameDirectory, run: RunName, header: Mapping[str, Any]) -> None:
    """Refuse a log that lies in the folder of another run, copied there or renamed."""
    beside = is_beside(header)
    before = directory.last_line(directory.before(run))
    told = (header.get("run"), beside, header.get("previous", before))
    if told != (run.number, run.amendment > 0, before):
        raise AuditError(
            f"{directory.folder(run)}: this is the log of another run",
            hint="runs cannot be copied or renamed; take the folder away, or restore the runs",
        )


# --- the program ---------------------------------------------------------------------------------


def played_by(directory: GameDirectory) -> Program:
    """The program of the last run; before it, that of the sheet once the game has begun."""
    run = directory.latest
    if run.number or run.amendment:
        return program_in(directory.header(directory.folder(run)))
    known = is_fixed(directory) and sheet_of(directory).whole
    return sheet_of(directory).program if known else Program(version="")


def state_format(data: bytes) -> str:
    """The format that the bytes of a state file name."""
    match = re.match(rb"format:\s*(\S+)", data)
    return match.group(1).decode("utf-8", "replace") if match else ""


def other_program(directory: GameDirectory) -> PbemError | None:
    """What to say where this is another program than that of the last run."""
    run, here, told = directory.latest, program_of(directory.game.system), played_by(directory)
    form = state_format(directory.read(directory.folder(run) / STATE))
    if told.version and here.is_other(told):
        what = f"run {run} was played by {told}; this is {here}"
        what = (
            what if run.number or run.amendment else f"the game began with {told}; this is {here}"
        )
    elif form != FORMAT:
        what = f"the position after run {run} is in the format {form}; {here} writes {FORMAT}"
    else:
        return None
    way = f"pbem upgrade --game {directory.root} --author NAME --reason TEXT"
    back = f"; to stay with that one: pip install pbem=={told.version}"
    stay = back if told.version not in ("", here.version) else ""
    return PbemError(what, hint=f"to go on with this one: {way}{stay}")


def not_pinned(directory: GameDirectory) -> PbemError | None:
    """What to say where game.yaml names another program as the one that alone may play."""
    wanted, here = directory.roster.program, program_of(directory.game.system)
    if not wanted:
        return None
    version, digest = wanted["pbem"], wanted.get("program", "")
    if version == here.version and here.digest.startswith(digest):
        return None
    way = Program(version, digest).wanted(here, "plays")
    more = f'or write another one, with a line under changes: what: ["{PINNED}"]'
    return PbemError(
        f"game.yaml wants {Program(version, digest)}; this is {here}",
        hint=f"{way}; {more}",
    )


def check_pinned(directory: GameDirectory) -> None:
    """Refuse every program but the one that game.yaml names."""
    trouble = not_pinned(directory)
    if trouble is not None:
        raise trouble


def check_program(directory: GameDirectory) -> None:
    """Refuse to go on with another program before an upgrade says who wants it and why."""
    trouble = not_pinned(directory) or other_program(directory)
    if trouble is not None:
        raise trouble


def check_begun(stopped: Waiting | None, here: Program) -> None:
    """Refuse to go on with a run that another program began."""
    if stopped is not None and here.is_other(stopped.program):
        raise PbemError(
            f"run {stopped.run} waits for answers and was begun by {stopped.program}; "
            f"this is {here}",
            hint="go on with that program, or take the run back and play it anew",
        )
