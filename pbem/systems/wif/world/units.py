"""Units and what is printed on them (1.2, 22.1, 28): the words in which the rules speak of them.

Decides: which units are land units, aircraft, headquarters, division-sized, motorised, winterised;
what becomes of a destroyed unit. Leaves ships and carrier planes to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.counters import Counter
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark, Scalar, Unit
from pbem.systems.wif.world.vocabulary import Pool, PowerName, UnitMark

ARMOUR: Final = ("ARM", "HQ-A")
PARTISAN: Final = "PART"
PARTISANS: Final = "pool:partisans/force"
NORTHERN: Final = (PowerName.SWEDEN, PowerName.FINLAND, PowerName.NORWAY)


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit with its counter."""

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
        """ARM, MECH, INF, HQ-A, FTR, LND …: a division has the kind of its arm."""
        return self.counter.kind

    @property
    def owner(self) -> str:
        """The power whose unit it is."""
        return self.unit.owner

    @property
    def at(self) -> str:
        return self.unit.at

    @property
    def face_down(self) -> bool:
        return self.unit.marked(UnitMark.FACE_DOWN)

    @property
    def is_land(self) -> bool:
        return "land" in self.counter.classes

    @property
    def is_air(self) -> bool:
        return "air" in self.counter.classes

    @property
    def is_hq(self) -> bool:
        return "hq" in self.counter.classes

    @property
    def is_division(self) -> bool:
        """Division-sized (1.2.1)."""
        return "division" in self.counter.classes

    @property
    def is_motorised(self) -> bool:
        """Pays the motorised cost of terrain (11.10.2)."""
        return "motorised" in self.counter.classes

    @property
    def is_white_print(self) -> bool:
        return "white-print" in self.counter.classes

    @property
    def is_engineer(self) -> bool:
        return "engineer" in self.counter.classes

    @property
    def has_extended_range(self) -> bool:
        """A bomber that may double its range (14.1.1)."""
        return "extended-range" in self.counter.classes

    @property
    def combat(self) -> Number:
        """Combat factors as printed."""
        return self.counter.rating("combat")

    @property
    def movement(self) -> int:
        """Movement points as printed."""
        return int(self.counter.rating("movement"))

    @property
    def range(self) -> int:
        """Range of an aircraft as printed."""
        return int(self.counter.rating("range"))

    @property
    def reorganisation(self) -> int:
        """Reorganisation value of an HQ."""
        return int(self.counter.rating("reorganisation"))


def is_winterised(piece: Piece) -> bool:
    """Mountain and ski units, the northern countries, white-print Soviet units (11.10.2)."""
    if piece.kind == PARTISAN:
        return False
    if piece.kind in ("MTN", "SKI") or piece.owner in NORTHERN:
        return True
    return piece.owner == PowerName.USSR and piece.is_white_print


def names(pieces: Iterable[Piece]) -> str:
    """`XLI ARM, XX INF`: units in a sentence."""
    return ", ".join(piece.name for piece in pieces)


# --- changes -----------------------------------------------------------------------------------


def turned_down(piece: Piece) -> tuple[Event, ...]:
    """The change that turns a unit face-down; none if it lies so already."""
    return () if piece.face_down else marked(piece, UnitMark.FACE_DOWN)


def turned_up(piece: Piece) -> tuple[Event, ...]:
    """The change that turns a unit face-up."""
    return _unmarked(piece, UnitMark.FACE_DOWN)


def marked(piece: Piece, mark: UnitMark, value: Scalar = True) -> tuple[Event, ...]:
    """The change that gives a unit a mark, for as long as such a mark lasts; none if it has it."""
    return set_mark(piece.unit, mark, Mark(mark.until, value), piece.unit.count)


def _unmarked(piece: Piece, name: str) -> tuple[Event, ...]:
    return set_mark(piece.unit, name, None, piece.unit.count)


def leaves_map(piece: Piece, to: str) -> tuple[Event, ...]:
    """A unit goes off the map (force pool, production circle), without its marks."""
    cleared = [change for name in sorted(piece.unit.marks) for change in _unmarked(piece, name)]
    return (*cleared, UnitMoved(piece.id, piece.at, to, piece.unit.count))


def destroyed(piece: Piece) -> tuple[Event, ...]:
    """A destroyed unit goes back to its force pool, a partisan to that of all (4.1, 13.6.5)."""
    return leaves_map(piece, PARTISANS if piece.kind == PARTISAN else force_pool(piece.owner))


def force_pool(power: str) -> str:
    """Where the units lie that a power can build."""
    return f"pool:{power}/{Pool.FORCE}"


def on_circle(power: str, turn: str) -> str:
    """Where the units lie on the production circle that arrive in a turn (13.6.5)."""
    return f"track:{power}/{turn}"
