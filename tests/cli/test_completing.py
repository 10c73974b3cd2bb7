"""A shell completes games, and the players, runs, places and units of the game on its line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.shared import Pbem
from click.shell_completion import BashComplete

from pbem.cli import group
from pbem.core.record.views import PUBLIC, visible_state
from pbem.store.directory import GameDirectory


def offered(line: str) -> list[str]:
    """What is offered for the last word of a line."""
    *words, last = line.split(" ")
    found = BashComplete(group, {}, "pbem", "_PBEM_COMPLETE").get_completions(words, last)
    return [item.value for item in found]


@pytest.fixture
def here(pbem: Pbem, duel: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    assert pbem("adjudicate", "--game", duel).code == 0
    monkeypatch.chdir(duel.parent)
    return duel


def test_games_and_what_is_in_them(here: Path) -> None:
    assert offered("show --game ") == ["duel"]
    assert offered("show --game du") == ["duel"]
    assert offered("report --game duel --player r") == ["rolf", "rosa"]
    assert offered("report --game duel --player RO") == ["rolf", "rosa"]
    assert offered("report --game duel --run ") == ["0", "1"]
    assert offered("rewind --game duel --to 0") == ["0"]
    assert offered("show --game duel --place red") == ["red-home"]
    assert offered("map show --game duel blu") == ["blue-home"]
    assert "boar" in offered("show --game duel --unit ")


def test_a_shell_tells_no_secrets(here: Path) -> None:
    seen = visible_state(GameDirectory(here).state(), PUBLIC).units
    assert offered("show --game duel --unit ") == list(seen)


def test_the_game_that_one_stands_in_is_asked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    assert offered("report --player ") == ["bea", "rolf", "rosa"]


def test_no_map_is_loaded_and_what_is_broken_offers_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a map was loaded")

    monkeypatch.setattr("pbem.core.maps.mapfile.load_board", refuse)
    monkeypatch.setattr("pbem.core.maps.mapfile.read_map", refuse)
    assert offered("show --game duel --place red") == ["red-home"]
    assert offered("report --game nowhere --player ") == []
    (here / "game.yaml").write_text("{")
    assert offered("report --game duel --player ") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(shell: str) -> None:
    code = "import sys; from pbem.cli import main; sys.exit(main())"
    env = {**os.environ, "_PBEM_COMPLETE": f"{shell}_source"}
    said = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert said.returncode == 0 or "bash" in said.stderr
    assert "pbem" in said.stdout
