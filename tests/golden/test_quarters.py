"""Golden runs of a first quarter of scenarios of The War, one run for each window of orders.

Kept are the receipts of the order files of each window, the report for everyone, but for its last
parts (readings, hashes of data files), and the position after the quarter. Written anew, as the
samples are, by `python tests/golden/test_samples.py`, when a change is meant; by this file alone
without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from golden.test_rounds import LAST_PARTS, RECEIPT, STATE, receipts

from pbem.cli import main

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
SEEDS: Final = {"france-1940": "8", "barbarossa-1941": "1941"}
WINDOWS: Final = {  # the order files of each window
    "france-1940": (("hans",), ("hans-second-half",), ("marie", "anna")),
    "barbarossa-1941": (("hans",), ("ivan",)),
}
NEXT: Final = {"france-1940": '"1940-summer"', "barbarossa-1941": '"1941-fall"'}


def play(scenario: str, out: Path) -> Iterator[tuple[str, str]]:
    """The windows of a quarter one after the other: name and text of what is kept."""
    orders = ROOT / "orders/tw" / scenario
    standing = sorted(orders.glob("*-standing.yaml"))
    state = ROOT / "scenarios/tw" / scenario / "setup.yaml"
    for number, names in enumerate(WINDOWS[scenario], start=1):
        files = [orders / f"{name}.yaml" for name in names]
        folder = out / str(number)
        name = f"{number}-{'-'.join(names)}"
        yield f"{name}-receipt.txt", receipts(files, state)
        words = ["adjudicate", "--state", state, "--orders", *files, *standing, "--out", folder]
        assert main([str(word) for word in (*words, "--seed", SEEDS[scenario])]) == 0
        state = folder / STATE
        told, *rest = LAST_PARTS.split((folder / "report.txt").read_text(encoding="utf-8"), 1)
        assert rest
        yield f"{name}.txt", told + "\n"
    yield STATE, state.read_text(encoding="utf-8")


def expected(scenario: str) -> Path:
    """Where the golden files of a scenario lie."""
    return HERE / f"tw-{scenario}"


@pytest.fixture(scope="module", params=SEEDS)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, str]]:
    name = str(request.param)
    return name, dict(play(name, tmp_path_factory.mktemp(name)))


def test_the_golden_quarter(played: tuple[str, dict[str, str]]) -> None:
    name, files = played
    golden = {path.name: path.read_text(encoding="utf-8") for path in expected(name).iterdir()}
    assert files == golden


def test_no_order_of_the_quarter_is_refused(played: tuple[str, dict[str, str]]) -> None:
    _, files = played
    for name, text in files.items():
        if RECEIPT.search(name):
            assert "not legal" not in text, name
        else:
            assert name == STATE or "\nREJECTED  none\n" in text, name


def test_the_quarter_ends_where_the_next_begins(played: tuple[str, dict[str, str]]) -> None:
    name, files = played
    clock = f"clock: {{turn: {NEXT[name]}, impulse: 1, side: axis, window: operations, run: "
    assert f"{clock}{len(WINDOWS[name])}}}" in files[STATE]


def test_reports_fit_the_page(played: tuple[str, dict[str, str]]) -> None:
    for name, text in played[1].items():
        if name != STATE and not RECEIPT.search(name):
            assert max(map(len, text.splitlines())) <= 78


if __name__ == "__main__":
    import sys
    import tempfile

    for scenario in sys.argv[1:] or SEEDS:
        golden = expected(scenario)
        golden.mkdir(exist_ok=True)
        for old in golden.iterdir():
            old.unlink()
        with tempfile.TemporaryDirectory() as folder:
            for file, text in play(scenario, Path(folder)):
                (golden / file).write_text(text, encoding="utf-8")
