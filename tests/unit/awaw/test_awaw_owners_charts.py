"""An owner's charts turn rulings into play: ground attacks by a table that nobody ever printed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from pbem.cli import main

ROOT: Final = Path(__file__).parents[3]
ORDERS: Final = ROOT / "orders/awaw/poland-1939/hans.yaml"
RULES: Final = ("D", "D", "A", "A", "D", "D")  # by the die: a table of these tests, and no other
AFTER: Final = "1939-fall.1.axis/after-combat/after-combat"
SAID: Final = {"author:": "the moderator", "reason:": "nobody is cut off", "cite:": '"30"'}


def pbem(*words: object) -> int:
    """One command, in this process."""
    return main([str(word) for word in words])


def transcribed(chart: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The blank of a chart, its cells filled in, laid into the game."""
    capsys.readouterr()
    assert pbem("charts", "template", "awaw", chart) == 0
    lines = capsys.readouterr().out.splitlines()
    folder = game / "data/charts"
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(filled(lines)) + "\n"
    (folder / f"{chart}.yaml").write_text(text, encoding="utf-8")


def filled(lines: Sequence[str]) -> list[str]:
    """Every row of the table with the result of its die in all columns."""
    dice = {f'      "{number}"': result for number, result in enumerate(RULES, start=1)}
    return [line.replace("?", dice.get(line.partition(":")[0], "?")) for line in lines]


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "game"
    assert pbem("new", "awaw/poland-1939", folder, "--seed", "1939") == 0
    transcribed("crt", folder, capsys)
    assert pbem("commitments", folder) == 0
    shutil.copy(ORDERS, folder / "orders/hans.yaml")
    return folder


def test_ground_attacks_play_by_the_table_of_an_owner(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert pbem("adjudicate", "--game", game) == 3
    asked = (game / "pending/rulings.yaml").read_text(encoding="utf-8")
    assert AFTER in asked
    assert "ground-combat" not in asked
    (game / "overrides/rulings.yaml").write_text(answered(asked), encoding="utf-8")
    assert pbem("adjudicate", "--game", game) == 0
    report = (game / "runs/1/report.txt").read_text(encoding="utf-8")
    assert "RULED  by the moderator: 1 of " in report
    assert "] ATTACK on Lodz N33: " in report
    assert "as the moderator has ruled" not in report
    for line in (row for row in report.splitlines() if "] ATTACK on " in row):
        assert line.partition(": ")[2][0] in RULES
    assert pbem("audit", "--game", game) == 0
    assert "Germany loses nothing; the defenders lose 1 infantry 2-3" in report
    assert "OWN DATA" in report


def answered(form: str) -> str:
    """The form of the rulings that are asked for, filled in."""
    lines = form.splitlines()
    said = (f"{line} {SAID[line.strip()]}" if line.strip() in SAID else line for line in lines)
    return "\n".join(said) + "\n"
