"""kill -9 from outside, at any time, leaves a run whole or absent, and the game playable.

Kills at each write, and of every command, are in test_faults.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.shared import Pbem, every_byte

SOAK = "PBEM_SOAK" in os.environ


def run_files(game: Path) -> dict[str, bytes] | None:
    """The files of run 1, caches aside; None where there is no such run."""
    folder = game / "runs/1"
    if not folder.exists():
        return None
    return {n: d for n, d in every_byte(folder).items() if not Path(n).name.startswith(".")}


@pytest.mark.parametrize("part", range(100 if SOAK else 5))
def test_killed_from_outside_at_any_time(pbem: Pbem, duel: Path, part: int) -> None:
    code = "import sys, toy; from pbem.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "adjudicate", "--game", str(duel)]
    path = os.pathsep.join(sys.path)
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=-3, stderr=-3
    ) as child:
        time.sleep(0.1 + 0.5 * part / (100 if SOAK else 5))
        child.kill()
    found = run_files(duel)
    again = pbem("adjudicate", "--game", duel)
    assert again.code == (0 if found is None else 1)
    done = run_files(duel)
    assert done is not None
    assert set(done) >= {"state.yaml", "ledger.jsonl", "report.txt", "inputs/orders/rosa.yaml"}
    assert found in (None, done)
