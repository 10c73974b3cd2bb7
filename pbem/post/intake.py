"""Letters taken into the games that they are for, one after the other.

Decides: that a letter stays where it is if no game can be named for it; that a game is locked for
each letter, and looked at anew after another command's turn.
Leaves to `sorting`: which game a letter is for; to `receiving`: what becomes of it there.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.post.letters import Handed, Letter, read_letter
from pbem.post.office import Office
from pbem.post.receiving import Handled, taken
from pbem.post.sorting import Games, game_for
from pbem.store.directory import GameDirectory
from pbem.store.files import HandedOver, locked


@dataclass(frozen=True, slots=True)
class Row:
    """A letter, the game that it was for, and what became of it."""

    letter: Letter
    game: str
    handled: Handled


class Intake:
    """The games of a command that takes letters in."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._offices: dict[str, Office] = {}

    def take(self, name: str, raw: bytes, now: str, handed: Handed = Handed.BY_MAIL) -> Row:
        """Take a letter into its game; where no game can be named it stays where it is."""
        letter = read_letter(raw, name, handed)
        directory = game_for(self.games, letter)
        if isinstance(directory, str):
            return Row(letter, "", Handled(letter.name, 0, "unclear", (directory,)))
        game = directory.roster.game
        try:
            with locked(directory.root) as turn:
                return Row(letter, game, taken(self._office(game, turn), letter, now))
        except HandedOver as trouble:
            return Row(letter, game, Handled(letter.name, 0, "unclear", (trouble.message,)))

    def _office(self, game: str, turn: int) -> Office:
        """A game as it is; read anew where another command had a turn since the last letter."""
        office = self._offices.get(game)
        if office is None or office.turn + 1 != turn:
            office = self._offices[game] = Office(GameDirectory(self.games[game].root))
        office.turn = turn
        return office
