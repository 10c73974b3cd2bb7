"""Every small change of the structure of a file: values of other types, keys gone, added, twice.

At random besides: bits, lines, words and numbers of a text, its letters and line ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final

from damage import PIECES

from pbem.core.data.findings import PbemError
from pbem.core.data.yamlio import flow_text, read_data_text
from pbem.core.record.ledger import START, line_hash, read_lines
from pbem.core.record.state import canonical

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**17, "", "x", "abc", "..", "../../x", [], {}, [[]], [True], {"a": 1},
    [None], "9" * 50,
)  # fmt: skip
NUMBERS: Final = (
    "-1", "0", "1", "2", "0.5", "3.0", "-0.0", "1e400", "nan", ".nan", ".inf", "-.inf", "9" * 400,
    "1_000", "0x10", "0o7", "1:30", "\u0663", "2041-13-45", "'3'", "1e3", "99999999999999999999",
)  # fmt: skip
_LOG: Final = b'{"body"'
_READ: Final = 200_000  # bytes in which words and numbers are looked for
_WORD: Final = re.compile(rb"[A-Za-z][A-Za-z0-9_-]+")
_NUMBER: Final = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")


def changed(value: Any, strange: tuple[Any, ...] = STRANGE) -> Iterator[tuple[str, Any]]:
    """A value with one thing changed in it, in every way, and where."""
    for odd in strange:
        if type(odd) is not type(value) or odd != value:
            yield f" = {json.dumps(odd)[:20]}", odd
    if isinstance(value, dict):
        yield " + key", {**value, "strange": 1}
        for key in value:
            yield f"/{key} gone", {k: v for k, v in value.items() if k != key}
            for where, inner in changed(value[key], strange):
                yield f"/{key}{where}", {**value, key: inner}
    if isinstance(value, list):
        for at, item in enumerate(value):
            yield f"/{at} gone", [*value[:at], *value[at + 1 :]]
            yield f"/{at} twice", [*value[:at], item, *value[at:]]
            for where, inner in changed(item, strange):
                yield f"/{at}{where}", [*value[:at], inner, *value[at + 1 :]]


def as_yaml(data: Any) -> bytes:
    """Data as a file, one line for each key at the top."""
    if not isinstance(data, dict) or not data:
        return flow_text(data).encode()
    return "".join(f"{flow_text(str(k))}: {flow_text(v)}\n" for k, v in data.items()).encode()


def joined_again(log: str) -> str:
    """A log whose lines hold the hashes of the lines before them, whatever else was changed."""
    lines: list[str] = []
    before = START
    for row in read_lines(log):
        lines.append(canonical({**row, "prev": before}))
        before = line_hash(lines[-1])
    return "".join(line + "\n" for line in lines)


def broken(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The bytes of a file, broken as a whole."""
    first = data.split(b"\n", 1)[0]
    yield "nothing", b""
    yield "no text", b"\xff\xfe" + data
    yield "a key twice", first + b"\n" + data
    yield "deep", b"a: " + b"[" * 5000
    yield "alias", b"a: &a [x]\nb: *a\n" + data
    yield "open", data + b"\n{"
    yield "half", data[: len(data) // 2]
    yield "two documents", data + b"\n---\n" + data


# --- at random -----------------------------------------------------------------------------------


def mutated(draw: Random, data: bytes, other: bytes) -> tuple[str, bytes]:
    """The bytes of a file changed in one of all ways, and which; `other` is spliced in.

    Half of the logs whose lines were changed have their chain joined again, so that they are read.
    """
    how = draw.choice((*WAYS, *_OFTEN))
    found = WAYS[how](draw, data, other)
    if data.startswith(_LOG) and how != "its structure" and draw.random() < 0.5:
        with suppress(ValueError, UnicodeDecodeError, RecursionError):
            return f"{how}, joined again", joined_again(found.decode()).encode()
    return how, found


def _spot(draw: Random, data: bytes) -> int:
    return draw.randint(0, len(data))


def _flipped(draw: Random, data: bytes, _other: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(draw.randint(1, 4) if data else 0):
        found[draw.randrange(len(found))] ^= 1 << draw.randrange(8)
    return bytes(found)


def _cut(draw: Random, data: bytes, _other: bytes) -> bytes:
    start = _spot(draw, data)
    return data[:start] + data[start + draw.choice((1, 2, 10, 100, len(data))) :]


def _inserted(draw: Random, data: bytes, _other: bytes) -> bytes:
    at = _spot(draw, data)
    return data[:at] + draw.choice(PIECES).encode("utf-8", "surrogatepass") + data[at:]


def _noise(draw: Random, data: bytes, _other: bytes) -> bytes:
    at = _spot(draw, data)
    return data[:at] + draw.randbytes(draw.randint(1, 8)) + data[at:]


def _spliced(draw: Random, data: bytes, other: bytes) -> bytes:
    return data[: _spot(draw, data)] + other[_spot(draw, other) :]


def _lines(draw: Random, data: bytes, _other: bytes) -> bytes:
    """A line gone, twice, or in another place."""
    lines = data.splitlines(keepends=True)
    if lines:
        line = lines.pop(draw.randrange(len(lines)))
        for _ in range(draw.randint(0, 2)):
            lines.insert(draw.randint(0, len(lines)), line)
    return b"".join(lines)


def _whole(draw: Random, data: bytes, _other: bytes) -> bytes:
    return draw.choice(list(broken(data)))[1]


def _words(draw: Random, data: bytes, other: bytes) -> bytes:
    """A word, a key too, is another word of this file or of the other."""
    source = data if draw.random() < 0.7 else other
    words = _WORD.findall(source[:_READ])
    return _put(draw, data, _WORD, draw.choice(words)) if words else data


def _numbers(draw: Random, data: bytes, _other: bytes) -> bytes:
    """A number is another one, or what looks like one."""
    return _put(draw, data, _NUMBER, draw.choice(NUMBERS).encode())


def _put(draw: Random, data: bytes, what: re.Pattern[bytes], new: bytes) -> bytes:
    """Something in place of one spot that a pattern matches, sometimes of several."""
    spots = list(what.finditer(data[:_READ]))
    for spot in sorted(draw.sample(spots, min(len(spots), draw.choice((1, 1, 1, 3)))), key=_begin):
        data = data[: spot.start()] + new + data[spot.end() :]
    return data


def _begin(spot: re.Match[bytes]) -> int:
    """The last spot comes first: those before it stay where they are."""
    return -spot.start()


def _written(draw: Random, data: bytes, _other: bytes) -> bytes:
    """The same, as another machine writes it: a mark of the order of bytes, other line ends."""
    return draw.choice(_WRITTEN)(data)


def _nested(draw: Random, data: bytes, _other: bytes) -> bytes:
    """Lists in lists, in place of what follows a colon."""
    spots = [spot.end() for spot in re.finditer(rb": ", data[:_READ])] or [len(data)]
    at, deep = draw.choice(spots), draw.choice((5, 60, 900, 5000))
    end = data.find(b"\n", at)
    return data[:at] + b"[" * deep + b"]" * deep + (data[end:] if end >= 0 else b"")


def _structure(draw: Random, data: bytes, _other: bytes) -> bytes:
    """One value of a YAML file, or of a line of a log, is another, gone or joined by a key."""
    if data.startswith(_LOG):
        try:
            rows = read_lines(data.decode())
        except ValueError:
            return _lines(draw, data, _other)
        at = draw.randrange(len(rows))
        found = odd(draw, rows[at])
        rows[at] = found if isinstance(found, dict) else {"body": found}
        text = "".join(canonical(row) + "\n" for row in rows)
        return (joined_again(text) if draw.random() < 0.7 else text).encode()
    try:
        return as_yaml(odd(draw, _read(data)))
    except (PbemError, ValueError):  # other lines of JSON, or broken before
        return _lines(draw, data, _other)


@cache
def _read(data: bytes) -> Any:
    return read_data_text(data.decode(), "file")


def odd(draw: Random, value: Any) -> Any:
    """A value in which one thing is other, gone, twice, or new."""
    if not isinstance(value, (dict, list)) or not value or draw.random() < 0.1:
        return draw.choice(STRANGE)
    what = draw.random()
    if isinstance(value, dict):
        key = draw.choice(list(value))
        if what < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if what < 0.15:
            return {**value, "strange": 1}
        return {**value, key: odd(draw, value[key])}
    at = draw.randrange(len(value))
    if what < 0.2:
        return [*value[:at], *([value[at]] * draw.choice((0, 2))), *value[at + 1 :]]
    return [*value[:at], odd(draw, value[at]), *value[at + 1 :]]


_WRITTEN: Final[tuple[Callable[[bytes], bytes], ...]] = (
    lambda data: b"\xef\xbb\xbf" + data,
    lambda data: data.replace(b"\n", b"\r\n"),
    lambda data: data.replace(b"\n", b"\r"),
    lambda data: data.decode("utf-8", "replace").encode("utf-16"),
    lambda data: data.decode("utf-8", "replace").encode("utf-7"),
    lambda data: data.replace(b"\n", "\u2028".encode()),
    lambda data: data.replace(b" ", "\u00a0".encode()),
    lambda data: data + b"\0" * 20,
    lambda data: data.upper(),
)
_OFTEN: Final = (*["its structure"] * 6, *["a word"] * 3, "a number", "a number")
WAYS: Final[dict[str, Callable[[Random, bytes, bytes], bytes]]] = {
    "bits flipped": _flipped,
    "cut": _cut,
    "a piece put in": _inserted,
    "noise put in": _noise,
    "two files spliced": _spliced,
    "a line moved": _lines,
    "broken as a whole": _whole,
    "a word": _words,
    "a number": _numbers,
    "written otherwise": _written,
    "nested": _nested,
    "its structure": _structure,
}
