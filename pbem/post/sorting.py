"""Which of many games a letter is for: by the tag in its subject, by what its files say.

Decides: that a tag and a file that name different games name none, and that a letter without either
is for the only game that its sender plays in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbem.core.data.findings import UsageError
from pbem.post.cleaning import windows_in
from pbem.post.letters import Letter
from pbem.post.senders import addresses
from pbem.store.directory import GameDirectory
from pbem.store.files import TEMPORARY, told

Games = Mapping[str, GameDirectory]

_TAG = re.compile(r"\[([a-z0-9][a-z0-9.-]{0,63})\]", re.IGNORECASE)


def directories_under(root: Path) -> list[GameDirectory]:
    """Every game directory that lies in a folder, by name; drafts of some are none."""
    with told(root):
        folders = sorted(path for path in root.iterdir() if (path / "game.yaml").is_file())
    return [GameDirectory(folder) for folder in folders if folder.suffix != TEMPORARY]


def games_under(root: Path) -> dict[str, GameDirectory]:
    """Every game that lies in a folder, by its id; two of one id are refused."""
    found: dict[str, GameDirectory] = {}
    for directory in directories_under(root):
        known = found.setdefault(directory.roster.game, directory)
        if known is not directory:
            message = f"{known.root} and {directory.root} are both '{directory.roster.game}'"
            raise UsageError(message, hint="letters bear a game's name: change one in game.yaml")
    return found


def game_for(games: Games, letter: Letter) -> GameDirectory | str:
    """The game that a letter is for, or why none can be named."""
    if len(games) == 1:
        return next(iter(games.values()))
    tagged = {name.lower() for name in _TAG.findall(letter.subject)} & games.keys()
    windows = (window for text in letter.texts for window in windows_in(text.said))
    said = {window.split(" ")[0].lower() for window in windows} & games.keys()
    named = sorted(tagged | said)
    if len(named) == 1:
        return games[named[0]]
    if named:
        return f"it speaks of several games: {', '.join(named)}"
    played = _played_by(games, letter.sender)
    if len(played) == 1:
        return games[played[0]]
    return "it says of no game that it is for it"


def _played_by(games: Games, sender: str) -> Sequence[str]:
    """The games in which the owner of an address plays."""
    return [name for name, game in games.items() if sender in addresses(game).values()]
