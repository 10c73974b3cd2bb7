"""Narrow crossings and Channel Ports, and ships under their guns (1.20, 1.21, 12.8, 12.9).

Land units go over the sea zone of a crossing without ships. A ship that passes it bears the mark
`narrows` with the land zones whose guns may fire at it; `coastal_fire` lets them fire.

Decides: which zones crossings join, who may use them, how many, and what bars them; how much
Coastal Artillery bears on a sea zone, and which guns a ship has to pass.
Leaves to `moves`: all other ways; to `combat`: when guns fire, and what they hit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.state import Scalar, Unit
from pbem.core.rules.book import Book, once
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.move_orders import Check
from pbem.systems.gw.world.movement import BOUND, in_bounds, sent
from pbem.systems.gw.world.nations import at_war, enemies_in, one_power
from pbem.systems.gw.world.sea_movement import patrols_in
from pbem.systems.gw.world.units import Group, UnitType, is_warship, type_of
from pbem.systems.gw.world.vocabulary import PlaceFact, UnitMark
from pbem.systems.gw.world.zones import built_on, facilities_at, guards_every_border, listed


class CrossingLimit(Reading, id="GW-R-1.20-a"):
    """For how long the number of a narrow crossing counts."""

    TURN = "turn"
    PHASE = "phase"


class MarinesCross(Reading, id="GW-R-1.20-b"):
    """What an attack over a narrow crossing is."""

    OVERLAND = "overland"
    ASSAULT = "assault"


class PassingShips(Reading, id="GW-R-12.9-a"):
    """When a ship passes a narrow crossing that guns guard."""

    THROUGH = "through"
    ENTER = "enter"


CHANNEL_PORT: Final = "channel-port"


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two zones, the sea zones between them, and how many units may cross in a turn."""

    name: str
    ends: frozenset[str]
    units: int
    seas: tuple[str, ...]
    channel_port: bool


@once
def crossings(book: Book) -> tuple[Crossing, ...]:
    """Every crossing of the map."""
    known = book.chart("narrow-crossings")
    return tuple(
        Crossing(
            name,
            frozenset({known.at(name, "one").text, known.at(name, "other").text}),
            int(known.at(name, "units").number),
            tuple(f"sea:{sea}" for sea in known.at(name, "seas").text.split()),
            known.at(name, "kind").text == CHANNEL_PORT,
        )
        for name in known.table().rows.names
    )


@implements("GW-1.20-1", "GW-1.21-1", "GW-AppB-3")
def crossing_between(game: Game, here: str, there: str) -> Crossing | None:
    """The crossing that joins two zones of this map, if one does."""
    ends = {here, there}
    return next(
        (c for c in crossings(game.book) if c.ends == ends and ends <= set(game.board.places)), None
    )


@implements("GW-1.20-3", "GW-1.20-4", "GW-1.21-2")
def may_use(kind: UnitType, crossing: Crossing, combat: bool) -> bool:
    """Which land units cross: Marines into combat, else infantry; over Channel Ports all."""
    if combat:
        return kind.id == "marine"
    return crossing.channel_port or kind.class_ == "infantry"


@implements("GW-1.20-2")
def blocked_by(position: Position, power: str, crossing: Crossing) -> str:
    """What of the enemy's bars a crossing: warships, aircraft on patrol, Coastal Artillery."""
    for sea in crossing.seas:
        if sea not in position.board:
            continue
        enemies = enemies_in(position.state, power, sea)
        if any(is_warship(position, type_of(position.book, unit)) for unit in enemies):
            return "enemy warships"
        if patrols_in(position, power, sea):
            return "enemy aircraft on patrol"
        for coast in position.board.neighbours[sea]:
            holder = position.holder(coast)
            guns = PlaceFact.COASTAL_ARTILLERY in facilities_at(position, coast)
            if guns and at_war(position.state, power, holder):
                return "enemy Coastal Artillery"
    return ""


def crossed(check: Check, power: str, crossing: Crossing, combat: bool) -> int:
    """How many units of a power have used a crossing in this turn, or in this phase of it."""
    by_phase = check.reading(CrossingLimit) is CrossingLimit.PHASE
    return sum(
        unit.size
        for unit in check.state.units.values()
        if (not by_phase or (unit.marked(UnitMark.FROM)) is combat)
        and one_power(power, unit.owner)
        and unit.mark(UnitMark.CROSSED) == crossing.name
    )


@implements("GW-1.20-5")
def cross(check: Check, units: Group, goal: str, combat: bool) -> None:
    """Some units cross from one side to the other, which is their whole move (1.20)."""
    unit, count = units
    crossing = crossing_between(check.position.game, unit.at, goal)
    if crossing is None:
        raise AssertionError(f"no crossing joins {unit.at} and {goal}")
    kind = type_of(check.book, unit)
    blocked = blocked_by(check.position, unit.owner, crossing)
    used = crossed(check, unit.owner, crossing, combat)
    if not may_use(kind, crossing, combat):
        who = "Marines" if combat else "infantry"
        message = f"{kind.name} cannot cross: only {who} can"
        check.complain("no-crossing", message, cite="1.20", about=kind.id)
    elif not in_bounds(check.position, unit, unit.at, goal):
        check.complain("no-crossing", BOUND, cite="12.2", about=kind.id)
    elif blocked:
        check.complain("no-crossing", f"{blocked} bar the crossing", cite="1.20", about=goal)
    elif used + count > crossing.units:
        message = f"{used + count} units would cross, {crossing.units} may"
        check.complain("no-crossing", message, cite="1.20", about=kind.id)
    else:
        marks: dict[UnitMark, Scalar] = {UnitMark.LEFT: 0, UnitMark.CROSSED: crossing.name}
        marks |= {UnitMark.FROM: unit.at} if combat else {}
        if combat and check.reading(MarinesCross) is MarinesCross.ASSAULT:
            marks[UnitMark.LANDED] = crossing.name
        check.does(sent(unit, goal, count, marks))


@implements("GW-12.9-1", "GW-12.8-1")
def guns_facing(position: Position, zone: str, seas: Collection[str]) -> int:
    """How much Coastal Artillery of a land zone fires on sea zones beside it (12.9).

    What the map prints stands on no coast of its own and fires on all of them.
    """
    place, board = position.places.get(zone), position.board
    built = built_on(place, PlaceFact.COASTAL_ARTILLERY)
    every = guards_every_border(board, zone)
    number = sum(many for border, many in built.items() if every or border in seas)
    printed = listed(board, zone, "facilities").count(PlaceFact.COASTAL_ARTILLERY)
    if place is not None and PlaceFact.COASTAL_ARTILLERY in place.facts:
        printed = int(place.facts[PlaceFact.COASTAL_ARTILLERY] or 0) - sum(built.values())
    return number + printed


def guns_over(position: Position, zone: str) -> int:
    """How much Coastal Artillery of a zone guards the narrow crossings that end there (12.9)."""
    seas = {
        sea
        for crossing in crossings(position.book)
        if zone in crossing.ends
        for sea in crossing.seas
    }
    return guns_facing(position, zone, seas)


@implements("GW-12.9-3")
def passed(
    position: Position, unit: Unit, way: Sequence[str], reading: Callable[[], str]
) -> dict[UnitMark, str]:
    """The mark of a surface ship that passes guarded crossings on its way (12.9).

    It passes when it leaves the crossing's sea zone again, or goes from one of two to the other;
    under one reading, which is asked for where it matters, when it enters one.
    """
    if type_of(position.book, unit).is_submarine:
        return {}
    zones = _guarded(position, unit, [c for c in crossings(position.book) if _passes(c, way)])
    entered = _guarded(position, unit, [c for c in crossings(position.book) if _enters(c, way)])
    if zones != entered and reading() == PassingShips.ENTER:
        zones = entered
    return {UnitMark.NARROWS: " ".join(sorted(zones))} if zones else {}


def _guarded(position: Position, unit: Unit, met: Iterable[Crossing]) -> frozenset[str]:
    """The zones at some crossings from which enemy guns reach a ship."""
    return frozenset(
        zone
        for crossing in met
        for zone in crossing.ends & set(position.board.places)
        if at_war(position.state, unit.owner, position.holder(zone)) and guns_over(position, zone)
    )


def _enters(crossing: Crossing, way: Sequence[str]) -> bool:
    return any(zone in crossing.seas for zone in way[1:])


def _passes(crossing: Crossing, way: Sequence[str]) -> bool:
    if len(crossing.seas) == 1:
        return any(zone in crossing.seas for zone in way[1:-1])
    return any({here, there} <= set(crossing.seas) for here, there in pairwise(way))
