"""Supply that is run to a port (12.7.2): `{to: Tobruk, from: Alexandria, escort: {Fleet: 1}}`.

As operations begin, units without supply have it again if the run comes through: a mission that the
enemy may meet. Decides who may be supplied from where, and what comes of it. Leaves the way past
the enemy to `sailing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.sea.hunting import may_hunt
from pbem.systems.tw.sea.loading import areas_named
from pbem.systems.tw.sea.missions import SUPPLY, Mission
from pbem.systems.tw.sea.navies import has_deck
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.sea_verdicts import SupplyRunVerdict
from pbem.systems.tw.sea.waters import RANGE, way_between
from pbem.systems.tw.supply.cutting import look_again
from pbem.systems.tw.supply.lines import (
    FROM_SUEZ,
    FULL,
    LIMITED,
    Lines,
    harbours,
    is_closed,
    lines_of,
)
from pbem.systems.tw.world.hexes import is_port
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, UnitMark

MOST: Final = 3  # ships that escort a run


class ThroughEnemies(Reading, id="TW-R-12.7.2-a"):
    """Whether supply is run through a sea area under enemy control."""

    ESCORTED = "escorted"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Run:
    """Supply on its way to a port: which kind, and the mission."""

    port: str
    kind: str
    mission: Mission


@implements("TW-12.7.2-1")
def check_run(position: Position, order: Order) -> Ruling:
    """Supply is run from one port to another, with escorts or without."""
    check = Check(position, order)
    data = order.data
    port, origin = check.place(data["to"]), check.place(data["from"])
    power = check.own_power(data.get("by", _holder(check, port)), satellites=True)
    ships = check.pieces(origin, data["escort"]) if "escort" in data and origin else ()
    if not check.ok:
        return check.ruling("")
    _ports(check, power, port, origin)
    _escorts(check, ships)
    kind = _kind(check, power, port, origin) if check.ok else ""
    way = _way(check, power, (origin, port), ships) if check.ok else ()
    name = f"{order.player}-{order.number}"
    mission = Mission(
        name=name, kind=SUPPLY, power=power, ships=tuple(s.id for s in ships), base=origin, way=way
    )
    check.does(tuple(_sailed(check.position, mission)) if check.ok else ())
    with_them = f" with {told(ships)}" if ships else ""
    areas = ", ".join(map(check.label, way))
    reading = f"run supply{with_them}: {check.label(origin)} > {check.label(port)} ({areas})"
    return check.ruling(reading, Run(port, kind, mission))


def _holder(check: Check, port: str) -> str | None:
    """Who holds a port, if it is a power of the player's."""
    holder = check.position.holder(port) or "" if port else ""
    return holder if holder in check.own_powers() else None


def _ports(check: Check, power: str, port: str, origin: str) -> None:
    """Both are friendly ports."""
    for place, word in ((port, "to"), (origin, "from")):
        friendly = check.position.is_friendly(power, place)
        if not is_port(check.position, place) or not friendly:
            message = f"{check.label(place)} is no port of yours"
            check.complain("no-port", message, cite="12.7.2", about=check.order.data[word])


@implements("TW-12.7.2-1", "TW-7.0-2", "TW-7.10-1")
def _escorts(check: Check, ships: Sequence[Piece]) -> None:
    """Three Fleets and carriers with aircraft at most, that have not sailed."""
    if len(ships) > MOST:
        message = f"{len(ships)} ships escort a run, {MOST} may"
        check.complain("too-many", message, cite="12.7.2", about="escort")
    for ship in ships:
        may_hunt(check, ship)
        if ship.kind == Kind.CV and not has_deck(check.position, ship):
            message = f"{ship.counter.name} has no aircraft"
            check.complain("bare", message, cite="12.7.2", about=ship.counter.name)


def _kind(check: Check, power: str, port: str, origin: str) -> str:
    """The supply that a port has to give, and the other one lacks."""
    reach = _reach(lines_of(check.position, power))
    kind = next((one for one, places in reach if origin in places), "")
    if not kind:
        message = f"{check.label(origin)} is without supply itself"
        check.complain("cut-off", message, cite="12.7.2", about=check.order.data["from"])
    elif port in dict(reach)[kind]:
        message = f"{check.label(port)} has supply"
        hint = "supply is run to ports that lack it"
        check.complain("supplied", message, hint, "12.7.2", about=check.order.data["to"])
    return kind


def _reach(lines: Lines) -> tuple[tuple[str, frozenset[str]], ...]:
    """The places that each kind of supply reaches, the best first."""
    return ((FULL, lines.full), (FROM_SUEZ, lines.suez), (LIMITED, lines.limited))


@implements("TW-12.7.2-1", "TW-12.1.1-4", "TW-7.2-1", "TW-7.3-1")
def _way(
    check: Check, power: str, ports: tuple[str, str], ships: Sequence[Piece]
) -> tuple[str, ...]:
    """The sea areas of a run: as ships sail, beside a port with a whole Fleet."""
    position, goal = check.position, check.order.data["to"]
    via = areas_named(check, check.order.data.get("via"))
    way = way_between(position, power, ports, via) if check.ok else ()
    if not 0 < len(way) <= RANGE:
        origin, port = map(check.label, ports)
        message = f"no way by sea leads from {origin} to {port}"
        check.complain("no-way", message, f"{RANGE} sea areas at most", "7.2", about=goal)
        return ()
    if not harbours(position, power).escorted.intersection(way):
        message = "no whole Fleet of yours lies in a port on the way"
        check.complain("no-fleet", message, cite="12.1.1", about=goal)
    shut = [area for area in way if is_closed(position, power, area)]
    escort = bool(ships) and position.reading(ThroughEnemies) is ThroughEnemies.ESCORTED
    if shut and not escort:
        message = f"{check.label(shut[0])} is under enemy control"
        hint = "ships that escort the run contest it, or go round by `via`"
        check.complain("closed", message, hint, "12.7.2", about=goal)
    return way


def _sailed(position: Position, mission: Mission) -> Iterator[Event]:
    """The escorts are on their one mission."""
    for unit in mission.ships:
        sailed = Mark(UnitMark.SAILED.until, SUPPLY)
        yield from set_mark(position.units[unit], UnitMark.SAILED, sailed)


@implements("TW-12.7.2-1")
def supply_runs(umpire: Umpire) -> None:
    """The supply runs of operations, in the order of the files."""
    for order, ruling in umpire.sound_orders(SUPPLY_RUNS.name):
        run: Run = ruling.plan
        umpire.apply(*_sailed(umpire.position, run.mission))
        through = sail(umpire, run.mission)
        if through:
            umpire.apply(*set_place(umpire.state, run.port, "marker", Marker.SUPPLY_RUN, run.kind))
            look_again(umpire)
            umpire.done(order, ruling.reading)
        else:
            umpire.fail(order, "the supply did not come through", "12.7.2")
        mission = run.mission
        umpire.tell(SupplyRunVerdict(run.port, mission.power, mission.base, mission.way, through))


SUPPLY_RUNS: Final = Section(
    "supply",
    "Supply runs",
    "supply-runs",
    "tw/supply",
    "12.7.2",
    check_run,
)
