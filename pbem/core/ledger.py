"""The log of a run: JSON lines in a hash chain, and the sealing of what is secret.

Entry kinds: header, roll, decision, verdict, order, event, correction, digest. Each public line
holds the hash of the line before it. A secret entry stands in the public ledger as a seal only;
its content goes to the moderator's secrets file, from which a view opens what a player may see.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.core.dice import seal, seal_key
from pbem.core.state import canonical

FORMAT: Final = "pbem-ledger/1"
START: Final = "0" * 64
KINDS: Final = ("header", "roll", "decision", "verdict", "order", "event", "correction", "digest")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number, its kind, the path of steps it stands in, and what it says."""

    number: int
    kind: str
    path: str
    body: Mapping[str, Any]
    secret: tuple[str, ...] = ()


def line_hash(line: str) -> str:
    """The hash of a ledger line, as the next line holds it."""
    return hashlib.sha256(line.encode()).hexdigest()


def _content(entry: Entry) -> str:
    return canonical({"kind": entry.kind, "body": entry.body})


@dataclass(slots=True)
class Ledger:
    """The ledger of a run while it is written."""

    secret_key: bytes
    entries: list[Entry] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    last: str = START

    def add(
        self, kind: str, path: str, body: Mapping[str, Any], secret: tuple[str, ...] = ()
    ) -> Entry:
        """Append an entry to the chain."""
        entry = Entry(len(self.entries) + 1, kind, path, body, secret)
        line = self._line(entry)
        self.entries.append(entry)
        self.lines.append(line)
        self.last = line_hash(line)
        return entry

    def _line(self, entry: Entry) -> str:
        data: dict[str, Any] = {"n": entry.number, "path": entry.path, "prev": self.last}
        if entry.secret:
            key = seal_key(self.secret_key, entry.path, entry.number)
            data |= {"kind": "sealed", "seal": seal(key, _content(entry))}
        else:
            data |= {"kind": entry.kind, "body": entry.body}
        return canonical(data)

    def public_text(self) -> str:
        """The ledger as it is published."""
        return "".join(line + "\n" for line in self.lines)

    def secrets_text(self) -> str:
        """What the seals hide, for the moderator alone."""
        return "".join(
            canonical(
                {
                    "n": entry.number,
                    "path": entry.path,
                    "secret": list(entry.secret),
                    "key": seal_key(self.secret_key, entry.path, entry.number).hex(),
                    "kind": entry.kind,
                    "body": entry.body,
                }
            )
            + "\n"
            for entry in self.entries
            if entry.secret
        )


def read_lines(text: str) -> list[dict[str, Any]]:
    """The lines of a ledger as data; ValueError names the first line that is not an object."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise ValueError(f"line {number} is not JSON") from None
        if not isinstance(row, dict):
            raise ValueError(f"line {number} is not a JSON object")
        rows.append(row)
    return rows


def entry_from(row: Mapping[str, Any]) -> Entry:
    """An entry from its public line (a sealed one stays sealed)."""
    if row["kind"] == "sealed":
        return Entry(row["n"], "sealed", row["path"], {"seal": row["seal"]})
    return Entry(row["n"], row["kind"], row["path"], row["body"])


def open_entries(
    public: Iterable[Mapping[str, Any]], secrets: Iterable[Mapping[str, Any]]
) -> list[Entry]:
    """All entries, sealed ones opened where the secrets hold them."""
    opened = {row["n"]: row for row in secrets}
    entries: list[Entry] = []
    for row in public:
        hidden = opened.get(row["n"])
        if row["kind"] == "sealed" and hidden is not None:
            audience = tuple(hidden["secret"])
            entries.append(Entry(row["n"], hidden["kind"], row["path"], hidden["body"], audience))
        else:
            entries.append(entry_from(row))
    return entries
