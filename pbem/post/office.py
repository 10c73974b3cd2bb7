"""A game into which letters are taken, one after the other.

What no letter changes is read once, for it holds as long as no other command works on the game:
the lock counts its holders, and after another's turn an office is opened anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbem.post.contents import WHOLE, Share
from pbem.post.kept import Kept
from pbem.post.letters import Letter
from pbem.store.checking import Desk
from pbem.store.directory import GameDirectory


@dataclass
class Office:
    """A game with its letters and its position, both read when they are first asked for."""

    directory: GameDirectory
    turn: int = 0  # of the game's lock
    is_open: bool = False  # whether what was left by others is done

    @cached_property
    def desk(self) -> Desk:
        """Where files are checked."""
        return Desk(self.directory.game, self.directory.state(), self.directory)

    @cached_property
    def kept(self) -> Kept:
        """The letters that came before."""
        return Kept(self.directory)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter that comes to a game on a day, and what of it is for that game."""

    office: Office
    letter: Letter
    day: str
    share: Share = WHOLE

    @property
    def directory(self) -> GameDirectory:
        """The game to which it comes."""
        return self.office.directory
