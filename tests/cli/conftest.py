"""A game of the toy system in a directory, and the pbem command called in this process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import toy  # noqa: F401 (registers the system)
from cipher import quick_cipher  # noqa: F401 (for every test)
from cli.shared import Pbem, Said, levies
from cli.sieges import make_siege
from cli.worlds import make_worlds

from pbem.cli import main

if TYPE_CHECKING:
    from cli.judging import Judged
    from page import Page


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


@pytest.fixture(scope="session")
def begun_siege(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose open window will want rulings."""
    game = tmp_path_factory.mktemp("siege") / "siege"
    make_siege(game)
    return game


@pytest.fixture
def siege(begun_siege: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(begun_siege, tmp_path / "siege"))


@pytest.fixture(scope="session")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folders in which the examples of help texts are tried."""
    return make_worlds(tmp_path_factory.mktemp("worlds"))


@pytest.fixture(scope="session")
def page() -> Iterator[Page]:
    """The page docs/verify.html, in a process of its own."""
    from page import Page

    found = Page()
    yield found
    found.close()


@pytest.fixture
def judged(request: pytest.FixtureRequest, pbem: Pbem, page: Page) -> Judged:
    """Both verifiers judge what a player kept, as docs/fairness.md says for this test."""
    from cli.judging import Judged

    return Judged(request.node.originalname, pbem, page)
