"""A unit with its counter: what the rules of a system of counters speak of.

Decides what every such system says alike of a unit. Leaves the classes of counters, the ratings
and the marks to the systems, whose `Piece` adds them.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.core.data.counters import Counter
from pbem.core.record.state import Unit


@dataclass(frozen=True, slots=True)
class BasePiece:
    """A unit, or a group of like ones, with its counter."""

    unit: Unit
    counter: Counter

    @property
    def id(self) -> str:
        return self.unit.id

    @property
    def name(self) -> str:
        """What is printed on it."""
        return self.counter.name

    @property
    def kind(self) -> str:
        """What kind of unit the counter shows."""
        return self.counter.kind

    @property
    def owner(self) -> str:
        """The power whose unit it is."""
        return self.unit.owner

    @property
    def at(self) -> str:
        return self.unit.at
