"""What the program tells about a file or an order, and the errors that end a command.

Expected trouble is a Finding. An exception derived from PbemError is a message for the user with a
documented exit code; anything else that escapes is a bug of ours (exit code 70).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from pbem.core.data.letters import shown_in_line

EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_WAITING = 3
EXIT_AUDIT = 4
EXIT_BUSY = 5
EXIT_OTHER = 6
EXIT_BUG = 70


class Severity(StrEnum):
    """An illegal order is an error; a doubtful one is a warning; a note only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A position in a file; line and column count from 1, 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        file = shown_in_line(self.file)
        return f"{file}:{self.line}:{self.column}" if self.line else file


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to tell: what was found, where, and what would be legal (the hint).

    `about` is the id of the unit or place, or the key, that a rule complains of: whoever knows the
    file finds out where it stands.
    """

    severity: Severity
    code: str
    message: str
    where: Where | None = None
    hint: str = ""
    cite: str = ""
    about: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        cite = f" ({self.cite})" if self.cite else ""
        hint = f"\n    {shown_in_line(self.hint)}" if self.hint else ""
        return f"{place}{self.severity}: {shown_in_line(self.message)}{cite}{hint}"

    def at(self, where: Where | None) -> Finding:
        """The same finding, placed; a position it already has is kept."""
        return self if self.where else replace(self, where=where)


def error(
    code: str,
    message: str,
    *,
    where: Where | None = None,
    hint: str = "",
    cite: str = "",
    about: str = "",
) -> Finding:
    """An illegal or unreadable thing."""
    return Finding(Severity.ERROR, code, message, where, hint, cite, about)


def warning(
    code: str,
    message: str,
    *,
    where: Where | None = None,
    hint: str = "",
    cite: str = "",
    about: str = "",
) -> Finding:
    """A legal but doubtful thing."""
    return Finding(Severity.WARNING, code, message, where, hint, cite, about)


def by_place(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order of the file that they are about, those about no place last."""
    return sorted(findings, key=lambda f: (f.where is None, f.where or Where("")))


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether any finding is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)


class PbemError(Exception):
    """A problem to report to the user in one message; never a traceback."""

    exit_code = EXIT_FINDINGS

    def __init__(self, message: str, hint: str = "", findings: Iterable[Finding] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.findings = tuple(findings)


class UsageError(PbemError):
    """The command was called with something that cannot be meant."""

    exit_code = EXIT_USAGE


class AuditError(PbemError):
    """A log, a die or a state does not agree with what it claims."""

    exit_code = EXIT_AUDIT


class OtherMakes(PbemError):
    """Another program wrote a log, or it was played with other data: here it cannot be replayed."""

    exit_code = EXIT_OTHER


class GameBusy(PbemError):
    """Another run holds the game's lock."""

    exit_code = EXIT_BUSY


class MissingData(PbemError):
    """A chart cell, rating or map fact that the game needs and nobody has supplied."""


class MissingCell(MissingData):
    """A cell of a chart that nobody has supplied: in play the moderator is asked what it says."""

    def __init__(self, chart: str, table: str, column: str, row: str) -> None:
        self.chart, self.table, self.column, self.row = chart, table, column, row
        super().__init__(f"nobody has supplied {self.place} of the chart {chart}")

    @property
    def place(self) -> str:
        """Where the cell is, in words."""
        return " ".join(part for part in (self.table, self.column, self.row) if part)


class FileTrouble(PbemError):
    """A file that cannot be read or is not what it should be."""


def suggest(word: str, known: Iterable[str], most: int = 3) -> str:
    """A hint with the known words nearest to a mistyped one, or the first few known ones."""
    import difflib

    names = sorted(set(known))
    folded = {name.casefold(): name for name in reversed(names)}
    near = difflib.get_close_matches(word.casefold(), list(folded), n=most)
    if near:
        return "did you mean " + " or ".join(folded[name] for name in near) + "?"
    if not names:
        return "there is none"
    listed = ", ".join(names[:8])
    return f"known: {listed}" + (" …" if len(names) > 8 else "")


def id_said(said: object) -> str:
    """The id that a typed name would have: `great-britain` for `Great Britain`; `0` is a name."""
    return "" if said is None else str(said).strip().casefold().replace(" ", "-")
