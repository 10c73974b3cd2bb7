"""The log of a run: JSON lines in a hash chain, and the sealing of what is secret.

Entry kinds: header, roll, decision, verdict, order, event, correction, digest. Each public line
holds the hash of the line before it. A secret entry stands in the public ledger as a seal only,
one that is secret in part as what is open of it and a seal; the whole goes to the moderator's
secrets file, from which a view opens what a player may see.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.record.dice import seal, seal_key
from pbem.core.record.state import canonical

FORMAT: Final = "pbem-ledger/2"
OLDER: Final = "pbem-ledger/1"
START: Final = "0" * 64
SEALED: Final = "sealed"
KINDS: Final = ("header", "roll", "decision", "verdict", "order", "event", "correction", "digest")
LARGEST: Final = 2**53 - 1  # of the numbers in a log: every reader of JSON knows them
DEEPEST: Final = 100  # lists and objects within one another
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number, its kind, the path of steps it stands in, and what it says.

    `secret` names who may see it, if not everybody; with `hidden` only those keys are secret.
    """

    number: int
    kind: str
    path: str
    body: Mapping[str, Any]
    secret: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    @property
    def facts(self) -> Facts:
        """What a verdict tells beside its outcome."""
        facts: Facts = self.body["facts"]
        return facts

    @property
    def outcome(self) -> str:
        """What came out, by a verdict."""
        return str(self.body["outcome"])

    def open_body(self) -> dict[str, object]:
        """What everybody may see: what is hidden is blank."""
        return {
            key: type(value)() if key in self.hidden else value for key, value in self.body.items()
        }


def line_hash(line: str) -> str:
    """The hash of a ledger line, as the next line holds it; of any bytes, if they were kept."""
    return hashlib.sha256(line.encode(errors="surrogateescape")).hexdigest()


def _hash_of_last(lines: Sequence[str]) -> str:
    return line_hash(lines[-1]) if lines else START


def sealed_content(kind: str, body: Mapping[str, object], hidden: Sequence[str]) -> str:
    """The text that is sealed: of an entry as a whole, or of its hidden keys."""
    kept = {key: body[key] for key in hidden} if hidden else body
    return canonical({"kind": kind, "body": kept})


@dataclass(slots=True)
class Ledger:
    """The ledger of a run while it is written; its lines are chained when they are asked for."""

    secret_key: bytes
    entries: list[Entry] = field(default_factory=list)
    _lines: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The public lines, one an entry."""
        for entry in self.entries[len(self._lines) :]:
            self._lines.append(self._line(entry, _hash_of_last(self._lines)))
        return self._lines

    @property
    def last(self) -> str:
        """The hash of the last line."""
        return _hash_of_last(self.lines)

    def add(
        self,
        kind: str,
        path: str,
        body: Mapping[str, object],
        secret: tuple[str, ...] = (),
        hidden: tuple[str, ...] = (),
    ) -> Entry:
        """Append an entry to the chain; with `hidden`, only those keys of it are secret."""
        entry = Entry(len(self.entries) + 1, kind, path, body, secret, hidden)
        self.entries.append(entry)
        return entry

    def _line(self, entry: Entry, previous: str) -> str:
        data: dict[str, object] = {"n": entry.number, "path": entry.path, "prev": previous}
        if entry.secret and not entry.hidden:
            data |= {"kind": SEALED, "seal": self._seal(entry)}
        elif entry.secret:
            data |= {"kind": entry.kind, "body": entry.open_body()}
            data |= {"hidden": list(entry.hidden), "seal": self._seal(entry)}
        else:
            data |= {"kind": entry.kind, "body": entry.body}
        return canonical(data)

    def _seal(self, entry: Entry) -> str:
        key = seal_key(self.secret_key, entry.path, entry.number)
        return seal(key, sealed_content(entry.kind, entry.body, entry.hidden))

    def public_text(self) -> str:
        """The ledger as it is published."""
        return "".join(line + "\n" for line in self.lines)

    def secrets_text(self) -> str:
        """What the seals hide, for the moderator alone."""
        return "".join(
            canonical(secret_row(entry, seal_key(self.secret_key, entry.path, entry.number))) + "\n"
            for entry in self.entries
            if entry.secret
        )


def secret_row(entry: Entry, key: bytes) -> dict[str, object]:
    """What a seal hides, with the key that opens it alone."""
    return {
        "n": entry.number,
        "path": entry.path,
        "secret": list(entry.secret),
        "hidden": list(entry.hidden),
        "key": key.hex(),
        "kind": entry.kind,
        "body": entry.body,
    }


def read_lines(text: str) -> list[dict[str, Any]]:
    """The lines of a ledger as data; ValueError names the first line that is not an object."""
    rows: list[dict[str, object]] = []
    lines = text.removesuffix("\n").split("\n") if text else []
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line, parse_float=_no_number, parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise ValueError(f"line {number} is not JSON") from None
        if not isinstance(row, dict):
            raise ValueError(f"line {number} is not a JSON object")
        rows.append(row)
    return rows


def _no_number(text: str) -> None:
    """Numbers of a log are whole: no fraction, nothing infinite."""
    raise ValueError(text)


def exact_row(line: str) -> dict[str, object]:
    """A line that is byte for byte what is written of its row; ValueError where it is not.

    What two readers of JSON may understand differently is no line of a log: a key twice, `3.0` for
    3, a number beyond those that all of them know, letters that are none.
    """
    (row,) = read_lines(line)
    line.encode()
    if canonical(row) != line or (_is_large(line) and not _is_modest(row)):
        raise ValueError("the line is not written as pbem writes")
    return row


def exact_lines(text: str) -> list[dict[str, Any]]:
    """The lines of a file, each written as pbem writes; ValueError names the first that is not."""
    rows: list[dict[str, object]] = []
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        try:
            rows.append(exact_row(line))
        except ValueError:
            raise ValueError(f"line {number} is not written as pbem writes") from None
    return rows


def _is_large(line: str) -> bool:
    """Whether a line may hold a number that is too large, or too much within one another."""
    return line.count("{") + line.count("[") > DEEPEST or _LONG.search(line) is not None


_LONG: Final = re.compile("[0-9]{16}")


def _is_modest(value: object, depth: int = 0) -> bool:
    """Whether every number is one that all readers know, and nothing lies too deep."""
    if isinstance(value, (dict, list)):
        inner = value.values() if isinstance(value, dict) else value
        return depth < DEEPEST and all(_is_modest(item, depth + 1) for item in inner)
    return not isinstance(value, int) or abs(value) <= LARGEST


def first_break(text: str, rows: Iterable[Mapping[str, object]]) -> int:
    """The first line whose hash the line after it does not hold; 0 where the chain is whole."""
    lines = text.removesuffix("\n").split("\n")
    expected = START
    for number, (line, row) in enumerate(zip(lines, rows, strict=False)):
        if row.get("prev") != expected:
            return max(number, 1)
        expected = line_hash(line)
    return 0


def is_older(header: Mapping[str, object]) -> bool:
    """Whether a log is of the older form, by its head: that names every file by its plain SHA-256,
    and tells nothing of the game around its run.
    """
    return header.get("format") == OLDER


def is_shaped(row: Mapping[str, object]) -> bool:
    """Whether a line has the form of an entry, whatever it says."""
    if type(row.get("n")) is not int or not isinstance(row.get("path"), str):
        return False
    if row.get("kind") == SEALED:
        return isinstance(row.get("seal"), str)
    return row.get("kind") in KINDS and isinstance(row.get("body"), dict)


def entry_from(row: Mapping[str, Any]) -> Entry:
    """An entry from its public line (a sealed one stays sealed)."""
    if row["kind"] == SEALED:
        return Entry(row["n"], SEALED, row["path"], {"seal": row["seal"]})
    return Entry(row["n"], row["kind"], row["path"], row["body"])


def open_entries(
    public: Iterable[Mapping[str, Any]], secrets: Iterable[Mapping[str, Any]]
) -> list[Entry]:
    """All entries, sealed ones opened where the secrets hold them."""
    opened = {row["n"]: row for row in secrets}
    entries: list[Entry] = []
    for row in public:
        hidden = opened.get(row["n"])
        if hidden is None:
            entries.append(entry_from(row))
            continue
        kind, body, audience = hidden["kind"], hidden["body"], tuple(hidden["secret"])
        keys = tuple(hidden["hidden"])
        entries.append(Entry(row["n"], kind, row["path"], body, audience, keys))
    return entries


def _open(body: Mapping[str, object], hidden: Sequence[str]) -> dict[str, object]:
    return {key: value for key, value in body.items() if key not in hidden}


_KEY: Final = re.compile("[0-9a-f]{64}")  # as it is written; others could be read as the same


def seal_holds(row: Mapping[str, Any], secret: Mapping[str, Any]) -> bool:
    """Whether what the secrets file says of an entry is what its public line sealed and tells."""
    hidden, body = secret["hidden"], secret["body"]
    if hidden != row.get("hidden", []) or not _KEY.fullmatch(secret["key"]):
        return False
    if hidden and _open(body, hidden) != _open(row["body"], hidden):
        return False
    text = sealed_content(secret["kind"], body, hidden)
    return bool(row.get("seal") == seal(bytes.fromhex(secret["key"]), text))
