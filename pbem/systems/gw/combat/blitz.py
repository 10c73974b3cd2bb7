"""Blitz: armour that won quickly attacks once more in an adjacent zone (9.5, table 9-3, 8.2).

`blitz: {to: Paris, units: {medium-armor: 2, fighter: 1}}` stands in a battle's order; without units
all that may go do. An enemy zone without defenders falls in no round at all, so armour that goes
through it blitzes out of it in the same way.
Decides who goes on, and what bars the way. Leaves the next battle to `land_combat`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import Umpire, element
from pbem.core.record.state import Scalar, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.world.movement import landing_zones, movement_left, sent, slows, type_of
from pbem.systems.gw.world.nations import at_war, defenders_beside, is_enemy_zone
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import Group, UnitType, unit_type
from pbem.systems.gw.world.vocabulary import UnitMark
from pbem.systems.gw.world.wording import Cause
from pbem.systems.gw.world.zones import is_city, is_land_border, standing_border, terrain_of_zone


class BlitzCompany(Reading, id="GW-R-10"):
    """How many units blitzing armour takes along."""

    ARMOUR = "armour"
    EACH_TYPE = "each-type"


class BlitzGround(Reading, id="GW-R-1.7-a"):
    """Whether rough terrain bars a blitz out of it."""

    INTO_AND_OUT = "into-and-out"
    INTO = "into"


ARMOUR: Final = ("medium-armor", "heavy-armor")
COMPANIONS: Final = (
    "mechanized-infantry", "self-propelled-artillery", "fighter", "jet-fighter",
    "early-war-fighter", "tactical-bomber", "advanced-self-propelled-artillery",
)  # fmt: skip
TWO_TO_ONE: Final = "advanced-mechanized-infantry"
ROUNDS: Final = 2


@implements("GW-T9.3-2", "GW-T9.3-8")
def quick_enough(rounds: int) -> bool:
    """Whether a battle was short enough to blitz out of: two rounds at most (table 9-3)."""
    return rounds <= ROUNDS


@implements("GW-T9.3-3", "GW-12.2-medium-armor", "GW-12.2-light-armor")
def leads(kind: UnitType) -> bool:
    """Whether a unit blitzes by itself: Medium and Heavy Armor (table 9-3)."""
    return kind.id in ARMOUR


@implements("GW-T9.3-4", "GW-T9.3-6", "GW-T9.3-7", "GW-12.2-mechanized", "GW-12.2-sp-artillery")
@implements("GW-7.8-4", "GW-12.2-fighter")
def company(units: Iterable[tuple[UnitType, int]], ruling: str = BlitzCompany.ARMOUR) -> bool:
    """Whether armour may take all these along: one each, or two Advanced Mechanized (table 9-3)."""
    counts: dict[str, int] = {}
    for kind, count in units:
        counts[kind.id] = counts.get(kind.id, 0) + count
    armour = sum(counts.pop(name, 0) for name in ARMOUR)
    pairs = -(-counts.pop(TWO_TO_ONE, 0) // 2)
    if any(name not in COMPANIONS for name in counts):
        return False
    if ruling == BlitzCompany.EACH_TYPE:
        return bool(armour) and max([pairs, *counts.values()]) <= armour
    return bool(armour) and sum(counts.values()) + pairs <= armour


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies between armour and its next goal: a city behind it, works, terrain."""

    city: bool
    works: str
    terrain: Sequence[str]


@implements(
    "GW-T9.3-5", "GW-1.16-7", "GW-1.8-4", "GW-1.9-5", "GW-1.10-5", "GW-1.11-4", "GW-12.7-5"
)  # fmt: skip
def bar_of_ground(book: Book, ground: Ground, options: Options) -> str:
    """What of the ground bars a blitz; nothing if nothing does."""
    if ground.city:
        return "the city"
    if ground.works:
        return "the works on the border"
    armour = unit_type(book, "medium-armor")
    rough = next((name for name in ground.terrain if slows(armour, (name,), options)), "")
    return f"the {rough}" if rough else ""


def barred_by(position: Position, zone: str, goal: str) -> str:
    """What of the ground bars a blitz from one zone into another; nothing if nothing does."""
    border = standing_border(position, goal, zone)
    met = (*terrain_of_zone(position.board, goal), *border.terrain)
    if position.reading(BlitzGround) is BlitzGround.INTO_AND_OUT:
        met = (*terrain_of_zone(position.board, zone), *met)
    ground = Ground(is_city(position.board, zone), border.works, met)
    return bar_of_ground(position.book, ground, position.options)


def why_not(position: Position, power: str, zone: str, goal: str) -> Cause:
    """Why nobody may blitz from a zone into another, if so."""
    if not _touch(position.board, zone, goal):
        return ("apart", goal, zone)
    if not is_enemy_zone(position.state, power, goal):
        return ("no-enemy", goal)
    beside = defenders_beside(position.state, position.controller(goal) or "", goal)
    at_peace = [other for other in beside if not at_war(position.state, power, other)]
    if at_peace:
        return ("at-peace", at_peace[0], goal)
    bar = barred_by(position, zone, goal)
    return ("bars", element(bar.removeprefix("the "))) if bar else ()


def _touch(board: Board, zone: str, goal: str) -> bool:
    return board.adjacent(zone, goal) and is_land_border(board, zone, goal)


@dataclass(frozen=True, slots=True)
class Won:
    """A battle just won: where, who is left, after how many rounds, and whether by a landing."""

    zone: str
    left: Sequence[Unit]
    rounds: int
    landed: bool


@implements("GW-T9.3-1")
def blitz(umpire: Umpire, won: Won, further: BattleOrder, over: Collection[str]) -> bool:
    """The survivors of a won battle go on as ordered; whether they attack the further zone now."""
    zone, left, goal = won.zone, won.left, further.zone
    going = _going(umpire, left, further.words, goal)
    kinds = [(type_of(umpire.book, unit), count) for unit, count in going]
    power = left[0].owner if left else ""
    reason = why_not(umpire.position, power, zone, goal)
    if goal in over:
        reason = reason or ("battle-over",)
    if not quick_enough(won.rounds):
        reason = ("too-long", str(won.rounds))
    elif won.landed:
        reason = ("amphibious",)
    elif not company(kinds, umpire.reading(BlitzCompany)):
        reason = reason or ("no-lead",)
    told = [[unit.counter, count] for unit, count in going]
    if reason:
        umpire.verdict("blitz", "stays", cite="9.5", at=zone, to=goal, units=told, why=reason)
        return False
    _go_on(umpire, going, zone, goal)
    umpire.verdict("blitz", "goes-on", cite="9.5", at=zone, to=goal, units=told, why=())
    return True


def _go_on(umpire: Umpire, going: Iterable[Group], zone: str, goal: str) -> None:
    """Units enter the further zone; those on land remember whence."""
    for unit, count in going:
        marks: dict[UnitMark, Scalar] = {UnitMark.LEFT: movement_left(umpire.book, unit) - 1}
        if not type_of(umpire.book, unit).is_air:
            marks[UnitMark.FROM] = zone
        umpire.apply(*sent(unit, goal, count, marks))


def _going(
    umpire: Umpire, left: Sequence[Unit], wanted: Mapping[str, Any], goal: str
) -> list[Group]:
    """The units that are to go on and can: as ordered, else armour with what it can take along."""
    able = [unit for unit in left if _has_movement(umpire, unit, goal)]
    said = wanted.get("units")
    if isinstance(said, dict):
        return _named(able, said)
    going = [(unit, unit.size) for unit in able if leads(type_of(umpire.book, unit))]
    room = sum(count for _, count in going)
    for unit in able:
        if type_of(umpire.book, unit).id in COMPANIONS and room:
            going.append((unit, min(room, unit.size)))
            room -= min(room, unit.size)
    return going


def _named(able: Sequence[Unit], said: Mapping[str, Any]) -> list[Group]:
    found: list[Group] = []
    for name, count in said.items():
        most = sum(u.size for u in able if u.counter == name)
        wanted = most if count == "all" else min(int(count), most)
        for unit in able:
            if unit.counter == name and wanted:
                found.append((unit, min(wanted, unit.size)))
                wanted -= min(wanted, unit.size)
    return found


def _has_movement(umpire: Umpire, unit: Unit, goal: str) -> bool:
    """Whether a unit has a point left for the next zone, an aircraft also the way home."""
    points = movement_left(umpire.book, unit)
    if points < 1 or not type_of(umpire.book, unit).is_air:
        return points >= 1
    return bool(landing_zones(umpire.position, unit, goal, points - 1))
