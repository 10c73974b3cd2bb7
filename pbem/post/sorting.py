"""Which of many games a letter is for: by the tag in its subject, by what its files say.

Decides: that a tag and a file that name different games name none, and that a letter without either
is for the only game that its sender plays in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbem.core.data.findings import UsageError
from pbem.core.orders.orders import head_of
from pbem.post.cleaning import files_in
from pbem.post.letters import Letter
from pbem.post.receiving import addresses, words_of
from pbem.store.directory import GameDirectory
from pbem.store.files import told

Games = Mapping[str, GameDirectory]

_TAG = re.compile(r"\[([a-z0-9][a-z0-9.-]{0,63})\]", re.IGNORECASE)


def directories_under(root: Path) -> list[GameDirectory]:
    """Every game directory that lies in a folder, by name."""
    with told(root):
        folders = sorted(path for path in root.iterdir() if (path / "game.yaml").is_file())
    return [GameDirectory(folder) for folder in folders]


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
    said = {name for text in letter.texts for name in _named(games, text.said)}
    named = sorted(tagged | said)
    if len(named) == 1:
        return games[named[0]]
    if named:
        return f"it speaks of several games: {', '.join(named)}"
    played = _played_by(games, letter.sender)
    if len(played) == 1:
        return games[played[0]]
    return "it says of no game that it is for it"


def _named(games: Games, text: str) -> set[str]:
    """The games that the windows of a text's files begin with."""
    words = {word for game in games.values() for word in words_of(game.game.system)}
    heads = (head_of(said.encode(), "letter") for said in files_in(text, words))
    return {str(head.get("window", "")).split(" ")[0].lower() for head in heads} & games.keys()


def _played_by(games: Games, sender: str) -> Sequence[str]:
    """The games in which the owner of an address plays."""
    return [name for name, game in games.items() if sender in addresses(game).values()]
