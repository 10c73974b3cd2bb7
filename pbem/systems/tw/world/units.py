"""Units and what is printed on them (1.2, 2.4, 2.6): the words in which rules speak of them.

Decides which kinds are ground, air and naval, what is printed, and what Depletion makes of it.
Every counter is a unit of its own. Leaves what units may do to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit
from pbem.core.rules.book import Book
from pbem.core.rules.pieces import BasePiece
from pbem.systems.tw.world.vocabulary import UnitMark


class Kind(StrEnum):
    """What is printed on counters: rules name kinds of units so, and not otherwise."""

    INF = "INF"
    ARM = "ARM"
    MECH = "MECH"
    MOT = "MOT"
    CAV = "CAV"
    STA = "STA"
    PARA = "PARA"
    ART = "ART"
    CDO = "CDO"
    PART = "PART"
    FLAK = "Flak"
    MOT_FLAK = "MOTFlak"
    NKVD = "NKVD"  # of a variant (28.2.3): on counters of owners alone
    FTR = "FTR"
    TAC = "TAC"
    MDM = "MDM"
    NAC = "NAC"  # goes where its carrier goes
    FLEET = "Fleet"
    CV = "CV"


JET: Final = "jet"  # a class of counters of kinds that are not: FTR, TAC
RAIDERS: Final = (Kind.PARA, Kind.CDO)
"""Kinds that land from the air (11.14)."""
FLAK: Final = (Kind.FLAK, Kind.MOT_FLAK)
EXPLOITING: Final = (Kind.ARM, Kind.MECH, Kind.CAV)
"""Kinds that move and fight in the second impulse (9.2)."""


@dataclass(frozen=True, slots=True)
class Piece(BasePiece):
    """A unit with its counter: ARM, INF, TAC, Fleet …"""

    @property
    @implements("TW-1.2b-11")
    def is_ground(self) -> bool:
        return self.counter.is_a("ground")

    @property
    def is_air(self) -> bool:
        return self.counter.is_a("air")

    @property
    @implements("TW-1.2b-17")
    def is_naval(self) -> bool:
        """Fleets and CVs; the NAC of a CV is an air unit."""
        return self.counter.is_a("naval")

    @property
    @implements("TW-9.2-2", "TW-2.6-ARM-1", "TW-2.6-CAV-1", "TW-2.6-MECH-1")
    def exploits(self) -> bool:
        """Whether it is of a kind that moves in the second impulse."""
        return self.kind in EXPLOITING

    @property
    @implements("TW-1.2b-10")
    def is_depleted(self) -> bool:
        """Whether it has no full strength: Depleted, or supplied by a limited source alone."""
        return self.unit.marked(UnitMark.DEPLETED) or self.is_limited

    @property
    def is_limited(self) -> bool:
        return self.is_ground and self.unit.marked(UnitMark.LIMITED)

    @property
    @implements("TW-1.2b-3")
    def strength(self) -> int:
        """Its printed combat strength, in whole factors."""
        return int(self.counter.rating("combat"))

    @property
    def factors(self) -> Number:
        """What it counts in ground combat: Commandos half a factor."""
        return self.counter.rating("combat")

    @property
    @implements("TW-1.2b-13", "TW-9.0-2")
    def allowance(self) -> int:
        """Its printed movement allowance."""
        return int(self.counter.rating("move"))


def by_owner(pieces: Iterable[Piece]) -> dict[str, tuple[Piece, ...]]:
    """Units by the power whose they are."""
    found: dict[str, tuple[Piece, ...]] = {}
    for piece in pieces:
        found[piece.owner] = (*found.get(piece.owner, ()), piece)
    return found


def told_factors(factors: Number) -> str:
    """Factors in words: `12`, `½`, `6½`."""
    whole, rest = divmod(factors, 1)
    return f"{whole or ''}½" if rest else str(whole)


def piece_of(book: Book, unit: Unit) -> Piece:
    """A unit with its counter."""
    return Piece(unit, book.counters[unit.counter])
