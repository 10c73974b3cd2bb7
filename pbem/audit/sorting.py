"""What a player kept, sorted by kind: logs, sheets, receipts, questions, reports, what was opened.

A file is known by what stands in it, never by its name. What it cannot be is told, not an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any, Final

from pbem.audit.checks import Log, Row, read_log, sealed_rows
from pbem.audit.meant import (
    KINDS,
    as_published,
    is_asked,
    is_closed,
    is_letter,
    is_typed,
    kind_of,
    read_given,
    tells_begin,
)
from pbem.audit.plain import PlainTrouble
from pbem.audit.record import (
    Asked,
    Printed,
    SealSheet,
    asked_text,
    lacks_proof,
    printed_texts,
    seal_sheet,
)
from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import MAX_DATA_BYTES, read_bytes
from pbem.core.orders.orders import sha256
from pbem.core.record.dice import seal_key
from pbem.core.record.ledger import line_hash, seal_holds
from pbem.core.record.views import HIDDEN
from pbem.moderation.amend import is_beside
from pbem.moderation.slips import Held, read_slips, slips_meant
from pbem.store.commitments import Commitments, read_sheet
from pbem.store.keys import OPENED, GameKeys, read_keys
from pbem.store.packs import is_packed, unpacked
from pbem.store.publishing import BEGINS

_KEY: Final = '"%s"[ \\t\\r\\n]*:'
_LINES: Final = {  # files of lines, and two keys that each of their lines has
    "logs": ("prev", "path"),
    "registers": ("prev", "act"),
    "secrets": ("secret", "hidden"),
}
_AROUND: Final = "\ufeff\0 \t\r\n>"  # what may stand before a text that was damaged on its way
Mark = tuple[str, int, int, str]  # of a log: its run, its key, its entries, its last line
_ESCAPED: Final = re.compile(r"\\u00([2-7][0-9a-fA-F])")  # a letter of a key, written otherwise


@dataclass(frozen=True, slots=True)
class KeptLog:
    """A log that was kept, and where it has its place among the others."""

    where: str
    text: str
    log: Log

    @property
    def header(self) -> Mapping[str, Any]:
        """What its first line says."""
        return self.log.body("header")

    @property
    def run(self) -> int:
        """The number of its run."""
        found = self.header.get("run")
        return found if isinstance(found, int) else 0

    @property
    def beside(self) -> bool:
        """Whether it is an amendment or an upgrade."""
        return is_beside(self.header)

    @property
    def name(self) -> str:
        """The name of its run: `4`, or `4.1` beside the windows."""
        if not self.beside:
            return str(self.run)
        return str(self.header["key"].get("beside", f"{self.run}.?")).partition(" ")[0]

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"run {self.name} ({self.where})"

    @property
    def last(self) -> str:
        """The hash of its last line."""
        return line_hash(self.log.lines[-1]) if self.log.lines else ""

    @property
    def void_rows(self) -> list[Row]:
        """The rows of the void runs that it names."""
        chains = (*self.header.get("earlier", ()), self.header)
        return [row for chain in chains for row in chain.get("void", ())]

    @property
    def void(self) -> tuple[Mark, ...]:
        """The same: run, key, entries, hash of the last line."""
        rows = self.void_rows
        return tuple((row["run"], row["key"], row["entries"], row["last"]) for row in rows)

    @property
    def keys(self) -> list[tuple[int, int]]:
        """The keys of the runs that stand, each with the number of its chain."""
        chains = (*self.header.get("earlier", ()), self.header)
        return [(number, key) for number, chain in enumerate(chains) for key in chain["runs"]]

    @property
    def mark(self) -> Mark:
        """What a later log calls it where it was taken back."""
        key = 0 if self.beside else int(self.header["key"]["number"])
        return self.name, key, len(self.log.lines), self.last

    @property
    def moment(self) -> tuple[int, int, str]:
        """Its place in time: the register only grows; older logs have their number alone."""
        known = self.header.get("register", {}).get("entries", -1)
        return known, self.run, self.name


@dataclass(frozen=True, slots=True)
class HeldProtest:
    """A protest as its player got it back: its number, its mark, and when it was entered."""

    where: str
    game: str
    number: int
    mark: str
    run: int  # about which it is
    entries: int  # of the register before it, and the hash of its last line
    last: str
    before: int  # the window that came next; 0 where an older program did not say it
    aside: frozenset[str]  # the hashes of logs that need not name it
    about: str  # the name of the run about which it is, and the hash of its last line
    end: str


@dataclass(frozen=True, slots=True)
class HeldRuling:
    """A ruling on a protest as its file says it."""

    where: str
    number: int  # of the protest; 0 where an older program did not say it
    mark: str


@dataclass(frozen=True, slots=True)
class KeptState:
    """A file of a position, as it is written."""

    where: str
    data: Mapping[str, Any]
    sha256: str

    @property
    def run(self) -> int:
        """The run that led to it; -1 where it tells none."""
        found = dict(self.data.get("clock") or {}).get("run")
        return found if isinstance(found, int) else -1

    @property
    def hides(self) -> bool:
        """Whether something in it is secret."""
        rows = (row for part in ("units", "tracks") for row in self.data.get(part, ()))
        return any(row.get("secret") for row in rows)

    @property
    def is_view(self) -> bool:
        """Whether it is what one player sees."""
        return any(row.get("counter") == HIDDEN for row in self.data.get("units", ()))


@dataclass(frozen=True)
class Kept:
    """All that a player kept."""

    logs: list[KeptLog] = field(default_factory=list)
    sheets: list[tuple[str, Commitments]] = field(default_factory=list)
    seals: list[SealSheet] = field(default_factory=list)
    receipts: list[Held] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    reports: list[Printed] = field(default_factory=list)
    openings: list[tuple[str, GameKeys]] = field(default_factory=list)
    secrets: list[tuple[str, str]] = field(default_factory=list)
    registers: list[tuple[str, str]] = field(default_factory=list)
    sent: dict[str, bytes] = field(default_factory=dict)
    protests: list[HeldProtest] = field(default_factory=list)
    positions: list[KeptState] = field(default_factory=list)
    rulings: list[HeldRuling] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)  # what is meant to be ours, and how it is not
    loose: list[str] = field(default_factory=list)  # what could not be read as it lies, and why

    @cached_property
    def owners(self) -> Mapping[str, KeptLog | None]:
        """The log of which each file of secrets is, by the file's name; a damaged log has none."""
        logs = [log for log in self.logs if log.log.is_whole]
        keys = self.openings[0][1] if self.openings else None
        return {name: owner_of(text, logs, keys) for name, text in self.secrets}

    @property
    def told(self) -> str:
        """How much there is of each kind."""
        counts = {
            "logs": len(self.logs),
            "sheets of commitments": len(self.sheets),
            "seal sheets": len(self.seals),
            "receipts": len(self.receipts),
            "files of questions": len(self.asked),
            "reports": len(self.reports),
            "openings": len(self.openings),
            "files of secrets": len(self.secrets),
            "registers": len(self.registers),
            "files as sent": len(self.sent),
            "protests": len(self.protests),
            "rulings": len(self.rulings),
            "positions": len(self.positions),
        }
        known = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        strange = f"; not of a game: {', '.join(self.strange)}" if self.strange else ""
        return (known or "nothing of a game") + strange


def sort_kept(paths: Sequence[Path]) -> Kept:
    """Every file, also in folders and zips, sorted by its kind; logs in order of time."""
    kept = Kept()
    for name, data in _files(paths):
        _sort_file(kept, name, data)
    kept.logs.sort(key=lambda log: log.moment)
    return kept


def _sort_file(kept: Kept, name: str, data: bytes) -> None:
    """A file of lines, of rows, or a mail."""
    text = data.decode("utf-8", errors="replace")
    if is_closed(data):
        kept.loose.append(f"{name} is packed: unpack it")
    elif kind := _lines_in(text):
        _sort_lines(kept, name, data, kind)
    elif not text.startswith(BEGINS):
        _sort_text(kept, name, data)


def _sort_text(kept: Kept, name: str, data: bytes) -> None:
    """Something that pbem or a player wrote, alone or in a letter."""
    published = as_published(data)
    text = published.decode("utf-8", errors="replace")
    kind, letter = kind_of(text), is_letter(text)
    if kind and not letter:
        _sort_given(kept, name, published, kind)
    elif not (letter or _is_json(text)) and (is_typed(text) or is_asked(text)):
        kept.sent.update({name: data} if is_typed(text) else {})
        _sort_asked(kept, name, text)
    else:
        _sort_mail(kept, name, text)
        if kind or (is_asked(text) and tells_begin(text)):
            kept.loose.append(f"{name} has a file of the game in it: take that out of the letter")


def _is_json(text: str) -> bool:
    """Whether a text is a receipt as data, or whatever else is no YAML."""
    return text.lstrip(_AROUND)[:1] in ("{", "[")


def _files(paths: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    for path in paths:
        if path.is_dir():
            for found in sorted(path.rglob("*")):
                if found.is_file() and not found.is_symlink():
                    name = found.relative_to(path).as_posix()
                    yield name, read_bytes(found, MAX_DATA_BYTES)
        else:
            yield from _of_pack(path.name, read_bytes(path, MAX_DATA_BYTES))


def _of_pack(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or those of a zip."""
    if not is_packed(data):
        yield name, data
        return
    for inner, content in sorted(unpacked(data, name).items()):
        if not inner.endswith("/"):
            yield inner, content


def _lines_in(text: str) -> str:
    """What kind of lines a file has, logs, registers or secrets; nothing where it is none of them.

    Its keys tell, however it was damaged: a log with damage is a log, and is wrong. A text that
    quotes some lines is none.
    """
    plain = _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), text.replace("\0", ""))
    found = {kind: _fewest(plain, keys) for kind, keys in _LINES.items()}
    kind = max(found, key=lambda one: found[one])
    if not found[kind]:
        return ""
    rows = [row for row in plain.split("\n") if row.strip(_AROUND)]
    telling = sum(_fewest(row, _LINES[kind][:1]) > 0 for row in rows)
    begins = plain.lstrip(_AROUND)[:1] in ("{", "[")
    return kind if begins or 2 * telling > len(rows) else ""


def _fewest(text: str, keys: Sequence[str]) -> int:
    """How often each of some keys stands in a text at least."""
    return min(len(re.findall(_KEY % key, text, re.IGNORECASE | re.ASCII)) for key in keys)


def _sort_lines(kept: Kept, name: str, data: bytes, kind: str) -> None:
    """A log, a register, or opened entries; the same log twice is one log."""
    text = data.decode("utf-8", errors="surrogateescape")
    if kind == "registers":
        kept.registers.append((name, text))
    elif kind == "secrets":
        kept.secrets.append((name, text))
    else:
        log = KeptLog(name, text, read_log(text))
        if all(log.log.lines != other.log.lines for other in kept.logs):
            kept.logs.append(log)


def _sort_given(kept: Kept, name: str, data: bytes, kind: str) -> None:
    """What pbem wrote for players: of a kind that is known, or damaged."""
    try:
        _take(kept, name, data, kind)
    except (PlainTrouble, PbemError) as trouble:
        kept.damaged.append(f"{name} is meant to be {KINDS[kind].title}: {trouble}")


def _take(kept: Kept, name: str, data: bytes, kind: str) -> None:
    """A file of a kind to the others of it; PlainTrouble or PbemError where it is damaged."""
    said = read_given(data, kind)
    text = data.decode("utf-8")
    if kind == "commitments":
        kept.sheets.append((name, read_sheet(text, name)))
    elif kind == "seal":
        kept.seals.append(seal_sheet(name, data))
    elif kind == "opening":
        kept.openings.append((name, read_keys(text, name, OPENED)))
    elif kind == "protest":
        kept.protests.append(_held_protest(name, data, said))
    elif kind == "ruling":
        kept.rulings.append(HeldRuling(name, said.get("number", 0), sha256(data)))
    else:
        kept.positions.append(KeptState(name, said, sha256(data)))


def _held_protest(name: str, data: bytes, said: Mapping[str, Any]) -> HeldProtest:
    """A protest from its file."""
    number, _, _ = str(said["run"]).partition(".")
    return HeldProtest(
        where=name,
        game=str(said["game"]),
        number=said["number"],
        mark=sha256(data),
        run=int(number) if number.isdecimal() else 0,
        entries=said["register"]["entries"],
        last=said["register"]["last"],
        before=said.get("before", 0),
        aside=frozenset(said.get("aside", ())),
        about=str(said["run"]),
        end=said["last"],
    )


def _sort_asked(kept: Kept, name: str, text: str) -> None:
    """What a player or the moderator was asked, if it is that."""
    if tells_begin(text):
        try:
            kept.asked.append(asked_text(text, PurePath(name).name, name))
        except PbemError as trouble:
            kept.damaged.append(str(trouble))
    elif is_asked(text) and is_typed(text):
        kept.loose.append(f"{name} does not tell how the run began that asked")


def _sort_mail(kept: Kept, name: str, text: str) -> None:
    """A mail: a receipt, a report, or something else."""
    slips = read_slips(text)
    kept.receipts.extend(Held(slip, name) for slip in slips)
    if slips_meant(text) > len(slips):
        kept.damaged.append(f"{name} has a receipt that cannot be read")
    printed = printed_texts(text, name)
    kept.reports.extend(printed)
    if lacks_proof(text):
        kept.damaged.append(f"{name} is meant to be a report: its part PROOF is missing")
    elif not slips and not printed:
        kept.strange.append(name)


def owner_of(secrets: str, logs: Sequence[KeptLog], keys: GameKeys | None) -> KeptLog | None:
    """The log of which a file of secrets is: it opens the most of its lines.

    One that opens nothing is of the log whose sealed lines most of its rows name, and is wrong;
    but where another play of that run is told of and is not here, it may be of that one, unless
    the opening shows that none of its keys is.
    """
    rows = [_secret_row(line) for line in secrets.removesuffix("\n").split("\n")]
    sealed = [sealed_rows(log.log) for log in logs]
    opened = [sum(_opens(lines, row) for row in rows) for lines in sealed]
    named = [sum(_sealed_line(lines, row) is not None for row in rows) for lines in sealed]
    if any(opened):
        return logs[opened.index(max(opened))]
    most = max(named, default=0)
    if not most or 2 * most < len(rows):
        return None
    log = logs[named.index(most)]
    return None if _may_be_of_another_play(rows, log, logs, keys) else log


def _secret_row(line: str) -> Mapping[str, Any]:
    """A line of a file of secrets, also one not written as pbem writes; empty if none is read."""
    try:
        line.encode()
        row = json.loads(line, parse_int=_whole, parse_float=_whole, parse_constant=_whole)
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _whole(text: str) -> int:
    """A number that is a whole one, however it is written; ValueError where it is none."""
    number = float(text)
    if not number.is_integer():
        raise ValueError(text)
    return int(number)


def _sealed_line(lines: Mapping[int, Row], row: Row) -> Row | None:
    """The sealed line of a log that a row of secrets names by its number and path."""
    number = row.get("n")
    line = lines.get(number) if isinstance(number, int) else None
    return line if line and line["path"] == row.get("path") else None


def _opens(lines: Mapping[int, Row], row: Row) -> bool:
    line = _sealed_line(lines, row)
    try:
        return line is not None and seal_holds(line, row)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _may_be_of_another_play(
    rows: Sequence[Row], log: KeptLog, logs: Sequence[KeptLog], keys: GameKeys | None
) -> bool:
    """Whether the run of a log was played another time, that log is not here, and rows fit it."""
    here = {one.mark for one in logs if one.name == log.name}
    void = _void_plays(log, logs)
    away = [mark for mark in void if mark not in here]
    if here <= {*void}:
        return True
    if keys is None or log.beside or log.header.get("earlier"):
        return bool(away)
    return any(_is_of_play(row, mark, void, keys) for mark in away for row in rows)


def _void_plays(log: KeptLog, logs: Sequence[KeptLog]) -> list[Mark]:
    """The plays of the run of a log that any head tells to be void, each once."""
    return list(dict.fromkeys(m for one in logs for m in one.void if m[0] == log.name))


def _is_of_play(row: Row, mark: Mark, void: Sequence[Mark], keys: GameKeys) -> bool:
    """Whether the key of a row is that of a void play, of those with one key the j-th.

    Programs up to 0.3.0 sealed all of them with one key.
    """
    again = [one for one in void if one[:2] == mark[:2]].index(mark)
    try:
        run = keys.of_run(0, mark[1])
        plays = [replace(run, again=j).seals for j in (0, again)]
        return row["key"] in [seal_key(one, row["path"], row["n"]).hex() for one in plays]
    except (PbemError, LookupError, ValueError):
        return False
