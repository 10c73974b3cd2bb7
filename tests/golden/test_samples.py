"""Golden runs of the shipped sample orders, byte for byte.

Written anew, with rounds (`test_rounds`), quarters (`test_quarters`) and the year (`test_year`), by
`PYTHONPATH=tests python tests/golden/test_samples.py`, when a change is meant.
"""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path
from typing import Final
from unittest import mock

import pytest

from pbem.cli import main
from pbem.core.record.program import Program

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
FILES: Final = ("report.txt", "report-hans.txt", "report-anna.txt", "ledger.jsonl", "state.yaml")
SEEDS: Final = {
    ("awaw", "poland-1939"): "1939",
    ("gw", "france-1940"): "1940",
    ("gw", "sea-lion-1940"): "1943",
    ("wif", "barbarossa-12"): "1941",
}
PROGRAM: Final = Program("0.1.0")  # what the kept logs name; the program itself may change
NOT_ORDERS: Final = "change.yaml"  # what `pbem demo` proposes to change


def play(system: str, scenario: str, out: Path) -> None:
    """One run of a scenario from its shipped order files, with a fixed seed."""
    shipped = sorted((ROOT / "orders" / system / scenario).glob("*.yaml"))
    orders = [path for path in shipped if path.name != NOT_ORDERS]
    setup = ROOT / "scenarios" / system / scenario / "setup.yaml"
    words = ["adjudicate", "--state", setup, "--orders", *orders, "--out", out]
    with mock.patch("pbem.store.plain.program_of", return_value=PROGRAM):
        assert main([str(word) for word in (*words, "--seed", SEEDS[system, scenario])]) == 0


def expected(system: str, scenario: str) -> Path:
    """Where the golden files of a scenario lie."""
    return HERE / f"{system}-{scenario}"


@pytest.fixture(scope="module", params=SEEDS, ids="-".join)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    out = tmp_path_factory.mktemp("golden") / "run"
    play(*request.param, out)
    return out, expected(*request.param)


@pytest.mark.parametrize("name", FILES)
def test_the_golden_run(played: tuple[Path, Path], name: str) -> None:
    now, golden = played
    assert (now / name).read_bytes() == (golden / name).read_bytes()


def test_reports_fit_the_page(played: tuple[Path, Path]) -> None:
    now, _ = played
    for name in FILES[:3]:
        assert max(map(len, (now / name).read_text().splitlines())) <= 78


if __name__ == "__main__":
    for system, scenario in SEEDS:
        golden = expected(system, scenario)
        play(system, scenario, golden / "run")
        for file in FILES:
            shutil.copy(golden / "run" / file, golden / file)
        shutil.rmtree(golden / "run")
    for others in ("test_rounds.py", "test_quarters.py", "test_year.py"):
        runpy.run_path(str(HERE / others), run_name="__main__")
