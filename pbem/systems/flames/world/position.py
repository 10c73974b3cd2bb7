"""A position as the rules read it.

Decides what is kept: everything derived from a state (zones of control, supply) with that state,
which never changes; everything derived from the map under one weather with the game. Leaves
working it out to the modules of this folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from pbem.core.play.umpire import Umpire as CoreUmpire
from pbem.core.record.state import Place, State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position as CorePosition
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.options import Options
from pbem.systems.flames.world.policy import Policy
from pbem.systems.flames.world.terrain import Ground, ground_of
from pbem.systems.flames.world.units import Piece
from pbem.systems.flames.world.values import Values
from pbem.systems.flames.world.vocabulary import PlaceFact

_KEPT: Final = "places-with-facts"
_KITS: Final = "kits"


@dataclass(frozen=True, eq=False)
class Position(CorePosition):
    """A state with everything that is needed to read it; a book adds its policy."""

    policy: ClassVar[Policy]

    @property
    def values(self) -> Values:
        """What the book says where another one says otherwise."""
        return self.policy.values

    @property
    def options(self) -> Options:
        """The optional rules of the game."""
        options: Options = self.game.options
        return options

    @cached_property
    def kits(self) -> Kits:
        """What the optional rules of the game answer; worked out once for the game."""
        shelf = self.game.__dict__
        kits: Kits | None = shelf.get(_KITS)
        if kits is None:
            kits = shelf[_KITS] = self.policy.kits(self.options)
        return kits

    @cached_property
    def ground(self) -> Ground:
        """The map under the present weather."""
        return self.kept(("all", "ground"), lambda: ground_of(self.game, self.state))

    def piece(self, unit: Unit) -> Piece:
        """A unit with what is printed on its counter."""
        return Piece(unit, self.game.counters[unit.counter])

    def pieces(self, *ids: str) -> tuple[Piece, ...]:
        """Units by id."""
        return tuple(self.piece(self.state.units[unit]) for unit in ids)

    def at(self, place: str) -> tuple[Piece, ...]:
        """All units at a place, in byte order of their ids."""
        found = self._stacks.get(place)
        if found is None:
            found = self._stacks[place] = self.pieces(*self.state.index.get(place, ()))
        return found

    @cached_property
    def _stacks(self) -> dict[str, tuple[Piece, ...]]:
        """The units of the places that were asked for."""
        return self.kept(("all", "stacks"), dict)

    def land_at(self, place: str) -> tuple[Piece, ...]:
        """The land units at a place."""
        return tuple(piece for piece in self.at(place) if piece.is_land)

    def air_at(self, place: str) -> tuple[Piece, ...]:
        """The aircraft at a place, on the ground or over it."""
        return tuple(piece for piece in self.at(place) if piece.is_air)

    @cached_property
    def units_on_map(self) -> tuple[Unit, ...]:
        """Every unit on the map, in the state's order."""
        places, units = self.game.board.neighbours, self.state.units.values()
        return self.kept(
            ("all", "units"), lambda: tuple(unit for unit in units if unit.at in places)
        )

    @cached_property
    def units_by_owner(self) -> Mapping[str, tuple[Unit, ...]]:
        """The units on the map of each power."""
        return self.kept(("all", "owners"), self._by_owner)

    def _by_owner(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = {power: [] for power in self.state.powers}
        for unit in self.units_on_map:
            found[unit.owner].append(unit)
        return {owner: tuple(units) for owner, units in found.items()}

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units on the map of one power."""
        return self.units_by_owner.get(power, ())

    @cached_property
    def on_map(self) -> tuple[Piece, ...]:
        """Every unit on the map with its counter, in the state's order."""
        return self.kept(("all", "pieces"), lambda: tuple(map(self.piece, self.units_on_map)))

    @cached_property
    def claimed(self) -> Mapping[str, str]:
        """The hexes that have become parts of other countries than the map says, and of which."""
        return self.kept(("all", "claimed"), self._claimed)

    def _claimed(self) -> Mapping[str, str]:
        known = ((place.id, place.facts.get(PlaceFact.COUNTRY)) for place in self.with_facts)
        return {place: str(country) for place, country in known if country}

    @property
    def with_facts(self) -> tuple[Place, ...]:
        """The places with facts of their own; kept for as long as no place changes."""
        shelf, places = self.game.__dict__, self.state.places
        kept: tuple[object, tuple[Place, ...]] = shelf.get(_KEPT, (None, ()))
        if kept[0] is not places:
            kept = shelf[_KEPT] = places, tuple(place for place in places.values() if place.facts)
        return kept[1]

    def country(self, place: str) -> str:
        """The country of a hex: that of the map, or the one that it has become a part of (19.6)."""
        return self.claimed.get(place) or self.board.country(place)

    def side(self, power: str) -> str:
        """The side of a power."""
        return self.state.powers[power].side

    def players_of(self, powers: Iterable[str]) -> tuple[str, ...]:
        """The players who run some powers, in the scenario's order of powers."""
        wanted, known = frozenset(powers), self.state.powers.values()
        found = (player for power in known if power.id in wanted for player in power.players)
        return tuple(dict.fromkeys(found))

    def cooperate(self, power: str, other: str) -> bool:
        """Whether the units of two powers co-operate (18.1)."""
        return self.policy.cooperate(self.state, power, other)

    def are_rivals(self, power: str | None, other: str) -> bool:
        """Whether two powers are factions of one country, neither at home where the other is."""
        return {power, other} == self.policy.factions

    def is_neutral(self, power: str) -> bool:
        """Whether a major power is at war with no other major power (9.1)."""
        return self.policy.is_neutral(self.state, power)


def position_of(game: Game, state: State) -> Position:
    """A position by itself: nobody's, and just begun."""
    found: Position = game.system.position(game, state, state, "", False)
    return found


Umpire: TypeAlias = CoreUmpire[Position]
