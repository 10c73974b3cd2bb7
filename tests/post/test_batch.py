"""Many games in one go: what is ready is played, what waits is listed, a failure stops nobody."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest
from post.conftest import begun
from post.letters import ORDERS

from pbem.post.batch import TooManyMissing, batch
from pbem.post.crews import Alone, Several
from pbem.post.sorting import directories_under
from pbem.store.commitments import renewed
from pbem.store.directory import GameDirectory
from pbem.store.files import locked

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NAMES = ("one", "two", "three", "four")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Four games: Hans has sent his orders in all but the fourth."""
    first = begun(tmp_path).root
    folder = tmp_path / "games"
    for name in NAMES:
        game = folder / name
        shutil.copytree(first, game)
        text = (game / "game.yaml").read_text().replace("game: france-40", f"game: {name}")
        (game / "game.yaml").write_text(text + 'deadlines: {1: "2026-11-20 18:00 UTC"}\n')
        state = game / "runs/0/state.yaml"
        state.write_text(state.read_text().replace("france-40", name))
        renewed(GameDirectory(game))
        if name != "four":
            (game / "orders/hans.yaml").write_text(ORDERS.replace("france-40", name))
    return folder


def outcomes(
    root: Path, now: datetime = NOON, jobs: int = 1, most: int | None = None
) -> dict[str, str]:
    crew = Several(jobs) if jobs > 1 else Alone()
    rows = batch(directories_under(root), now, crew=crew, most_missing=most)
    return {Path(row.folder).name: row.outcome for row in rows}


def test_what_is_ready_is_played_and_the_rest_waits(root: Path) -> None:
    assert outcomes(root) == {"one": "played", "two": "played", "three": "played", "four": "waits"}
    assert set(outcomes(root).values()) == {"waits"}


def test_a_game_that_fails_stops_no_other(root: Path) -> None:
    (root / "two/orders/hans.yaml").write_text(ORDERS.replace("france-40", "two") + "x: 1\n")
    (root / "three/game.yaml").write_text((root / "three/game.yaml").read_text() + "x: 1\n")
    with locked(root / "one"):
        found = outcomes(root)
    assert found == {"one": "busy", "two": "failed", "three": "failed", "four": "waits"}
    assert outcomes(root)["one"] == "played"


def test_who_is_late_is_not_waited_for_but_the_brake_holds(root: Path) -> None:
    later = NOON + timedelta(hours=7)
    with pytest.raises(TooManyMissing, match=r"1 players are late: hans \(four\); nothing was"):
        outcomes(root, later, most=0)
    assert not (root / "one/runs/1").exists()
    assert outcomes(root, later, most=1)["four"] == "failed"  # game.yaml: missing_orders: stop


def test_two_processes_write_the_same_bytes(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "again")
    outcomes(root)
    assert outcomes(tmp_path / "again", jobs=2)["one"] == "played"
    for name in NAMES[:3]:
        for path in sorted((root / name).rglob("*")):
            if path.is_file() and not path.name.startswith(".") and path.name != "lock":
                other = tmp_path / "again" / path.relative_to(root)
                assert other.read_bytes() == path.read_bytes(), path


def test_processes_end_with_their_master() -> None:
    """Killed, it cannot tell them that nothing more comes."""
    code = "from time import sleep; from pbem.post.crews import Several\n"
    code += "list(Several(2).each(sleep, [600, 601]))"
    master = subprocess.Popen([sys.executable, "-c", code])
    workers: list[psutil.Process] = []
    while len(workers) < 2:
        time.sleep(0.05)
        children = psutil.Process(master.pid).children()
        workers = [one for one in children if "spawn_main" in str(one.cmdline())]
    time.sleep(1)
    master.kill()
    master.wait()
    assert psutil.wait_procs(workers, timeout=30)[1] == []
