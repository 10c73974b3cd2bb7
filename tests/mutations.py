"""Every small change of the structure of a file: values of other types, keys gone, added, twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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
    """The bytes of a file changed in one of all ways, and which; `other` is spliced in."""
    how = draw.choice((*_WAYS, "its structure"))
    return how, _WAYS[how](draw, data, other)


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


def _structure(draw: Random, data: bytes, _other: bytes) -> bytes:
    """One value of a YAML file, or of a line of a log, is another, gone or joined by a key."""
    if data.startswith(b'{"body"'):
        try:
            rows = read_lines(data.decode())
        except ValueError:
            return _lines(draw, data, _other)
        at = draw.randrange(len(rows))
        odd = _odd(draw, rows[at])
        rows[at] = odd if isinstance(odd, dict) else {"body": odd}
        text = "".join(canonical(row) + "\n" for row in rows)
        return (joined_again(text) if draw.random() < 0.7 else text).encode()
    try:
        return as_yaml(_odd(draw, _read(data)))
    except (PbemError, ValueError):  # other lines of JSON, or broken before
        return _lines(draw, data, _other)


@cache
def _read(data: bytes) -> Any:
    return read_data_text(data.decode(), "file")


def _odd(draw: Random, value: Any) -> Any:
    if not isinstance(value, (dict, list)) or not value or draw.random() < 0.1:
        return draw.choice(STRANGE)
    what = draw.random()
    if isinstance(value, dict):
        key = draw.choice(list(value))
        if what < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if what < 0.15:
            return {**value, "strange": 1}
        return {**value, key: _odd(draw, value[key])}
    at = draw.randrange(len(value))
    if what < 0.2:
        return [*value[:at], *([value[at]] * draw.choice((0, 2))), *value[at + 1 :]]
    return [*value[:at], _odd(draw, value[at]), *value[at + 1 :]]


_WAYS: Final[dict[str, Callable[[Random, bytes, bytes], bytes]]] = {
    "bits flipped": _flipped,
    "cut": _cut,
    "a piece put in": _inserted,
    "noise put in": _noise,
    "two files spliced": _spliced,
    "a line moved": _lines,
    "broken as a whole": _whole,
    "its structure": _structure,
}
