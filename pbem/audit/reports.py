"""The reports of a run, made again from its replay and compared with those that lie in its folder.

They are compared whole: whatever a report says stands in the record of its run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest

from pbem.audit.checks import Check, Trouble
from pbem.audit.rebuild import Again
from pbem.audit.record import Record
from pbem.audit.results import untried
from pbem.core.data.findings import PbemError
from pbem.core.reading.report import Around
from pbem.store.inputs import ROSTER
from pbem.store.reporting import beside_reports, window_reports
from pbem.store.texts import report_name, reports_of

_ALL = "the reports as they were sent: the players have them"


def check_reports(record: Record, play: Callable[[], Again]) -> Check:
    """The reports at hand are those that the replay makes, and all of them are."""
    try:
        again = play()
    except PbemError as trouble:
        return untried("reports", f"not compared: {trouble.message}", trouble)
    if again.outcome.ledger.public_text() != record.log:
        return Check("reports", "not compared: the replay writes another log", done=False)
    if again.window is None and ROSTER not in record.header()["inputs"]:
        words = "not compared: the log does not name the data that they were made with"
        return Check("reports", words, done=False)
    ours = {report_name(who): text for who, text in _made(record, again).items()}
    troubles = tuple(Trouble(0, words) for words in _other(ours, record.reports))
    gone = [name for name in ours if name not in record.reports]
    told = f"{len(ours) - len(gone)} reports compared with those that the replay makes"
    told += f"; not here: {', '.join(gone)}" if gone else ""
    return Check("reports", told, troubles, done=not gone, needs=_ALL)


def _other(ours: Mapping[str, str], theirs: Mapping[str, bytes]) -> Iterator[str]:
    """What is said of reports that are not ours."""
    for name, data in theirs.items():
        if name not in ours:
            yield f"{name}: there is no such report of this run"
        elif line := _differs(ours[name], data):
            yield f"{name}, line {line}, is not what the replay writes"


def _made(record: Record, again: Again) -> dict[str, str]:
    """The reports as the run made them."""
    directory, run = record.directory, record.run
    if directory is None or run is None:
        return reports_of(again.game, again.outcome, Around())
    if again.window is None:
        return beside_reports(directory, again.game, run, again.outcome)
    return window_reports(directory, again.game, again.window, again.outcome)


def _differs(ours: str, theirs: bytes) -> int:
    """The first line in which two texts differ; 0 where they are the same."""
    lines = zip_longest(ours.split("\n"), theirs.decode(errors="surrogateescape").split("\n"))
    pairs = enumerate(lines, start=1)
    return next((number for number, (mine, other) in pairs if mine != other), 0)
