"""The protests of a game, as heads, the register, and the files that players got back tell of them.

Decides whether a protest that has a number stands in every log that must name it, whatever its file
says of when it was entered. Leaves to `chain` what one log alone tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from pbem.audit.checks import SILENT, Check, Trouble
from pbem.audit.record import Asked
from pbem.audit.sorting import HeldProtest, HeldRuling, Kept, KeptLog
from pbem.core.data.findings import AuditError
from pbem.core.record.ledger import line_hash
from pbem.core.record.state import canonical
from pbem.store.reconciling import protest_data
from pbem.store.register import PROTESTS, Story, stories

NAME: Final = "protests"
_NEXT: Final = "the log of the next run, which must name it"
Row = Mapping[str, Any]


def check_kept_protests(kept: Kept) -> Check:
    """The lists of protests only grow, and name each that was entered before their logs began."""
    troubles = [Trouble(0, words) for words in _forgotten(kept.logs)]
    open_ones = []
    for held in kept.protests:
        found = [*_untold(kept, held), *_unregistered(kept, held), *_misdated(kept, held)]
        troubles += [Trouble(0, words) for words in dict.fromkeys(found)]
        if not any(_row(log, held.number) for log in kept.logs):
            open_ones.append(held.where)
    for ruling in kept.rulings:
        troubles += [Trouble(0, words) for words in _ruled_otherwise(kept, ruling)]
        if not any(_names_ruling(log, ruling) for log in kept.logs):
            open_ones.append(ruling.where)
    told = "every log names those that were entered before it, and how they were ruled"
    told += f"; named by no log that is here: {', '.join(open_ones)}" if open_ones else ""
    return Check(NAME, told, tuple(troubles), done=not open_ones, needs=_NEXT)


# --- heads ---------------------------------------------------------------------------------------


def _forgotten(logs: Sequence[KeptLog]) -> Iterator[str]:
    """Later heads that leave out or change what earlier ones name."""
    for log, later in combinations(logs, 2):
        rows, now = log.header.get(PROTESTS, ()), later.header.get(PROTESTS, ())
        if len(now) < len(rows) or any(map(_other_protest, rows, now)):
            yield f"{later.title} leaves out or changes a protest that {log.title} names"


def _other_protest(row: Row, later: Row) -> bool:
    """Whether a later log tells otherwise of a protest; it may have been ruled on since."""
    kept = {"ruling": later["ruling"], **{k: v for k, v in row.items() if v is not None}}
    return dict(later) != kept


def _row(log: KeptLog, number: int) -> Row | None:
    """What a head tells under the number of a protest."""
    rows = log.header.get(PROTESTS, ())
    return next((row for row in rows if row["number"] == number), None)


def _names_ruling(log: KeptLog, ruling: HeldRuling) -> bool:
    return any(row["ruling"] == ruling.mark for row in log.header.get(PROTESTS, ()))


def _ruled_otherwise(kept: Kept, ruling: HeldRuling) -> Iterator[str]:
    """Logs that name another ruling on the protest of a ruling."""
    for log in kept.logs:
        row = _row(log, ruling.number)
        if row is not None and row["ruling"] not in (None, ruling.mark):
            yield f"{log.title} names another ruling on protest {ruling.number} than {ruling.where}"


def _untold(kept: Kept, held: HeldProtest) -> Iterator[str]:
    """Logs that do not name a protest and must, or that show that its file is not true."""
    for log in kept.logs:
        row, entries = _row(log, held.number), log.moment[0]
        if row is None and (entries > held.entries or _must_name(kept, held, log)):
            yield f"{log.title} does not name protest {held.number} ({held.where})"
        elif row is not None and row["protest"] != held.mark:
            yield f"{log.title} names another protest {held.number} than {held.where}"
        elif row is not None and entries <= held.entries:
            yield f"{held.where} says that it came later than {log.title}, which names it"
        told = log.header.get("register", {}).get("last")
        known = {held.entries: held.last, held.entries + 1: _line_hash(held)}
        if known.get(entries, told) != told:
            yield f"{held.where} tells of another register than {log.title}"


def _must_name(kept: Kept, held: HeldProtest, log: KeptLog) -> bool:
    """Whether a log is of the window that came next then, or a later one, and stands."""
    if not held.before or log.run < held.before:
        return False
    void = any(log.mark in other.void for other in kept.logs)
    return not void and held.aside.isdisjoint((log.last, line_hash(log.log.lines[0])))


def _line_hash(held: HeldProtest) -> str:
    """The hash of the line with which the register enters a protest."""
    row = {"n": held.entries + 1, "prev": held.last, "act": "protested"}
    return line_hash(canonical({**row, **protest_data(held.number, held.mark)}))


# --- the register --------------------------------------------------------------------------------


def register_lines(kept: Kept) -> list[tuple[Row, Story]]:
    """The longest register that is here, line by line; empty where none is, or it is damaged."""
    try:
        text = max((text for _, text in kept.registers), key=len, default="")
        return list(stories(text)) if text else []
    except AuditError:
        return []  # the check of the register tells of it


def _unregistered(kept: Kept, held: HeldProtest) -> Iterator[str]:
    """A protest that the register does not tell of, though it goes on past it."""
    lines = register_lines(kept)
    if not lines:
        return
    hashes = [str(story.tip["last"]) for _, story in lines]
    expected = {held.entries: held.last, held.entries + 1: _line_hash(held)}
    if any(at < len(hashes) and hashes[at] != found for at, found in expected.items()):
        yield f"the register does not tell of protest {held.number} as {held.where} has it"
    elif held.entries + 1 >= len(hashes) and held.before:
        standing = [run for run in lines[-1][1].standing if run.name.number >= held.before]
        if any(run.last not in held.aside for run in standing):
            yield f"the register tells of run {held.before}, and not of protest {held.number}"


# --- what its file says --------------------------------------------------------------------------


def _misdated(kept: Kept, held: HeldProtest) -> Iterator[str]:
    """A protest whose file names another run, or a window that cannot have been the next."""
    other = [name for name, end in _ends(kept) if end == held.end and name != held.about]
    if other and (held.about, held.end) not in _ends(kept):
        yield f"{held.where} is about run {held.about}, and names the last line of run {other[0]}"
    newest = newest_played(kept, kept.asked)
    if held.before > newest + 1:
        words = f"{held.where} was entered when run {held.before - 1} had been played"
        yield f"{words}; the newest run of which anything is here is {newest}"
    if not held.before and not _may_be_older(kept):
        yield f"{held.where} does not say before which run it was entered"


def newest_played(kept: Kept, asked: Sequence[Asked]) -> int:
    """The newest run that was played, as far as anything here tells; `asked` counts for it too."""
    played = [log.run for log in kept.logs] + [report.run for report in kept.reports]
    began = [held.slip.run for held in kept.receipts] + [sheet.run for sheet in kept.seals]
    began += [one.run for one in asked if isinstance(one.run, int)]
    told = [story.played for _, story in register_lines(kept)]
    ends = _ends(kept)
    about = [held.run for held in kept.protests if not ends or (held.about, held.end) in ends]
    return max([*played, *(run - 1 for run in began), *told, *about, 0])


def _ends(kept: Kept) -> list[tuple[str, str]]:
    """The runs of which anything here tells how their logs end, each with its last line."""
    void = [(run, last) for log in kept.logs for run, _, _, last in log.void]
    return [(log.name, log.last) for log in kept.logs] + void


def _may_be_older(kept: Kept) -> bool:
    """Whether a program up to 0.3.0, whose protests do not say it, may have played the game."""
    told = [str(log.header["pbem"]) for log in kept.logs]
    told += [sheet.program.version for _, sheet in kept.sheets if sheet.whole]
    return not told or any(version in SILENT for version in told)
