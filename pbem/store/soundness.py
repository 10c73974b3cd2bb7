"""What must hold before a game goes on: nobody edited the position, the log or the keys by hand."""

from __future__ import annotations

from pbem.core.data.findings import AuditError, PbemError
from pbem.core.data.yamlio import read_document
from pbem.core.record.ledger import first_break
from pbem.core.record.views import sealed_digest
from pbem.moderation.misfits import misfits
from pbem.store.directory import LEDGER, OPENING, GameDirectory
from pbem.store.files import inside
from pbem.store.keys import commitments_text


def check_sound(directory: GameDirectory) -> None:
    """Refuse a game that is open, or whose state or keys are not those that were played with."""
    if directory.opened:
        raise PbemError(
            "the secrets of this game are open: everybody can know its dice, so it has ended",
            hint=f"{directory.root / OPENING} opened them",
        )
    check_keys(directory)
    _check_state(directory)
    check_roster(directory)


def check_roster(directory: GameDirectory) -> None:
    """Refuse a game.yaml that speaks of another game, or of nobody in this one."""
    path = directory.root / "game.yaml"
    found = misfits(read_document(inside(directory.root, path)), directory.state())
    if found:
        raise PbemError(f"{path} does not fit the position", findings=found)


def check_keys(directory: GameDirectory) -> None:
    """Refuse keys that do not lead back to what was published when the game began."""
    path = directory.root / "commitments.yaml"
    if directory.text(path) != commitments_text(directory.keys):
        raise AuditError(
            f"{path} is not what the game's keys lead back to",
            hint="restore it and the file `keys` as `pbem new` wrote them",
        )


def _check_state(directory: GameDirectory) -> None:
    run = directory.latest
    if run.number == 0 and not run.amendment:
        return  # the set-up has no log
    folder = directory.folder(run)
    last = directory.entries(folder)[-1]
    line = first_break(directory.text(folder / LEDGER))
    if line:
        raise AuditError(
            f"{folder}: line {line} of the log, or the one after it, was changed",
            hint="restore the run's folder",
        )
    if last.kind != "digest":
        raise AuditError(
            f"{folder}: the end of the log is missing", hint="restore the run's folder"
        )
    secret = directory.keys.of_run(run.number, directory.key_used(folder)).secret
    if last.body["state"] != sealed_digest(directory.state(), secret):
        raise AuditError(
            f"{folder}: the state is not the one that the log ends with",
            hint="restore state.yaml; to correct a position write an amendment: pbem amend",
        )
