"""Strategic naval movement (10.6): loaded Transports go up to five sea zones from port to port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import Path, cheapest_path
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.moves.voyages import put_off, take_on
from pbem.systems.gw.world.cargo import cargo_of, follow, kinds_aboard
from pbem.systems.gw.world.move_orders import (
    Check,
    named_units,
    one_by_one,
    ready_units,
    units_told,
)
from pbem.systems.gw.world.movement import LEFT, sent, type_of
from pbem.systems.gw.world.nations import EVOLVED, enemies_in, is_friendly, one_power
from pbem.systems.gw.world.passages import Traveller, bar_between
from pbem.systems.gw.world.sea_movement import patrols_in
from pbem.systems.gw.world.units import UnitType
from pbem.systems.gw.world.warships import is_warship
from pbem.systems.gw.world.zones import NAVAL_FACILITIES, SUBMARINE_BASE, facilities_facing, is_sea


class StrategicSubmarines(Reading, id="GW-R-6"):
    """Whether submarines move by strategic naval movement."""

    TRANSPORTS = "transports"
    SUBMARINES = "submarines"


SHIPPED: Final = "shipped"


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
        _ship(check, one_by_one(units), origin, goal, via)
    label = check.label
    return check.ruling(
        f"by sea {units_told(position.book, units)}: {label(origin)} > {label(goal)}"
    )


@implements("GW-10.6-1", "GW-10.6-3", "GW-5.N-7")
def _ship(check: Check, crew: list[Unit], origin: str, goal: str, via: Sequence[str]) -> None:
    """Loaded Transports go from port to port, picking up units in ports on the way (10.6)."""
    others = [
        type_of(check.book, ship)
        for ship in crew
        if not may_go_so(check, type_of(check.book, ship))
    ]
    if others:
        message = f"{others[0].name} cannot make a strategic move"
        check.complain("not-a-transport", message, cite="10.6", about=others[0].id)
        return
    ways = [naval_path(check, ship, goal, via) for ship in crew]
    if not all(ways):
        most = int(check.book.chart("movement").at("all", "zones", "naval-range").number)
        message = f"no open way of {most} sea zones leads to {check.label(goal)}"
        check.complain("too-far", message, "from port to port, past no enemy", "10.6", about=goal)
        return
    ports = frozenset(
        p for way in ways if way for zone in way.places for p in _ports(check, crew[0], zone)
    )
    crew = take_on(check, crew, ports, combat=False)
    empty = [ship for ship in crew if not cargo_of(check.state, ship)]
    if any(type_of(check.book, ship).is_transport for ship in empty):
        check.complain(
            "empty", "only Transports that carry something move so", cite="10.6", about="units"
        )
    _within_allowance(check, crew)
    for index, ship in enumerate(crew if check.ok else ()):
        worth = 1 + len(kinds_aboard(check.position, ship))
        events = sent(ship, goal, 1, {LEFT: 0, SHIPPED: worth})
        check.does(events)
        crew[index] = follow(ship, events)
    put_off(check, crew, goal, combat=False)


def may_go_so(check: Check, kind: UnitType) -> bool:
    """Whether a kind of ship may make a strategic move at all (10.6)."""
    if not kind.is_submarine:
        return kind.is_transport
    return check.reading(StrategicSubmarines) is StrategicSubmarines.SUBMARINES


@implements("GW-10.6-4", "GW-10.6-5")
def naval_path(check: Check, ship: Unit, goal: str, via: Sequence[str]) -> Path | None:
    """The way of a Transport: between ports of friends, through no enemies, no closed strait."""
    game, position = check.position.game, check.position
    if not _ports(check, ship, ship.at) or not _ports(check, ship, goal):
        return None
    who = Traveller(type_of(check.book, ship), ship.owner)

    def cost(here: str, there: str) -> int | None:
        if not is_sea(game.board, there) or bar_between(position, who, here, there):
            return None
        return None if is_watched(position, ship.owner, there) else 1

    most = int(check.book.chart("movement").at("all", "zones", "naval-range").number)
    return cheapest_path(game.board.neighbours, ship.at, goal, cost, limit=most, via=via)


def is_watched(position: Position, power: str, zone: str) -> bool:
    """Whether enemy warships, submarines or patrols are in a sea zone (10.6)."""
    ships = (type_of(position.book, unit) for unit in enemies_in(position.state, power, zone))
    return bool(patrols_in(position, power, zone)) or any(
        kind.is_submarine or is_warship(position, kind) for kind in ships
    )


def _ports(check: Check, ship: Unit, sea: str) -> list[str]:
    """The friendly zones with a port, shipyard or dockyard beside a sea zone."""
    game, position = check.position.game, check.position
    bases = (
        (*NAVAL_FACILITIES, SUBMARINE_BASE)
        if type_of(check.book, ship).is_submarine
        else NAVAL_FACILITIES
    )
    return [
        coast
        for coast in game.board.neighbours[sea]
        if not is_sea(game.board, coast)
        and is_friendly(position.state, ship.owner, coast)
        and any(base in bases for base in facilities_facing(position, coast, sea))
    ]


@implements("GW-10.6-6")
def allowance(position: Position, power: str) -> int:
    """How many units a nation may move so each turn; an evolved Chinese faction one (10.6)."""
    table = position.book.chart("movement").table("naval").rows.names
    row = power if power in table else "great-britain" if one_power(power, "great-britain") else ""
    if not row and power in ("communist-china", "nationalist-china"):
        row = "evolved-china" if position.powers[power].flags.get(EVOLVED) else ""
    return int(position.book.chart("movement").at(row or "others", "units", "naval").number)


@implements("GW-10.6-2")
def _within_allowance(check: Check, crew: Sequence[Unit]) -> None:
    """Each Transport counts one, and so does each unit that it carries (10.6)."""
    if not crew or not check.ok:
        return
    power = crew[0].owner
    used = sum(
        int(unit.marks[SHIPPED].value or 0) * unit.size
        for unit in check.state.units.values()
        if one_power(power, unit.owner) and SHIPPED in unit.marks
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
