"""A position as the rules of A World at War read it.

Decides what is kept with a state. Leaves what it means to the modules of this folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pbem.core.play.umpire import Umpire as CoreUmpire
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position as CorePosition
from pbem.systems.awaw.world.options import Options
from pbem.systems.awaw.world.units import Piece, piece_of
from pbem.systems.awaw.world.vocabulary import Pool


@dataclass(frozen=True, eq=False)
class Position(CorePosition):
    """A state with everything that is needed to read it."""

    @property
    def options(self) -> Options:
        """The optional rules of the game."""
        options: Options = self.game.options
        return options

    def piece(self, unit: Unit) -> Piece:
        """A unit with what is printed on its counter."""
        return piece_of(self.book, unit)

    def at(self, place: str) -> tuple[Piece, ...]:
        """All units at a place, in byte order of their ids."""
        return tuple(map(self.piece, self.state.at(place)))

    def pieces_of(self, power: str) -> tuple[Piece, ...]:
        """All units of a power on the map or in boxes, in byte order of their ids."""
        units = sorted(self.units.items())
        own = (u for _, u in units if u.owner == power and u.at in self.board)
        return tuple(map(self.piece, own))


def pool_of(position: CorePosition, unit: Unit) -> str:
    """Where a lost unit goes: the force pool of its owner, as an allowable build (7.223)."""
    return f"pool:{unit.owner}/{Pool.FORCE}"


Umpire: TypeAlias = CoreUmpire[Position]
