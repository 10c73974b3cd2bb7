"""Every small change of the structure of a file: values of other types, keys gone, added, twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pbem.core.data.yamlio import flow_text
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
