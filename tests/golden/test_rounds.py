"""Golden runs of a whole first round of scenarios, one run for each turn of nations.

Kept are the receipts of the order files of each turn, the report for everyone, but for its last
parts (readings, hashes of data files), and the position after the round. Written anew, as the
samples are, by `python tests/golden/test_samples.py`, when a change is meant; by this file alone
without them.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from pbem.cli import main

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
SEEDS: Final = {"global-war-1936": "1936", "global-war-1939": "1939",
                "spanish-civil-war-1936": "36", "china-1937": "37"}  # fmt: skip
WORLD: Final = (
    ("hans",), ("olga",), ("kenji",), ("anna", "ruth"), ("marie",), ("gino",), ("walt",)
)  # fmt: skip
TURNS: Final = {  # the order files of each turn
    "global-war-1936": WORLD,
    "global-war-1939": WORLD,
    "spanish-civil-war-1936": (("1-hans-germany",), ("2-olga",), ("3-hans-italy",)),
    "china-1937": (("1-kenji",), ("2-walt",), ("3-olga",)),
}
NEXT: Final = {  # the turn after the round
    "global-war-1936": '"1937-jan", impulse: 1, side: axis',
    "global-war-1939": '"1940-jan", impulse: 1, side: axis',
    "spanish-civil-war-1936": '"1937-jan", impulse: 1, side: axis',
    "china-1937": '"1938-jan", impulse: 3, side: axis',
}
STATE: Final = "state.yaml"
RECEIPT: Final = re.compile("-receipt.txt$")
LAST_PARTS: Final = re.compile("\\n(?:INTERPRETATIONS|CHARTS|VOID RUNS)  ")


def play(scenario: str, out: Path) -> Iterator[tuple[str, str]]:
    """The turns of a round one after the other: name and text of what is kept."""
    orders = ROOT / "orders/gw" / scenario
    standing = sorted(orders.glob("*-standing.yaml"))
    state = ROOT / "scenarios/gw" / scenario / "setup.yaml"
    for number, names in enumerate(TURNS[scenario], start=1):
        files = [orders / f"{name}.yaml" for name in names]
        folder = out / str(number)
        name = f"{number}-{'-'.join(names).removeprefix(f'{number}-')}"
        yield f"{name}-receipt.txt", receipts(files, state)
        words = ["adjudicate", "--state", state, "--orders", *files, *standing, "--out", folder]
        assert main([str(word) for word in (*words, "--seed", SEEDS[scenario])]) == 0
        state = folder / STATE
        text = (folder / "report.txt").read_text(encoding="utf-8")
        told, *rest = LAST_PARTS.split(text, maxsplit=1)
        assert rest
        yield f"{name}.txt", told + "\n"
    yield STATE, state.read_text(encoding="utf-8")


def receipts(files: Sequence[Path], state: Path) -> str:
    """What the players are told of their files, which lie nowhere in particular."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        assert main([str(word) for word in ("validate", *files, "--state", state)]) == 0
    return told.getvalue().replace(f"{files[0].parent}/", "")


def expected(scenario: str) -> Path:
    """Where the golden files of a scenario lie."""
    return HERE / f"gw-{scenario}"


@pytest.fixture(scope="module", params=SEEDS)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, dict[str, str]]:
    name = str(request.param)
    return name, dict(play(name, tmp_path_factory.mktemp(name)))


def test_the_golden_round(played: tuple[str, dict[str, str]]) -> None:
    name, files = played
    golden = {path.name: path.read_text(encoding="utf-8") for path in expected(name).iterdir()}
    assert files == golden


def test_no_order_of_the_round_is_refused(played: tuple[str, dict[str, str]]) -> None:
    _, files = played
    for name, text in files.items():
        if RECEIPT.search(name):
            assert "not legal" not in text, name
        else:
            assert name == STATE or "\nREJECTED  none\n" in text, name


def test_the_round_ends_where_the_next_begins(played: tuple[str, dict[str, str]]) -> None:
    name, files = played
    clock = f"clock: {{turn: {NEXT[name]}, window: combat, run: {len(TURNS[name])}}}"
    assert clock in files[STATE]


def test_reports_fit_the_page_and_keep_no_accounts(played: tuple[str, dict[str, str]]) -> None:
    for name, text in played[1].items():
        if name != STATE and not RECEIPT.search(name):
            assert max(map(len, text.splitlines())) <= 78
            assert "now hold" not in text


if __name__ == "__main__":
    import tempfile

    for scenario in SEEDS:
        golden = expected(scenario)
        golden.mkdir(exist_ok=True)
        for old in golden.iterdir():
            old.unlink()
        with tempfile.TemporaryDirectory() as folder:
            for file, text in play(scenario, Path(folder)):
                (golden / file).write_text(text, encoding="utf-8")
