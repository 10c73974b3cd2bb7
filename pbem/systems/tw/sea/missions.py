"""Missions of ships (7.0, 7.5): who sails from where, which way, with what.

Decides what a mission is, and which sea areas its ships still reach. Leaves who may sail to the
orders, whom they meet to `sailing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit
from pbem.systems.tw.sea.navies import aircraft_of
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import UnitMark

TRANSPORT: Final = "transport"
STRATMOVE: Final = "stratmove"
BASE: Final = "base"  # ships change their base, which is no mission of the one a turn
PATROL: Final = "patrol"
LANDING: Final = "landing"
HUNT: Final = "hunt"
CONVOY: Final = "convoy"
INTERDICT: Final = "interdict"
SUPPLY: Final = "supply"  # supply that is run to a port, with escorts or without
STRIKE: Final = "strike"
STRATEGIC: Final = (STRATMOVE, BASE, CONVOY)  # what sails in strategic movement


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """Ships of a power on their way through sea areas; `laden` those that carry something.

    `name` tells it from the others of its step; `outward` is the way to their cargo, if that waits
    in another port.
    """

    name: str
    kind: str
    power: str
    ships: tuple[str, ...]
    base: str
    way: tuple[str, ...]
    laden: tuple[str, ...] = ()
    outward: tuple[str, ...] = ()

    @property
    def areas(self) -> tuple[str, ...]:
        """The areas of the whole way, each once: those that it passes twice when it is laden."""
        before = (area for area in self.outward if area not in self.way)
        return tuple(dict.fromkeys((*before, *self.way)))

    @property
    def length(self) -> int:
        """The sea areas that its ships have to go."""
        return way_length(self.outward, self.way)

    @property
    def line(self) -> str:
        """The power whose supply is run, if it is."""
        return self.power if self.kind == SUPPLY else ""

    @property
    def is_strategic(self) -> bool:
        """Whether its ships move strategically."""
        return self.kind in STRATEGIC

    def laden_in(self, area: str) -> tuple[str, ...]:
        """The ships that carry something in an area."""
        return self.laden if area in self.way else ()

    def pieces(self, position: Position) -> tuple[Piece, ...]:
        """The ships that are left of it: those that have not gone to the bottom."""
        units = (position.units.get(unit) for unit in self.ships)
        there = (unit for unit in units if unit is not None and _is_afloat(position, unit))
        return tuple(map(position.piece, there))

    def fit(self, position: Position) -> tuple[Piece, ...]:
        """The ships that are left whole, and have not come home."""
        here = (ship for ship in self.pieces(position) if ship.at == self.base)
        return tuple(ship for ship in here if not ship.is_depleted)


@implements("TW-7.2-1")
def way_length(outward: tuple[str, ...], way: tuple[str, ...]) -> int:
    """The sea areas of a way: the one beside the port is the first of each leg."""
    return len(outward) + len(way)


def _is_afloat(position: Position, unit: Unit) -> bool:
    return unit.at in position.board


@implements("TW-7.0-2")
def has_sailed(piece: Piece) -> bool:
    """Whether a ship has sailed on its one mission of the player turn."""
    return piece.unit.marked(UnitMark.SAILED)


def with_aircraft(position: Position, ships: tuple[Piece, ...]) -> Iterator[str]:
    """Ships and the aircraft on their decks."""
    for ship in ships:
        yield ship.id
        yield from aircraft_of(position, (ship,)).values()
