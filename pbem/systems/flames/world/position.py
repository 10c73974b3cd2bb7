"""A position as the rules read it, its units and its powers.

Decides what is kept: what follows from a state (zones of control, supply) with that state, which
never changes, what follows from the map under one weather with the game; who is what, where units
go that leave the map; who controls a power, who is at war. Leaves ships to rules that are not
played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from pbem.core.data.charts import Number
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire as CoreUmpire
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark, Place, Scalar, State, Unit, as_text
from pbem.core.record.terms import Term
from pbem.core.rules.game import Game
from pbem.core.rules.pieces import BasePiece
from pbem.core.rules.position import Position as CorePosition
from pbem.core.rules.sequence import next_in
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.options import Options
from pbem.systems.flames.world.policy import Policy
from pbem.systems.flames.world.terrain import Ground, ground_of
from pbem.systems.flames.world.values import Values
from pbem.systems.flames.world.vocabulary import (
    PlaceFact,
    Pool,
    PowerFlag,
    Relation,
    Side,
    UnitMark,
)

SIDES: Final = tuple(str(side) for side in Side)  # neutrals are on none

ARMOUR: Final = ("ARM", "HQ-A")
SHIELDS: Final = ("AT", "AA")  # guns that stand for armour in defence (22.2)
FIELD_GUN: Final = "ART"
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

_KEPT: Final = "places-with-facts"
_KITS: Final = "kits"

INFANTRY_CLASS: Final = (
    "HQ-I", "INF", "GAR", "MAR", "MIL", "MOT", "MTN", "PARA", "PART", "SKI", "TERR",
)  # fmt: skip


# --- units ----------------------------------------------------------------------------------------


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

    @property
    def territory(self) -> str:
        """The country or territory of a territorial; `` of any other unit."""
        return str(self.counter.ratings.get("home", "")) if self.counter.is_a(TERRITORIAL) else ""


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


def turned_down(*pieces: Piece) -> tuple[Event, ...]:
    """The changes that turn units face-down; none of one that lies so already."""
    up = (piece for piece in pieces if not piece.face_down)
    return tuple(change for piece in up for change in marked(piece, UnitMark.FACE_DOWN))


def turned_up(*pieces: Piece) -> tuple[Event, ...]:
    """The changes that turn units face-up."""
    return tuple(change for piece in pieces for change in unmarked(piece, UnitMark.FACE_DOWN))


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


# --- the position ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Position(CorePosition):
    """A state with everything that is needed to read it; a book adds its policy."""

    policy: ClassVar[Policy]

    @property
    def values(self) -> Values:
        """What the book says where another one says otherwise."""
        return self.policy.values

    @property
    def options(self) -> Options:
        """The optional rules of the game."""
        options: Options = self.game.options
        return options

    def option(self, name: str) -> str:
        """How messages call an optional rule: by the number that turns it on, `option 13`."""
        number = self.policy.numbers.get(name)
        return f"option {number}" if number else "no option of this book"

    @cached_property
    def kits(self) -> Kits:
        """What the optional rules of the game answer; worked out once for the game."""
        shelf = self.game.__dict__
        kits: Kits | None = shelf.get(_KITS)
        if kits is None:
            kits = shelf[_KITS] = self.policy.kits(self.options)
        return kits

    @cached_property
    def ground(self) -> Ground:
        """The map under the present weather."""
        motors = not self.kits.motors_walk
        return self.kept(
            ("all", "ground"), lambda: ground_of(self.game, self.state, motor_costs=motors)
        )

    def piece(self, unit: Unit) -> Piece:
        """A unit with what is printed on its counter."""
        return Piece(unit, self.game.counters[unit.counter])

    def pieces(self, *ids: str) -> tuple[Piece, ...]:
        """Units by id."""
        return tuple(self.piece(self.state.units[unit]) for unit in ids)

    def is_in(self, place: str, country: str) -> bool:
        """Whether a hex of the map is of a country."""
        return place in self.board.spots and self.country(place) == country

    def at(self, place: str) -> tuple[Piece, ...]:
        """All units at a place, in byte order of their ids."""
        found = self._stacks.get(place)
        if found is None:
            found = self._stacks[place] = self.pieces(*self.state.index.get(place, ()))
        return found

    @cached_property
    def _stacks(self) -> dict[str, tuple[Piece, ...]]:
        """The units of the places that were asked for."""
        return self.kept(("all", "stacks"), dict)

    def land_at(self, place: str) -> tuple[Piece, ...]:
        """The land units at a place."""
        return tuple(piece for piece in self.at(place) if piece.is_land)

    def air_at(self, place: str) -> tuple[Piece, ...]:
        """The aircraft at a place, on the ground or over it."""
        return tuple(piece for piece in self.at(place) if piece.is_air)

    @cached_property
    def units_on_map(self) -> tuple[Unit, ...]:
        """Every unit on the map, in the state's order."""
        places, units = self.game.board.neighbours, self.state.units.values()
        return self.kept(
            ("all", "units"), lambda: tuple(unit for unit in units if unit.at in places)
        )

    @cached_property
    def units_by_owner(self) -> Mapping[str, tuple[Unit, ...]]:
        """The units on the map of each power."""
        return self.kept(("all", "owners"), self._by_owner)

    def _by_owner(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = {power: [] for power in self.state.powers}
        for unit in self.units_on_map:
            found[unit.owner].append(unit)
        return {owner: tuple(units) for owner, units in found.items()}

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units on the map of one power."""
        return self.units_by_owner.get(power, ())

    @cached_property
    def on_map(self) -> tuple[Piece, ...]:
        """Every unit on the map with its counter, in the state's order."""
        return self.kept(("all", "pieces"), lambda: tuple(map(self.piece, self.units_on_map)))

    @cached_property
    def claimed(self) -> Mapping[str, str]:
        """The hexes that have become parts of other countries than the map says, and of which."""
        return self.kept(("all", "claimed"), self._claimed)

    def _claimed(self) -> Mapping[str, str]:
        known = ((place.id, place.facts.get(PlaceFact.COUNTRY)) for place in self.with_facts)
        return {place: str(country) for place, country in known if country}

    @property
    def with_facts(self) -> tuple[Place, ...]:
        """The places with facts of their own; kept for as long as no place changes."""
        shelf, places = self.game.__dict__, self.state.places
        kept: tuple[object, tuple[Place, ...]] = shelf.get(_KEPT, (None, ()))
        if kept[0] is not places:
            kept = shelf[_KEPT] = places, tuple(place for place in places.values() if place.facts)
        return kept[1]

    def country(self, place: str) -> str:
        """The country of a hex: that of the map, or the one that it has become a part of (19.6)."""
        return self.claimed.get(place) or self.board.country(place)

    def major(self, power: str) -> str:
        """The major power that a power is or is controlled by."""
        return major(self.state, power)

    def side(self, power: str) -> str:
        """The side of a power."""
        return self.state.powers[power].side

    def players_of(self, powers: Iterable[str]) -> tuple[str, ...]:
        """The players who run some powers, in the scenario's order of powers."""
        wanted, known = frozenset(powers), self.state.powers.values()
        found = (player for power in known if power.id in wanted for player in power.players)
        return tuple(dict.fromkeys(found))

    def at_war(self, power: str, other: str) -> bool:
        """Whether two powers are at war; a minor country shares its controller's wars."""
        return at_war(self.state, power, other)

    def held_by(self, place: str) -> str:
        """The major power that controls a place, itself or by a minor; `` where nobody does."""
        return held_by(self.state, place)

    def conqueror(self, country: str) -> str | None:
        """Who has conquered a country."""
        return conqueror(self.state, country)

    def cooperate(self, power: str, other: str) -> bool:
        """Whether the units of two powers co-operate (18.1)."""
        return self.policy.cooperate(self.state, power, other)

    def are_rivals(self, power: str | None, other: str) -> bool:
        """Whether two powers are factions of one country, neither at home where the other is."""
        return {power, other} == self.policy.factions

    def is_neutral(self, power: str) -> bool:
        """Whether a major power is at war with no other major power (9.1)."""
        return self.policy.is_neutral(self.state, power)


def position_of(game: Game, state: State) -> Position:
    """A position by itself: nobody's, and just begun."""
    found: Position = game.system.position(game, state, state, "", False)
    return found


# --- powers ---------------------------------------------------------------------------------------


def major(state: State, power: str) -> str:
    """The major power that a power is or is controlled by."""
    while controller := state.powers[power].flags.get(PowerFlag.CONTROLLER):
        power = str(controller)
    return power


def held_by(state: State, place: str) -> str:
    """The major power that controls a place, itself or by a minor; `` where nobody does."""
    holder = state.controller(place)
    return "" if holder is None else major(state, holder)


def at_war(state: State, power: str, other: str) -> bool:
    """Whether two powers are at war; a minor country shares its controller's wars."""
    if state.powers[power].relations.get(other) == Relation.WAR:
        return True
    first, second = major(state, power), major(state, other)
    return state.powers[first].relations.get(second) == Relation.WAR


def other_side(side: str) -> str:
    """The side that acts against a side: in the air, in defence, in the next impulse (3.1)."""
    return next_in(SIDES, side, SIDES)


def conqueror(state: State, country: str) -> str | None:
    """Who has conquered a country: the power with the flag `conquered-COUNTRY`."""
    flag = PowerFlag.CONQUERED.of(country)
    return next((power.id for power in state.powers.values() if power.flags.get(flag)), None)


Umpire: TypeAlias = CoreUmpire[Position]
