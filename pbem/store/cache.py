"""Parsed states beside their files, each under the SHA-256 of the file that it was read from.

A cache that is damaged, of another version or of another file is not used; losing one costs time
and nothing else. It holds secrets if the state does, so only its owner may read it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pbem import __version__
from pbem.core.data.findings import FileTrouble
from pbem.core.data.yamlio import MAX_DATA_BYTES, decode, read_bytes
from pbem.core.record.state import State
from pbem.core.record.statefile import Upgrade, packed, parse_state, unpacked

FORMAT: Final = "pbem-cache/1"
MOST_KNOWN: Final = 4  # states are large, and a long game has hundreds


def cached_state(
    path: Path,
    upgrades: Mapping[str, Upgrade] | None = None,
    known: dict[str, State] | None = None,
) -> State:
    """The state of a file, from its cache if there is a sound one; else read, checked and kept.

    `known` has the states that its holder has met already, by the digests of their files.
    """
    data = read_bytes(path, MAX_DATA_BYTES)
    digest = hashlib.sha256(data).hexdigest()
    if known is not None and digest in known:
        return known[digest]
    beside = cache_path(path, digest)
    state = _kept(beside, digest)
    if state is None:
        state = parse_state(decode(data, str(path)), str(path), upgrades)
        _keep(beside, digest, state)
    if known is not None:
        known[digest] = state
        if len(known) > MOST_KNOWN:
            del known[next(iter(known))]
    return state


def keep_state(path: Path, text: str, state: State) -> None:
    """Write the cache of a state file that was just written with a text."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    _keep(cache_path(path, digest), digest, state)


def cache_path(path: Path, digest: str) -> Path:
    """Where the cache of a file with this digest lies."""
    return path.with_name(f".{path.stem}-{digest[:16]}.cache")


def _kept(beside: Path, digest: str) -> State | None:
    try:
        data = read_bytes(beside, MAX_DATA_BYTES)
    except FileTrouble:
        return None
    head, _, body = data.partition(b"\n")
    try:
        return unpacked(body.decode()) if head == _head(digest, body) else None
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return None  # another program wrote it, whatever its first line says


def _head(digest: str, body: bytes) -> bytes:
    """What the first line must say: whose cache it is, by which version, and its own digest."""
    return f"{FORMAT} {__version__} {digest} {hashlib.sha256(body).hexdigest()}".encode()


def _keep(beside: Path, digest: str, state: State) -> None:
    """Write the cache whole or not at all; a folder that cannot be written to has none."""
    body = packed(state).encode()
    draft = beside.with_name(f"{beside.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(_head(digest, body) + b"\n" + body)
        draft.replace(beside)
