"""Units and what is printed on them (1.2, 22.1, 28): the words in which the rules speak of them.

Decides: which units are land units, aircraft, headquarters, division-sized, motorised, winterised;
what becomes of a destroyed unit. Leaves ships and carrier planes to later chapters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark, Scalar, as_text
from pbem.core.record.terms import Term
from pbem.core.rules.pieces import BasePiece
from pbem.systems.flames.world.vocabulary import Pool, UnitMark

ARMOUR: Final = ("ARM", "HQ-A")
SHIELDS: Final = ("AT", "AA")  # guns that stand for armour in defence (22.2)
FIELD_GUN: Final = "ART"
INFANTRY_CLASS: Final = (
    "HQ-I", "INF", "GAR", "MAR", "MIL", "MOT", "MTN", "PARA", "PART", "SKI", "TERR",
)  # fmt: skip
FLAK: Final = "FLAK"
PARTISAN: Final = "PART"
UP_AGAIN: Final = "it acts again when an HQ has reorganised it, or after the end of the turn"
PARTISAN_HQ: Final = "partisan-hq"
V_WEAPON: Final = "v-weapon"
A_BOMB: Final = "a-bomb"
TERRITORIAL: Final = "territorial"
VOLUNTEER: Final = "volunteer"
WARLORD: Final = "warlord"
SUPPLY_UNIT: Final = "supply-unit"
WARLORDS: Final = "pool:warlords/out"
PARTISANS: Final = "pool:partisans/force"
PARTISAN_HQS: Final = "pool:partisans/hq"


@dataclass(frozen=True, slots=True)
class Piece(BasePiece):
    """A unit with its counter: ARM, MECH, INF, HQ-A, FTR, LND …; a division is of its arm."""

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
    @implements("WIF-22.2-18")
    def rails_as_hq(self) -> bool:
        """Whether it moves by rail as an HQ may: an HQ, or a railway gun (11.9, 22.2)."""
        return self.is_hq or "railway-gun" in self.counter.classes

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
    def landing(self) -> str:
        """By which way it has come into the enemy's hex that it must attack; else nothing."""
        return as_text(self.unit.mark(UnitMark.LANDING))

    @property
    @implements("WIF-22.12-1")
    def is_air_cav(self) -> bool:
        """Air Cav: cavalry that flies (22.12)."""
        return "air-cav" in self.counter.classes

    @property
    @implements("WIF-22.17-1")
    def is_v_weapon(self) -> bool:
        """Launchers of V-weapons: a land unit that bombards as aircraft do (22.17)."""
        return V_WEAPON in self.counter.classes

    @property
    @implements("WIF-22.17-1")
    def is_a_bomb(self) -> bool:
        """An atom bomb: a land unit that a bomber carries (22.17)."""
        return A_BOMB in self.counter.classes

    @property
    @implements("WIF-22.17-2")
    def is_ballistic(self) -> bool:
        """A V-2 or A-10, which no fighter meets and no gun hits (22.17)."""
        return "ballistic" in self.counter.classes

    @property
    @implements("WIF-22.1.1-14")
    def is_engineer(self) -> bool:
        return "engineer" in self.counter.classes

    @property
    @implements("WIF-22.2-1")
    def is_gun(self) -> bool:
        """Anti-tank, anti-aircraft or field artillery, or flak (22.2)."""
        return "gun" in self.counter.classes

    @property
    @implements("WIF-22.2-2")
    def is_self_propelled(self) -> bool:
        """A gun with tracks of its own; the others are towed, or motorised (22.2)."""
        return "self-propelled" in self.counter.classes

    @property
    @implements("WIF-22.1-6", "WIF-22.1.1-2", "WIF-22.1.1-7")
    def terrain_kind(self) -> str:
        """The kind as which terrain and hexsides know it (22.1.1).

        Mountain cavalry has the benefits of MTN, armour with a marine symbol those of MAR.
        """
        if self.is_air_cav:
            return "CAV"
        if not self.is_division:
            return self.kind
        if self.counter.is_a("mountaineer"):
            return "MTN"
        return "MAR" if self.counter.is_a("marine") else self.kind

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
        """Range of an aircraft as printed; Air Cav flies as far as it has movement points."""
        return int(self.counter.rating("movement" if self.is_air_cav else "range"))

    @property
    def reorganisation(self) -> int:
        """Reorganisation value of an HQ."""
        return int(self.counter.rating("reorganisation"))


@implements("WIF-22.1-20")
def arm_of(piece: Piece) -> str:
    """The kind as which a unit counts: a garrison division is infantry for every purpose (22.1)."""
    return "INF" if piece.is_division and piece.kind == "GAR" else piece.kind


def is_of_partisans(piece: Piece) -> bool:
    """A partisan or an HQ of theirs (13.1, 22.15)."""
    return piece.kind == PARTISAN or piece.counter.is_a(PARTISAN_HQ)


def names(pieces: Iterable[Piece]) -> str:
    """`XLI ARM, XX INF`: units in a sentence."""
    return ", ".join(piece.name for piece in pieces)


# --- changes -----------------------------------------------------------------------------------


def turned_down(piece: Piece) -> tuple[Event, ...]:
    """The change that turns a unit face-down; none if it lies so already."""
    return () if piece.face_down else marked(piece, UnitMark.FACE_DOWN)


def turned_up(piece: Piece) -> tuple[Event, ...]:
    """The change that turns a unit face-up."""
    return unmarked(piece, UnitMark.FACE_DOWN)


def marked(piece: Piece, mark: Term, value: Scalar = True) -> tuple[Event, ...]:
    """The change that gives a unit a mark, for as long as such a mark lasts; none if it has it."""
    return set_mark(piece.unit, mark, Mark(mark.until, value), piece.unit.count)


def unmarked(piece: Piece, name: str) -> tuple[Event, ...]:
    """The change that takes a mark from a unit; none if it does not have it."""
    return set_mark(piece.unit, name, None, piece.unit.count)


def leaves_map(piece: Piece, to: str) -> tuple[Event, ...]:
    """A unit goes off the map (force pool, production circle), without its marks."""
    cleared = [change for name in sorted(piece.unit.marks) for change in unmarked(piece, name)]
    return (*cleared, UnitMoved(piece.id, piece.at, to, piece.unit.count))


@implements("WIF-22.15-3", "WIF-13.6.5-4")
def destroyed(piece: Piece) -> tuple[Event, ...]:
    """A destroyed unit goes back to its force pool, a partisan to that of all (4.1, 13.6.5).

    Its power may scrap it at the end of the turn; a partisan always comes back.
    """
    gone = leaves_map(piece, pool_of(piece))
    kept = is_of_partisans(piece) or piece.counter.is_a(SUPPLY_UNIT)
    return gone if kept else (*gone, *marked(piece, UnitMark.LOST))


@implements("WIF-22.4-5")
def pool_of(piece: Piece) -> str:
    """Where a unit goes that is destroyed or replaced; some kinds have pools of their own."""
    is_a = piece.counter.is_a
    if is_a(PARTISAN_HQ):
        return PARTISAN_HQS
    if is_a(WARLORD):
        return WARLORDS
    if is_a(SUPPLY_UNIT):
        return option_pool_of(piece.owner, Pool.SUPPLY)
    if is_a(V_WEAPON) or is_a(A_BOMB):
        return option_pool_of(piece.owner, Pool.V_WEAPONS)
    if is_a(TERRITORIAL):
        return option_pool_of(piece.owner, Pool.TERRITORIALS)
    if is_a("guards") and not piece.is_division:
        return option_pool_of(piece.owner, Pool.GUARDS)
    return PARTISANS if piece.kind == PARTISAN else force_pool(piece.owner)


def force_pool(power: str) -> str:
    """Where the units lie that a power can build."""
    return f"pool:{power}/{Pool.FORCE}"


def option_pool_of(power: str, pool: Term) -> str:
    """Where a power's units of an option lie."""
    return f"pool:{power}/{pool}"


def on_circle(power: str, turn: str) -> str:
    """Where the units lie on the production circle that arrive in a turn (13.6.5)."""
    return f"track:{power}/{turn}"
