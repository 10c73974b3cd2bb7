"""What only the moderator can say: a step whose rule the program knows in part asks him for it.

Decides what may be asked, and what an answer may be. A step makes a `Wanted` of one of its system's
kinds and hands it to the umpire, who gives it back as `Ruled`, its changes carried out. Leaves to
`orders.rulings` how a ruling is typed, to `play.ruling` how it is carried out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from pbem.core.choices.conditions import Fact
from pbem.core.choices.decisions import fact_data
from pbem.core.data.charts import BLANK, Chart
from pbem.core.record.dice import Roll
from pbem.core.record.events import Event
from pbem.core.record.state import canonical

if TYPE_CHECKING:
    from pbem.core.record.state import State
    from pbem.core.rules.system import Modifier

RULING: Final = "ruling"  # the verdict that tells of one, and what its log entry holds
CHART: Final = "chart"  # the kind of ruling that fills one missing cell, in any game


class Does(StrEnum):
    """What a ruling may change; the word with which a line of its `changes` begins."""

    LOSE = "lose"  # a unit leaves play, to where its system sends the lost
    REMOVE = "remove"  # a unit leaves the game
    RETREAT = "retreat"
    MOVE = "move"
    ADD = "add"  # a new unit
    CONTROL = "control"  # whose a place is
    POINTS = "points"  # what a power has: money, factors, luck
    MARKER = "marker"  # on a place
    MARK = "mark"  # on a unit
    TRACK = "track"  # a named value


@dataclass(frozen=True, slots=True)
class May:
    """One thing that a ruling may do, and to what; where it names nothing, to all that is there.

    `units` and `places` default to those of the ruling that is wanted, if it names some. `names`
    are counters of powers (money), markers, marks, tracks, or counters that may be added. `least`
    is how little of a counter may be left to a power; None: it may be in debt.
    """

    does: Does
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    least: int | None = 0


EVERYTHING: Final = tuple(May(does) for does in Does)


@dataclass(frozen=True, slots=True)
class RulingKind:
    """A kind of ruling as the rulebook has the rule that the program does not know.

    `clauses` are played by such rulings; `chart` is the chart with which they play by themselves.
    """

    name: str
    title: str
    moment: str
    cite: str
    clauses: tuple[str, ...] = ()
    chart: str = ""

    def want(self, question: str, **more: Any) -> Wanted:
        """A ruling of this kind at one moment; `more` as in Wanted."""
        return Wanted(self.name, question, **{"cite": self.cite, **more})


@dataclass(frozen=True, slots=True)
class Wanted:
    """One ruling that a step wants: the question, what it is about, and what may be answered.

    `dice` were thrown before: the ruling may look at them. Dice that are thrown after it, it may
    modify, if `modifiers` says what they decide. `results` are the words that it may say, `number`
    the whole numbers, least and most; where there are neither it says none. `may` is what it may
    change. `legal` says in words what is wrong with an answer, or nothing.
    """

    kind: str
    question: str
    cite: str
    about: str = ""
    at: str | None = None
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    dice: tuple[Roll, ...] = ()
    results: tuple[str, ...] = ()
    number: tuple[int, int] | None = None
    modifiers: str = ""
    may: tuple[May, ...] = ()
    secret: tuple[str, ...] = ()
    legal: Callable[[Ruled], str] | None = field(default=None, compare=False)

    def allowed(self, does: Does) -> May | None:
        """What it may do of a kind, with the units and places of the ruling where it names none."""
        found = next((may for may in self.may if may.does is does), None)
        if found is None:
            return None
        units, places = found.units or self.units, found.places or self.places
        return May(does, units, places, found.powers, found.names, found.least)

    def problem(self, result: Any) -> str:
        """Why a result is none that may be said; empty where it may."""
        if self.number is not None:
            least, most = self.number
            fits = isinstance(result, int) and not isinstance(result, bool)
            if fits and least <= result <= most:
                return ""
            return f"a whole number, {least} to {most}, is wanted"
        if self.results:
            return "" if result in self.results else "one of " + ", ".join(self.results)
        if self.kind == CHART:
            fits = isinstance(result, str | int) and result not in ("", BLANK)
            return "" if fits else "what the cell says is wanted"
        return "" if result is None else "no result is wanted here, but changes"


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the moderator ruled: who, why, by which rule, and what came of it.

    `events` are carried out already.
    """

    path: str
    author: str
    reason: str
    cite: str
    result: str | int | None = None
    modifiers: tuple[Modifier, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Unruled:
    """A ruling for which play stops; `refused` says what was wrong with one that was given.

    `state` is the position as it is asked.
    """

    path: str
    wanted: Wanted
    fingerprint: str
    refused: str = ""
    state: State | None = field(default=None, compare=False, repr=False)


def asked_for(path: str, wanted: Wanted) -> str:
    """What a ruling is tied to: the question as it was put, its facts, the dice that it shows."""
    data = {
        "path": path,
        "kind": wanted.kind,
        "question": wanted.question,
        "units": list(wanted.units),
        "places": list(wanted.places),
        "facts": {name: fact_data(value) for name, value in wanted.facts.items()},
        "dice": [[roll.path, [list(values) for values in roll.throws]] for roll in wanted.dice],
        "results": list(wanted.results),
        "number": list(wanted.number or ()),
        "modifiers": wanted.modifiers,
        "may": [str(may.does) for may in wanted.may],
    }
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:16]


def by_ruling(kinds: Iterable[RulingKind], charts: Mapping[str, Chart]) -> dict[str, RulingKind]:
    """The clauses that only a ruling plays, since nobody has supplied the chart; each its kind."""
    return {
        clause: kind
        for kind in kinds
        if kind.chart not in charts or not charts[kind.chart].is_supplied
        for clause in kind.clauses
    }
