"""The rules of a blitz: who leads it, who goes along, what bars the way (9.5, table 9-3, 8.2).

Leaves to `blitzing`: who goes on from a battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.play.umpire import element
from pbem.core.rules.book import Book
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.movement import slows
from pbem.systems.gw.world.nations import at_war, defenders_beside, is_enemy_zone
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import UnitType, unit_type
from pbem.systems.gw.world.vocabulary import Cause
from pbem.systems.gw.world.zones import (
    is_city,
    is_fortified,
    is_land_border,
    standing_border,
    terrain_of_zone,
)


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
        if count:
            counts[kind.id] = counts.get(kind.id, 0) + count
    armour = sum(counts.pop(name, 0) for name in ARMOUR)
    pairs = -(-counts.pop(TWO_TO_ONE, 0) // 2)
    if any(name not in COMPANIONS for name in counts):
        return False
    if ruling == BlitzCompany.EACH_TYPE:
        return bool(armour) and max([pairs, *counts.values()]) <= armour
    return bool(armour) and sum(counts.values()) + pairs <= armour


@implements("GW-T9.3-4", "GW-T9.3-6")
def able_company(
    units: Sequence[tuple[UnitType, int]], ruling: str = BlitzCompany.ARMOUR
) -> list[int]:
    """How many of each group go: all armour, and of the others, one after the other, who may."""
    going = [(kind, count if leads(kind) else 0) for kind, count in units]
    for index, (kind, count) in enumerate(units):
        while going[index][1] < count:
            more = [*going]
            more[index] = (kind, going[index][1] + 1)
            if not company(more, ruling):
                break
            going = more
    return [count for _, count in going]


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies between armour and its next goal: a city behind it, works, terrain."""

    city: bool
    works: bool
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
    guarded = is_fortified(position, goal, zone)
    ground = Ground(is_city(position.board, zone), guarded, met)
    return bar_of_ground(position.book, ground, position.options)


def why_not(position: Position, power: str, zone: str, goal: str) -> Cause:
    """Why nobody may blitz from a zone into another, if so."""
    if not _touch(position.board, zone, goal):
        return ("apart", goal, zone)
    if not is_enemy_zone(position.state, power, goal):
        return ("no-enemy", goal)
    beside = defenders_beside(position.state, position.holder(goal), goal)
    at_peace = [other for other in beside if not at_war(position.state, power, other)]
    if at_peace:
        return ("at-peace", at_peace[0], goal)
    bar = barred_by(position, zone, goal)
    return ("bars", element(bar.removeprefix("the "))) if bar else ()


def _touch(board: Board, zone: str, goal: str) -> bool:
    return board.adjacent(zone, goal) and is_land_border(board, zone, goal)
