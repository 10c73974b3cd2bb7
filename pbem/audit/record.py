"""The record of one run, as it lies in a folder: what an audit has to go by.

A player has the public log and the commitments; the folder of a run on plain files or of a game
directory has the inputs, the secrets and both positions too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pbem.audit.meant import begun_in
from pbem.audit.plain import PlainTrouble
from pbem.core.data.findings import AuditError, FileTrouble, PbemError, UsageError
from pbem.core.data.yamlio import (
    MAX_DATA_BYTES,
    MAX_TYPED_BYTES,
    decode,
    read_bytes,
    read_data_text,
)
from pbem.core.orders.mail import delivered, unquoted
from pbem.core.orders.orders import sha256
from pbem.core.reading.comparing import Found, Part, digests, line_in, reports_in
from pbem.core.record.ledger import Entry
from pbem.core.record.logs import header_of, opened_log
from pbem.moderation.slips import Held
from pbem.store.commitments import Commitments, read_sheet
from pbem.store.directory import AUDIT, LEDGER, SECRETS, STATE, GameDirectory, RunName
from pbem.store.files import inside
from pbem.store.inputs import AMENDMENT, ROSTER, SHEET
from pbem.store.keys import OPENED, GameKeys, read_keys

_PROOF = re.compile(
    "PROOF ([0-9]+) entries in the log; the last line has SHA-256 ([0-9a-f]{64})\\b"
)
LOST: Final = "the keys of its time were lost and renewed: this can never be proved"
_RUN = re.compile(r"report for (.+) {4}run ([0-9]+) *$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Printed:
    """What a report prints of the log: how long it is, and the hash of its last line."""

    entries: int
    last: str
    where: str
    run: int = 0
    beside: bool = False  # of an amendment or an upgrade
    parts: tuple[Part, ...] = field(default=(), repr=False)  # all that it says
    reader: str = ""
    lookalikes: tuple[str, ...] = ()  # of parts of everybody's, which stand outside them


@dataclass(frozen=True, slots=True)
class Asked:
    """How the log of a run begins, as the file told that mailed its questions to a player."""

    where: str
    run: int
    key: int
    head: str
    entries: int
    last: str
    files: str = ""  # the mark of the files that it was played with; older ones tell none


@dataclass(frozen=True, slots=True)
class SealSheet:
    """What was published when a window was sealed."""

    where: str
    run: int
    files: Mapping[str, str]
    sha256: str
    game: str


@dataclass(frozen=True, slots=True)
class Record:
    """Everything there is of one run; what is not there is None or empty."""

    name: str
    log: str
    secrets: str | None = None
    before: bytes | None = None
    after: bytes | None = None
    inputs: Mapping[str, bytes] = field(default_factory=dict)
    commitments: Commitments | None = None
    printed: tuple[Printed, ...] = ()
    asked: tuple[Asked, ...] = ()
    sealed: tuple[SealSheet, ...] = ()
    reports: Mapping[str, bytes] = field(default_factory=dict)
    receipts: tuple[Held, ...] = ()  # those that a player holds
    sent: Mapping[str, bytes] = field(default_factory=dict)  # his files as he sent them
    keys: GameKeys | None = None  # the moderator's, or those of the opening
    all_opened: bool = True  # whether the secrets tell of every seal, or only of some
    directory: GameDirectory | None = None
    run: RunName | None = None
    previous: str | None = None  # the hash of the last line of the log before
    lost: str = ""  # what to say where the keys of that time were lost and renewed

    def entries(self) -> list[Entry]:
        """The entries of the log, secret ones opened where the secrets are there."""
        with self._read():
            return opened_log(self.log, self.secrets or "")

    def header(self) -> Mapping[str, Any]:
        """What the first line of the log says."""
        with self._read():
            return header_of(self.log).body

    @contextmanager
    def _read(self) -> Iterator[None]:
        """Whatever is wrong with the log is told with its name."""
        try:
            yield
        except ValueError as trouble:
            told = f"{self.name}: the log cannot be read: {trouble}"
            raise FileTrouble(told, hint=AUDIT) from None
        except AuditError as trouble:
            raise AuditError(f"{self.name}: {trouble}", hint=AUDIT) from None


def record_of_log(
    path: Path,
    commitments: Path | None = None,
    secrets: Path | None = None,
    opening: Path | None = None,
) -> Record:
    """The record that a player has: the public log alone, and what was opened of its secrets."""
    return Record(
        name=str(path),
        log=_log_text(path),
        secrets=_text(secrets) if secrets else None,
        commitments=read_commitments(commitments) if commitments else None,
        keys=read_keys(_text(opening), str(opening), OPENED) if opening else None,
        all_opened=opening is not None,
    )


def record_of_folder(folder: Path, commitments: Path | None = None) -> Record:
    """The record of a run on plain files: the folder that `pbem adjudicate --out` wrote."""
    if not (folder / LEDGER).is_file():
        raise UsageError(
            f"{folder}: there is no {LEDGER} here", hint="name the folder of a run, or --game DIR"
        )
    return Record(
        name=str(folder),
        log=_log_text(folder / LEDGER),
        secrets=_text(folder / SECRETS) if (folder / SECRETS).is_file() else None,
        before=_bytes(folder / "inputs" / STATE),
        after=_bytes(folder / STATE),
        inputs=_inputs(folder),
        commitments=read_commitments(commitments) if commitments else None,
        printed=_printed_there(folder),
        reports=_reports(folder),
    )


def record_of_run(directory: GameDirectory, run: RunName, moderator: bool = True) -> Record:
    """The record of a run of a game directory."""
    folder = directory.folder(run)
    sheet, lost = _sheet_and_lost(directory, folder)
    keys = directory.known_keys if moderator and not lost else None
    upgraded = _bytes(folder / "inputs" / STATE)
    return Record(
        name=f"run {run}",
        log=_log_text(folder / LEDGER),
        secrets=_text(folder / SECRETS) if (folder / SECRETS).is_file() else None,
        before=_bytes(directory.folder(directory.before(run)) / STATE),
        after=_bytes(folder / STATE),
        inputs=_inputs(folder) | ({} if upgraded is None else {STATE: upgraded}),
        commitments=sheet,
        lost=lost,
        printed=_printed_there(folder),
        reports=_reports(folder),
        keys=keys,
        directory=directory,
        run=run,
        previous=directory.last_line(directory.before(run)),
    )


def _sheet_and_lost(directory: GameDirectory, folder: Path) -> tuple[Commitments | None, str]:
    """The sheet of a run, and what to say where it is not the one whose keys are in use."""
    try:
        sheet = sheet_for(directory, directory.header(folder))
    except PbemError:
        return sheet_for(directory, {}), ""  # the checks tell what is wrong with the log
    present = sheet_for(directory, {})
    if sheet is None or present is None or sheet.sha256 == present.sha256:
        return sheet, ""
    return sheet, LOST


def sheet_for(directory: GameDirectory, header: Mapping[str, Any]) -> Commitments | None:
    """The sheet of commitments that a log names; where it names none that is here, the last one."""
    root = directory.root
    paths = [*sorted(root.glob("commitments-*.yaml")), root / "commitments.yaml"]
    sheets = [read_commitments(inside(root, path)) for path in paths if path.is_file()]
    if header and "commitments" not in header:
        return next(iter(sheets), None)  # an older program wrote the log
    named = [sheet for sheet in sheets if sheet.sha256 == header.get("commitments")]
    return next(iter([*named, *sheets[-1:]]), None)


def records_of_game(directory: GameDirectory, run: str | None = None) -> list[Record]:
    """The records of every run that was played, or of the one that is named."""
    runs = [directory.known(run)] if run is not None else directory.runs
    played = [name for name in runs if name.number or name.amendment]
    return [record_of_run(directory, name) for name in played]


def _text(path: Path) -> str:
    return decode(read_bytes(path, MAX_DATA_BYTES), str(path))


def _log_text(path: Path) -> str:
    """A log, whatever bytes were put into it: the audit tells in which line they stand."""
    return read_bytes(path, MAX_DATA_BYTES).decode("utf-8", errors="surrogateescape")


def _bytes(path: Path) -> bytes | None:
    return read_bytes(path, MAX_DATA_BYTES) if path.is_file() else None


def _reports(folder: Path) -> dict[str, bytes]:
    """The reports in the folder of a run, by their names."""
    return {
        path.name: read_bytes(path, MAX_DATA_BYTES) for path in sorted(folder.glob("report*.txt"))
    }


def _inputs(folder: Path) -> dict[str, bytes]:
    """The files that a run was played with, by the names that its header gives them."""
    inputs = folder / "inputs"
    alone = [inputs / name for name in (ROSTER, SHEET, AMENDMENT)]
    paths = sorted([*inputs.glob("*/*.yaml"), *(path for path in alone if path.is_file())])
    return {
        path.relative_to(inputs).as_posix(): read_bytes(path, MAX_TYPED_BYTES) for path in paths
    }


def read_commitments(path: Path) -> Commitments:
    """A sheet of commitments."""
    return read_sheet(_text(path), str(path))


def printed_in(paths: list[Path]) -> tuple[Printed, ...]:
    """The reports in files; a text without one is no report."""
    return tuple(printed for path in paths for printed in _printed(path))


def _printed_there(folder: Path) -> tuple[Printed, ...]:
    """The reports in a folder; the replay tells of one that has no proof."""
    found = (printed_texts(_text(path), path.name) for path in sorted(folder.glob("report*.txt")))
    return tuple(printed for reports in found for printed in reports)


def _printed(path: Path) -> list[Printed]:
    found = printed_texts(_text(path), path.name)
    if not found:
        raise FileTrouble(
            f"{path}: this is no report: its part PROOF is missing",
            hint="name the report as you got it, whole",
        )
    return found


def printed_texts(text: str, where: str) -> list[Printed]:
    """All reports in a text that print a proof, at the left margin: no player's word is there.

    Parts of everybody's that stand in none of them are told with the last one.
    """
    found = reports_in(delivered(text))
    loose = [name for one in found if not _PROOF.match(one.proof) for name in _common_in(one)]
    printed = [one for report in found for one in _printed_of(report, where)]
    if not (loose and printed):
        return printed
    names = dict.fromkeys([*printed[-1].lookalikes, *loose])
    return [*printed[:-1], replace(printed[-1], lookalikes=tuple(names))]


def _common_in(report: Found) -> list[str]:
    return [*digests(report.parts), *report.lookalikes]


def _printed_of(report: Found, where: str) -> Iterator[Printed]:
    proof = _PROOF.match(report.proof)
    if proof is None:
        return
    head = next(iter(_RUN.findall(report.above)[-1:]), (where, "0"))
    yield Printed(
        int(proof.group(1)),
        proof.group(2),
        where,
        int(head[1]),
        "; no dice;" in report.proof,
        report.parts,
        head[0],
        report.lookalikes,
    )


def lacks_proof(text: str) -> bool:
    """Whether a text is meant to be a report, by its head or by its line, and none has a proof."""
    text = delivered(text)
    found = reports_in(text)
    meant = _RUN.search(unquoted(text)) or any(line_in(one.parts) for one in found)
    return bool(found and meant) and not any(_PROOF.match(one.proof) for one in found)


def seal_sheet(name: str, data: bytes) -> SealSheet:
    """The sheet of a seal, from its file."""
    said = read_data_text(data.decode("utf-8", errors="replace"), name)
    try:
        files = {str(file): str(mark) for file, mark in said["files"].items()}
        return SealSheet(name, int(said["run"]), files, sha256(data), str(said["game"]))
    except (KeyError, TypeError, AttributeError, ValueError):
        raise FileTrouble(
            f"{name}: this is no sheet of a seal", hint="format: pbem-seal/2"
        ) from None


def sheets_of_seals(paths: Sequence[Path]) -> tuple[SealSheet, ...]:
    """Seal sheets as they were published."""
    return tuple(seal_sheet(path.name, read_bytes(path, MAX_DATA_BYTES)) for path in paths)


def asked_in(path: Path) -> Asked:
    """What a question file tells of its run."""
    return asked_text(_text(path), path.name, str(path))


def asked_text(text: str, where: str, path: str) -> Asked:
    """The same from its text."""
    try:
        return Asked(where, **begun_in(text))
    except PlainTrouble as trouble:
        raise FileTrouble(
            f"{path}: this file of questions does not tell how its run began: {trouble}",
            hint="keep the file as it was mailed, with its part `begun`",
        ) from None
