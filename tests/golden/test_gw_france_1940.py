"""The golden run of the Global War slice: its shipped orders, byte for byte.

Written anew by `python tests/golden/test_gw_france_1940.py`, when a change is meant.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.cli import main

ROOT = Path(__file__).parents[2]
EXPECTED = Path(__file__).parent / "gw-france-1940"
FILES = ("report.txt", "report-hans.txt", "report-anna.txt", "ledger.jsonl", "state.yaml")


def play(out: Path) -> None:
    """The German turn of the scenario from its shipped order files, with a fixed seed."""
    orders = sorted((ROOT / "orders" / "gw" / "france-1940").glob("*.yaml"))
    setup = ROOT / "scenarios" / "gw" / "france-1940" / "setup.yaml"
    words = ["adjudicate", "--state", setup, "--orders", *orders, "--out", out, "--seed", "1940"]
    assert main([str(word) for word in words]) == 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("gw") / "run"
    play(out)
    return out


@pytest.mark.parametrize("name", FILES)
def test_the_golden_run(played: Path, name: str) -> None:
    assert (played / name).read_bytes() == (EXPECTED / name).read_bytes()


def test_reports_fit_the_page() -> None:
    for name in FILES[:3]:
        lines = (EXPECTED / name).read_text().splitlines()
        assert max(map(len, lines)) <= 78


if __name__ == "__main__":
    run = EXPECTED / "run"
    play(run)
    for file in FILES:
        shutil.copy(run / file, EXPECTED / file)
    shutil.rmtree(run)
