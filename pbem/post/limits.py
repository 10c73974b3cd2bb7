"""How often is enough: passphrases that are tried, and answers that nothing was read.

Days are the same everywhere (UTC), and counted from what the game keeps of its letters.

Decides: how many passphrases of a letter are tried, how many wrong ones from an address and in the
name of a player; that two programs do not answer each other for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pbem.post.kept import Kept
from pbem.post.passphrases import is_right, tidied

MOST_IN_LETTER: Final = 5
MOST_FROM_ONE: Final = 20  # wrong ones a day from an address
MOST_FOR_ONE: Final = 40  # wrong ones a day for a player, from whatever addresses
MOST_UNREAD: Final = 3  # answers a day to an address that nothing was read


@dataclass
class Tries:
    """The passphrases that a letter says, tried as long as that is allowed.

    `wrong`: how many wrong ones were tried for whom. `over`: for whom none was tried any more.
    """

    kept: Kept
    sender: str
    day: str
    said: tuple[str, ...]
    wrong: Counter[str] = field(default_factory=Counter)
    over: str = ""
    _told: dict[str, str] = field(default_factory=dict)

    def trouble(self, player: str, secret: str) -> str:
        """Why the letter does not say the passphrase of a player; nothing if it does."""
        if player not in self._told:
            self._told[player] = self._tried(player, secret)
        return self._told[player]

    def _tried(self, player: str, secret: str) -> str:
        wrong = 0
        for phrase in self.said[: MOST_IN_LETTER - self.wrong.total()]:
            if over := self._over(player, wrong):
                self.over, self.wrong[player] = player, wrong
                return over
            if is_right(secret, phrase):
                return ""
            wrong += 1
        self.wrong[player] = wrong
        passed = len(self.said) - wrong
        only = f" among the first {MOST_IN_LETTER} that it says" if passed else ""
        return f"without the right passphrase{only}"

    def _over(self, player: str, wrong: int) -> str:
        """Why no further passphrase is tried for a player today; nothing if one may be."""
        kept, here = self.kept, self.wrong.total() + wrong
        if kept.guessed_from[self.day, self.sender] + here >= MOST_FROM_ONE:
            return f"{_UNTRIED}: {MOST_FROM_ONE} wrong ones came from {self.sender} today"
        if kept.guessed_for[self.day, player] + wrong >= MOST_FOR_ONE:
            return f"{_UNTRIED}: {MOST_FOR_ONE} wrong ones came for {player} today"
        return ""


_UNTRIED: Final = "and its passphrase was not tried"


def tries(kept: Kept, sender: str, day: str, said: Iterable[str]) -> Tries:
    """What a letter says may be a passphrase, each once."""
    return Tries(kept, sender, day, tuple(dict.fromkeys(map(tidied, said))))


def most_unread(hushed: bool) -> int:
    """How many answers a day an address gets that nothing was read; `hushed`: it asks for none."""
    return 1 if hushed else MOST_UNREAD


def silence(before: Sequence[tuple[str, int]], said: str, most: int) -> str:
    """Why a letter in which nothing is read is not answered any more; nothing if it is.

    `before`: what such letters of the day said that were answered, and their numbers. `said`: a
    mark of what its writer typed; empty if something else may tell it from others. A program that
    answers our answers says the same each time.
    """
    for mark, number in before:
        if said and mark == said:
            return f"not answered: letter {number} said the same, and was answered"
    return f"not answered: {most} of its kind were answered today" if len(before) >= most else ""
