"""The golden year of A World at War: fifteen runs of *Europe, the first year* in a game directory.

Kept are the report for everyone of each run, but for its last parts (readings, hashes of data
files), and the position in the end. Files of `orders/awaw/europe-first-year` are named by the run
that they are for; rulings go where rulings go. Written anew, as the samples are, by
`PYTHONPATH=tests python tests/golden/test_samples.py`, when a change is meant; by this file alone
without them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from golden.series import is_all_done

from pbem.cli import main

ROOT: Final = Path(__file__).parents[2]
EXPECTED: Final = Path(__file__).parent / "awaw-europe-first-year"
ORDERS: Final = ROOT / "orders/awaw/europe-first-year"
RUNS: Final = 15
STATE: Final = "state.yaml"
LAST_PARTS: Final = re.compile("\\n(?:INTERPRETATIONS|CHARTS|VOID RUNS)  ")


def play(game: Path) -> Iterator[tuple[str, str]]:
    """The runs of the year one after the other: name and text of what is kept."""
    assert pbem("new", "awaw/europe-first-year", game, "--seed", "1939") == 0
    for number in range(1, RUNS + 1):
        send(game, number)
        assert pbem("adjudicate", "--game", game) == 0, number
        text = (game / f"runs/{number}/report.txt").read_text(encoding="utf-8")
        told, *rest = LAST_PARTS.split(text, maxsplit=1)
        assert rest
        yield f"{number:02}.txt", told + "\n"
    yield STATE, (game / f"runs/{RUNS}" / STATE).read_text(encoding="utf-8")


def send(game: Path, number: int) -> None:
    """The files of a run, in place of those of the run before."""
    for folder in ("orders", "overrides"):
        for old in (game / folder).iterdir():
            old.unlink()
    for path in sorted(ORDERS.glob(f"{number:02}-*.yaml")):
        name = path.name.partition("-")[2]
        folder = "overrides" if name == "rulings.yaml" else "orders"
        shutil.copy(path, game / folder / name)


def pbem(*words: object) -> int:
    """One command, in this process."""
    return main([str(word) for word in words])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("year") / "game"


@pytest.fixture(scope="module")
def played(game: Path) -> dict[str, str]:
    return dict(play(game))


def test_the_golden_year(played: dict[str, str]) -> None:
    assert played == {p.name: p.read_text(encoding="utf-8") for p in EXPECTED.iterdir()}


def test_no_order_of_the_year_is_refused_but_what_the_moderator_refuses(
    played: dict[str, str],
) -> None:
    refused = [n for n, text in played.items() if n != STATE and not is_all_done(text)]
    assert refused == ["07.txt"]
    assert "the moderator does not allow it" in played["07.txt"]


def test_every_ruling_stands_in_a_paragraph_and_the_year_is_decided(
    played: dict[str, str],
) -> None:
    for name, text in played.items():
        if name != STATE:
            paragraphs = text.count("] RULING BY THE MODERATOR (")
            told = re.search(r"RULED  by the moderator: (\d+) of", text)
            assert paragraphs == int(told.group(1) if told else 0), name
            assert max(map(len, text.splitlines())) <= 78
    assert "] VICTORY: Hans (Germany or Italy), Olga (Russia)\n" in played["15.txt"]
    assert 'turn: "1940-fall"' in played[STATE]


def test_the_year_is_audited_clean(game: Path, played: dict[str, str]) -> None:
    assert played
    assert pbem("audit", "--game", game) == 0


def write_anew() -> None:
    """The golden files as they are now."""
    import tempfile

    EXPECTED.mkdir(exist_ok=True)
    for old in EXPECTED.iterdir():
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        for file, text in play(Path(folder) / "game"):
            (EXPECTED / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_anew()
