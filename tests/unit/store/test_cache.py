"""What lies beside a state as its cache is used only if it is a state; whoever wrote it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
import toy  # noqa: F401 (registers the system)

from pbem.core.record.statefile import write_state
from pbem.core.rules.setup import default_roster, first_state
from pbem.store.cache import _head, cache_path, cached_state

STRANGE = (
    b"", b"[]", b"{}", b"\xff", b"5", b'{"marks": 5}', b'{"marks": [], "units": [[]]}', b"[" * 9999
)  # fmt: skip


@pytest.mark.parametrize("body", STRANGE)
def test_a_forged_cache_is_none(tmp_path: Path, body: bytes) -> None:
    """Its first line may fit: a directory that somebody packed by hand holds what he put there."""
    state = first_state(default_roster("toy", "duel"))
    path = tmp_path / "state.yaml"
    path.write_text(write_state(state))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    cache_path(path, digest).write_bytes(_head(digest, body) + b"\n" + body)
    assert cached_state(path) == state
