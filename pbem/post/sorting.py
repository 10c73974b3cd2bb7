"""Which of many games a letter is for: by what its files say, by the tag in its subject.

A letter may be for several games: each takes the files that name it.

Decides: that a file is for the game that its window names, and one that names none for the game of
the tag, or for the only one that others name; that a letter without either is for the only game
that its sender plays in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem.core.data.findings import UsageError
from pbem.post.cleaning import windows_in
from pbem.post.contents import Share, game_of
from pbem.post.letters import Letter
from pbem.post.senders import addresses
from pbem.store.directory import GameDirectory
from pbem.store.files import TEMPORARY, is_handed_over, told

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


class Sorting:
    """The games of a command, by the addresses of those who play in them."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._played: dict[str, list[str]] = {}
        for name, game in sorted(games.items()) if len(games) > 1 else ():
            for address in {*addresses(game).values()}:
                self._played.setdefault(address, []).append(name)

    def shares(self, letter: Letter) -> tuple[tuple[Share, ...], str]:
        """The games that a letter is for, or why none can be named.

        Where its sender plays somewhere, the first such game keeps it, to answer him.
        """
        if len(self.games) == 1:
            (only,) = self.games
            return (Share(only, home=only),), ""
        named, tagged = self._named(letter), self._tagged(letter)
        if named:
            home = self._home(named, tagged)
            return tuple(
                Share(game, frozenset({*named, home} - {game, ""}), home)
                for game in sorted({*named, home} - {""})
            ), ""
        played = self._played.get(letter.sender, []) if letter.sender else []
        found = tagged or played
        if len(found) == 1:
            return (Share(found[0], home=found[0]),), ""
        several = f"its subject names several games: {', '.join(tagged)}"
        return self._unclear(letter, several if tagged else _NONE)

    def left(self, letter: Letter, shares: Sequence[Share]) -> tuple[tuple[Share, ...], str]:
        """The same where no game has found a file of its own in the letter."""
        home = shares[0].home
        return ((Share(home, home=home),), "") if home else self._unclear(letter, _STRAY)

    def _unclear(self, letter: Letter, why: str) -> tuple[tuple[Share, ...], str]:
        """Kept in the first game in which the sender plays, if it can be answered there."""
        plays = self._played.get(letter.sender, []) if letter.sender else []
        here = [game for game in plays if not is_handed_over(self.games[game].root)]
        unclear = Share(unclear=why, plays=tuple(plays))
        return tuple(replace(unclear, game=game, home=game) for game in here[:1]), why

    def _named(self, letter: Letter) -> list[str]:
        """The games that windows in a letter name."""
        windows = (window for text in letter.texts for window in windows_in(text.said))
        said = dict.fromkeys(game_of(window) for window in windows)
        return sorted(name for name in said if name in self.games)

    def _tagged(self, letter: Letter) -> list[str]:
        """The games that its subject names."""
        said = dict.fromkeys(name.lower() for name in _TAG.findall(letter.subject))
        return sorted(name for name in said if name in self.games)

    def _home(self, named: Sequence[str], tagged: Sequence[str]) -> str:
        """The game of the files that name none; empty where nobody can say."""
        found = tagged or named
        return found[0] if len(found) == 1 else ""


_NONE: Final = "it says of no game that it is for it"
_STRAY: Final = "it names several games, and its files none of them"
