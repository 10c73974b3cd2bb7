"""Units and what is printed on them (3.11, 6): the words in which the rules speak of them.

Decides which counters are ground, air, naval and SW units, which are named ships and carriers, and
how many factors a unit stands for. Like units at a place are one group: of ground units as many as
there are counters, of cruisers as many two-factor cruisers, of the rest as many factors.
Leaves what units may do to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import UnitId
from pbem.core.rules.book import Book
from pbem.core.rules.pieces import BasePiece
from pbem.systems.awaw.world.vocabulary import UnitMark


@dataclass(frozen=True, slots=True)
class Part:
    """So many of a unit or group, as verdicts tell it."""

    unit: UnitId
    many: int


@dataclass(frozen=True, slots=True)
class Piece(BasePiece):
    """A unit, or a group of like ones, with its counter: infantry, armor, AAF, DD, BB …"""

    def part(self, many: int) -> int | None:
        """The count that a change of so many of it names: none for a single unit."""
        return None if self.unit.count is None else many

    @property
    def size(self) -> int:
        """How many counters, factors or two-factor cruisers it is."""
        return self.unit.size

    @property
    def is_ground(self) -> bool:
        return self.counter.is_a("ground")

    @property
    def is_air(self) -> bool:
        return self.counter.is_a("air")

    @property
    def is_naval(self) -> bool:
        """Fleets and carriers; submarines are SW units here (5.931)."""
        return self.counter.is_a("naval")

    @property
    def is_sw(self) -> bool:
        return self.counter.is_a("sw")

    @property
    def is_armor(self) -> bool:
        return self.kind == "armor"

    @property
    def is_partisan(self) -> bool:
        return self.kind == "partisan"

    @property
    def is_fast_carrier(self) -> bool:
        return self.counter.is_a("fast-carrier")

    @property
    def is_inverted(self) -> bool:
        return self.unit.marked(UnitMark.INVERTED)

    @property
    @implements("AWAW-6.22-3")
    def is_single(self) -> bool:
        """Whether it is a counter of its own, that is never broken down: a named ship."""
        return self.counter.is_a("named")

    @property
    @implements("AWAW-6.22-1", "AWAW-6.22-2")
    def factors(self) -> int:
        """Combat factors of ground units, factors of all others."""
        rating = "attack" if self.is_ground else "factors"
        return self.size * int(self.counter.rating(rating))


def piece_of(book: Book, unit: Unit) -> Piece:
    """A unit with its counter."""
    return Piece(unit, book.counters[unit.counter])


def ground_factors(pieces: Iterable[Piece]) -> int:
    """The combat factors of the ground units among some."""
    return sum(piece.factors for piece in pieces if piece.is_ground)


def put_together(singles: Iterable[Piece]) -> tuple[Part, ...]:
    """The parts of groups that are named one by one."""
    counted: dict[str, int] = {}
    for piece in singles:
        counted[piece.id] = counted.get(piece.id, 0) + 1
    return tuple(Part(unit, many) for unit, many in counted.items())
