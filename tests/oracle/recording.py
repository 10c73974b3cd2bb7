"""What came of a window as lines of words, by category.

Whatever only spells the log is left out (numbers of entries, hashes, seals, which change made the
position); whatever a player or an auditor would call play is in: dice with what they were thrown
for, what became of orders and why, findings of the rules with all their facts, choices with their
sources, the position, and every word of the reports.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

Record = dict[str, list[str]]
Row = tuple[str, str, Mapping[str, Any], tuple[str, ...]]
LISTS: Final = ("powers", "tracks", "places", "units")
CATEGORIES: Final = (
    "refused", "receipts", "questions", "dice", "orders", "verdicts", "decisions", "corrections",
    "position",
)  # fmt: skip


def words(data: Any) -> str:
    """Plain data on one line, keys in order."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)


def record_of(entries: Iterable[Row]) -> Record:
    """The lines of a run's log: each entry by its kind, path, content and who may see it."""
    writers = {"roll": "dice", "order": "orders", "verdict": "verdicts", "decision": "decisions"}
    found: Record = {name: [] for name in (*writers.values(), "corrections")}
    for kind, path, body, secret in entries:
        seen = f" (seen by {', '.join(secret)})" if secret else ""
        if kind == "correction":
            found["corrections"].append(f"{path} {words(body)}{seen}")
        elif kind in writers:
            line = _LINES[kind](path, body)
            found[writers[kind]].append(line + seen)
    return found


def _roll(path: str, body: Mapping[str, Any]) -> str:
    thrown = ", then ".join(" ".join(map(str, dice)) for dice in body["throws"])
    more = f" modifiers {words(body['modifiers'])}" if body.get("modifiers") else ""
    return f"{path} {body['dice']}: {thrown}{more} (by {body['by']}, {body['cite']})"


def _order(_path: str, body: Mapping[str, Any]) -> str:
    head = f"{body['player']} {body['section']} {body['number']} (line {body['line']})"
    reasons = f" {words(body['reasons'])}" if body.get("reasons") else ""
    return f"{head}: {body['result']} {body['reading']}{reasons}"


def _verdict(path: str, body: Mapping[str, Any]) -> str:
    head = f"[{body['par']}] {path} {body['verdict']}: {body['outcome']} ({body['cite']})"
    return f"{head} {words({key: body[key] for key in ('facts', 'readings', 'charts')})}"


def _decision(path: str, body: Mapping[str, Any]) -> str:
    head = f"[{body['par']}] {path} {body['decision']} by {', '.join(body['by'])}"
    answer = f"{words(body['picks'])} from {body['source']} {body['line']}".rstrip()
    keys = ("question", "cite", "at", "options", "players", "facts", "passed")
    return f"{head}: {answer} {words({key: body[key] for key in keys})}"


_LINES: Final = {"roll": _roll, "order": _order, "verdict": _verdict, "decision": _decision}


def position_lines(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The rows of a position that are gone (`-`) and that are new (`+`), and the clock."""
    lines = [f"clock {words(after['clock'])}"]
    for name in LISTS:
        old = {row["id"]: row for row in before[name]}
        new = {row["id"]: row for row in after[name]}
        for row_id in sorted({*old, *new}):
            if old.get(row_id) != new.get(row_id):
                lines += [f"- {name} {words(old[row_id])}"] if row_id in old else []
                lines += [f"+ {name} {words(new[row_id])}"] if row_id in new else []
    return lines
