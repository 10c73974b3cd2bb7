"""Movement of land units and aircraft from zone to zone (0.8, 1.8-1.13, 8.3, 10.3, 12.5).

Decides: how far and where land units and aircraft get, and where aircraft land.
Leaves to `sea_movement`, `cargo`, `rail` and `crossings`: other ways; to `blitz`: land units that
go on from zones that they have just taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.maps.paths import Path, cheapest_path, reachable
from pbem.core.record.events import Event
from pbem.core.record.state import Scalar, State, Unit, as_number, regrouped
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.systems.gw.world.battlefield import OPTION_OF_TERRAIN
from pbem.systems.gw.world.cargo import (
    aboard,
    carrier_of,
    mark_events,
    moved,
    some_of,
    whereabouts,
    with_room,
)
from pbem.systems.gw.world.nations import (
    MAJOR_POWERS,
    aligned,
    at_war,
    enemies_in,
    home_of,
    is_enemy_zone,
    is_friendly,
    is_major,
    is_sea,
    lends_harbours,
    may_go_in,
    may_march_in,
    one_power,
    was_friendly,
)
from pbem.systems.gw.world.options import Options
from pbem.systems.gw.world.units import UnitType, type_of
from pbem.systems.gw.world.vocabulary import Nation, PlaceFact, PowerFlag, UnitMark
from pbem.systems.gw.world.zones import (
    NAVAL_FACILITIES,
    border_into,
    facilities_at,
    facilities_facing,
    features,
    guest_base,
    is_impassable,
    is_land_border,
    listed,
    terrain_of_zone,
)


class SlowSteps(Reading, id="GW-R-1.8-a"):
    """Whether a unit may enter rough terrain with its last point."""

    WHOLE_MOVE = "whole-move"
    LAST_STEP = "last-step"


class MilitiaGround(Reading, id="GW-R-12.2-c"):
    """Within whose Home Country Militia may move."""

    ANY_MAJOR = "any-major"
    OWN = "own"


class EnemyFighters(Reading, id="GW-R-8.3-a"):
    """Which aircraft keep others from flying over."""

    ALL = "all"
    PROPELLER = "propeller"


class FightersAboard(Reading, id="GW-R-8.3-c"):
    """Whether Fighters in transport keep others from flying over."""

    ANY = "any"
    ON_DECK = "on-deck"


ANTARCTICA: Final = "antarctica"  # impassable for aircraft too (1.18)
LONG_RANGE: Final = PowerFlag.TECH.of("long-range-aircraft")
SEAPLANE: Final = "seaplane"
MILITIA: Final = "militia"
BOUND: Final = "Militia moves within the Home Country of one Major Power alone (12.2)"
JET: Final = "jet-fighter"
SLOW_TERRAIN = ("mountain", "desert", "jungle", "marsh")


def has_moved(unit: Unit) -> bool:
    """Whether a unit has moved in this turn."""
    return unit.marked(UnitMark.LEFT)


def movement_left(book: Book, unit: Unit) -> int:
    """The movement points that a unit still has, without the bonus of where it starts."""
    return as_number(unit.mark(UnitMark.LEFT)) if has_moved(unit) else type_of(book, unit).move


def points(position: Position, unit: Unit, more: int = 0) -> int:
    """The movement points that a unit has now, with bonuses when its move begins (12.5, 12.6)."""
    kind = type_of(position.book, unit)
    if has_moved(unit):
        return movement_left(position.book, unit)
    long_range = position.state.flag(unit.owner, LONG_RANGE) is True
    if is_on_patrol(position.book, position.board, unit):
        return patrol_range(kind, long_range)
    bases = usable_bases(position, unit.owner, whereabouts(position.state, unit))
    return kind.move + base_bonus(position.book, kind, bases) + range_bonus(kind, long_range) + more


def is_on_patrol(book: Book, board: Board, unit: Unit) -> bool:
    """Whether an aircraft stays over a sea zone on Maritime Air Patrol (8.7)."""
    return type_of(book, unit).is_air and unit.at in board and is_sea(board, unit.at)


@implements("GW-10.3-3", "GW-AppB-5", "GW-8.7-10", "GW-7.8-8")
def patrol_range(kind: UnitType, long_range: bool) -> int:
    """How far aircraft on patrol may be from where they land: 1, Seaplanes 2 (10.3, 7.8)."""
    if kind.id == SEAPLANE:
        return 2
    return 2 if kind.id == "medium-bomber" and long_range else 1


@implements("GW-14.2-7")
def is_usable(state: State, power: str, zone: str, base: str) -> bool:
    """Whether a base serves a power: a friend's, or Germany's own in Murmansk (12.6, 14.2)."""
    guest = guest_base(state, zone) if base == PlaceFact.SUBMARINE_BASE else ""
    return power == guest if guest else is_friendly(state, power, zone)


@implements("GW-12.5-1", "GW-12.6-3", "GW-4.5-5")
def usable_bases(position: Position, power: str, zone: str) -> tuple[str, ...]:
    """The undamaged bases that help units that start in a zone: those of friends (12.5).

    Ships use those of a Spain whose victor their nation backed, too (13.1).
    """
    if not is_sea(position.board, zone):
        return facilities_at(position, zone) if is_friendly(position.state, power, zone) else ()
    return tuple(
        base
        for coast in position.board.neighbours[zone]
        for base in facilities_facing(position, coast, zone)
        if is_usable(position.state, power, coast, base)
        or (base in NAVAL_FACILITIES and lends_harbours(position, coast, power))
    )


@implements("GW-12.5-3", "GW-12.6-2")
def base_bonus(book: Book, kind: UnitType, bases: Sequence[str]) -> int:
    """What the bases of a zone add to a unit's movement: the best of them (12.5, 12.6)."""
    column = _bonus_column(kind)
    known = book.chart("movement").table("bonus").rows.names
    if not column:
        return 0
    values = (book.chart("movement").at(base, column, "bonus") for base in bases if base in known)
    return max((int(value.number) for value in values), default=0)


def _bonus_column(kind: UnitType) -> str:
    """Under which heading of the table of bonuses a unit falls."""
    if kind.is_naval:
        return "submarines" if kind.is_submarine else "ships"
    if kind.is_air:
        return "seaplanes" if kind.id == SEAPLANE else "aircraft"
    return ""


@implements("GW-7.8-8")
def range_bonus(kind: UnitType, long_range: bool) -> int:
    """What Long-Range Aircraft adds to an aircraft's movement (7.8)."""
    if not kind.is_air or not long_range:
        return 0
    return 2 if kind.id in ("strategic-bomber", "heavy-strategic-bomber") else 1


@implements("GW-0.8-1", "GW-0.8-2")
def land_path(
    position: Position,
    unit: Unit,
    goal: str,
    via: Sequence[str] = (),
    *,
    more: int = 0,
    conquered: bool = True,
) -> Path | None:
    """The cheapest path of a land unit to a zone; zones on the way must be Friendly.

    `more` is movement that it owes to a unit that tows it. It may have to keep out of zones that
    were `conquered` in this turn (10.1).
    """
    kind, power = type_of(position.book, unit), unit.owner
    most = points(position, unit, more)

    def cost(here: str, there: str) -> int | None:
        if there != goal and not may_march_in(position.state, power, there):
            return None
        if not conquered and not was_friendly(position, power, there):
            return None
        if not may_walk(position.game, here, there) or not in_bounds(position, unit, here, there):
            return None
        if not is_slow(position.game, kind, here, there):
            return 1
        if position.reading(SlowSteps) is SlowSteps.WHOLE_MOVE:
            return most
        return 1 if there == goal else None

    return cheapest_path(position.board.neighbours, unit.at, goal, cost, limit=most, via=via)


def may_walk(game: Game, here: str, there: str) -> bool:
    """Whether land units may go from a zone to the next at all (1.1, 1.13, 1.18)."""
    board = game.board
    return is_land_border(board, here, there) and not is_impassable(game, there)


@implements("GW-12.2-militia")
def in_bounds(position: Position, unit: Unit, here: str, there: str) -> bool:
    """Whether a unit may leave a zone for another: Militia moves within a Home Country alone.

    It is that of a Major Power, and one; an evolved Chinese faction has China (12.2, 13.3).
    """
    if unit.counter != MILITIA:
        return True
    home = home_of(position.board, here)
    if home != home_of(position.board, there):
        return False
    if home == Nation.CHINA:
        return is_major(position.state, unit.owner)
    if home == unit.owner or home not in MAJOR_POWERS:
        return home in MAJOR_POWERS
    return position.reading(MilitiaGround) is MilitiaGround.ANY_MAJOR


@implements("GW-12.2-motorized", "GW-12.2-aa-2")
def towed(units: Iterable[tuple[UnitType, int]]) -> int:
    """How many guns can be towed, one by each Motorized Infantry that goes along (12.2)."""
    return sum(count for kind, count in units if kind.id == "motorized-infantry")


def is_slow(game: Game, kind: UnitType, here: str, there: str) -> bool:
    """Whether a step takes a land unit's whole movement: its border or goal is rough."""
    met = (
        *terrain_of_zone(game.board, there),
        *border_into(game.book, game.board, there, here).terrain,
    )
    return slows(kind, met, game.options)


@implements("GW-1.8-3", "GW-1.9-4", "GW-1.10-4", "GW-1.11-3", "GW-12.2-cavalry")
def slows(kind: UnitType, met: Sequence[str], options: Options) -> bool:
    """Whether terrain reduces a land unit's movement to 1 (1.8-1.11); mountains spare cavalry."""
    return any(
        getattr(options, OPTION_OF_TERRAIN[terrain])
        for terrain in met
        if terrain in SLOW_TERRAIN and not (terrain == "mountain" and kind.id == "cavalry")
    )


@implements("GW-0.8-1", "GW-8.3-1", "GW-8.3-2", "GW-10.3-2")
def may_fly_over(position: Position, power: str, zone: str) -> bool:
    """Whether aircraft may cross a zone: friendly, the sea, an enemy's; without fighters (8.3)."""
    if zone == ANTARCTICA:
        return False
    if is_impassable(position.game, zone):
        return True
    if is_friendly(position.state, power, zone):
        return may_go_in(position.state, power, zone)
    fighters = {unit.counter for unit in _fighters_of_enemies(position, power, zone)}
    if fighters == {JET} and position.reading(EnemyFighters) is EnemyFighters.PROPELLER:
        fighters = set()
    return (
        is_sea(position.board, zone) or is_enemy_zone(position.state, power, zone)
    ) and not fighters


@implements("GW-8.3-1")
def _fighters_of_enemies(position: Position, power: str, zone: str) -> list[Unit]:
    """The Fighters of Enemies that are in a zone, aboard ships too: in transport by a reading."""
    there = (*enemies_in(position.state, power, zone), *aboard(position.state, zone))
    fighters = [
        unit
        for unit in there
        if at_war(position.state, power, unit.owner) and is_fighter(position.book, unit)
    ]
    ready = [unit for unit in fighters if not _is_transported(position, unit)]
    if ready == fighters or position.reading(FightersAboard) is FightersAboard.ANY:
        return fighters
    return ready


def _is_transported(position: Position, unit: Unit) -> bool:
    """Whether an aircraft is in a hold that is no deck (8.4)."""
    ship = carrier_of(position.state, unit)
    return ship is not None and not type_of(position.book, ship).is_carrier


def is_fighter(book: Book, unit: Unit) -> bool:
    """Whether a unit is a Fighter of any kind: they have Air Superiority (12.2)."""
    return type_of(book, unit).air_superiority


@implements("GW-1.15-5")
def may_fly_across(position: Position, power: str, here: str, there: str) -> bool:
    """Whether a border is no bar to aircraft: a neutral's canal is one, a neutral's strait not."""
    canal = features(position.board, here, there).get("canal")
    return canal is None or canal_open_to_aircraft(position, power, canal)


def canal_open_to_aircraft(position: Position, power: str, canal: str) -> bool:
    """Whether aircraft may fly over a canal: not when a neutral possesses it (1.15)."""
    zones = [z for z in position.board.places if canal in listed(position.board, z, "canal")]
    return all(
        is_friendly(position.state, power, z) or is_enemy_zone(position.state, power, z)
        for z in zones
    )


def air_path(position: Position, unit: Unit, goal: str, via: Sequence[str] = ()) -> Path | None:
    """The cheapest path of an aircraft to a zone."""

    cost = air_cost(position, unit.owner, goal)
    start, limit = whereabouts(position.state, unit), points(position, unit)
    return cheapest_path(position.board.neighbours, start, goal, cost, limit=limit, via=via)


def air_cost(position: Position, power: str, goal: str) -> Callable[[str, str], int | None]:
    """What a step costs an aircraft: 1, or nothing is possible."""

    def cost(here: str, there: str) -> int | None:
        if not may_fly_across(position, power, here, there):
            return None
        return 1 if there == goal or may_fly_over(position, power, there) else None

    return cost


@implements("GW-8.3-3", "GW-10.3-1", "GW-10.3-2")
def landing_zones(position: Position, unit: Unit, zone: str, most: int) -> tuple[str, ...]:
    """Where an aircraft that has come to a zone can land with so many points: nearest first.

    Friendly zones that were not captured in this turn (10.3), and Carriers with room.
    """
    kind, power = type_of(position.book, unit), unit.owner
    near = reachable(position.board.neighbours, zone, air_cost(position, power, ""), most)
    return tuple(
        other
        for other in near
        if may_land(position, power, other, kind)
        or deck_for(position, power, kind, other) is not None
    )


@implements("GW-10.3-1")
def deck_for(position: Position, power: str, kind: UnitType, zone: str) -> Unit | None:
    """A Friendly Carrier in a sea zone with room for an aircraft (10.3): own ones first."""
    decks = [unit for unit in position.state.at(zone) if type_of(position.book, unit).is_carrier]
    own = [unit for unit in decks if one_power(power, unit.owner)]
    friends = [unit for unit in decks if aligned(position.state, power, unit.owner)]
    return with_room(position, own, kind) or with_room(position, friends, kind)


@implements("GW-10.2-2")
def may_land(position: Position, power: str, zone: str, kind: UnitType | None = None) -> bool:
    """Whether aircraft may land in a land zone: Friendly since the turn began (10.3).

    Under the option of 10.2 an air base that was captured in this turn serves too, and naval and
    Seaplane Bases serve Seaplanes.
    """
    if not may_go_in(position.state, power, zone) or is_impassable(position.game, zone):
        return False
    if was_friendly(position, power, zone):
        return True
    seaplane = kind is not None and kind.id == SEAPLANE
    bases = (*NAVAL_FACILITIES, PlaceFact.SEAPLANE_BASE) if seaplane else ()
    there = facilities_at(position, zone)
    return position.options.captured_bases and any(
        base in there for base in (PlaceFact.AIR_BASE, *bases)
    )


def sent(unit: Unit, to: str, count: int, marks: Mapping[UnitMark, Scalar]) -> list[Event]:
    """The events that send some of a group to a zone with marks of this turn."""
    there = regrouped(replace(unit, at=to, count=some_of(unit, count)))
    way = [] if unit.at == to else [moved(unit, to, count)]
    return [*way, *mark_events(there, marks, count)]
