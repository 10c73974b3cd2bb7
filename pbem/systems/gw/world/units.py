"""Unit classes, unit values and special combat abilities (0.9, 12.1, 12.2, 7.8, table 9-1).

Decides: what a unit is, what it is called and what it can do in a land battle, as the charts say;
which ships are surface warships.
Leaves to `battle`: what units do in combat; to `facilities`: what is no unit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.findings import PbemError, id_said, suggest
from pbem.core.data.naming import any_of
from pbem.core.data.rulebook import implements
from pbem.core.record.state import Unit, as_number, as_text
from pbem.core.rules.book import Book, once
from pbem.core.rules.pieces import BasePiece
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.sides import Role
from pbem.systems.gw.world.vocabulary import Counted, UnitMark


class HeavyCarrierClass(Reading, id="GW-R-17"):
    """Whether a Heavy Carrier is a surface warship."""

    WARSHIP = "warship"
    NO_WARSHIP = "no-warship"


EARLY: Final = "early-war-fighter"
MODERN: Final = "fighter"  # and what early ones are called, where no others are (15.9)

Group = tuple[Unit, int]  # units that are alike, and how many of them

LAND_CLASSES = ("infantry", "vehicle", "artillery")

HEAVY_CARRIER: Final = "heavy-carrier"
ROCKET: Final = "strategic-rocket"


@dataclass(frozen=True, slots=True)
class TargetSelection:
    """A die of `numbers` or less names the casualty, among the units of a group (9.3)."""

    numbers: int
    versus: str


@dataclass(frozen=True, slots=True)
class AntiAircraft:
    """Dice of an Anti-Aircraft Artillery: some for each opposing aircraft, up to a limit (12.2)."""

    hits_on: int
    dice_for_each_aircraft: int
    most_dice: int


@dataclass(frozen=True, slots=True)
class AttackBonus:
    """A bonus on the Attack values of a group of units."""

    name: str
    to: str
    change: int


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit with its printed values and abilities; None is a value it does not have."""

    id: str
    name: str
    class_: str
    attack: int | None
    defence: int | None
    move: int
    cost: int
    classes: tuple[str, ...]
    hits: int
    first_strike: bool
    air_superiority: bool
    selection: TargetSelection | None
    anti_aircraft: AntiAircraft | None
    supports: bool
    supported: bool
    harmless: bool
    last_casualty: bool

    @property
    def is_air(self) -> bool:
        """Whether it is an aircraft (12.1)."""
        return self.class_ == "air"

    @property
    def is_land(self) -> bool:
        """Whether it is a land unit: infantry, vehicle or artillery class (12.1)."""
        return self.class_ in LAND_CLASSES

    @property
    def is_naval(self) -> bool:
        """Whether it is a ship or submarine (12.1)."""
        return self.class_ == "naval"

    @property
    def is_submarine(self) -> bool:
        """Whether it is a submarine of any kind (12.2)."""
        return "submarine" in self.classes

    @property
    @implements("GW-0.9-24")
    def is_warship(self) -> bool:
        """Whether it is a surface ship with an Attack value (0.9)."""
        return "warship" in self.classes

    @property
    def is_transport(self) -> bool:
        """Whether it is a Naval or Attack Transport (12.2, 7.8)."""
        return "transport" in self.classes

    @property
    @implements("GW-0.9-7")
    def is_carrier(self) -> bool:
        """Whether it is a Carrier of any kind (0.9)."""
        return "carrier" in self.classes

    def printed(self, role: Role) -> int | None:
        """The printed Attack or Defense value."""
        return self.attack if role is Role.ATTACKER else self.defence


def _is_small(unit: UnitType) -> bool:
    """A surface ship that fights and is neither a capital ship nor a Carrier."""
    return "surface" in unit.classes and not (
        "capital" in unit.classes or unit.is_carrier or unit.is_transport
    )


CLASSES: Final[Mapping[str, Callable[[UnitType], bool]]] = {
    "land": lambda unit: unit.is_land,
    "aircraft": lambda unit: unit.is_air,
    "fighters": lambda unit: unit.is_air and unit.air_superiority,
    "bombers": lambda unit: unit.id.endswith("-bomber"),
    "ships": lambda unit: unit.is_naval,
    "small-ships": _is_small,
    "capital-ships": lambda unit: "capital" in unit.classes and not unit.is_carrier,
    "carriers": lambda unit: unit.is_carrier,
    "submarines": lambda unit: unit.is_submarine,
}


@implements("GW-15.9-1")
def also_called(kind: str, among: Collection[str]) -> frozenset[str]:
    """What a kind is called beside its names: early fighters Fighters, where no others are."""
    return frozenset({MODERN} if kind == EARLY and MODERN not in among else ())


@implements("GW-0.9-25", "GW-12.1-1", "GW-9.3-6")
def belongs(unit: UnitType, group: str) -> bool:
    """Whether a unit belongs to `all`, `land`, `air`, `<class>-class` or one unit type (12.1)."""
    if group == "all":
        return True
    if group == "land":
        return unit.is_land
    if group == "air":
        return unit.is_air
    return group in (unit.id, f"{unit.class_}-class")


@once
def catalogue(book: Book) -> Mapping[str, UnitType]:
    """Every unit type, by id."""
    return {counter.id: _unit(book, counter) for counter in book.counters}


def unit_type(book: Book, name: str) -> UnitType:
    """The unit type that a name means; raises a helpful error where it means none or several."""
    kinds = kinds_called(book, name)
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        several = any_of([kind.name for kind in kinds])
        raise PbemError(f"'{name}' may mean {several}", "write one of them")
    raise PbemError(f"no unit type is called '{name}'", suggest(id_said(name), catalogue(book)))


def type_of(book: Book, unit: Unit) -> UnitType:
    """The type of a unit of the state."""
    return unit_type(book, unit.counter)


@dataclass(frozen=True, slots=True)
class Piece(BasePiece):
    """A unit with its type: it answers itself what it is, and what it is doing."""

    type: UnitType

    @property
    def size(self) -> int:
        """How many units it is."""
        return self.unit.size

    @property
    def is_air(self) -> bool:
        return self.type.is_air

    @property
    def is_naval(self) -> bool:
        return self.type.is_naval

    @property
    def is_submarine(self) -> bool:
        return self.type.is_submarine

    @property
    def duty(self) -> str:
        """The one duty that it has, or nothing."""
        return duty_of(self.unit)

    @property
    def hits(self) -> int:
        """The hits that a ship bears."""
        return hits_of(self.unit)


def piece_of(book: Book, unit: Unit) -> Piece:
    """A unit with its type."""
    return Piece(unit, book.counters[unit.counter], type_of(book, unit))


def pieces(book: Book, units: Iterable[Unit]) -> list[Piece]:
    """Some units with their types."""
    return [piece_of(book, unit) for unit in units]


def kinds_called(book: Book, name: str) -> tuple[UnitType, ...]:
    """The unit types that an id, a printed name or what players say can mean."""
    known = catalogue(book)
    if name in known:
        return (known[name],)
    return tuple(known[counter.id] for counter in book.counters.called(name))


@implements("GW-12.1-1")
def _unit(book: Book, counter: Counter) -> UnitType:
    """One unit type from its counter and from the table of abilities."""
    class_, ability = counter.kind, _ability(book, counter.id)
    return UnitType(
        id=counter.id,
        name=counter.name,
        class_=class_,
        attack=_value(counter, "attack"),
        defence=_value(counter, "defence"),
        move=int(counter.rating("move")),
        cost=int(counter.or_nothing("cost")),
        classes=counter.classes,
        hits=int(counter.or_nothing("hits") or 1),
        first_strike=ability == "first-strike",
        air_superiority=ability == "air-superiority",
        selection=selection(book, "units", counter.id),
        anti_aircraft=_anti_aircraft(book, counter.id) if ability == "anti-aircraft" else None,
        supports=ability == "first-strike",  # artillery of every kind has both (12.2)
        supported=bonus(book, "artillery-support").to == f"{class_}-class",
        harmless=ability == "harmless-on-land",
        last_casualty=ability == "last-casualty",
    )


@implements("GW-0.3-8")
def _value(counter: Counter, name: str) -> int | None:
    """A printed value; one that is not printed is no value at all, which is not zero (0.3d)."""
    return int(counter.rating(name)) if counter.has(name) else None


def _ability(book: Book, name: str) -> str:
    """What table 9-1 and the unit's description give it, if anything."""
    table = book.chart("special-abilities")
    return (
        table.at(name, "ability", "units").text if name in table.table("units").rows.names else ""
    )


def selection(book: Book, table: str, row: str) -> TargetSelection | None:
    """The target selection of a unit, or of a class in a city (table 9-1, 1.16)."""
    abilities = book.chart("special-abilities")
    if row not in abilities.table(table).rows.names:
        return None
    numbers = int(abilities.at(row, "selects", table).number)
    return TargetSelection(numbers, abilities.at(row, "versus", table).text) if numbers else None


def _anti_aircraft(book: Book, name: str) -> AntiAircraft:
    """The fire of an Anti-Aircraft Artillery (12.2)."""
    columns = ("hits-on", "dice-for-each-aircraft", "most-dice")
    cells = (
        book.chart("special-abilities").at(name, column, "anti-aircraft") for column in columns
    )
    return AntiAircraft(*(int(cell.number) for cell in cells))


@once
def bonus(book: Book, name: str) -> AttackBonus:
    """A bonus on Attack values that a unit owes to no terrain (12.2)."""
    abilities = book.chart("special-abilities")
    to = abilities.at(name, "to", "attack-bonus").text
    return AttackBonus(name, to, int(abilities.at(name, "bonus", "attack-bonus").number))


def units_told(book: Book, rows: Iterable[tuple[str, int]]) -> str:
    """`3 Infantry, 1 Artillery` from `[[infantry, 3], …]`."""
    return ", ".join(f"{count} {name(book, unit)}" for unit, count in rows) or "nothing"


def name(book: Book, unit: str) -> str:
    """The printed name of a unit type, or the words of works."""
    known = catalogue(book).get(unit)
    return known.name if known else unit.replace("-", " ").title()


@implements("GW-0.9-24")
def is_warship(position: Position, kind: UnitType) -> bool:
    """Whether it is a surface ship with an Attack value (0.9); a Heavy Carrier's is 0."""
    if kind.id != HEAVY_CARRIER:
        return kind.is_warship
    reading = position.reading(HeavyCarrierClass)
    return reading == HeavyCarrierClass.WARSHIP


@implements("GW-8.8-3")
def duty_of(unit: Unit) -> str:
    """The one duty of a unit, or nothing (8.8)."""
    return as_text(unit.mark(UnitMark.DUTY))


def hits_of(ship: Unit) -> int:
    """The hits that a ship bears."""
    return as_number(ship.mark(UnitMark.DAMAGED))


def counted(units: Iterable[Unit]) -> Counted:
    """Numbers of units on the board by type: `[[infantry, 3], …]`."""
    found: dict[str, int] = {}
    for unit in units:
        found[unit.counter] = found.get(unit.counter, 0) + unit.size
    return tuple(found.items())
