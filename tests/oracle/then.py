"""What came of kept games as they were kept, in words: made with the program of that time.

The commit that last wrote the digests of a scenario played its games so; it is checked out aside,
plays them again with its own oracle, and is removed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from oracle.keeping import KEPT, OUTCOMES
from oracle.recording import Record

ROOT: Final = Path(__file__).parents[2]


class NotThere(Exception):
    """The program that wrote the digests cannot be checked out here; why."""


def commit_of(name: str) -> str:
    """The commit that last wrote what came of the games of a scenario."""
    path = KEPT / f"{name}{OUTCOMES}"
    found = _git("log", "-1", "--format=%H", "--", str(path))
    if not found or _git("status", "--porcelain", "--", str(path)):
        raise NotThere("what came of them is not committed")
    return found


def words_of(name: str, games: Sequence[str]) -> dict[str, list[Record]]:
    """What came of some games of a scenario, as they were kept."""
    with _checkout(commit_of(name)) as there:
        told = subprocess.run(
            [sys.executable, "-m", "oracle", "record", "--only", name, "--of", *games],
            cwd=there,
            env={**os.environ, "PYTHONPATH": f"{there}{os.pathsep}{there / 'tests'}"},
            capture_output=True,
            text=True,
            check=False,
        )
    if told.returncode:
        raise NotThere(told.stderr.strip()[-300:])
    found: dict[str, list[Record]] = json.loads(told.stdout)
    return found


@contextmanager
def _checkout(commit: str) -> Iterator[Path]:
    with TemporaryDirectory(prefix="pbem-oracle-") as folder:
        there = Path(folder) / "then"
        _git("worktree", "add", "--detach", str(there), commit)
        try:
            yield there
        finally:
            _git("worktree", "remove", "--force", str(there))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotThere(done.stderr.strip())
    return done.stdout.strip()
