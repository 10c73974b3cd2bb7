"""What a run told while it waited, compared with the logs: who was asked keeps how it began.

Decides what one log says of a file of questions: that its run stands and began so, or was taken
back, or neither; and what all of them say together. Keys are used in turn and none is left out, so
a log whose keys come after that of the questions knows what became of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.audit.checks import Check, Log, Trouble
from pbem.audit.record import Asked
from pbem.core.record.ledger import line_hash
from pbem.moderation.amend import is_beside
from pbem.store.pending import files_mark

NAME: Final = "questions"
_NEEDS: Final = "every log is published: ask the moderator for it"
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Found:
    """What a log says of questions: nothing yet, that all is well, or that something is wrong."""

    words: str
    line: int = 0  # of what is wrong
    well: bool = False
    wrong: bool = False
    burnt: bool = False  # whether dice that were told served again, with other files


def check_asked(log: Log, asked: Asked) -> Check:
    """The log begins as its run did when it put its questions, or names that run as void."""
    found = _in_log(log, asked, "this log")
    if found.wrong:
        return Check(NAME, "", (Trouble(found.line, found.words),))
    return Check(NAME, found.words, done=found.well)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a game by who was asked.

    Its logs by name, and which of them are void; the last run of which anything tells; how many
    keys it has, where a sheet tells it.
    """

    logs: Mapping[str, Log]
    void: Collection[str]
    newest: int
    length: int | None


def check_all_asked(files: Sequence[Asked], known: Known) -> Check:
    """Every file of questions, by all that is here."""
    found = [_by_all(asked, known) for asked in files]
    troubles = tuple(Trouble(0, one.words) for one in found if one.wrong)
    words = dict.fromkeys(one.words for one in found if not one.wrong)
    done = all(one.well for one in found if not one.wrong)
    return Check(NAME, "; ".join(words), troubles, done=done, needs=_NEEDS)


def _by_all(asked: Asked, known: Known) -> _Found:
    """What all logs together say of questions."""
    told = sorted(_told(asked, known), key=lambda one: (not one.burnt, not one.well))
    if told:
        return told[0]
    if strange := _strange(asked, known):
        return _Found(f"{asked.where} tells of {strange}", wrong=True)
    return _Found(f"{asked.where}: the log of run {asked.run} is not here")


def _told(asked: Asked, known: Known) -> Iterator[_Found]:
    """What single logs say; one that is void may begin otherwise."""
    for name, log in known.logs.items():
        found = _in_log(log, asked, name)
        if found.burnt or found.well or (found.wrong and name not in known.void):
            yield found


def _strange(asked: Asked, known: Known) -> str:
    """What questions tell of a run that no log knows, and that cannot be."""
    if known.length is not None and not 0 < asked.key <= known.length:
        return f"key {asked.key}; the game has {known.length}"
    if known.logs and asked.run > known.newest + 1:
        return f"run {asked.run}; of run {known.newest + 1} nothing is here"
    return ""


def _in_log(log: Log, asked: Asked, name: str) -> _Found:
    """What one log says of questions."""
    header = log.body("header")
    taken = _taken_back(header, asked)
    of_run = _is_of_run(header, asked)
    if taken and _burns(header, asked):
        words = f"{name} uses key {asked.key} for run {asked.run} again, whose dice {asked.where}"
        return _Found(f"{words} told, and not with the same files", 1, wrong=True, burnt=True)
    if _asked_mark(asked) in [_mark(row) for row in taken if row.get("stopped")]:
        words = f"run {asked.run}, of which {asked.where} tells, was taken back: void"
        return _Found(words, well=True)
    if of_run and _begins(log, asked):
        words = f"the log begins with the {asked.entries} entries of {asked.where}"
        return _Found(words, well=True)
    if max((row["entries"] for row in taken), default=-1) >= asked.entries:
        return _Found(f"{asked.where}: the log of run {asked.run} that was taken back is not here")
    if _is_of_another(header, asked, of_run):
        line = min(asked.entries, len(log.lines)) if of_run else 1
        return _Found(
            f"{_waited(asked)}; {name} neither begins so nor names it as void", line, wrong=True
        )
    return _Found(f"{asked.where} is of run {asked.run}: its own log must begin as it tells")


def _waited(asked: Asked) -> str:
    words = f"{asked.where} tells of a run {asked.run} that waited after {asked.entries} entries"
    return f"{words}, with key {asked.key}"


def _taken_back(header: Row, asked: Asked) -> list[Row]:
    """The void runs of its number and key that a head tells of."""
    void = [row for chain in _chains(header) for row in chain.get("void", ())]
    return [row for row in void if _mark(row)[:2] == _asked_mark(asked)[:2]]


def _is_of_run(header: Row, asked: Asked) -> bool:
    return bool(header["run"] == asked.run and not is_beside(header))


def _burns(header: Row, asked: Asked) -> bool:
    """Whether a run uses the key with which it had asked, and other files than then."""
    if not asked.files or not _is_of_run(header, asked):
        return False
    same_key = header["key"].get("number") == asked.key
    return same_key and files_mark(header["inputs"], header.get("beacon")) != asked.files


def _begins(log: Log, asked: Asked) -> bool:
    reached = log.lines[: asked.entries]
    hashes = [line_hash(line) for line in (*reached[:1], *reached[-1:])]
    return len(reached) == asked.entries and hashes == [asked.head, asked.last]


def _is_of_another(header: Row, asked: Asked, of_run: bool) -> bool:
    """Whether a log must tell of questions, and does not: its key or a later one is theirs."""
    used = [set(_used(chain)) for chain in _numbered(header)]
    if not used:
        return of_run  # an older log, which tells nothing of its game
    if any((asked.run, asked.key) in keys for keys in used):
        return of_run and header["key"]["number"] == asked.key
    return asked.key <= min(max((key for _, key in keys), default=0) for keys in used)


def _chains(header: Row) -> list[Row]:
    """All chains of keys that a head tells of, the present one last."""
    return [*header.get("earlier", ()), header]


def _numbered(header: Row) -> Iterator[tuple[int, Row]]:
    """The chains whose keys are told, each with the number of runs that stood before it."""
    before = 0
    for chain in _chains(header):
        if "runs" in chain:
            yield before, chain
            before += len(chain["runs"])


def _used(numbered: tuple[int, Row]) -> Iterator[tuple[int, int]]:
    """The keys of a chain, each with the number of the run that used it."""
    before, chain = numbered
    yield from enumerate(chain["runs"], start=before + 1)
    for row in chain.get("void", ()):
        if row["key"]:
            yield int(row["run"]), row["key"]


def _mark(row: Row) -> tuple[str, int, int, str]:
    return row["run"], row["key"], row["entries"], row["last"]


def _asked_mark(asked: Asked) -> tuple[str, int, int, str]:
    return str(asked.run), asked.key, asked.entries, asked.last
