"""A game of the toy system in a directory, and the pbem command called in this process."""

from __future__ import annotations

from pathlib import Path

import pytest
import toy  # noqa: F401 (registers the system)
from cli.shared import Pbem, Said, levies

from pbem.cli import main


@pytest.fixture
def pbem(capfd: pytest.CaptureFixture[str]) -> Pbem:
    """Call the command with arguments."""

    def call(*args: object) -> Said:
        capfd.readouterr()
        code = main([str(arg) for arg in args])
        said = capfd.readouterr()
        return Said(code, said.out, said.err)

    return call


@pytest.fixture
def duel(pbem: Pbem, tmp_path: Path) -> Path:
    """A fresh game whose first window has its orders."""
    game = tmp_path / "duel"
    assert pbem("new", "toy/duel", game).code == 0
    levies(game)
    return game
