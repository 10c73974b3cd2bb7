"""What a drawn map shows of units and battles: the game system tells it, `pbem.maps` draws it.

A face is what a player looks for on a counter: the sign of its arm, its size, its ratings, and
whether it lies face-down. A battle mark stands on the place of a battle: the odds and what came
of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pbem.core.reading.scene import Scene
    from pbem.core.record.ledger import Entry
    from pbem.core.record.state import State, Unit
    from pbem.core.rules.game import Game

FACE_DOWN: Final = "face-down"


@dataclass(frozen=True, slots=True)
class Face:
    """One counter as it is drawn.

    `symbol` names the sign (infantry, armour, fighter …; any other word is written out), `title`
    the counter, `ratings` is its bottom line (`8-5`), `size` its formation (`XXX`).
    """

    symbol: str
    title: str
    ratings: str = ""
    size: str = ""
    down: bool = False


@dataclass(frozen=True, slots=True)
class BattleMark:
    """What the map says of a battle: where, at which odds, with which result."""

    at: str
    odds: str
    result: str


@dataclass(frozen=True, slots=True)
class Sign:
    """What lies at a place beside counters: its sign, and what it is in words."""

    symbol: str
    title: str


def no_signs(state: State, place: str) -> Sequence[Sign]:
    """The usual signs: nothing lies at places but counters."""
    return ()


def plain_face(game: Game, unit: Unit) -> Face:
    """A face from the catalogue alone: the counter's kind, name, combat and movement."""
    if unit.counter not in game.counters:
        return Face("unknown", unit.counter, down=unit.marked(FACE_DOWN))
    counter = game.counters[unit.counter]
    ratings = [str(counter.ratings[name]) for name in ("combat", "movement") if counter.has(name)]
    down = unit.marked(FACE_DOWN)
    return Face(counter.kind.lower(), counter.name, "-".join(ratings), down=down)


def plain_marks(entry: Entry, scene: Scene) -> Sequence[BattleMark]:
    """A mark for every verdict about a place that has odds among its facts."""
    at, odds = (entry.facts.get(name) for name in ("at", "odds"))
    if at is None or odds is None:
        return ()
    return (BattleMark(at, str(odds), entry.outcome),)
