"""What a run is played with, besides the game and the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pbem.core.orders.orders import StandingOrders, Submission
from pbem.core.record import dice as dice_
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State


class DiceSource(Protocol):
    """Where dice come from: keys in a game, a script in a case."""

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice shown for a context."""


@dataclass(frozen=True, slots=True)
class KeyedDice:
    """Dice from a run key."""

    key: bytes

    def throw(self, context: str, count: int, sides: int) -> tuple[int, ...]:
        """The dice shown for a context."""
        return dice_.throw(self.key, context, count, sides)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer from an answers file, tied to the question that was asked."""

    words: Any
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Overrides:
    """What a moderator decides against the program: by path, or by interpretation."""

    decisions: Mapping[str, Any] = field(default_factory=dict)
    rolls: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a run is played with, besides the game and the state.

    `since` holds the states in which the impulse and the turn began, `decided` the decisions of
    earlier runs of the impulse, where an impulse has several windows.
    """

    submissions: Mapping[str, Submission]
    dice: DiceSource
    secret_dice: DiceSource
    secret_key: bytes
    run: int
    standing: Mapping[str, StandingOrders] = field(default_factory=dict)
    answers: Mapping[tuple[str, str], GivenAnswer] = field(default_factory=dict)
    overrides: Overrides = field(default_factory=Overrides)
    since: Mapping[str, State] = field(default_factory=dict)
    decided: tuple[Entry, ...] = ()
