"""Unit classes, unit values and special combat abilities (12.1, 12.2, 7.8, table 9-1).

Decides: what a unit is and what it can do in a land battle, as the charts beside this module say.
Leaves to later chapters: naval units, facilities, national variants of the reference sheets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from pbem.core.findings import PbemError, suggest
from pbem.core.rulebook import implements
from pbem.core.yamlio import read_data_text

LAND_CLASSES = ("infantry", "vehicle", "artillery")


class Role(StrEnum):
    """The player whose turn it is attacks (0.9); everybody he attacks defends."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def opponent(self) -> Role:
        """The other side."""
        return Role.DEFENDER if self is Role.ATTACKER else Role.ATTACKER


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
class UnitType:
    """A kind of unit with its printed values and abilities; None is a value it does not have."""

    id: str
    name: str
    class_: str
    attack: int | None
    defence: int | None
    move: int
    cost: int
    first_strike: bool = False
    air_superiority: bool = False
    selection: TargetSelection | None = None
    anti_aircraft: AntiAircraft | None = None
    supports: bool = False
    supported: bool = False
    harmless: bool = False
    last_casualty: bool = False

    @property
    def is_air(self) -> bool:
        """Whether it is an aircraft (12.1)."""
        return self.class_ == "air"

    @property
    def is_land(self) -> bool:
        """Whether it is a land unit: infantry, vehicle or artillery class (12.1)."""
        return self.class_ in LAND_CLASSES

    def printed(self, role: Role) -> int | None:
        """The printed Attack or Defense value."""
        return self.attack if role is Role.ATTACKER else self.defence


@implements("GW-12.1-1", "GW-9.3-6")
def belongs(unit: UnitType, group: str) -> bool:
    """Whether a unit belongs to `all`, `land`, `air`, `<class>-class` or one unit type (12.1)."""
    if group == "all":
        return True
    if group == "land":
        return unit.is_land
    if group == "air":
        return unit.is_air
    return group in (unit.id, f"{unit.class_}-class")


def chart(name: str) -> Mapping[str, Any]:
    """A chart of this system as plain data."""
    path = files(__package__) / "charts" / f"{name}.yaml"
    data: Mapping[str, Any] = read_data_text(path.read_text(encoding="utf-8"), f"{name}.yaml")
    return data


@cache
def abilities() -> Mapping[str, Any]:
    """The table of special combat abilities."""
    return chart("special-abilities")


@cache
def catalogue() -> Mapping[str, UnitType]:
    """Every unit type that may fight on land, by id."""
    return {row["id"]: _unit(row, abilities()) for row in chart("units")["rows"]}


def unit_type(name: str) -> UnitType:
    """The unit type of an id or a printed name; raises a helpful error for anything else."""
    known = catalogue()
    folded = name.strip().casefold().replace(" ", "-").replace("_", "-")
    if folded in known:
        return known[folded]
    raise PbemError(f"no unit type is called '{name}'", suggest(folded, known))


def _unit(row: Mapping[str, Any], table: Mapping[str, Any]) -> UnitType:
    """One unit type from its row and from the table of abilities."""
    name, class_ = row["id"], row["class"]
    support = table["artillery_support"]
    return UnitType(
        id=name,
        name=row["name"],
        class_=class_,
        attack=_value(row["attack"]),
        defence=_value(row["defence"]),
        move=row["move"],
        cost=row["cost"],
        first_strike=name in table["first_strike"],
        air_superiority=name in table["air_superiority"],
        selection=_selection(name, table),
        anti_aircraft=_anti_aircraft(name, table),
        supports=name in support["from"],
        supported=support["to"] == f"{class_}-class",
        harmless=name in table["harmless_on_land"],
        last_casualty=name in table["last_casualty"],
    )


@implements("GW-0.3-8")
def _value(cell: int | str) -> int | None:
    """A printed value; `none` is no value at all, which is not zero (0.3d)."""
    return None if cell == "none" else int(cell)


def _selection(name: str, table: Mapping[str, Any]) -> TargetSelection | None:
    """The target selection that a unit has wherever it fights (table 9-1)."""
    for row in table["target_selection"]:
        if row["unit"] == name:
            return TargetSelection(row["numbers"], row["versus"])
    return None


def _anti_aircraft(name: str, table: Mapping[str, Any]) -> AntiAircraft | None:
    """The fire of an Anti-Aircraft Artillery (12.2)."""
    row = table["anti_aircraft"]
    if row["unit"] != name:
        return None
    return AntiAircraft(row["hits_on"], row["dice_for_each_aircraft"], row["most_dice"])
