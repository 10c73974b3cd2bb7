"""Non-combat movement (10.1-10.3): units that did not fight move, aircraft go home.

`{units: {infantry: 3}, from: Paris, to: [Belgium, Picardy], if: Belgium = friendly}` goes to the
first goal that is possible; a condition is tested when the phase comes, so that one file serves a
whole turn. Land units whose goal is a sea zone board a Transport there, aircraft a Carrier.
Decides whether a non-combat move is legal and what it does. Leaves to `voyages` what ships carry,
to `strategic_naval` the moves from port to port, to `retreating` aircraft without an order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.core.choices.conditions import BadCondition, Fact, all_hold, parse_conditions
from pbem.core.data.findings import Severity, id_said, suggest
from pbem.core.data.rulebook import implements
from pbem.core.orders.checking import as_list
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.combat.advanced_carriers import ashore, must_go_home
from pbem.systems.gw.combat.sea.coastal_fire import fire_on_passing
from pbem.systems.gw.moves.combat_moves import COMBAT_MOVES, NON_COMBAT, TOWED, too_far
from pbem.systems.gw.moves.voyages import (
    carries,
    in_transport,
    put_off,
    set_out,
    stays_in_bounds,
    step_ashore,
    take_off,
    take_on,
)
from pbem.systems.gw.world.burma import fly_the_hump, hump_mark
from pbem.systems.gw.world.cargo import carrier_of, follow, load, with_room
from pbem.systems.gw.world.crossings import cross, crossing_between
from pbem.systems.gw.world.move_orders import (
    Check,
    Trip,
    bulky_first,
    named_units,
    one_by_one,
    own_powers,
    ready_units,
    stays_home,
    units_told,
)
from pbem.systems.gw.world.movement import (
    air_path,
    deck_for,
    has_moved,
    land_path,
    may_land,
    points,
    sent,
)
from pbem.systems.gw.world.nations import (
    aligned,
    enemies_in,
    is_enemy_zone,
    is_friendly,
    is_sea,
    may_march_in,
    was_friendly,
)
from pbem.systems.gw.world.sea_movement import take_route
from pbem.systems.gw.world.units import Group, type_of
from pbem.systems.gw.world.vocabulary import UnitMark


class AlliedCargo(Reading, id="GW-R-8.4-a"):
    """Whose units a Transport may carry."""

    ALLIANCE = "alliance"
    ALIGNED = "aligned"


FACTS: Final[Mapping[str, str]] = {
    "units": "own units in the zone they leave",
    "enemy units": "enemy units in the goal",
    "round": "the number of the nation's turn in the calendar turn",
}
CONTROL: Final = "a zone's name: friendly, enemy or neutral, or the nation that possesses it"


def check_non_combat_move(position: Position, order: Order) -> Ruling:
    """Whether a non-combat move is legal: the first of its goals that is possible.

    Before the battles nobody knows whether a condition will hold: what speaks against the move
    now is then only a warning.
    """
    check = Check(position, order)
    condition = order.data.get("if")
    if condition is not None:
        holds = condition_holds(check, condition)
        if not check.ok:
            return check.ruling("")
        if not holds and position.in_play:
            message = f"not done: {_told(condition)} does not hold"
            check.complain("condition", message, about="if")
            return check.ruling("")
    ruling = _first_possible(position, order)
    if condition is None or position.in_play or ruling.ok:
        prefix = f"if {_told(condition)}: " if condition is not None else ""
        return Ruling(ruling.findings, prefix + ruling.reading, ruling.events, ruling.plan)
    warnings = [replace(finding, severity=Severity.WARNING) for finding in ruling.findings]
    return Ruling(tuple(warnings), f"if {_told(condition)}: as the position then allows")


def _told(condition: Any) -> str:
    return " and ".join(map(str, as_list(condition)))


def _first_possible(position: Position, order: Order) -> Ruling:
    """The ruling for the first goal that is legal, else that for the first goal."""
    goals = as_list(order.data.get("to", order.data["from"]))
    rulings = []
    for goal in goals:
        check = Check(position, order)
        rulings.append(_ruling_for(check, goal))
        if rulings[-1].ok:
            return rulings[-1]
    return rulings[0]


def _ruling_for(check: Check, said: Any) -> Ruling:
    data = check.order.data
    origin, goal = check.place(data["from"]), check.place(said)
    via = check.places(data.get("via"))
    if not check.ok:
        return check.ruling("")
    units = tuple(named_units(check, origin, data["units"], movable(check, origin)))
    if check.ok and stays_home(check, units, goal):
        in_order = units
        if is_sea(check.board, goal):
            in_order = tuple(bulky_first(check.position, check.state.at(goal), units))
        _make(check, Trip(in_order, origin, goal, via))
    label = check.label
    return check.ruling(f"{units_told(check.book, units)}: {label(origin)} > {label(goal)}")


@implements("GW-10.1-1", "GW-10.3-1", "GW-10.3-4")
def movable(check: Check, zone: str) -> tuple[Unit, ...]:
    """The units of a zone that may move now: those that did not move, and aircraft on their way
    home with the movement that they have left (10.1, 10.3)."""
    own = own_powers(check.position, check.order.player)
    flying = tuple(
        unit
        for unit in check.state.at(zone)
        if unit.owner in own
        and type_of(check.book, unit).is_air
        and unit.marked(UnitMark.BASE)
        and not is_friendly(check.position.start, unit.owner, zone)
    )
    return (*ready_units(check.position, check.order.player, zone), *flying)


def _make(check: Check, trip: Trip) -> None:
    """Everything that a non-combat move does."""
    if "by" in check.order.data:
        take_route(check, trip.units, trip.origin, trip.goal)
        return
    ships = trip.ships(check)
    for ship, _ in ships:
        must_go_home(check, ship, trip.goal)
    if ships:
        set_out(check, trip)
    guns = trip.tractors(check)
    for named in trip.others(check):
        if type_of(check.book, named[0]).is_air and not in_transport(check, named[0]):
            _fly(check, named, trip)
        elif is_sea(check.board, trip.origin):
            step_ashore(check, named, trip.goal, combat=False)
        elif is_sea(check.board, trip.goal):
            board_ship(check, *named, trip.goal)
        else:
            guns = _march(check, named, trip, guns)


@implements("GW-10.1-2", "GW-0.5-1")
def may_enter(check: Check, unit: Unit, goal: str) -> bool:
    """Whether a land unit may end its move in a zone: Friendly, not taken in this turn (10.1)."""
    held = was_friendly(check.position, unit.owner, goal)
    if held and may_march_in(check.state, unit.owner, goal):
        return True
    label = check.label(goal)
    taken = is_friendly(check.state, unit.owner, goal)
    reason = "was taken in this turn" if taken else "is not friendly"
    if taken and not may_march_in(check.state, unit.owner, goal):
        reason = "is closed to you by its possessor"
    check.complain("not-friendly", f"{label} {reason}", cite="10.1", about=goal)
    return False


def _march(check: Check, named: Group, trip: Trip, guns: int) -> int:
    """A land move to a Friendly zone; how many tractors are left."""
    (unit, count), goal, via = named, trip.goal, trip.via
    position = check.position
    if not may_enter(check, unit, goal):
        return guns
    path = land_path(position, unit, goal, via, conquered=False)
    if path is None and crossing_between(position.game, unit.at, goal):
        cross(check, named, goal, combat=False)
        return guns
    if path is None and type_of(check.book, unit).id in TOWED and guns >= count:
        path, guns = land_path(position, unit, goal, via, more=1, conquered=False), guns - count
    if path is None:
        too_far(check, unit, goal, "0.8")
        return guns
    check.does(sent(unit, goal, count, {UnitMark.LEFT: max(0, points(position, unit) - path.cost)}))
    return guns


@implements("GW-8.4-7")
def board_ship(check: Check, unit: Unit, count: int, sea: str) -> None:
    """Land units go aboard Transports of their Alliance in a sea zone beside them (8.4)."""
    if not check.board.adjacent(unit.at, sea):
        message = f"{check.label(sea)} is not beside the units"
        check.complain("not-beside", message, cite="8.4", about=sea)
        return
    for _ in range(count if stays_in_bounds(check, unit) else 0):
        ships = [ship for ship in check.state.at(sea) if may_carry(check, ship, unit)]
        ship = with_room(check.position, ships, type_of(check.book, unit))
        if ship is None:
            message = f"there is no room aboard for {type_of(check.book, unit).name}"
            hint = "two infantry, or one and one other unit"
            check.complain("no-room", message, hint, "12.2", type_of(check.book, unit).id)
            return
        moved = sent(unit, unit.at, 1, {UnitMark.LEFT: 0})
        check.does(moved)
        part = follow(unit, moved)
        check.does(load(check.state, check.state.units[ship.id], part, 1))


def may_carry(check: Check, ship: Unit, unit: Unit) -> bool:
    """Whether a ship may carry a unit: one of its Alliance (8.4)."""
    if check.reading(AlliedCargo) is AlliedCargo.ALIGNED:
        return aligned(check.state, ship.owner, unit.owner)
    return check.state.side_of(ship.owner) == check.state.side_of(unit.owner)


def _fly(check: Check, named: Group, trip: Trip) -> None:
    """A flight to a Friendly zone, or to Carriers in a sea zone (10.3)."""
    (unit, count), goal, kind = named, trip.goal, type_of(check.book, named[0])
    path = air_path(check.position, unit, goal, trip.via)
    if path is None:
        too_far(check, unit, goal, "10.3")
        return
    left = points(check.position, unit) - path.cost
    if carries(kind, check.order.data):
        _ferry(check, named, trip, left)
        return
    if goal != trip.origin or carrier_of(check.state, unit) is not None:
        unit = take_off(check, unit, count)
    if is_sea(check.board, goal):
        _on_deck(check, unit, count, goal)
    elif may_land(check.position, unit.owner, goal, kind):
        ashore(check, unit, count, goal)
        marks = {UnitMark.LEFT: left} | hump_mark(check.position.game, path.places)
        if unit.marked(UnitMark.BASE) and not was_friendly(check.position, unit.owner, goal):
            marks[UnitMark.BASE] = goal
        check.does(sent(unit, goal, count, marks))
    else:
        _cannot_land(check, goal)


def _cannot_land(check: Check, goal: str) -> None:
    message = f"cannot land in {check.label(goal)}"
    check.complain("cannot-land", message, cite="10.3", about=goal)


def _ferry(check: Check, named: Group, trip: Trip, left: int) -> None:
    """Air Transports take an infantry-class unit each, and put it off where they land (12.2)."""
    goal, crew = trip.goal, one_by_one([named])
    crew = take_on(check, crew, frozenset({trip.origin}), combat=False)
    if check.ok and not may_land(check.position, named[0].owner, goal):
        _cannot_land(check, goal)
    for index, plane in enumerate(crew if check.ok else ()):
        events = sent(plane, goal, 1, {UnitMark.LEFT: left})
        check.does(events)
        crew[index] = follow(plane, events)
    put_off(check, crew, goal, combat=False)


def _on_deck(check: Check, unit: Unit, count: int, sea: str) -> None:
    """Aircraft land on Friendly Carriers, as far as there is room (12.2)."""
    for _ in range(count):
        deck = deck_for(check.position, unit.owner, type_of(check.book, unit), sea)
        if deck is None:
            message = (
                f"there is no deck free for {type_of(check.book, unit).name} in {check.label(sea)}"
            )
            check.complain("no-room", message, cite="12.2", about=sea)
            return
        events = sent(unit, sea, 1, {UnitMark.LEFT: 0})
        check.does(events)
        check.does(load(check.state, deck, follow(unit, events), 1))


# --- conditions --------------------------------------------------------------------------------


def condition_holds(check: Check, said: Any) -> bool:
    """Whether the conditions of an order hold now; who asks what nobody knows is told so."""
    try:
        conditions = parse_conditions(said)
    except BadCondition as trouble:
        check.complain("bad-condition", str(trouble), about="if")
        return False
    facts = known_facts(check)
    zones: dict[str, Fact] = {}
    for condition in conditions:
        if condition.fact in facts:
            continue
        place = check.board.find(condition.fact).place
        if place is None:
            known = f"known are {', '.join(FACTS)}, and {CONTROL}"
            message = f"'{condition.fact}' is not known here"
            check.complain("unknown-fact", message, known, about="if")
            return False
        zones[condition.fact] = _holder(check, place, condition.value)
    return all_hold(conditions, {**facts, **zones})


def known_facts(check: Check) -> dict[str, Fact]:
    """The facts of an order's own condition."""
    board, data = check.board, check.order.data
    origin = board.find(str(data["from"])).place or ""
    goal = board.find(str(as_list(data.get("to", data["from"]))[0])).place or ""
    own = own_powers(check.position, check.order.player)
    power = min(own, default="")
    return {
        "units": sum(unit.size for unit in check.state.at(origin) if unit.owner in own),
        "enemy units": sum(unit.size for unit in enemies_in(check.state, power, goal)),
        "round": check.state.clock.impulse,
    }


def _holder(check: Check, zone: str, asked: str) -> str:
    """Who possesses a zone, as it was asked; complains of a word that asks nothing."""
    state, own = check.state, own_powers(check.position, check.order.player)
    if asked.casefold() not in ("friendly", "enemy", "neutral"):
        nation = id_said(asked)
        if nation not in state.powers:
            known = suggest(nation, ["friendly", "enemy", "neutral", *state.powers])
            message = f"'{asked}' is nothing that {check.label(zone)} can be"
            check.complain("unknown-fact", message, f"{CONTROL}; {known}", about="if")
        return state.controller(zone) or "neutral"
    if any(is_friendly(state, power, zone) for power in own):
        return "friendly"
    return "enemy" if any(is_enemy_zone(state, power, zone) for power in own) else "neutral"


@implements("GW-6.2-6")
def non_combat_movement(umpire: Umpire) -> None:
    """Carry out the non-combat moves in the order of the files (10.1)."""
    umpire.carry_out(NON_COMBAT_MOVES.name)
    fire_on_passing(umpire)
    fly_the_hump(umpire)


NON_COMBAT_MOVES: Final = Section(
    "non_combat_moves",
    "Non-combat movement",
    "non-combat-movement",
    "gw/non_combat_moves",
    "10.1",
    check_non_combat_move,
)


def units_that_may_act(position: Position) -> Mapping[str, Sequence[str]]:
    """The groups of a player that have not moved in this turn, aboard or not: into combat, and
    afterwards."""
    own = own_powers(position, position.player)
    board, carriers = position.board, position.state.carriers
    ready = sorted(
        unit.id
        for unit in position.units.values()
        if unit.owner in own and (unit.at in board or unit.at in carriers) and not has_moved(unit)
    )
    if position.clock.window == NON_COMBAT:
        return {NON_COMBAT_MOVES.name: ready}
    return {COMBAT_MOVES.name: ready, NON_COMBAT_MOVES.name: ready}
