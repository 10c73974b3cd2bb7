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
from pbem.core.reading.comparing import ALIKE, Line, line_in

NAME: Final = "compare"
_NEEDS: Final = "the line COMPARE of another player's report of the run"
_RARE: Final = ("PROTESTS", "RULED")  # that they hide something does not follow from a seal
End = tuple[int, str]  # how long a log is, and the hash of its last line


def check_compare(reports: Sequence[Printed], logs: Mapping[End, Log]) -> Check:
    """Each report prints the line of its text, and all of one run the same one."""
    runs: dict[End, list[Printed]] = {}
    for report in reports:
        runs.setdefault((report.entries, report.last), []).append(report)
    troubles: list[Trouble] = []
    gaps: list[str] = []
    for end, of_run in runs.items():
        troubles += [Trouble(0, words) for words in _wrong(of_run, logs.get(end))]
        gaps += _unproved(of_run, logs.get(end))
    told = "; ".join(gaps) or f"{len(reports)} reports say alike what everybody reads"
    return Check(NAME, told, tuple(troubles), done=not gaps, needs=_NEEDS)


def _wrong(reports: Sequence[Printed], log: Log | None) -> Iterator[str]:
    """What is wrong with the lines of a run's reports."""
    first: tuple[str, Line] | None = None
    beside = {report.where for report in reports if line_in(report.parts)}
    for report in reports:
        line = line_in(report.parts)
        if line is None:
            if _prints_one(report, log) or report.where in beside:
                yield f"{report.where} prints no line to compare, which its program prints"
            continue
        yield from (f"{report.where} {words}" for words in _wrong_alone(report, line, log))
        if first is not None and first[1].digest != line.digest:
            yield f"{first[0]} and {report.where} tell other things of one run: compare them"
        first = first or (report.where, line)


def _wrong_alone(report: Printed, line: Line, log: Log | None) -> Iterator[str]:
    """What is wrong with a report and its line, whatever others read."""
    if not line.is_of(report.parts):
        yield "prints a line to compare that is not that of its text"
    if "NEXT" not in dict(report.parts):
        yield "does not begin with NEXT"
    if report.lookalikes:
        words = "has what looks like a part of everybody's, and is none"
        yield f"{words}: {', '.join(report.lookalikes)}"
    said = [*line.alone, *line.otherwise]
    if strange := [name for name in said if name in ALIKE]:
        yield f"says that all others read {', '.join(strange)} otherwise"
    if none := [name for name in said if log is not None and not _may_have(log, name)]:
        yield f"tells of {', '.join(none)}, which the log does not have"


def _may_have(log: Log, part: str) -> bool:
    """Whether a log can have a paragraph: it is open there, or may be one of the sealed lines."""
    if not part.startswith("["):
        return True
    number, before, sealed = int(part[1:-1]), 0, 0
    if number == 0 or part != f"[{number}]":
        return False
    for row in log.rows:
        paragraph = _paragraph(row) if row is not None else 0
        if paragraph >= number:
            return paragraph == number or paragraph - before - 1 <= sealed
        if paragraph:
            before, sealed = paragraph, 0
        sealed += row is not None and row["kind"] == "sealed"
    return number <= before + sealed


def _prints_one(report: Printed, log: Log | None) -> bool:
    """Whether a report must print a line: one with every die in it, which has no last part, does
    not."""
    version = str(log.body("header")["pbem"]) if log else SILENT[0]
    return version not in SILENT and any(name == "MORE" for name, _ in report.parts)


def _unproved(reports: Sequence[Printed], log: Log | None) -> Iterator[str]:
    """What nothing here shows: that others were told the same, or why not."""
    lines = [(report, line) for report in reports if (line := line_in(report.parts))]
    for report in reports:
        if line_in(report.parts) is None:
            yield f"{report.where} prints no line to compare"
    if len({report.reader for report, _ in lines}) == 1:
        yield f"{lines[0][0].where}: whether others have the line {lines[0][1].digest}"
    for report, line in lines:
        strange = [name for name in (*line.alone, *line.otherwise) if _is_open(name, log)]
        if strange:
            yield f"{report.where}: why all others read {', '.join(strange)} otherwise"


def _is_open(part: str, log: Log | None) -> bool:
    """Whether a log hides nothing that a part could tell to one reader alone."""
    if log is None:
        return False
    if not part.startswith("["):
        sealed = any(row is not None and "seal" in row for row in log.rows)
        return part in _RARE or not sealed
    told = [row for row in log.rows if row is not None and f"[{_paragraph(row)}]" == part]
    return any("seal" not in row for row in told)


def _paragraph(row: Mapping[str, Any]) -> int:
    """The number of the paragraph that an open line tells; 0 where it tells none."""
    return int(row["body"]["par"]) if row["kind"] in ("verdict", "decision") else 0
