"""Reports of one run compared by the line that each prints: were all told the same?

Decides from the texts alone whether a line is that of its report, and whether two readers have the
same one; with the log, whether a reader can have been told otherwise than all others. Leaves to
`core.reading.comparing` what the line is made from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.audit.checks import SILENT, Check, Log, Trouble
from pbem.audit.record import Printed
from pbem.core.reading.comparing import ALIKE, Line, Part, line_in

NAME: Final = "compare"
_NEEDS: Final = "the line COMPARE of another player's report of the run"
_RARE: Final = ("PROTESTS", "RULED")  # that they hide something does not follow from a seal
End = tuple[int, str]  # how long a log is, and the hash of its last line


def check_compare(reports: Sequence[Printed], logs: Mapping[End, Log]) -> Check:
    """Each report prints the line of its text, and all of one run the same one."""
    runs: dict[End, dict[tuple[Part, ...], Printed]] = {}
    for report in reports:
        runs.setdefault((report.entries, report.last), {}).setdefault(report.parts, report)
    troubles: list[Trouble] = []
    gaps: list[str] = []
    for end, texts in runs.items():
        of_run = [*texts.values()]
        troubles += [Trouble(0, words) for words in _wrong(of_run, logs.get(end))]
        gaps += _unproved(of_run, logs.get(end))
    told = "; ".join(gaps) or f"{len(reports)} reports say alike what everybody reads"
    return Check(NAME, told, tuple(troubles), done=not gaps, needs=_NEEDS)


def _wrong(reports: Sequence[Printed], log: Log | None) -> Iterator[str]:
    """What is wrong with the lines of a run's reports."""
    first: tuple[str, Line] | None = None
    for report in reports:
        line = line_in(report.parts)
        if line is None:
            if _prints_one(report, log):
                yield f"{report.where} prints no line to compare, which its program prints"
            continue
        if not line.is_of(report.parts):
            yield f"{report.where} prints a line to compare that is not that of its text"
        if strange := [name for name in (*line.alone, *line.otherwise) if name in ALIKE]:
            yield f"{report.where} says that all others read {', '.join(strange)} otherwise"
        if first is not None and first[1].digest != line.digest:
            yield f"{first[0]} and {report.where} tell other things of one run: compare them"
        first = first or (report.where, line)


def _prints_one(report: Printed, log: Log | None) -> bool:
    """Whether a report must print a line: one with every die in it, which has no last part, does
    not."""
    version = str(log.body("header")["pbem"]) if log else SILENT[0]
    return version not in SILENT and any(name == "MORE" for name, _ in report.parts)


def _unproved(reports: Sequence[Printed], log: Log | None) -> Iterator[str]:
    """What nothing here shows: that others were told the same, or why not."""
    lines = [(report.where, line) for report in reports if (line := line_in(report.parts))]
    for report in reports:
        if line_in(report.parts) is None:
            yield f"{report.where} prints no line to compare"
    if len(lines) == 1:
        yield f"{lines[0][0]}: whether others have the line {lines[0][1].digest}"
    for where, line in lines:
        strange = [name for name in (*line.alone, *line.otherwise) if _is_open(name, log)]
        if strange:
            yield f"{where}: why all others read {', '.join(strange)} otherwise"


def _is_open(part: str, log: Log | None) -> bool:
    """Whether a log hides nothing that a part could tell to one reader alone."""
    if log is None:
        return False
    if not part.startswith("["):
        sealed = any(row is not None and "seal" in row for row in log.rows)
        return part in _RARE or not sealed
    told = [row for row in log.rows if row is not None and _paragraph(row) == part]
    return any("seal" not in row for row in told)


def _paragraph(row: Mapping[str, Any]) -> str:
    return f"[{row['body']['par']}]" if row["kind"] in ("verdict", "decision") else ""
