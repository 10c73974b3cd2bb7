"""Convoy raiding, escorts, mines and raiding aircraft (9.11-9.14, tables 9-7 and 9-8), over values.

Decides: the modifiers of a raid, what a raid costs and whom, the defence rolls and whose they are,
who may escort and raid.
Leaves to the conducting step: which lines are open, who announced what (8.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass

from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.sides import Role
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import UnitType, unit_type


class ConvoyRadar(Reading, id="GW-R-5"):
    """When Radar helps a convoy."""

    WITH_ESCORT = "with-escort"
    ALWAYS = "always"


class MineDefence(Reading, id="GW-R-16"):
    """Whether Advanced ASW gives a convoy its roll against layers of mines."""

    NO_ROLL = "no-roll"
    ROLL = "roll"


class MineModifiers(Reading, id="GW-R-22"):
    """Whether escorts and patrols make a raid with mines harder."""

    COUNT = "count"
    IGNORED = "ignored"


class PatrolBonus(Reading, id="GW-R-23"):
    """How often the bonus for aircraft on patrol counts for a convoy."""

    ONCE = "once"
    EACH = "each"


SURFACE_RAIDER_MOVE = 3


@dataclass(frozen=True, slots=True)
class Convoy:
    """What protects a convoy line in a sea zone: escorts and patrols by type, technologies."""

    escorts: Mapping[str, int]
    patrols: Mapping[str, int]
    radar: bool = False
    advanced_asw: bool = False
    _: KW_ONLY
    rules: Rules


def _adds(book: Book, table: str, row: str, column: str = "adds") -> int:
    return int(book.chart("raids").at(row, column, table).number)


@implements("GW-9.11-17", "GW-9.11-12", "GW-15.7-1")
def may_escort(unit: UnitType, restricted: bool = False) -> bool:
    """Whether a ship may be designated an escort: a surface warship (9.11).

    Under option 15.7 (`restricted`) great ships may not.
    """
    great = unit.id in (
        "battleship",
        "fast-battleship",
        "heavy-battleship",
        "battlecruiser",
        "heavy-cruiser",
        "coastal-defense-ship",
    )
    return unit.is_warship and not (restricted and great)


@implements("GW-8.8-4", "GW-9.12-1", "GW-9.13-1", "GW-9.14-1", "GW-9.12-2")
@implements("GW-12.2-heavy-cruiser", "GW-12.2-light-cruiser")
def may_raid(unit: UnitType, mines: bool, options: Options, escorted: bool) -> bool:
    """Whether a unit may raid a convoy line, under options 9.12, 9.13 and 9.14.

    `mines`: it would lay mines. Surface ships keep away from escorted convoys.
    """
    if mines:
        mine_layers = ("heavy-cruiser", "seaplane")
        return options.mine_warfare and (unit.is_submarine or unit.id in mine_layers)
    if unit.is_submarine:
        return True
    if unit.is_air:
        raiders = ("tactical-bomber", "medium-bomber", "seaplane")
        return options.air_raiders and unit.id in raiders
    return options.surface_raiders and unit.move >= SURFACE_RAIDER_MOVE and not escorted


@implements("GW-9.11-11", "GW-9.12-1", "GW-9.13-1", "GW-9.14-1", "GW-7.8-9")
def raider_modifier(book: Book, unit: UnitType, mines: bool = False) -> int:
    """What a raider adds to its die (table 9-8)."""
    if mines:
        return _adds(book, "raiders", "mines")
    known = book.chart("raids").table("raiders").rows.names
    return _adds(book, "raiders", unit.id if unit.id in known else "surface-ship")


@implements("GW-0.3-1", "GW-9.11-11", "GW-7.8-10", "GW-7.8-12")
def convoy_modifier(convoy: Convoy, mines: bool = False) -> int:
    """What the convoy adds to its die: all modifiers together (table 9-8)."""
    if mines and convoy.rules.reading(MineModifiers) is MineModifiers.IGNORED:
        return 0
    escorts, patrols = sum(convoy.escorts.values()), sum(convoy.patrols.values())
    if convoy.rules.reading(PatrolBonus) is PatrolBonus.ONCE:
        patrols = min(patrols, 1)
    radar = convoy.radar and (escorts or convoy.rules.reading(ConvoyRadar) is ConvoyRadar.ALWAYS)
    return (
        escorts * _adds(convoy.rules.book, "convoy", "escort")
        + patrols * _adds(convoy.rules.book, "convoy", "patrol")
        + (_adds(convoy.rules.book, "convoy", "radar") if radar else 0)
        + (_adds(convoy.rules.book, "convoy", "advanced-asw") if convoy.advanced_asw else 0)
    )


@implements("GW-9.11-5", "GW-9.11-d1", "GW-AppB-6")
def raid_damage(raider: int, convoy: int, adds: int, against: int) -> int:
    """What one raid costs: how far the raider's total is above the convoy's (9.11)."""
    return max(0, raider + adds - convoy - against)


@implements("GW-9.11-6", "GW-9.11-9")
def assign(damage: int, left: Mapping[str, int]) -> dict[str, int]:
    """Whom damage costs what: whoever has most to lose pays first, to the limit (9.11).

    `left`: what each nation can still lose in this calendar turn. Equal nations pay in the order in
    which they are given.
    """
    paid: dict[str, int] = {}
    for nation in sorted(left, key=lambda name: -left[name]):
        share = min(damage, left[nation])
        if share:
            paid[nation] = share
            damage -= share
    return paid


@implements("GW-9.11-7")
def assign_to_lines(damage: int, left: Mapping[str, int], wanted: Sequence[str]) -> dict[str, int]:
    """Where lines cross: the damage by line, as the defender wishes (9.11)."""
    paid: dict[str, int] = {}
    for line in [*wanted, *(name for name in left if name not in wanted)]:
        share = min(damage, left.get(line, 0))
        if share:
            paid[line] = share
            damage -= share
    return paid


@implements("GW-9.11-10", "GW-9.11-d2", "GW-9.11-d3", "GW-9.13-2", "GW-9.14-2", "GW-7.8-d6")
def defence_rolls(
    convoy: Convoy, submarines: int, mines: bool = False, aircraft: bool = False
) -> tuple[tuple[str, int, int], ...]:
    """The defence rolls after the raid: who, how many dice, what they hit on (table 9-7).

    One for each escort and each aircraft on patrol, at its Defense, and one at 2 for each raiding
    submarine under Advanced ASW. Against mines only the last may be rolled, by one reading. At
    raiding `aircraft` the escorts roll; aircraft on patrol intercept them instead (9.14).
    """
    rolls: list[tuple[str, int, int]] = []
    if not mines:
        for wing in (convoy.escorts, {} if aircraft else convoy.patrols):
            for name, count in wing.items():
                value = unit_type(convoy.rules.book, name).printed(Role.DEFENDER)
                rolls += [(name, count, value)] if value else []
    spared = mines and convoy.rules.reading(MineDefence) is MineDefence.NO_ROLL
    if convoy.advanced_asw and submarines and not spared:
        rolls.append(
            ("convoy", submarines, _adds(convoy.rules.book, "asw-defence", "convoy", "hits-on"))
        )
    return tuple(rolls)
