"""What differs between two plays of the same window, as one player may see it.

Entries are matched by their paths, never by their place in the log: a corrected order shifts
nothing else, so only what the correction touched shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.core.record.ledger import Entry
from pbem.core.record.views import visible_entries

_COMPARED: Final = ("roll", "decision", "verdict", "order")
_Key = tuple[str, str, str, int]


def differences(old: Sequence[Entry], new: Sequence[Entry], player: str) -> tuple[str, ...]:
    """What a player may see of what came out otherwise; nothing where all is as it was."""
    return entry_differences(visible_entries(old, player), visible_entries(new, player))


def entry_differences(old: Sequence[Entry], new: Sequence[Entry]) -> tuple[str, ...]:
    """One line for everything that came out otherwise."""
    before, after = _by_key(old), _by_key(new)
    lines: list[str] = []
    for key in [*before, *(key for key in after if key not in before)]:
        line = _difference(key, before.get(key), after.get(key))
        if line:
            lines.append(line)
    return tuple(lines)


def unchanged(old: Sequence[Entry], new: Sequence[Entry], player: str) -> str:
    """How much came out as it was: `31 rolls, 24 decisions, 9 verdicts, 12 orders`."""
    before, after = (_by_key(visible_entries(entries, player)) for entries in (old, new))
    same = [
        key[0]
        for key, body in before.items()
        if key in after and _outcome(key[0], body) == _outcome(key[0], after[key])
    ]
    counts = [(same.count(kind), kind) for kind in _COMPARED if kind in same]
    return ", ".join(f"{many} {kind}" + ("" if many == 1 else "s") for many, kind in counts)


def broken_orders(old: Sequence[Entry], new: Sequence[Entry], player: str) -> tuple[str, ...]:
    """The orders that were carried out the first time and are not any more."""
    before, after = (_by_key(visible_entries(entries, player)) for entries in (old, new))
    return tuple(
        f"{_named(key)}: {after[key]['result']}, {_reason(after[key])}"
        for key, body in before.items()
        if key[0] == "order"
        and body["result"] == "done"
        and key in after
        and after[key]["result"] != "done"
    )


def _by_key(entries: Sequence[Entry]) -> dict[_Key, Mapping[str, Any]]:
    found: dict[_Key, Mapping[str, Any]] = {}
    for entry in entries:
        if entry.kind in _COMPARED:
            key = _key(entry)
            while key in found:
                key = (*key[:3], key[3] + 1)
            found[key] = entry.body
    return found


def _key(entry: Entry) -> _Key:
    """What an entry is matched by: its path and kind; an order by its place in its file."""
    if entry.kind == "order":
        return "order", "", f"{entry.body['player']} {entry.body['section']}", entry.body["number"]
    name = str(entry.body["verdict"]) if entry.kind == "verdict" else ""
    return entry.kind, entry.path, name, 1


def _named(key: _Key) -> str:
    kind, path, name, number = key
    if kind == "order":
        return f"{name} {number}"
    place = path.partition("/")[2] or path
    return f"{place} {name}".strip()


def _difference(
    key: _Key, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> str:
    old, new = (None if body is None else _outcome(key[0], body) for body in (before, after))
    if old == new:
        return ""
    if new is None:
        return f"{_named(key)}: was {old}, does not come up now"
    if old is None:
        return f"{_named(key)}: {new}, did not come up before"
    return f"{_named(key)}: was {old}, is {new}"


def _outcome(kind: str, body: Mapping[str, Any]) -> str:
    """What an entry came to, in a word or two."""
    if kind == "order":
        return f"{body['result']}" + (f" ({_reason(body)})" if body["result"] != "done" else "")
    if kind == "verdict":
        return str(body["outcome"])
    if kind == "decision":
        return ", ".join(str(body["options"].get(pick, pick)) for pick in body["picks"]) or "nobody"
    return " then ".join("+".join(map(str, throw)) for throw in body["throws"])


def _reason(body: Mapping[str, Any]) -> str:
    reasons = [row["message"] for row in body.get("reasons", ()) if row["severity"] == "error"]
    return "; ".join(reasons) or "no reason given"
