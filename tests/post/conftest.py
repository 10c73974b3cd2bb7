"""A game whose players write letters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cipher import quick_cipher  # noqa: F401 (for every test)

from pbem.post.letters import read_letter
from pbem.post.passphrases import keep
from pbem.post.receiving import Handled, receive
from pbem.store.create import create
from pbem.store.directory import GameDirectory

ROSTER = {
    "hans": '{powers: [germany], address: "Hans Muster <hans@x.org>", zone: Europe/Berlin}',
    "anna": "{powers: [great-britain, france], address: anna@y.org}",
}
NOW = "Fri, 20 Nov 2026 19:30:00 +0000"
PHRASE = "correct horse battery"

Receive = Callable[[bytes], Handled]


def begun(folder: Path) -> GameDirectory:
    """France 1940 between Hans, who has a passphrase, and Anna, who has none."""
    root = folder / "france"
    create(root, "gw", "france-1940", seed="post")
    text = (root / "game.yaml").read_text()
    for name, seat in ROSTER.items():
        begin = text.index(f"  {name}: {{")
        text = text[:begin] + f"  {name}: {seat}" + text[text.index("\n", begin) :]
    (root / "game.yaml").write_text(text)
    (folder / "mail.yaml").write_text("format: pbem-mail/1\nfrom: Mod <mod@club.org>\n")
    directory = GameDirectory(root)
    keep(directory, "hans", PHRASE)
    return directory


@pytest.fixture
def game(tmp_path: Path) -> GameDirectory:
    """A game of its own."""
    return begun(tmp_path)


@pytest.fixture
def post(game: GameDirectory) -> Receive:
    """Hand a letter in."""
    return lambda raw: receive(GameDirectory(game.root), read_letter(raw, "letter.eml"), NOW)
