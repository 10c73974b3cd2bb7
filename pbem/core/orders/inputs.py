"""What a run is played with, besides the game and the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pbem.core.data.findings import Where
from pbem.core.orders.orderlines import DocPath
from pbem.core.orders.orders import StandingOrders, Submission
from pbem.core.record import dice as dice_
from pbem.core.record.foreknown import Plays
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
    """An answer from an answers file, tied to the question that was asked.

    `others` are what other files answer at the same path, the last first: a question that is put
    again, its facts changed, has an answer for each time.
    """

    words: object
    fingerprint: str
    others: tuple[GivenAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenRuling:
    """What a moderator rules at a path, as typed: who, why, by which rule, and what.

    `data` has the result, the modifiers and the changes, `fingerprint` ties it to the question
    that was asked. `spots` finds the words in the file.
    """

    data: Mapping[str, Any]
    author: str
    reason: str
    cite: str
    fingerprint: str = ""
    spots: Callable[[DocPath, bool], Where] | None = field(default=None, compare=False, repr=False)

    def spot(self, *path: str | int) -> Where:
        """Where a value of the ruling stands."""
        return self.spots(path, False) if self.spots else Where("rulings")


@dataclass(frozen=True, slots=True)
class Overrides:
    """What a moderator rules in a run: by path, or by interpretation.

    `rulings` say what the program does not know, the others decide against it. `said` tells who
    decided so, and why: by path or interpretation.
    """

    decisions: Mapping[str, object] = field(default_factory=dict)
    rolls: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, GivenRuling] = field(default_factory=dict)
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, path: str) -> dict[str, str]:
        """Who decided against the program there, and why."""
        return dict(self.said.get(path, {}))


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a run is played with, besides the game and the state.

    `since` holds the states in which the impulse and the turn began, `decided` the decisions of
    earlier runs of the impulse, where an impulse has several windows. `plays` are those of this
    very run that were taken back, where its key serves again.
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
    plays: Plays = field(default_factory=Plays)
