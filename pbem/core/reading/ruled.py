"""What rests on the moderator's word: dice that he let show something, and verdicts after rulings.

Decides which verdict a ruling stands under. Leaves to `rulings` what a ruling itself says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.record.dice import message, parse_dice, run_key, throw, throw_context
from pbem.core.record.foreknown import known_words
from pbem.core.record.ledger import Entry
from pbem.core.rules.rulings import RULING


def ruled_words(entries: Sequence[Entry]) -> dict[str, str]:
    """By the path of each throw that was ruled: in words, what was ruled and what the key gave."""
    ruled = {e.path: e.body for e in entries if e.kind == "correction" and "roll" in e.body}
    if not ruled:
        return {}
    key = _dice_key(entries)
    return {
        roll.path: "; ".join(_words(ruled, context, roll, key) for context in found)
        for roll in entries
        if roll.kind == "roll" and (found := [c for c in _contexts(roll) if c in ruled])
    }


def ruled_in_verdicts(entries: Sequence[Entry]) -> dict[int, list[str]]:
    """The same, and rulings, by the number of the first verdict that stands over each."""
    words, found = ruled_words(entries) | _rulings(entries), dict[int, list[str]]()
    waiting: list[str] = []
    for entry in entries if words else ():
        if entry.path in words and (entry.kind == "roll" or _is_ruling(entry)):
            waiting.append(entry.path)
        elif entry.kind == "verdict":
            own = [path for path in waiting if f"{path}/".startswith(f"{entry.path}/")]
            waiting = [path for path in waiting if path not in own]
            for path in own:
                found.setdefault(entry.body["par"], []).append(words[path])
    return found


def _rulings(entries: Sequence[Entry]) -> dict[str, str]:
    """What stands under a verdict that rests on a ruling, by the path of the ruling."""
    rulings = (entry for entry in entries if _is_ruling(entry))
    return {e.path: f"rests on the moderator's ruling [{e.body['par']}]" for e in rulings}


def _is_ruling(entry: Entry) -> bool:
    return entry.kind == "verdict" and entry.body.get("verdict") == RULING


def _contexts(roll: Entry) -> Iterator[str]:
    for number in range(1, len(roll.body["throws"]) + 1):
        yield roll.path if number == 1 else throw_context(roll.path, number)


def _words(ruled: Mapping[str, Any], context: str, roll: Entry, key: bytes | None) -> str:
    shown, gave = _said(ruled[context]["roll"]), ruled[context].get("gave")
    if gave is None and (key is None or roll.secret):
        return f"ruled by the moderator: {shown}; what the key gave is sealed"
    if gave is None and key is not None:  # a log that does not tell it
        gave = throw(key, context, *parse_dice(roll.body["dice"]))
    known = f", {words}" if (words := known_words(ruled[context])) else ""
    return f"ruled by the moderator: {shown}, the key gave {_said(gave)}{known}"


def _said(dice: Sequence[int]) -> str:
    return "+".join(map(str, dice))


def _dice_key(entries: Sequence[Entry]) -> bytes | None:
    """The key of all open dice, which the end of the log reveals."""
    header = next((entry.body for entry in entries if entry.kind == "header"), {})
    digest = next((entry.body for entry in entries if entry.kind == "digest"), {})
    if not digest.get("key"):
        return None
    about = message(header["game"], header["run"], header["luck"], header["beacon"])
    return run_key(bytes.fromhex(digest["key"]), about)
