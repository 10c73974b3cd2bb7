"""The reports of a run, made again from its replay and compared with those that lie in its folder.

In a game directory the parts that come of more than the run (deadlines, what was amended or taken
back before it) are left out of the comparison; those of a run on plain files are compared whole.
An amendment does not name the data that its reports were made with: those are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Final

from pbem.audit.checks import Check, Trouble
from pbem.audit.rebuild import positions
from pbem.audit.record import Record
from pbem.audit.results import untried
from pbem.core.data.findings import PbemError
from pbem.core.play.run import Outcome
from pbem.core.reading.report import Around
from pbem.core.rules.game import Game
from pbem.store.texts import report_name, reports_of

_AROUND: Final = ("NEXT  ", "NOTES  ", "STANDING  ")
_BELOW: Final = " " * 6  # how the further lines of a section begin


def check_reports(record: Record, play: Callable[[], Outcome], game: Game | None = None) -> Check:
    """The reports at hand are those that the replay makes."""
    try:
        game = game or positions(record)[0]
        outcome = play()
    except PbemError as trouble:
        return untried("reports", f"not compared: {trouble.message}", trouble)
    if outcome.ledger.public_text() != record.log:
        return Check("reports", "not compared: the replay writes another log", done=False)
    whole = record.directory is None
    ours = {report_name(who): text for who, text in reports_of(game, outcome, Around()).items()}
    held = [name for name in ours if name in record.reports]
    found = ((name, _differs(ours[name], record.reports[name], whole)) for name in held)
    troubles = [
        Trouble(0, f"{name}, line {line}, is not what the replay writes")
        for name, line in found
        if line
    ]
    told = f"{len(held)} reports compared with those that the replay makes"
    told += "" if whole else "; not compared: next, notes, standing"
    return Check("reports", told, tuple(troubles), done=bool(held))


def _differs(ours: str, theirs: bytes, whole: bool) -> int:
    """The first line of their text that is not ours; 0 where there is none."""
    text = theirs.decode(errors="surrogateescape")
    end = (text.count("\n") + 2, None)
    pairs = zip_longest(_compared(ours, whole), _compared(text, whole))
    for mine, other in pairs:
        number, line = other or end
        if mine is None or mine[1] != line:
            return number
    return 0


def _compared(text: str, whole: bool) -> Iterator[tuple[int, str]]:
    """The numbered lines that are compared."""
    around = False
    for number, line in enumerate(text.split("\n"), start=1):
        around = line.startswith(_AROUND) or (around and line.startswith(_BELOW))
        if whole or not around:
            yield number, line
