"""What the moderator corrected with dice known: the log says so, and is right.

Decides from the logs of several plays of a run with one key what of its corrections and changed
rules came after dice were known; of an amendment, from its own log. Leaves to `samekey` that the
files of players stayed the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.audit.checks import SILENT, Check, Log, Trouble
from pbem.core.record.foreknown import KNOWN, Plays
from pbem.core.record.ledger import SEALED, Entry, entry_from, line_hash
from pbem.moderation.amend import AMENDS, dice_are_known, is_beside
from pbem.moderation.rules import CHANGED

NAME: Final = "known dice"
_NEEDS: Final = "the logs of the plays that were taken back: every log is published"
Named = tuple[str, Log]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Earlier:
    """The plays of a run with its key that are here, and whether they are all that there were."""

    plays: Plays
    logs: tuple[Log, ...]
    whole: bool

    @property
    def may_hide(self) -> bool:
        """Whether dice may have been thrown in them that only the moderator knows."""
        rows = (row for log in self.logs for row in log.rows if row is not None)
        return any(row["kind"] == SEALED for row in rows)


def concerned(logs: Sequence[Named]) -> list[Named]:
    """The logs in which something may have been said with dice known."""
    finished = finished_in(log for _, log in logs)
    return [(name, log) for name, log in logs if _concerns(log, finished)]


def finished_in(logs: Iterable[Log]) -> frozenset[str]:
    """The ends of the logs that were finished: so no head makes a run of one that only waited."""
    return frozenset(line_hash(log.lines[-1]) for log in logs if log.body("digest"))


def _concerns(log: Log, finished: Collection[str]) -> bool:
    header = log.body("header")
    if is_beside(header):
        return AMENDS in header and dice_are_known(header, finished)
    said = header.get(CHANGED) or any(True for _ in log.bodies("correction"))
    return bool(said and header.get("key", {}).get("again"))


def check_known(logs: Sequence[Named]) -> Check:
    """Whatever was corrected with dice known says so, and no other correction does."""
    troubles: list[Trouble] = []
    gaps: list[str] = []
    for name, log in concerned(logs):
        if str(log.body("header").get("pbem", "")) in SILENT:
            gaps.append(f"{name} is of a program that did not say it")
        elif is_beside(log.body("header")):
            troubles += [Trouble(line, words) for line, words in _unsaid_amendment(name, log)]
        else:
            earlier = _earlier(log, [other for _, other in logs])
            gaps += [] if earlier.whole else [f"not all plays before {name} are here"]
            troubles += [Trouble(line, words) for line, words in _wrong(name, log, earlier)]
    told = "; ".join(gaps) or "what was ruled with dice known says so"
    return Check(NAME, told, tuple(troubles), done=not gaps, needs=_NEEDS)


def _unsaid_amendment(name: str, log: Log) -> Iterator[tuple[int, str]]:
    for line, _, body in log.bodies("correction"):
        if body.get(KNOWN) != []:
            yield line, f"{name} amends with dice of the next run known, and does not say so"


def _earlier(log: Log, logs: Iterable[Log]) -> _Earlier:
    """The plays of the run of a log, with its key, that it names as void and that were finished."""
    here = {line_hash(one.lines[-1]): one for one in logs if one.body("digest")}
    void = _void_plays(log.body("header"))
    told = [row for row in void if not row.get("stopped") or row["last"] in here]
    found = [here[row["last"]] for row in told if row["last"] in here]
    plays = tuple(_entries(one) for one in found)
    return _Earlier(Plays(plays), tuple(found), len(found) == len(told))


def _void_plays(header: Row) -> list[Row]:
    """The void runs of the number and the key of a head."""
    own = (str(header["run"]), header["key"]["number"])
    return [row for row in header["void"] if (row["run"], row["key"]) == own]


def _entries(log: Log) -> tuple[Entry, ...]:
    return tuple(entry_from(row) for row in log.rows if row is not None)


def _wrong(name: str, log: Log, earlier: _Earlier) -> Iterator[tuple[int, str]]:
    """What a log says wrongly of dice that were known, or does not say."""
    for line, row, body in log.bodies("correction"):
        known = earlier.plays.known(row["path"], body)
        if not _agrees(body, known, earlier):
            yield line, f"{name} corrects {row['path']} {_words(known)}, and {_told(body)}"
    before = [row for one in earlier.logs for row in one.body("header").get(CHANGED, ())]
    for row in log.body("header").get(CHANGED, ()):
        same = [one for one in before if _change(one) == _change(row)]
        known = same[-1].get(KNOWN) if same else [] if earlier.plays.told_dice else None
        if not _agrees(row, known, earlier):
            yield 1, f"{name} changes {row['what']} {_words(known)}, and {_told(row)}"


def _agrees(said: Row, known: list[Any] | None, earlier: _Earlier) -> bool:
    """Whether what is said is what the plays that are here show, as far as they do."""
    if said.get(KNOWN) == known:
        return True
    if known is None:
        return earlier.may_hide or not earlier.whole
    return not earlier.whole and (KNOWN not in said or known == [])


def _words(known: list[Any] | None) -> str:
    if known is None:
        return "with no die known"
    return f"with the dice {known} known" if known else "with dice of the run known"


def _told(said: Row) -> str:
    return f"says that {said[KNOWN]} were" if KNOWN in said else "does not say so"


def _change(row: Row) -> list[Any]:
    return [row[name] for name in ("what", "old", "new")]
