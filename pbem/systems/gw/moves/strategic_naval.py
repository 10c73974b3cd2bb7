"""Strategic naval movement (10.6): loaded Transports go up to five sea zones from port to port.

Decides who may go so, by which way, and how many. Leaves to `voyages` loading and unloading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit, as_number
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.moves.voyages import put_off, take_on
from pbem.systems.gw.world.cargo import cargo_of, follow, kinds_aboard
from pbem.systems.gw.world.convoy_lines import BRITAIN
from pbem.systems.gw.world.move_orders import (
    Check,
    Trip,
    named_units,
    one_by_one,
    ready_units,
    units_told,
)
from pbem.systems.gw.world.movement import sent
from pbem.systems.gw.world.nations import (
    CHINESE_FACTIONS,
    enemies_in,
    is_friendly,
    is_sea,
    one_power,
)
from pbem.systems.gw.world.passages import Traveller, bar_between
from pbem.systems.gw.world.sea_movement import patrols_in
from pbem.systems.gw.world.units import UnitType, is_warship, type_of
from pbem.systems.gw.world.vocabulary import PlaceFact, PowerFlag, UnitMark
from pbem.systems.gw.world.zones import NAVAL_FACILITIES, facilities_facing


class StrategicSubmarines(Reading, id="GW-R-6"):
    """Whether submarines move by strategic naval movement."""

    TRANSPORTS = "transports"
    SUBMARINES = "submarines"


def check_strategic_naval_move(position: Position, order: Order) -> Ruling:
    """Whether Transports may make a strategic move, and what it does."""
    check = Check(position, order)
    data = order.data
    if not position.options.strategic_naval:
        check.complain("option", "strategic naval movement is not in use", cite="10.6")
    origin, goal = check.place(data["from"]), check.place(data["to"])
    via = check.places(data.get("via"))
    if not check.ok:
        return check.ruling("")
    ready = [u for u in ready_units(check.position, order.player, origin) if u.at == origin]
    units = tuple(named_units(check, origin, data["units"], ready))
    if check.ok:
        _ship(check, Trip(units, origin, goal, via))
    told = units_told(position.book, units)
    return check.ruling(f"by sea {told}: {check.label(origin)} > {check.label(goal)}")


@implements("GW-10.6-1", "GW-10.6-3", "GW-5.N-7")
def _ship(check: Check, trip: Trip) -> None:
    """Loaded Transports go from port to port, picking up units in ports on the way (10.6)."""
    crew, goal = one_by_one(trip.units), trip.goal
    ways = _ways(check, crew, trip)
    if len(ways) < len(crew):
        return
    crew = take_on(check, crew, _ports_on(check, crew, ways), combat=False)
    empty = [ship for ship in crew if not cargo_of(check.state, ship)]
    if any(type_of(check.book, ship).is_transport for ship in empty):
        check.complain(
            "empty", "only Transports that carry something move so", cite="10.6", about="units"
        )
    _within_allowance(check, crew)
    for index, ship in enumerate(crew if check.ok else ()):
        worth = 1 + len(kinds_aboard(check.position, ship))
        events = sent(ship, goal, 1, {UnitMark.LEFT: 0, UnitMark.SHIPPED: worth})
        check.does(events)
        crew[index] = follow(ship, events)
    put_off(check, crew, goal, combat=False)


def _ways(check: Check, crew: Sequence[Unit], trip: Trip) -> list[Path]:
    """The way of every ship; fewer than ships where one may not go so, or cannot get there."""
    for kind in (type_of(check.book, ship) for ship in crew):
        if not may_go_so(check, kind):
            message = f"{kind.name} cannot make a strategic move"
            check.complain("not-a-transport", message, cite="10.6", about=kind.id)
            return []
    found = [way for ship in crew if (way := naval_path(check, ship, trip.goal, trip.via))]
    if len(found) < len(crew):
        where = check.label(trip.goal)
        message = f"no open way of {_reach(check)} sea zones leads to {where}"
        hint = "from port to port, past no enemy"
        check.complain("too-far", message, hint, "10.6", about=trip.goal)
    return found


def _reach(check: Check) -> int:
    """How many sea zones a strategic move has at most (10.6)."""
    return int(check.book.chart("movement").at("all", "zones", "naval-range").number)


def _ports_on(check: Check, crew: Sequence[Unit], ways: Iterable[Path]) -> frozenset[str]:
    """The ports on the ways of some ships, where they may take units aboard."""
    zones = [zone for way in ways for zone in way.places]
    return frozenset(port for zone in zones for port in _ports(check, crew[0], zone))


def may_go_so(check: Check, kind: UnitType) -> bool:
    """Whether a kind of ship may make a strategic move at all (10.6)."""
    if not kind.is_submarine:
        return kind.is_transport
    return check.reading(StrategicSubmarines) is StrategicSubmarines.SUBMARINES


@implements("GW-10.6-4", "GW-10.6-5")
def naval_path(check: Check, ship: Unit, goal: str, via: Sequence[str]) -> Path | None:
    """The way of a Transport: between ports of friends, through no enemies, no closed strait."""
    position, board = check.position, check.board
    if not _ports(check, ship, ship.at) or not _ports(check, ship, goal):
        return None
    who = Traveller(type_of(check.book, ship), ship.owner)

    def cost(here: str, there: str) -> int | None:
        if not is_sea(board, there) or bar_between(position, who, here, there):
            return None
        return None if is_watched(position, ship.owner, there) else 1

    return cheapest_path(board.neighbours, ship.at, goal, cost, limit=_reach(check), via=via)


def is_watched(position: Position, power: str, zone: str) -> bool:
    """Whether enemy warships, submarines or patrols are in a sea zone (10.6)."""
    ships = (type_of(position.book, unit) for unit in enemies_in(position.state, power, zone))
    return bool(patrols_in(position, power, zone)) or any(
        kind.is_submarine or is_warship(position, kind) for kind in ships
    )


def _ports(check: Check, ship: Unit, sea: str) -> list[str]:
    """The friendly zones with a port, shipyard or dockyard beside a sea zone."""
    board, submarine = check.board, type_of(check.book, ship).is_submarine
    bases = (*NAVAL_FACILITIES, *((PlaceFact.SUBMARINE_BASE,) if submarine else ()))
    return [
        coast
        for coast in board.neighbours[sea]
        if is_friendly(check.state, ship.owner, coast)
        and any(base in bases for base in facilities_facing(check.position, coast, sea))
    ]


@implements("GW-10.6-6")
def allowance(position: Position, power: str) -> int:
    """How many units a nation may move so each turn; an evolved Chinese faction one (10.6)."""
    chart, row = position.book.chart("movement"), "others"
    if power in chart.table("naval").rows.names:
        row = power
    elif one_power(power, BRITAIN):
        row = BRITAIN
    elif power in CHINESE_FACTIONS and position.state.flag(power, PowerFlag.EVOLVED):
        row = "evolved-china"
    return int(chart.at(row, "units", "naval").number)


@implements("GW-10.6-2")
def _within_allowance(check: Check, crew: Sequence[Unit]) -> None:
    """Each Transport counts one, and so does each unit that it carries (10.6)."""
    if not crew or not check.ok:
        return
    power = crew[0].owner
    used = sum(
        as_number(unit.mark(UnitMark.SHIPPED)) * unit.size
        for unit in check.state.units.values()
        if one_power(power, unit.owner) and unit.marked(UnitMark.SHIPPED)
    )
    more = sum(1 + len(kinds_aboard(check.position, ship)) for ship in crew)
    most = allowance(check.position, power)
    if used + more > most:
        message = f"{used + more} units would move so, the allowance is {most}"
        check.complain("no-capacity", message, "a Transport and each of its cargo count", "10.6")


def strategic_naval_movement(umpire: Umpire) -> None:
    """Carry out strategic naval movement in the order of the files (10.6)."""
    umpire.carry_out(STRATEGIC_NAVAL_MOVES.name)


STRATEGIC_NAVAL_MOVES: Final = Section(
    "strategic_naval_moves",
    "Strategic naval movement",
    "strategic-naval-movement",
    "gw/strategic_naval_moves",
    "10.6",
    check_strategic_naval_move,
)
