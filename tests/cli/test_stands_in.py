"""Commands take the game directory in which one stands, unless something else is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.shared import Pbem


@pytest.fixture
def inside(duel: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(duel)
    return duel


def test_a_whole_window_is_played_without_naming_the_game(
    pbem: Pbem, inside: Path, tmp_path: Path
) -> None:
    for line in (
        "validate orders/rosa.yaml", "template --player rosa", "seal", "adjudicate", "show",
        "report --player rosa", "explain 6", "audit --no-replay", "dice", "view --player rosa",
        "map check", "map show town", f"map draw --out {tmp_path / 'x.svg'}", "status",
        f"case new --from 6 --write {tmp_path / 'case.yaml'}",
        "keys keys", "rewind --to 0", "adjudicate --dry-run",
    ):  # fmt: skip
        said = pbem(*line.split())
        assert said.code == 0, (line, said.err)


def test_what_is_named_counts_before_the_folder_one_stands_in(pbem: Pbem, inside: Path) -> None:
    shown = pbem("map", "check", "wif/barbarossa-12", "--format", "json").out
    assert "barbarossa-12" in shown
    assert pbem("show", "--state", "runs/0/state.yaml").code == 0
    assert pbem("adjudicate").code == 0
    assert pbem("report", "--out", "runs/1").err.startswith("pbem: runs/1: ")
    assert "alone" not in pbem("audit", "--kept", "runs/1/ledger.jsonl").err


def test_outside_of_a_game_it_must_be_named(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = pbem("seal")
    assert said.code == 2
    assert "--game is missing" in said.err
    assert "go into the directory of a game" in said.err
    assert pbem("show").code == 2
