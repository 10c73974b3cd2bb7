"""What pbem writes for players, read by a grammar that leaves nothing open.

Sheets, seals, openings, protests, rulings and positions are lines of rows, of one value each, or of
rows that stand deeper. YAML knows many ways to say one thing, and its readers do not all agree on
them: a key twice, anchors, tags, tabs, a second document. None of them stands in a file of ours, so
one that has any of it is damaged. The page has its own reader for the same lines; docs/audit.md
(To the byte) says what they are.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.letters import strange
from pbem.core.data.yamlio import scalar

_QUOTED: Final = r'"(?:[^"\\\t]|\\(?:["\\/bfnrt]|u(?!d[89a-f])[0-9a-f]{4}))*"'
_WORD: Final = r"(?:[^ \t\xa0\"'#&*!|>%@`{}\[\],:?\\-]|-(?=[0-9A-Za-z]))[^\t\xa0\"{}\[\],:#\\]*"
_SCALAR: Final = re.compile(rf"(?P<quoted>{_QUOTED})|'(?P<single>[^'\\\t]*)'|(?P<word>{_WORD})")
_NOTHING: Final = re.compile(r" *(#.*)?")
_HUGE: Final = re.compile("-?[0-9]{16,}")
_DEEPEST: Final = 40


class PlainTrouble(ValueError):
    """A file that is not written as pbem writes."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that says something: how far in it begins, and the rest."""

    indent: int
    text: str


def read_plain(text: str) -> Any:
    """What a file of ours says; PlainTrouble where it can be read in two ways, or in none."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if strange(text) is not None:
        raise PlainTrouble("it has a character that nobody can see")
    said = [line.rstrip(" ") for line in text.split("\n") if not _NOTHING.fullmatch(line)]
    lines = [_Line(len(line) - len(line.lstrip(" ")), line.lstrip(" ")) for line in said]
    value, at = _block(lines, 0)
    if at < len(lines):
        raise _unread(lines[at].text)
    return value


def _unread(text: str) -> PlainTrouble:
    return PlainTrouble(f"it is not written as pbem writes: {text[:40]}")


def _refuse_deep(depth: int) -> None:
    if depth > _DEEPEST:
        raise PlainTrouble(f"its values lie more than {_DEEPEST} deep")


def _block(lines: list[_Line], at: int, depth: int = 1) -> tuple[Any, int]:
    """The rows that stand as far in as a line, and where they end."""
    _refuse_deep(depth)
    if at == len(lines):
        return {}, at
    if lines[at].text.startswith("- "):
        return _items(lines, at)
    indent, found = lines[at].indent, dict[str, Any]()
    while at < len(lines) and lines[at].indent == indent:
        key, rest = _key(lines[at].text, 0)
        if key in found:
            raise PlainTrouble(f"it says '{key}' twice")
        text = lines[at].text[rest:]
        if _NOTHING.fullmatch(text):
            found[key], at = _below(lines, at + 1, indent, depth + 1)
        else:
            found[key], at = _whole(text), at + 1
    return found, at


def _below(lines: list[_Line], at: int, indent: int, depth: int) -> tuple[Any, int]:
    """What stands below a key that has no value beside it."""
    if at == len(lines) or lines[at].indent < indent:
        return None, at
    is_list = lines[at].text.startswith("- ")
    return _block(lines, at, depth) if lines[at].indent > indent or is_list else (None, at)


def _items(lines: list[_Line], at: int) -> tuple[list[Any], int]:
    indent, found = lines[at].indent, list[Any]()
    while at < len(lines) and lines[at].indent == indent and lines[at].text.startswith("- "):
        found.append(_whole(lines[at].text[2:]))
        at += 1
    return found, at


def _whole(text: str) -> Any:
    """A value that takes the rest of its line, but for a remark."""
    value, at = _value(text, _after_blanks(text, 0), 0)
    if not _NOTHING.fullmatch(text, at) or text[at : at + 1] == "#":
        raise _unread(text)
    return value


def _after_blanks(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip(" "))


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    """A value that begins at a place of a line, and where it ends."""
    _refuse_deep(depth)
    begins = text[at : at + 1]
    if begins == "{":
        return _braces(text, at + 1, depth)
    if begins == "[":
        return _brackets(text, at + 1, depth)
    return _scalar(text, at)


def _braces(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    at = _after_blanks(text, at)
    while text[at : at + 1] != "}":
        key, at = _key(text, at)
        if key in found:
            raise PlainTrouble(f"it says '{key}' twice")
        found[key], at = _value(text, _after_blanks(text, at), depth + 1)
        at = _next(text, at, "}")
    return found, at + 1


def _brackets(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    at = _after_blanks(text, at)
    while text[at : at + 1] != "]":
        value, at = _value(text, at, depth + 1)
        found.append(value)
        at = _next(text, at, "]")
    return found, at + 1


def _next(text: str, at: int, end: str) -> int:
    """Where the next item begins, or where all of them end."""
    at = _after_blanks(text, at)
    if text[at : at + 1] == end:
        return at
    after = _after_blanks(text, at + 1)
    if text[at : at + 1] != "," or text[after : after + 1] in ("", end):
        raise _unread(text)
    return after


def _key(text: str, at: int) -> tuple[str, int]:
    """A key, and where its value begins: behind a colon, and a blank or the end of the line."""
    key, at = _scalar(text, at, key=True)
    if text[at : at + 1] != ":" or text[at + 1 : at + 2] not in ("", " "):
        raise _unread(text)
    return str(key), at + 1


def _scalar(text: str, at: int, *, key: bool = False) -> tuple[Any, int]:
    found = _SCALAR.match(text, at)
    if found is None:
        raise _unread(text)
    word = found["word"]
    if word is None:
        return _quoted(found), found.end()
    word = word.rstrip(" ")
    if _HUGE.fullmatch(word) and not key:
        raise PlainTrouble(f"{word} is a number that not every reader knows")
    return (word if key else scalar(word)), at + len(word)


def _quoted(found: re.Match[str]) -> str:
    said = found["single"] if found["quoted"] is None else str(json.loads(found["quoted"]))
    if strange(said) is not None:
        raise PlainTrouble("it has a character that nobody can see")
    return said
