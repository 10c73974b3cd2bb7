"""Strategic rail movement (10.4, 10.5, 1.12, 1.14, 1.17, 12.10): any distance along railways.

Rivers serve like railways under their option, the Burma Road for one unit. What a unit has railed
through stands in a mark until the end of the turn, so that the capacity of regions can be counted.

Decides: the ways by rail, and the capacity of regions.
Leaves to `economy`: laying and mending railways; to `burma`: when that road is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import LabelledPath, labelled_path
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import State, Unit
from pbem.core.rules.book import Book
from pbem.core.rules.game import Game
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.world.burma import burma_road_open
from pbem.systems.gw.world.move_orders import (
    Check,
    named_units,
    ready_units,
    stays_home,
    units_told,
)
from pbem.systems.gw.world.movement import BOUND, MILITIA, in_bounds, sent
from pbem.systems.gw.world.nations import (
    is_enemy_zone,
    is_friendly,
    is_sea,
    may_go_in,
    one_power,
    was_held,
)
from pbem.systems.gw.world.passages import leave
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Marker, PlaceFact, TrackName, UnitMark
from pbem.systems.gw.world.zones import MAJOR_BASES, facilities_facing, features


class BurmaRoad(Reading, id="GW-R-1.17-a"):
    """Whose unit the Burma Road takes in a turn."""

    ONE_IN_ALL = "one-in-all"
    ONE_EACH = "one-each"


RAIL: Final = "rail"
RIVER: Final = "river-course"
STANDARD: Final = "standard"
END: Final = "end"  # the label behind a change of gauge
WHITE_SEA_CANAL: Final = frozenset({"leningrad", "karelia"})
BIG_BASES: Final = frozenset({*MAJOR_BASES, PlaceFact.SUBMARINE_BASE})


def check_rail_move(position: Position, order: Order) -> Ruling:
    """Whether units may be railed so, and the way they take."""
    check = Check(position, order)
    data = order.data
    origin, goal = check.place(data["from"]), check.place(data["to"])
    if not check.ok:
        return check.ruling("")
    ready = [u for u in ready_units(check.position, order.player, origin) if u.at == origin]
    units = tuple(named_units(check, origin, data["units"], ready))
    stays_home(check, units, goal)
    for unit, count in units if check.ok else ():
        _rail(check, unit, count, goal)
    label = check.label
    return check.ruling(
        f"by rail {units_told(position.book, units)}: {label(origin)} > {label(goal)}"
    )


@implements("GW-10.4-1")
def _rail(check: Check, unit: Unit, count: int, goal: str) -> None:
    """Some units go by rail, if there is a way and the regions have capacity left (10.4)."""
    kind = type_of(check.book, unit)
    if kind.is_naval and kind.id != "coastal-submarine":
        check.complain("no-rail", f"{kind.name} cannot go by rail", cite="10.4", about=kind.id)
        return
    if kind.is_naval:
        way = _submarine_way(check, unit, goal)
    else:
        way = rail_path(check.position, unit, unit.at, goal)
    if way is None:
        message = f"no railway leads from {check.label(unit.at)} to {check.label(goal)}"
        hint = "zones must be held since the turn began; a change of gauge ends the move"
        hint = BOUND if kind.id == MILITIA else hint
        check.complain("no-rail", message, hint, "10.4", goal)
        return
    stretches = list(regions_on(check.position.game, way.places))
    if _uses_burma_road(way):
        stretches.append(TrackName.BURMA_ROAD)
    full = _why_full(check, unit.owner, stretches, count)
    if full:
        check.complain("no-capacity", full, cite="10.4", about=kind.id)
        return
    check.does(sent(unit, goal, count, {UnitMark.LEFT: 0, UnitMark.RAILED: " ".join(stretches)}))


# --- the way ---------------------------------------------------------------------------------


def rail_path(position: Position, unit: Unit, origin: str, goal: str) -> LabelledPath | None:
    """The shortest way of a unit by rail; labels are gauges, or END (10.5)."""

    def step(label: str, here: str, there: str) -> tuple[int, str] | None:
        if label == END or not may_rail_in(position, unit.owner, there):
            return None
        if not in_bounds(position, unit, here, there):
            return None
        return rail_step(position, unit.owner, here, there)

    board, gauge = position.board, gauge_of(position.game, origin)
    return labelled_path(
        lambda zone: board.neighbours[zone], origin, gauge, step, lambda zone, _: zone == goal
    )


@implements("GW-10.5-1", "GW-10.5-2", "GW-10.4-6", "GW-12.10-2")
def rail_step(position: Position, power: str, here: str, there: str) -> tuple[int, str] | None:
    """One step by rail or river; after a change of gauge there is no further one (10.5)."""
    gauge = gauge_of(position.game, there)
    if has_rail(position, here, there):
        changes = position.options.rail_gauge and gauge != gauge_of(position.game, here)
        return 1, END if changes else gauge
    by_river = position.options.rivers and river_leads(position, power, here, there)
    return (1, gauge) if by_river or over_burma(position, here, there) else None


def over_burma(position: Position, here: str, there: str) -> bool:
    """Whether the open Burma Road leads from a zone to the next: to Yunnan, and not back (1.17)."""
    road = there == "yunnan" and TrackName.BURMA_ROAD in features(position.board, here, there)
    return road and burma_road_open(position)


@implements("GW-1.14-1")
def gauge_of(game: Game, zone: str) -> str:
    """The gauge of a zone's railways (1.14)."""
    return game.board.text(zone, "gauge") or STANDARD


def has_rail(position: Position, here: str, there: str) -> bool:
    """Whether an undamaged railway, printed or built, crosses a border (12.10)."""
    printed = RAIL in features(position.board, here, there)
    built = _about_rail(position.state, Marker.BUILT, here, there)
    return (printed or built) and not _about_rail(position.state, Marker.DAMAGE, here, there)


def _about_rail(state: State, what: Marker, here: str, there: str) -> bool:
    """Whether play built or damaged the railway of a border: a marker `damage-rail:paris`."""
    for zone, other in (here, there), (there, here):
        if state.marker(zone, what.of(f"{RAIL}:{other}")):
            return True
    return False


def railways(position: Position, zone: str) -> list[str]:
    """The zones to which railways lead from a zone, printed or built, damaged or not."""
    return sorted(
        other
        for other in position.board.neighbours[zone]
        if RAIL in features(position.board, zone, other)
        or _about_rail(position.state, Marker.BUILT, zone, other)
    )


@implements("GW-1.12-5", "GW-1.12-7", "GW-1.15-11", "GW-1.15-12")
def has_river(game: Game, here: str, there: str) -> bool:
    """Whether a navigable river joins two zones, or a canal that serves as one (1.12, 1.15)."""
    return {here, there} == WHITE_SEA_CANAL or RIVER in features(game.board, here, there)


@implements("GW-1.12-6")
def river_leads(position: Position, power: str, here: str, there: str) -> bool:
    """Whether a nation may use a river between two zones (1.12).

    Where it is a border the other bank may be a neutral's, but no Enemy's.
    """
    if not has_river(position.game, here, there):
        return False
    bank = features(position.board, here, there).get(RIVER, "")
    return not (bank and is_enemy_zone(position.state, power, bank))


@implements("GW-10.4-3", "GW-10.4-5", "GW-4.5-4")
def may_rail_in(position: Position, power: str, zone: str) -> bool:
    """Whether a nation may rail through a zone: held since the turn began, or by leave (10.4).

    Who is refused leave to enter a zone does not enter it by rail either (4.5).
    """
    state, holder = position.state, position.holder(zone)
    if not was_held(position, zone):
        return False
    if one_power(power, holder):
        return True
    return may_go_in(state, power, zone) and leave(state, holder, RAIL, power) is not False


@implements("GW-10.4-2")
def _submarine_way(check: Check, unit: Unit, goal: str) -> LabelledPath | None:
    """The way of a coastal submarine from one sea zone to another, between two bases (10.4)."""
    board = check.board
    if not is_sea(board, goal):
        return None
    ways = (
        rail_path(check.position, unit, here, there)
        for here in _bases(check, unit, unit.at)
        for there in _bases(check, unit, goal)
    )
    return min((way for way in ways if way), key=lambda way: way.cost, default=None)


def _bases(check: Check, unit: Unit, sea: str) -> list[str]:
    """The friendly zones beside a sea zone from which a submarine can be railed."""
    position = check.position
    return [
        coast
        for coast in position.board.neighbours[sea]
        if is_friendly(position.state, unit.owner, coast)
        and any(base in BIG_BASES for base in facilities_facing(position, coast, sea))
    ]


# --- capacity --------------------------------------------------------------------------------


@implements("GW-0.7-1", "GW-0.7-2")
def regions_on(game: Game, zones: Iterable[str]) -> tuple[str, ...]:
    """The regions that a way touches, in its order (0.7)."""
    return tuple(dict.fromkeys(filter(None, (game.board.text(z, "region") for z in zones))))


def capacity(book: Book, region: str) -> int:
    """How many units a nation may rail in a region each turn (figure 10-1)."""
    table = book.chart("movement").table("rail")
    return (
        int(book.chart("movement").at(region, "units", "rail").number)
        if region in table.rows.names
        else 0
    )


@implements("GW-10.4-4", "GW-10.4-7", "GW-2.3-3")
def railed_in(state: State, power: str, region: str) -> int:
    """How many units of a power were railed in a region in this turn; the Commonwealth shares."""
    return sum(unit.size for unit in _railed(state, region) if one_power(power, unit.owner))


def _railed(state: State, stretch: str) -> Iterator[Unit]:
    """The units that were railed in a region, or over the Burma Road, in this turn."""
    for unit in state.units.values():
        if unit.marked(UnitMark.RAILED) and stretch in str(unit.mark(UnitMark.RAILED)).split():
            yield unit


def _why_full(check: Check, power: str, stretches: Sequence[str], count: int) -> str:
    """Which region, or the Burma Road, has no room left for so many units, if one has none."""
    for region in stretches:
        used, most = railed_in(check.state, power, region), capacity(check.book, region)
        if region != TrackName.BURMA_ROAD and used + count > most:
            return f"{used + count} units would go by rail in {region}, the capacity is {most}"
    one_each = check.reading(BurmaRoad) is BurmaRoad.ONE_EACH
    on_road = _railed(check.state, TrackName.BURMA_ROAD)
    used = sum(unit.size for unit in on_road if not one_each or one_power(power, unit.owner))
    full = TrackName.BURMA_ROAD in stretches and used + count > 1
    return "the Burma Road takes one unit (1.17)" if full else ""


# --- the Burma Road --------------------------------------------------------------------------


@implements("GW-1.17-2")
def _uses_burma_road(way: LabelledPath) -> bool:
    return ("burma", "yunnan") in pairwise(way.places)


def rail_movement(umpire: Umpire) -> None:
    """Carry out strategic rail movement in the order of the files (10.4)."""
    umpire.carry_out(RAIL_MOVES.name)


RAIL_MOVES: Final = Section(
    "rail_moves",
    "Strategic rail movement",
    "rail-movement",
    "gw/rail_moves",
    "10.4",
    check_rail_move,
)
