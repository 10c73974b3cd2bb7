"""The ground of a land battle: terrain, rivers, cities and works (1.7-1.16, 1.22-1.24, 12.7-12.8).

Decides: which terrain and which works act on whom in which round of combat.
Leaves to other chapters: movement and blitz limits of terrain, and reading the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book, once
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import UnitType, belongs


class SurroundedMountainCity(Reading, id="GW-R-1.24-a"):
    """What is left of the mountain when a mountain city is surrounded."""

    MOUNTAIN_LIFTED = "mountain-lifted"
    MOUNTAIN_STAYS = "mountain-stays"


OPTION_OF_TERRAIN: Mapping[str, str] = {
    "mountain": "mountains",
    "desert": "deserts",
    "jungle": "jungles",
    "marsh": "marshes",
    "river": "rivers",
}


@dataclass(frozen=True, slots=True)
class Works:
    """A Fortification, a fortified line (the same, 1.22) or the Maginot Line, in round one."""

    kind: str
    defence: int
    units: str
    dice: int
    hits_on: int
    double_casualties: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Border:
    """A border of the attacked zone: terrain and works met by units that cross it."""

    name: str
    terrain: tuple[str, ...] = ()
    works: str = ""


@dataclass(frozen=True, slots=True)
class Battlefield:
    """The attacked zone: terrain, city or not, works that guard all of it, borders."""

    terrain: tuple[str, ...] = ()
    city: bool = False
    surrounded: bool = False
    works: str = ""
    borders: tuple[Border, ...] = ()

    def border(self, name: str) -> Border:
        """The border of that name; units that crossed no special border use an empty name."""
        return next((border for border in self.borders if border.name == name), Border(name))


OPEN_GROUND = Battlefield()


@dataclass(frozen=True, slots=True)
class Modifier:
    """One bonus (above zero) or penalty (below) on an Attack or Defense value, and its source."""

    source: str
    change: int
    rule: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the terrain chart."""

    value: Role
    units: str
    except_: tuple[str, ...]
    change: int
    rule: str

    def reaches(self, unit: UnitType, role: Role) -> bool:
        """Whether the line changes this unit's value in this role."""
        if self.value is not role or not belongs(unit, self.units):
            return False
        return not any(belongs(unit, group) for group in self.except_)


@once
def rows_of(book: Book, terrain: str) -> tuple[Row, ...]:
    """The chart's lines for a terrain, a city or a surrounded city."""
    table = book.chart("terrain").table("changes")
    roles = {"attack": Role.ATTACKER, "defence": Role.DEFENDER}
    lines = (
        {column: table.cells[column, row] for column in table.columns.names}
        for row in table.rows.names
    )
    return tuple(
        Row(
            roles[line["value"].text],
            line["units"].text,
            tuple(line["except"].text.split()),
            int(line["change"].number),
            line["rule"].text,
        )
        for line in lines
        if line["terrain"].text == terrain
    )


@once
def works_of(book: Book, kind: str) -> Works:
    """A kind of works, as the chart gives it."""
    columns = ("defence", "units", "dice", "hits-on", "double-casualties", "rule")
    cells = {column: book.chart("terrain").at(kind, column, "works") for column in columns}
    return Works(
        kind,
        int(cells["defence"].number),
        cells["units"].text,
        int(cells["dice"].number),
        int(cells["hits-on"].number),
        cells["double-casualties"].text == "doubling",
        cells["rule"].text,
    )


@implements("GW-1.16-5", "GW-1.16-6")
def city_is_surrounded(
    *,
    all_neighbours_enemy: bool,
    borders_neutral_power: bool,
    undamaged_air_base: bool,
    undamaged_naval_facility: bool,
    blockaded: bool,
) -> bool:
    """Whether a city is surrounded (1.16): a blockade undoes a naval facility, not an air base."""
    if borders_neutral_power or not all_neighbours_enemy or undamaged_air_base:
        return False
    return not undamaged_naval_facility or blockaded


@implements("GW-1.7-1", "GW-1.7-2", "GW-1.8-1", "GW-1.9-1", "GW-1.10-1", "GW-1.11-1", "GW-1.12-1")
def terrain_acting(field: Battlefield, crossed: Sequence[str], options: Options) -> tuple[str, ...]:
    """The terrain that acts on a unit: the zone's, and that of a border it has just crossed."""
    acting = dict.fromkeys((*field.terrain, *crossed))
    return tuple(name for name in acting if getattr(options, OPTION_OF_TERRAIN[name]))


@implements("GW-1.24-3", "GW-1.24-4", "GW-1.24-5")
def mountain_is_lifted(field: Battlefield, rules: Rules) -> bool:
    """Whether a mountain city that is surrounded has lost its mountain (1.24)."""
    reading = SurroundedMountainCity.MOUNTAIN_LIFTED
    return field.city and field.surrounded and rules.reading(SurroundedMountainCity) is reading


@implements("GW-1.8-2", "GW-1.9-2", "GW-1.10-2", "GW-1.11-2", "GW-1.12-4", "GW-1.12-8")
@implements("GW-1.24-3", "GW-1.24-4", "GW-1.24-5", "GW-12.2-mountain")
def terrain_modifiers(
    book: Book, unit: UnitType, role: Role, acting: Sequence[str]
) -> tuple[Modifier, ...]:
    """Every bonus and penalty on a unit of the terrain that acts on it (1.8-1.12)."""
    return tuple(
        Modifier(terrain, row.change, row.rule)
        for terrain in acting
        for row in rows_of(book, terrain)
        if row.reaches(unit, role)
    )


@implements("GW-1.16-2", "GW-1.16-4")
def city_modifiers(
    book: Book, unit: UnitType, role: Role, field: Battlefield
) -> tuple[Modifier, ...]:
    """The bonus of a city, or the penalty of a surrounded one, in every round (1.16)."""
    if not field.city:
        return ()
    source = "surrounded-city" if field.surrounded else "city"
    return terrain_modifiers(book, unit, role, (source,))


@implements("GW-1.22-1", "GW-1.23-1", "GW-1.23-4", "GW-12.7-3")
def works_modifiers(
    unit: UnitType, role: Role, works: tuple[Works, ...], first_round: bool
) -> tuple[Modifier, ...]:
    """What works that are attacked across add to defending land units in round one (1.23, 12.7)."""
    if role is not Role.DEFENDER or not first_round:
        return ()
    return tuple(
        Modifier(one.kind, one.defence, one.rule) for one in works if belongs(unit, one.units)
    )


@implements("GW-12.7-1", "GW-12.8-1")
def works_attacked(book: Book, field: Battlefield, crossed: tuple[str, ...]) -> tuple[Works, ...]:
    """The works that attacking land units meet on the borders they cross (12.7).

    In a special fortification zone (12.8) the zone's one Fortification guards every border.
    """
    if not crossed:
        return ()
    kinds = [border.works for border in field.borders if border.name in crossed]
    return tuple(works_of(book, kind) for kind in [field.works, *kinds] if kind)


def doubles_casualties(book: Book, field: Battlefield, border: str) -> bool:
    """Whether a crossed border carries works that double the casualties of round one (1.23)."""
    kind = field.border(border).works
    return bool(kind) and works_of(book, kind).double_casualties
