"""Rulings and amendments in a log alone: who made them, and what he saw, is told, and told once.

Decides whether corrections and the paragraphs that tell of them go together, and whether the dice
that a ruling saw are those that were thrown above it. Leaves to the replay whether what a ruling
changed is what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.record.ledger import SEALED
from pbem.core.rules.rulings import RULING

Row = Mapping[str, Any]
_WHO = (("author", "by"), ("reason", "reason"))


def wrong_rulings(rows: Iterator[tuple[int, Row]]) -> Iterator[tuple[int, str]]:
    """What is wrong with the rulings among the open lines of a log, by line."""
    said: dict[str, tuple[int, Row]] = {}
    thrown: dict[str, Any] = {}
    for line, row in rows:
        kind, body, path = row["kind"], row["body"], row["path"]
        if kind == "roll":
            thrown[path] = body["throws"][-1]
        elif kind == "correction" and RULING in body:
            said[path] = line, body
            if not all(str(body.get(key, "")).strip() for key in ("author", "reason", "cite")):
                yield line, "is a ruling that does not say who ruled, why and by which rule"
        elif kind == "verdict" and body["verdict"] == RULING:
            found = said.pop(path, None)
            yield from ((line, words) for words in _differs(found, body))
            yield from ((line, words) for words in _unseen(body["facts"], thrown))
    for line, _ in said.values():
        yield line, "is a ruling that no paragraph tells of"


def _differs(said: tuple[int, Row] | None, body: Row) -> Iterator[str]:
    """Where a paragraph is not what the moderator said."""
    if said is None:
        yield "tells of a ruling that the log does not hold"
        return
    _, ruling = said
    facts, typed = body["facts"], ruling["said"]
    same = all(facts.get(told) == ruling[key] for key, told in _WHO)
    modifiers = [[row["name"], row["value"]] for row in typed.get("modifiers", ())]
    same = same and facts.get("result") == typed.get("result")
    if not same or body["cite"] != ruling["cite"] or facts.get("modifiers", []) != modifiers:
        yield "tells of a ruling otherwise than it was made"


def _unseen(facts: Row, thrown: Mapping[str, Any]) -> Iterator[str]:
    """Dice that a ruling says it saw, and that do not stand so above it."""
    for path, _, _, shown in facts.get("seen", ()):
        if thrown.get(path) != shown:
            yield f"is ruled on {path} showing {shown}, which was not thrown before"


# --- amendments ----------------------------------------------------------------------------------


def wrong_amendment(rows: Iterator[tuple[int, Row]]) -> Iterator[tuple[int, str]]:
    """What is wrong with the log of an amendment: one correction, and a paragraph that tells it."""
    found: dict[str, list[tuple[int, Row]]] = {}
    for line, row in rows:
        found.setdefault(row["kind"], []).append((line, row.get("body", {})))
    said, told = found.get("correction", []), found.get("verdict", [])
    if len(said) != 1 or len(told) != 1:
        yield 1, "is an amendment, and does not tell once who made it and what it is"
        return
    ((_, made),), ((line, body),) = said, told
    facts, cited = body["facts"], (made.get("cite"), made.get("reason"))
    if (body["cite"], body.get("outcome")) != cited or facts.get("author") != made.get("author"):
        yield line, "tells of an amendment otherwise than it was made"
    events = len(found.get("event", ()))
    if not events <= facts.get("changes", -1) <= events + len(found.get(SEALED, ())):
        yield line, f"tells of {facts.get('changes')} changes, and there are {events}"
