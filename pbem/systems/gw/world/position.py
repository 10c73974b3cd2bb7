"""A position as the rules of Global War read it, and the umpire who plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pbem.core.play.umpire import Umpire as CoreUmpire
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position as CorePosition
from pbem.systems.gw.world.options import Options


@dataclass(frozen=True, eq=False)
class Position(CorePosition):
    """A state with everything that is needed to read it."""

    @property
    def options(self) -> Options:
        """The optional rules of the game."""
        options: Options = self.game.options
        return options


def position_of(game: Game, state: State) -> Position:
    """A position by itself: nobody's, and just begun."""
    return Position(game, state, state)


Umpire: TypeAlias = CoreUmpire[Position]
