"""Letters taken into the games that they are for, one after the other.

Decides: that a letter stays where it is if no game can be named for it and no player sent it; that
a game is locked for each letter, and looked at anew after another command's turn; that of many
games one that is damaged stops no letter of the others.
Leaves to `sorting`: which games a letter is for; to `receiving`: what becomes of it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pbem.post.contents import Share
from pbem.post.failing import DAMAGED, line_of
from pbem.post.kept import FAILED, KNOWN, UNCLEAR
from pbem.post.letters import Handed, Letter, read_letter
from pbem.post.office import Office
from pbem.post.receiving import Handled, taken
from pbem.post.sorting import Games, Sorting
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
        self._sorting = Sorting(games)
        self._offices: dict[str, Office] = {}

    def take(
        self, name: str, raw: bytes, now: str, handed: Handed = Handed.BY_MAIL
    ) -> Iterator[Row]:
        """Take a letter into its games; where none can be named it stays where it is."""
        letter = read_letter(raw, name, handed)
        try:
            shares, why = self._sorting.shares(letter)
        except Exception as bug:
            letter, shares, why = replace(letter, bug=bug), (), ""
        rows = 0
        for row in self._each(letter, shares, now):
            rows += 1
            yield row
        if shares and not rows:
            shares, why = self._sorting.left(letter, shares)
            yield from self._each(letter, shares, now)
        if not shares:
            yield Row(letter, "", _left(letter, why))

    def _each(self, letter: Letter, shares: Iterable[Share], now: str) -> Iterator[Row]:
        kept = ""
        for share in shares:
            for row in self._taken(letter, replace(share, kept=kept), now):
                kept = kept or _kept(row)
                yield row

    def _taken(self, letter: Letter, share: Share, now: str) -> Iterator[Row]:
        """What became of a letter in a game, if something of it is for the game."""
        game, root = share.game, self.games[share.game].root
        try:
            with locked(root) as turn:
                handled = taken(self._office(game, turn), letter, now, share)
        except HandedOver as trouble:
            handled = Handled(letter.name, 0, UNCLEAR, (trouble.message,))
        except DAMAGED as trouble:
            if len(self.games) == 1:
                raise
            told = (trouble.message, "the letter stays where it is until that is mended")
            handled = Handled(letter.name, 0, UNCLEAR, told)
        if handled is not None:
            yield Row(letter, game, handled)

    def _office(self, game: str, turn: int) -> Office:
        """A game as it is; read anew where another command had a turn since the last letter."""
        office = self._offices.get(game)
        if office is None or office.turn + 1 != turn:
            office = self._offices[game] = Office(GameDirectory(self.games[game].root))
        office.turn = turn
        return office


def _kept(row: Row) -> str:
    """Where a letter lies whole since it was taken in, if it does."""
    number, outcome = row.handled.number, row.handled.outcome
    return f"letter {number} of {row.game}" if number and outcome != KNOWN else ""


def _left(letter: Letter, why: str) -> Handled:
    """What is told of a letter that stays where it is."""
    if letter.bug is None:
        return Handled(letter.name, 0, UNCLEAR, (why,))
    said = f"the program failed at it: {line_of(letter.bug)}"
    return Handled(letter.name, 0, FAILED, (said, "it stays where it is, and no game keeps it"))
