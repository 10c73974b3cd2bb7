"""What the benchmarks play from a game directory: the first window of Global War in 1936."""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from pbem.cli import main
from pbem.core.data.resources import data_root
from pbem.core.data.yamlio import keep_parsed_in
from pbem.moderation.window import kind_of
from pbem.store.create import create

ROOT = Path(__file__).resolve().parents[2]
SYSTEM, SCENARIO = "gw", "global-war-1936"


def begin(root: Path) -> list[str]:
    """A game with the sample orders of everybody, and the words that play its first window."""
    create(root, SYSTEM, SCENARIO, seed="bench")
    for path in sorted((data_root() / "orders" / SYSTEM / SCENARIO).glob("*.yaml")):
        data = path.read_bytes()
        (root / kind_of(data) / path.name.replace("-standing", "")).write_bytes(data)
    return ["adjudicate", "--game", str(root), "--dry-run"]


def in_process(words: list[str], codes: tuple[int, ...] = (0,)) -> str:
    """A command called in this process, and what it said."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(io.StringIO()):
        code = main(words)
    keep_parsed_in(None)  # other measures parse what they read
    if code not in codes:
        raise AssertionError(f"{words} failed")
    return said.getvalue()


def as_command(words: list[str], codes: tuple[int, ...] = (0,)) -> str:
    """A command called as a user calls it, its modules compiled, and what it said."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pbem", *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode not in codes:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def child_time() -> float:
    """The processor time of the processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
