"""A position as the rules read it: a state with its game, and for whom it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from pbem.core.maps.board import Board
from pbem.core.record.state import Clock, Place, Power, Scalar, State, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.readings import R

if TYPE_CHECKING:
    from pbem.core.rules.game import Game

T = TypeVar("T")
P = TypeVar("P", bound="Position")  # a system's own kind

_KEPT: Final = "kept"


@dataclass(frozen=True, eq=False)
class Position:
    """What rules look at: the game, the position as it is or would be then, and the player.

    `start` is the position when the impulse began; `state` has the orders before this one in it.
    `in_play` is true when an order is carried out: before that, what it depends on in another
    player's file (a permit) cannot be known, and its absence is a warning at most.
    """

    game: Game
    state: State
    start: State
    player: str = ""
    in_play: bool = False

    @property
    def book(self) -> Book:
        """The charts and counters."""
        return self.game.book

    @property
    def board(self) -> Board:
        """The board."""
        return self.game.board

    @property
    def options(self) -> Any:
        """The optional rules of the game, as its system has read them."""
        return self.game.options

    @property
    def powers(self) -> Mapping[str, Power]:
        """The powers, by id."""
        return self.state.powers

    @property
    def places(self) -> Mapping[str, Place]:
        """What is so of places, by id."""
        return self.state.places

    @property
    def units(self) -> Mapping[str, Unit]:
        """The units, by id."""
        return self.state.units

    @property
    def clock(self) -> Clock:
        """When it is."""
        return self.state.clock

    def controller(self, place: str) -> str | None:
        """Who controls a place."""
        return self.state.controller(place)

    def holder(self, place: str) -> str:
        """Who controls a place; `` where nobody does."""
        return self.state.holder(place)

    def side_of(self, power: str) -> str:
        """The side of a power."""
        return self.state.side_of(power)

    def track(self, name: str) -> Scalar:
        """A named value."""
        return self.state.track(name)

    @property
    def run(self) -> int:
        """The run that is played, or comes next."""
        return self.state.clock.run + 1

    def reading(self, interpretation: type[R]) -> R:
        """The reading of an ambiguous rule that holds now."""
        name = self.game.asked_as(interpretation)
        return (
            interpretation(self.game.reading(name, self.run))
            if name
            else next(iter(interpretation))
        )

    def title(self, power: str) -> str:
        """How a power is named by itself: `USSR`."""
        return self.game.system.words.title(power)

    def called(self, power: str) -> str:
        """How a power is named within a sentence: `the USSR`."""
        return self.game.system.words.called(power)

    def label(self, place: str) -> str:
        """How a place is called."""
        return self.game.board.label(place)

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What rules have worked out from the state and its game, by their own keys: kept with the
        state, which never changes.
        """
        known = self.state.__dict__.get(_KEPT)
        if known is None or known[0] is not self.game:
            known = self.state.__dict__[_KEPT] = (self.game, {})
        derived: dict[object, object] = known[1]
        return derived

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """A derived value, worked out once for a state."""
        if key not in self.derived:
            self.derived[key] = make()
        value: T = self.derived[key]
        return value

    def then(self, state: State) -> Self:
        """The same with another state."""
        return replace(self, state=state)


def position_of(game: Game, state: State) -> Position:
    """A position by itself: nobody's, and just begun."""
    return Position(game, state, state)
