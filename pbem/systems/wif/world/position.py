"""A position as the rules read it: the state together with the map, the charts and the counters.

Everything derived from a state (zones of control, supply) is kept with that state, which never
changes; everything derived from the map under one weather is kept with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.system import Trial
from pbem.systems.wif.world.options import Options
from pbem.systems.wif.world.terrain import Ground, ground_of
from pbem.systems.wif.world.units import Piece

T = TypeVar("T")

_KEPT: Final = "wif"


@dataclass(frozen=True, eq=False)
class Position:
    """A state with everything that is needed to read it."""

    game: Game
    state: State
    run: int

    @property
    def options(self) -> Options:
        """The optional rules of the game."""
        options: Options = self.game.options
        return options

    @cached_property
    def ground(self) -> Ground:
        """The map under the present weather."""
        return ground_of(self.game, self.state)

    def reading(self, interpretation: str) -> str:
        """The reading of an ambiguous rule that holds in this run."""
        return self.game.reading(interpretation, self.run)

    def piece(self, unit: Unit) -> Piece:
        """A unit with what is printed on its counter."""
        return Piece(unit, self.game.counters[unit.counter])

    def pieces(self, *ids: str) -> tuple[Piece, ...]:
        """Units by id."""
        return tuple(self.piece(self.state.units[unit]) for unit in ids)

    def at(self, place: str) -> tuple[Piece, ...]:
        """All units at a place, in byte order of their ids."""
        index = self.state.index.get(place)
        return self.pieces(*index) if index else ()

    def land_at(self, place: str) -> tuple[Piece, ...]:
        """The land units at a place."""
        return tuple(piece for piece in self.at(place) if piece.is_land)

    def air_at(self, place: str) -> tuple[Piece, ...]:
        """The aircraft at a place, on the ground or over it."""
        return tuple(piece for piece in self.at(place) if piece.is_air)

    @cached_property
    def units_on_map(self) -> tuple[Unit, ...]:
        """Every unit on the map, in the state's order."""
        places = self.game.board.neighbours
        return tuple(unit for unit in self.state.units.values() if unit.at in places)

    @cached_property
    def units_by_owner(self) -> Mapping[str, tuple[Unit, ...]]:
        """The units on the map of each power."""
        places = self.game.board.neighbours
        found: dict[str, list[Unit]] = {power: [] for power in self.state.powers}
        for unit in self.state.units.values():
            if unit.at in places:
                found[unit.owner].append(unit)
        return {owner: tuple(units) for owner, units in found.items()}

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units on the map of one power."""
        return self.units_by_owner.get(power, ())

    @cached_property
    def on_map(self) -> tuple[Piece, ...]:
        """Every unit on the map with its counter, in the state's order."""
        return tuple(self.piece(unit) for unit in self.units_on_map)

    def side(self, power: str) -> str:
        """The side of a power."""
        return self.state.powers[power].side

    def label(self, place: str) -> str:
        """How orders and reports name a place."""
        return self.game.board.label(place)

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What the rule modules have worked out about this position, by their own keys."""
        return {}

    def kept(self, key: Any, make: Callable[[], T]) -> T:
        """A derived value, worked out once."""
        if key not in self.derived:
            self.derived[key] = make()
        value: T = self.derived[key]
        return value


def position_of(game: Game, state: State, run: int = 0) -> Position:
    """The position of a state: the same one whenever it is asked for."""
    known = state.__dict__.get(_KEPT)
    number = run or state.clock.run + 1
    if not isinstance(known, Position) or known.game is not game or known.run != number:
        known = Position(game, state, number)
        state.__dict__[_KEPT] = known
    return known


def position_in(trial: Trial) -> Position:
    """The position that a check looks at."""
    return position_of(trial.game, trial.state)
