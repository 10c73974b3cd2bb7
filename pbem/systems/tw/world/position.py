"""A position as the rules of The War read it.

Decides what is kept with a state, and who stands with whom: the nations of one alliance that fight
a common foe, and Satellites with their patron. Leaves what it means to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire as CoreUmpire
from pbem.core.record.state import NEUTRAL, Unit
from pbem.core.rules.position import Position as CorePosition
from pbem.systems.tw.world.options import Options
from pbem.systems.tw.world.units import FLAK, Piece, piece_of
from pbem.systems.tw.world.vocabulary import Pool, PowerFlag, PowerName, Relation

ORDER: Final = (
    PowerName.ITALY, PowerName.GERMANY,
    PowerName.FRANCE, PowerName.BRITAIN, PowerName.UNITED_STATES, PowerName.SOVIET_UNION,
)  # fmt: skip


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

    def city(self, name: str) -> str:
        """The hex of a city that rules name; `` where the map has none."""
        return self.board.find(name).place or ""

    def at(self, place: str) -> tuple[Piece, ...]:
        """All units at a place, in byte order of their ids."""
        return tuple(map(self.piece, self.state.at(place)))

    def ground_at(self, place: str) -> tuple[Piece, ...]:
        """The ground units at a place."""
        return tuple(piece for piece in self.at(place) if piece.is_ground)

    def still_at(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Of some units those that stand where they stood, as they are now."""
        known = ((piece.at, self.units.get(piece.id)) for piece in pieces)
        return tuple(self.piece(unit) for at, unit in known if unit is not None and unit.at == at)

    def pieces_of(self, power: str) -> tuple[Piece, ...]:
        """All units of a power on the board, in byte order of their ids."""
        own = (u for _, u in sorted(self.units.items()) if u.owner == power and u.at in self.board)
        return tuple(map(self.piece, own))

    @implements("TW-1.2c-4")
    def at_war(self, power: str, other: str) -> bool:
        """Whether two powers are enemies: one has declared war on the other."""
        return self.state.relation(power, other) == Relation.WAR

    def patron(self, power: str) -> str:
        """The major power that runs a minor country; itself for the others."""
        return str(self.state.flag(power, PowerFlag.PATRON) or power)

    @implements("TW-1.2c-5")
    def stand_together(self, power: str, other: str) -> bool:
        """Whether two powers are patron and Satellite, or of one alliance with a common foe."""
        if self.patron(power) == self.patron(other):
            return True
        if self.side_of(power) != self.side_of(other):
            return False
        return self.side_of(power) != NEUTRAL and any(
            self.at_war(power, foe) and self.at_war(other, foe) for foe in self.powers
        )

    @implements("TW-1.2a-2")
    def enemy_ground(self, power: str, place: str) -> tuple[Piece, ...]:
        """The ground units of enemies of a power at a place."""
        return tuple(p for p in self.ground_at(place) if self.at_war(power, p.owner))

    @implements("TW-11.12.2-3")
    def lone_flak(self, power: str, place: str) -> tuple[Piece, ...]:
        """The flak units of enemies that stand alone at a place, and bar nobody."""
        enemies = self.enemy_ground(power, place)
        return enemies if all(piece.kind in FLAK for piece in enemies) else ()

    def is_friendly(self, power: str, place: str) -> bool:
        """Whether a power or one that stands with it controls a place."""
        return self.stand_together(power, self.holder(place))


@implements("TW-3.11-2")
def in_alliance_order(position: Position) -> tuple[str, ...]:
    """The powers in the order in which those of one alliance act, where it matters."""
    known: dict[str, int] = {power: number for number, power in enumerate(ORDER)}
    return tuple(sorted(position.powers, key=lambda one: known.get(one, len(ORDER))))


@implements("TW-3.11-2")
def by_player(
    position: Position, pieces: Iterable[Piece]
) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """Units by the player who commands them, the players in the order of their alliance."""
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(player_of(position, piece.owner), []).append(piece)
    players = dict.fromkeys(player_of(position, power) for power in in_alliance_order(position))
    yield from ((player, tuple(found[player])) for player in players if player in found and player)


def player_of(position: CorePosition, power: str) -> str:
    """The player who throws for a power; nobody does for a neutral one."""
    return next(iter(position.powers[power].players), "")


def pool_of(position: CorePosition, unit: Unit) -> str:
    """Where a lost unit goes: the force pool of its owner."""
    return f"pool:{unit.owner}/{Pool.FORCE}"


Umpire: TypeAlias = CoreUmpire[Position]
