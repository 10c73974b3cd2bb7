"""Invasions (7.7): `{units: {6-5 INF: 1}, from: Kiel, ships: {Fleet: 1}, to: Oslo}`, in operations.

Ground units that began the turn with Fleets in a port sail to a beach. Where no enemies stand they
land; else they attack from the hex itself, in an order of `attacks` that names it as `from`, before
operations end. `wave: second` holds a second wave back, `landings` names several beaches, and `av`
wins an automatic victory. Decides who may land where. Leaves who stays ashore to `beaches`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product, zip_longest
from math import ceil
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.orders import supporters, take_off
from pbem.systems.tw.air.support import Cover, columns_of, help_overrun, most_columns
from pbem.systems.tw.air.support import Mission as Wing
from pbem.systems.tw.move.marching import FIRST
from pbem.systems.tw.move.orders import OverrunVerdict
from pbem.systems.tw.move.overruns import Attempt, overrun
from pbem.systems.tw.sea.beaches import (
    ashore,
    beachhead,
    landed_at,
    settle_beaches,
    stay_aboard,
)
from pbem.systems.tw.sea.loading import Voyage, areas_named, loads_of, may_carry
from pbem.systems.tw.sea.missions import LANDING, Mission
from pbem.systems.tw.sea.navies import ships_at
from pbem.systems.tw.sea.sailing import sail
from pbem.systems.tw.sea.sea_verdicts import LandingVerdict
from pbem.systems.tw.sea.transport import mission_of, moves_of, sailed
from pbem.systems.tw.sea.voyages import missions_alone
from pbem.systems.tw.sea.waters import RANGE, doors, is_zone, way_between, ways_from
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.supply.lines import FULL, supply_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.boxes import takes_missions
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.geography import Box, City, Land, Sea
from pbem.systems.tw.world.hexes import front_at, is_one_hex_island, is_port, ports_of
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.telling import turn_name
from pbem.systems.tw.world.units import Kind, Piece, told_factors
from pbem.systems.tw.world.vocabulary import Front, PowerCount, PowerName, UnitMark
from pbem.systems.tw.world.weather import effect

NEAR: Final = 3  # sea areas from a friendly port
SHARE: Final = 3  # one part of so many of the factors may be ARM and MECH
FAST: Final = (Kind.ARM, Kind.MECH)
TORCH: Final = "1942-fall"  # from which turn on Americans land from America
LANDS: Final = (Land.MOROCCO, Land.ALGERIA)
MASSACRE: Final = 2  # points that a massacre of convoys costs
SECOND_WAVE: Final = "second"
BALTIC: Final = frozenset({Sea.WEST_BALTIC, Sea.EAST_BALTIC})


@dataclass(frozen=True, slots=True)
class Landing:
    """Units that land on a beach, and the sea area from which they do."""

    goal: str
    units: tuple[str, ...]
    area: str = ""


@dataclass(frozen=True, slots=True)
class Invasion:
    """Ships with their cargo on their way to beaches; `held` back for a second wave; `wing`, the
    aircraft that help an automatic victory there (`av`).
    """

    voyage: Voyage
    landings: tuple[Landing, ...]
    mission: Mission
    held: bool = False
    av: bool = False
    wing: tuple[str, ...] = ()

    @property
    def cargo(self) -> tuple[str, ...]:
        return tuple(unit for landing in self.landings for unit in landing.units)

    def on(self, ships: Sequence[Piece]) -> tuple[str, ...]:
        """The cargo of some of its ships."""
        names = {ship.id for ship in ships}
        return tuple(one for ship, load in self.voyage.loads if ship in names for one in load)


@implements("TW-7.7-1", "TW-7.7.1-1", "TW-7.7.2-4")
def check_invasion(position: Position, order: Order) -> Ruling:
    """Ground units of a port go by sea to beaches of the enemy."""
    check = Check(position, order)
    origin = check.place(order.data["from"])
    landings = tuple(_landings(check, origin)) if origin else ()
    ships = check.pieces(origin, order.data["ships"]) if landings else ()
    for landing in landings:
        _leaves(check, landing, origin)
    for ship in ships:
        may_carry(check, ship)
    for piece in _aboard(check, landings):
        _may_land(check, piece)
    if not check.ok:
        return check.ruling("")
    held = order.data.get("wave") == SECOND_WAVE
    for landing in landings:
        _may_be(check, landing, ships, held)
    return _embark(check, ships, (origin, landings), held)


def _aboard(check: Check, landings: Sequence[Landing]) -> list[Piece]:
    """All units that an order lands."""
    units = [unit for landing in landings for unit in landing.units]
    return [check.position.piece(check.state.units[unit]) for unit in units]


def _leaves(check: Check, landing: Landing, origin: str) -> None:
    """Whether missions go from a place to a beach at all: from boxes Americans alone land."""
    cargo = _aboard(check, [landing])
    if origin == Box.US:
        _from_america(check, cargo, landing.goal)
    else:
        missions_alone(check, origin, landing.goal)


def _may_be(check: Check, landing: Landing, ships: Sequence[Piece], held: bool) -> None:
    """Whether some units land on a beach from their ships, or wait off it."""
    cargo = _aboard(check, [landing])
    _is_beach(check, cargo, ships, landing.goal)
    if _is_stormy(check.position, cargo[0].owner, landing.goal):
        message = f"the weather forbids invasions at {check.label(landing.goal)}"
        check.complain("weather", message, cite="26", about=landing.goal)
    if held:
        _follows(check, cargo[0].owner, landing.goal)
    else:
        _mixture(check, cargo, landing.goal)


def _landings(check: Check, origin: str) -> Iterator[Landing]:
    """Who lands where, as an order says: one beach, or several in `landings`."""
    data = check.order.data
    rows = data.get("landings") or [data]
    taken: list[str] = []
    for row in rows:
        if "units" not in row or "to" not in row:
            message = "say who lands where"
            check.complain("nobody", message, "`units` and `to`, or `landings`", "7.7")
            return
        goal = check.place(row["to"])
        own = [piece for piece in check.own_at(origin) if piece.id not in taken]
        units = tuple(p.id for p in check.named(own, row["units"], check.label(origin)))
        taken += units
        if goal and units:
            yield Landing(goal, units)


@implements("TW-7.7.1-1", "TW-7.7.2-4")
def _embark(
    check: Check,
    ships: tuple[Piece, ...],
    where: tuple[str, tuple[Landing, ...]],
    held: bool,
) -> Ruling:
    """Each Fleet takes a whole unit, or its pieces, to the beaches, and Commandos besides."""
    origin, landings = where
    cargo = _aboard(check, landings)
    raiders = [(piece.id,) for piece in cargo if piece.kind == Kind.CDO]
    loads = loads_of(check.position, [p for p in cargo if p.kind != Kind.CDO])
    needed = max(len(loads), len(raiders))
    if needed > len(ships):
        message = f"{needed} Fleets are needed, {len(ships)} are named"
        check.complain("capacity", message, "one lands a whole unit", "7.7.1", about="ships")
    way, landings = _way(check, cargo[0].owner, origin, landings)
    filled = zip_longest(ships, loads, raiders, fillvalue=())
    every = tuple((ship.id, (*load, *raid)) for ship, load, raid in filled if ship)
    voyage = Voyage(
        base=origin,
        embark=origin,
        land=landings[-1].goal,
        ships=ships,
        loads=every,
        outward=(),
        way=way,
    )
    mission = mission_of(check.order, voyage, LANDING, cargo[0].owner)
    check.does(tuple(sailed(check.position, voyage, LANDING)))
    for landing in landings:
        check.does(tuple(_come(check.position, landing, origin, held)))
    plan = _with_victory(check, Invasion(voyage, landings, mission, held))
    return check.ruling(_told(check, plan, cargo), plan)


def _told(check: Check, plan: Invasion, cargo: Sequence[Piece]) -> str:
    """What the receipt says of an invasion."""
    areas = ", ".join(map(check.label, plan.voyage.way))
    goals = ", ".join(check.label(landing.goal) for landing in plan.landings)
    what = "hold back for" if plan.held else "land"
    where = f"{check.label(plan.voyage.base)} > {goals} ({areas})"
    victory = ", automatic victory" if plan.av else ""
    return f"{told(cargo)} with {told(plan.voyage.ships)}: {what} {where}{victory}"


def _come(position: Position, landing: Landing, origin: str, held: bool) -> Iterator[Event]:
    """Units of an order have come to their beach."""
    if held:
        yield from stay_aboard(position, landing.units, landing.goal)
    else:
        yield from ashore(position, landing.units, landing.goal, origin)


@implements("TW-26.2-2", "TW-26.1.1-7")
def _is_stormy(position: Position, power: str, goal: str) -> bool:
    """Whether the weather of a beach lets nobody of a power land; in the east the Baltic alone
    freezes.
    """
    east = front_at(position, goal) == Front.EASTERN
    freezes = not east or not BALTIC.isdisjoint(doors(position.board, goal))
    return freezes and not effect(position, power, goal, "landings")


def _lands_there(position: Position, power: str, goal: str) -> bool:
    """Whether units of a power or of its friends have landed on a beach in this player turn."""
    return any(position.stand_together(power, one.owner) for one in landed_at(position, goal))


@implements("TW-7.7.1-2")
def _follows(check: Check, power: str, goal: str) -> None:
    """A second wave comes behind a first one, that of an ally too."""
    if not _lands_there(check.position, power, goal):
        message = f"no first wave of yours lands in {check.label(goal)}"
        hint = "order it before the second one"
        check.complain("no-first", message, hint, "7.7.1", about=goal)


# --- automatic victory ---------------------------------------------------------------------------


@implements("TW-9.8-10")
def _with_victory(check: Check, plan: Invasion) -> Invasion:
    """An invasion that wins an automatic victory on its beach, if the order says so."""
    data = check.order.data
    if not data.get("av") or not check.ok:
        return plan
    goal = plan.landings[0].goal
    if len(plan.landings) > 1 or plan.held:
        message = "an automatic victory is won on one beach, by the first wave"
        check.complain("av", message, cite="9.8", about="av")
        return plan
    wing = supporters(check, data["oas"], goal, UnitMark.HELPS) if data.get("oas") else ()
    columns = columns_of(check.position, wing, goal, most_columns(check.position, "oas"))
    overrun(check, _attempt(check.position, goal, columns))
    return replace(plan, av=True, wing=tuple(piece.id for piece in wing))


@implements("TW-9.8-10", "TW-7.7.3-1")
def _attempt(position: Position, goal: str, columns: int) -> Attempt:
    """All who have landed on a beach against those who hold it; the ships shift a column."""
    stack = tuple((piece, goal) for piece in landed_at(position, goal))
    chart = position.book.chart("gcrt-modifiers")
    shore = int(chart.at("shore-bombardment", "shift", "column").number)
    return Attempt(stack, (), goal, FIRST, columns + shore)


@implements("TW-9.8-10", "TW-7.7.2-2")
def _overrun(umpire: Umpire, order: Order, plan: Invasion) -> None:
    """Aircraft fly, and with what is left of their support the beach falls, or does not."""
    goal = plan.landings[0].goal
    stack = landed_at(umpire.position, goal)
    fallen = umpire.position.enemy_ground(plan.mission.power, goal)
    take_off(umpire, plan.wing, goal, UnitMark.HELPS)
    most = most_columns(umpire.position, "oas")
    with umpire.step(goal, at=goal):
        flown = Wing(goal, plan.mission.power, plan.wing, most)
        cover = help_overrun(umpire, flown) if plan.wing else Cover(0)
    check = Check(umpire.position_for(order.player), order)
    overrun(check, _attempt(check.position, goal, cover.columns))
    if check.ok and cover.superior:
        umpire.apply(*check.events)
        umpire.apply(*beachhead(umpire.position, plan.mission.power, goal))
        ids = tuple(piece.id for piece in stack), tuple(piece.id for piece in fallen)
        umpire.tell(OverrunVerdict(goal, *ids))


@implements("TW-7.7-2", "TW-8.8.3-2", "TW-22.3.3-2")
def _from_america(check: Check, cargo: Sequence[Piece], goal: str) -> None:
    """Americans alone land from their box, from Fall 1942 on, in Morocco and Algeria, while
    Gibraltar is friendly and no convoys have been massacred.
    """
    position = check.position
    strangers = any(piece.owner != PowerName.UNITED_STATES for piece in cargo)
    power = PowerName.UNITED_STATES
    early = order_of(position.clock.turn) < order_of(TORCH)
    gibraltar = position.is_friendly(power, position.city(City.GIBRALTAR))
    lost = max(position.state.counter(one, PowerCount.AMBUSHED) for one in position.powers)
    said = (
        ("stranger", strangers, "Americans alone land from the U.S. Box"),
        ("early", early, f"nobody lands from the U.S. Box before {turn_name(TORCH)}"),
        (
            "where",
            check.board.country(goal) not in LANDS,
            f"{check.label(goal)} is not in Morocco or Algeria",
        ),
        ("gibraltar", not gibraltar, "Gibraltar is not in friendly hands"),
        ("massacre", lost >= MASSACRE, "convoys have been massacred in this turn"),
    )
    check.first(said, cite="7.7", about=check.order.data["from"])


@implements("TW-7.7-1", "TW-7.7.1-1", "TW-13.1-1", "TW-9.6.3-2")
def _may_land(check: Check, piece: Piece) -> None:
    """Whole active ground units in supply that began the turn where they are, or the pieces of such
    a unit; no static ones.
    """
    name, position = piece.counter.name, check.position
    hindrances = (
        ("kind", not piece.is_ground or piece.kind == Kind.STA, "lands on no beach", "7.7"),
        ("depleted", piece.is_depleted, "is Depleted", "7.7.1"),
        ("not-active", not is_active(piece), "is not activated by a logistical effort", "4.0"),
        ("effort", not allows(position, piece.owner, "landings"), "needs an SLE or RLE", "4.3"),
        *moves_of(piece),
        ("cut-off", supply_of(position, piece) != FULL, "is not in supply", "7.7"),
    )
    check.first(hindrances, before=f"{name} ", about=name)


@implements("TW-7.7.2-1", "TW-1.2a-13", "TW-2.6-CDO-1")
def _is_beach(check: Check, cargo: Sequence[Piece], fleets: Sequence[Piece], goal: str) -> None:
    """A beach or a small island of the enemy of all who come, for Commandos alone a port too,
    without his ships, three sea areas from a friendly port at most.
    """
    position, label = check.position, check.label(goal)
    powers = tuple(dict.fromkeys(piece.owner for piece in (*cargo, *fleets)))
    raid = all(piece.kind == Kind.CDO for piece in cargo) and is_port(position, goal)
    beach = bool(check.board.fact(goal, "beach")) or is_one_hex_island(check.board, goal) or raid
    hostile = all(_is_hostile(position, power, goal) for power in powers)
    near = all(_is_near(position, power, goal) for power in powers)
    ships = [s for s in ships_at(position, goal) if position.at_war(powers[0], s.owner)]
    hindrances = (
        ("no-beach", not beach, f"{label} is no beach", "7.7.2"),
        ("foreign", not hostile, f"{label} is not in enemy hands", "7.7"),
        ("ships", bool(ships), f"enemy ships lie in {label}", "7.7.2"),
        ("far", not near, f"no port of yours is near {label}", "7.7"),
    )
    check.first(hindrances, about=goal)


def _is_hostile(position: Position, power: str, goal: str) -> bool:
    """Whether enemies of a power hold a beach, or friends have just landed there."""
    return position.at_war(power, position.holder(goal)) or _lands_there(position, power, goal)


def _is_near(position: Position, power: str, goal: str) -> bool:
    """Whether a friendly port is within three sea areas of a beach."""
    board = position.board
    ports = [
        port
        for port in ports_of(position)
        if takes_missions(position, port) and position.is_friendly(power, port)
    ]
    return any(
        0 < len(ways_from(position, power, port).get(area, ())) <= NEAR
        for port in ports
        for area in doors(board, goal)
    )


@implements("TW-7.7.2-3")
def _mixture(check: Check, cargo: Sequence[Piece], goal: str) -> None:
    """A third of the factors that land on a beach, rounded up, may be ARM and MECH."""
    position = check.position
    before = [p for p in position.ground_at(goal) if p.unit.marked(UnitMark.LANDED)]
    pieces = (*before, *cargo)
    whole = sum((Fraction(piece.factors) for piece in pieces), Fraction())
    fast = sum((Fraction(piece.factors) for piece in pieces if piece.kind in FAST), Fraction())
    if fast > ceil(whole / SHARE):
        message = f"{told_factors(fast)} of {told_factors(whole)} factors are ARM and MECH"
        check.complain("armor", message, "a third at most", "7.7.2", about="units")


@implements("TW-7.7-1", "TW-7.2-1", "TW-7.3-2", "TW-7.7.2-4")
def _way(
    check: Check, power: str, origin: str, landings: tuple[Landing, ...]
) -> tuple[tuple[str, ...], tuple[Landing, ...]]:
    """The sea areas to the beaches, twelve at most, and the area of each: three contiguous ones."""
    via = areas_named(check, check.order.data.get("via"))
    found: list[tuple[str, ...]] = []
    ways: dict[tuple[str, ...], tuple[str, ...]] = {}
    for areas in product(*(doors(check.board, one.goal) for one in landings)):
        ends = origin, landings[-1].goal
        way = way_between(check.position, power, ends, (*via, *areas[:-1])) if check.ok else ()
        if 0 < len(way) <= RANGE and way[-1] == areas[-1]:
            ways[areas] = way
            found += [areas] if is_zone(check.board, areas) else []
    if found:
        best = min(found, key=lambda one: (len(ways[one]), one))
        return ways[best], tuple(map(_from_area, landings, best))
    if ways:
        message = "the beaches lie in no three sea areas that adjoin"
        check.complain("zone", message, "an invasion zone is no larger", "7.7.2")
    elif check.ok:
        goal = landings[-1].goal
        message = f"no way by sea leads from {check.label(origin)} to {check.label(goal)}"
        check.complain("no-way", message, f"{RANGE} sea areas at most", "7.7", about=goal)
    return (), landings


def _from_area(landing: Landing, area: str) -> Landing:
    return replace(landing, area=area)


# --- in play -------------------------------------------------------------------------------------


@implements("TW-7.7.1-3", "TW-7.8-7", "TW-7.7.2-4")
def invasions(umpire: Umpire) -> None:
    """The invasions of operations: who comes through is ashore, or turns back."""
    for order, ruling in umpire.sound_orders(INVASION.name):
        plan: Invasion = ruling.plan
        umpire.apply(*sailed(umpire.position, plan.voyage, LANDING))
        came: list[str] = []
        sail(umpire, plan.mission, partial(_land, umpire, plan, came))
        _worn(umpire, plan, came)
        if not came:
            umpire.fail(order, "the ships did not come through", "7.8")
            continue
        umpire.done(order, ruling.reading)
        if plan.av:
            _overrun(umpire, order, plan)
    settle_beaches(umpire, waves=False)


def _land(umpire: Umpire, plan: Invasion, came: list[str], area: str) -> None:
    """The ships have come to an area: who lands from it and is aboard goes ashore."""
    aboard = plan.on(plan.mission.fit(umpire.position))
    for landing in plan.landings:
        units = tuple(unit for unit in landing.units if unit in aboard)
        if landing.area != area or not units:
            continue
        here = replace(landing, units=units)
        umpire.apply(*_come(umpire.position, here, plan.voyage.base, plan.held))
        came += units
        if not plan.held:
            met = umpire.position.enemy_ground(plan.mission.power, landing.goal)
            umpire.tell(LandingVerdict(landing.goal, units, tuple(piece.id for piece in met)))


@implements("TW-7.7.1-3")
def _worn(umpire: Umpire, plan: Invasion, came: Sequence[str]) -> None:
    """Units still on Depleted Fleets are Depleted with them, and those of sunk ones are lost."""
    position = umpire.position
    afloat, fit = plan.mission.pieces(position), plan.mission.fit(position)
    for unit in plan.cargo:
        piece = position.piece(position.units[unit])
        if unit in came:
            continue
        if unit not in plan.on(afloat):
            umpire.apply(*eliminated(piece))
        elif unit not in plan.on(fit):
            mark = Mark(UnitMark.DEPLETED.until)
            umpire.apply(*set_mark(piece.unit, UnitMark.DEPLETED, mark))


INVASION: Final = Section(
    "invasion",
    "Invasions",
    "invasions",
    "tw/invasion",
    "7.7",
    check_invasion,
)
