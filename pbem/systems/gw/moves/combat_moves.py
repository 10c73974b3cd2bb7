"""The Combat Movement Phase (8.2-8.4): units move into the zones in which they are to fight.

One order moves units of one zone: `{units: {infantry: 3}, from: Picardy, to: Paris}`. Ships take
cargo along: `load: {London: {infantry: 2}}`, `unload: {Normandy: all}` (an assault). Leaves to
later chapters: what ships do at sea (patrols, raids, blockades), and the bombing of facilities.
Decides whether a combat move is legal and what it does. Leaves to `voyages` ships and what they
carry, to `announcing` missions and duties, to `attacks` the wars that moves begin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pbem.core.data.findings import warning
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Scalar, Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Ruling, Section
from pbem.systems.gw.combat.blitz import leads
from pbem.systems.gw.combat.sea.coastal_fire import fire_on_forcers, fire_on_passing
from pbem.systems.gw.moves.announcing import (
    check_duties,
    is_free,
    lands_from,
    missions_of,
    purpose,
)
from pbem.systems.gw.moves.attacks import (
    attack_moves,
    attack_zone,
    attacked_in,
    only_under_doctrine,
    reading_of,
)
from pbem.systems.gw.moves.landing_places import base_for
from pbem.systems.gw.moves.meeting import Meetings
from pbem.systems.gw.moves.voyages import carries, set_out, step_ashore, take_off, take_on
from pbem.systems.gw.world.burma import fly_the_hump, hump_mark
from pbem.systems.gw.world.cargo import aboard, follow
from pbem.systems.gw.world.crossings import cross, crossing_between
from pbem.systems.gw.world.duties import MISSIONS, ON_PATROL, takes_up
from pbem.systems.gw.world.move_orders import (
    Check,
    Trip,
    named_units,
    one_by_one,
    stays_home,
    units_told,
)
from pbem.systems.gw.world.movement import (
    BOUND,
    MILITIA,
    air_path,
    has_moved,
    is_on_patrol,
    land_path,
    points,
    sent,
)
from pbem.systems.gw.world.nations import at_peace_in, enemies_in, is_enemy_zone, is_sea
from pbem.systems.gw.world.units import ROCKET, Group, type_of
from pbem.systems.gw.world.vocabulary import PowerFlag, UnitMark


class AfterAttrition(Reading, id="GW-R-7.8-a"):
    """Whether artillery moves after an attrition attack."""

    STAYS = "stays"
    MOVES = "moves"


ROUGH: Final = "land units pass friendly zones only, and rough terrain takes their whole move"
NON_COMBAT: Final = "non-combat"  # the second window of a turn
TOWED: Final = ("artillery", "anti-aircraft-artillery", "advanced-artillery")
PARTNERS: Final = (
    frozenset({"soviet-union", "communist-china"}),
    frozenset({"united-states", "nationalist-china"}),
)


def check_combat_move(position: Position, order: Order) -> Ruling:
    """Whether a combat move is legal, what it reads, and what it changes."""
    check = Check(position, order)
    if position.clock.window == NON_COMBAT:
        check.complain("too-late", "combat movement is over", cite="6.2")
    trip = read_move(check)
    if trip is not None:
        _make(check, trip)
        _warn_of_unused(check, trip)
    return check.ruling(reading(check, trip) if trip and check.ok else "", trip)


def _warn_of_unused(check: Check, trip: Trip) -> None:
    """Before play, who says what his units have no use for is told that it does nothing."""
    types = [type_of(check.book, unit) for unit, _ in trip.units]
    flies, mission = any(kind.is_air for kind in types), trip.task in MISSIONS
    carries_cargo = flies or any(kind.is_naval for kind in types)
    uses = {
        "target": (mission, "it is for `as: strategic bombing`"),
        "border": (mission, "it is for `as: strategic bombing`"),
        "land": (flies, "only aircraft land"),
        "load": (carries_cargo, "only ships and aircraft carry units"),
        "unload": (carries_cargo, "only ships and aircraft carry units"),
    }
    for key, (used, why) in uses.items():
        if key in check.order.data and not used and not check.position.in_play:
            told = f"`{key}` does nothing in this move: {why}"
            check.findings.append(warning("unused", told, about=key))


def read_move(check: Check) -> Trip | None:
    """The units, the zones and the way that an order names."""
    data = check.order.data
    origin, goal = check.place(data["from"]), check.place(data.get("to", data["from"]))
    via = check.places(data.get("via"))
    land = check.place(data["land"]) if "land" in data else ""
    if not origin or not check.ok:
        return None
    units = tuple(named_units(check, origin, data["units"]))
    task = str(data.get("as", ""))
    return Trip(units, origin, goal, via, land, combat=True, task=task) if check.ok else None


def _make(check: Check, trip: Trip) -> None:
    """Everything that a combat move does."""
    goals = (trip.goal, trip.land) if trip.land else (trip.goal,)
    if not all(stays_home(check, trip.units, goal) for goal in goals):
        return
    if not _into_combat(check, trip) or not _may_join(check, trip):
        return
    if trip.task in MISSIONS:
        _launch(check, trip)
        return
    if trip.task:
        check_duties(check, trip)
    if check.ok:
        _set_off(check, trip)


def _set_off(check: Check, trip: Trip) -> None:
    """Ships with their cargo first, then every other group in its own way."""
    ships = trip.ships(check)
    if not all(is_free(check, ship) for ship, _ in ships):
        return
    if ships:
        set_out(check, trip)
    guns = trip.tractors(check)
    for named in trip.others(check):
        if type_of(check.book, named[0]).is_air:
            _take_wing(check, named, trip)
        elif is_sea(check.board, trip.origin):
            step_ashore(check, named, trip.goal, combat=True)
        else:
            guns = _march(check, named, trip, guns)


def _take_wing(check: Check, named: Group, trip: Trip) -> None:
    """Aircraft fly to fight, go on patrol, or take others along."""
    if carries(type_of(check.book, named[0]), check.order.data):
        _fly_loaded(check, named, trip)
    elif trip.task in ON_PATROL:
        _patrol(check, named, trip)
    else:
        _fly(check, named, trip)


@implements("GW-8.2-1", "GW-8.2-2", "GW-8.2-3", "GW-0.5-5")
def _into_combat(check: Check, trip: Trip) -> bool:
    """Whether the move goes where there is somebody to fight, or something to do at sea (8.2)."""
    power, goal = trip.units[0][0].owner, trip.goal
    against = _against(check, power, goal)
    if against:
        attack_zone(check, power, against, goal)
    if not check.ok:
        return False
    at_sea = is_sea(check.board, goal)
    if at_sea:
        sense = bool(enemies_in(check.state, power, goal)) or any(
            key in check.order.data for key in ("unload", "as", "force")
        )
    else:
        sense = is_enemy_zone(check.state, power, goal)
    if not sense:
        _nobody_to_fight(check, power, goal, at_sea)
    return sense


def _nobody_to_fight(check: Check, power: str, goal: str, at_sea: bool) -> None:
    """Complain that a move goes where no enemy is; who is there in peace is named."""
    label = check.label(goal)
    others = at_peace_in(check.state, power, goal) if at_sea else ()
    if others:
        names = " and ".join(map(check.title, others))
        message = f"you are at peace with {names}, whose units are in {label}"
        hint = f"`against: {check.title(others[0])}` attacks them and declares war, where you may"
    else:
        message = f"no enemy {'is in' if at_sea else 'holds'} {label}"
        hint = f"units go to {label} in non-combat movement, if it is friendly"
    check.complain("no-enemy", message, hint, "8.2", goal)


@implements("GW-8.1-3")
def _against(check: Check, power: str, zone: str) -> str:
    """The nation that the move attacks: the one named, else who possesses the zone (8.1)."""
    if "against" in check.order.data:
        return check.power(check.order.data["against"])
    if is_sea(check.board, zone):
        return only_under_doctrine(check.state, power, zone)
    return attacked_in(check.state, power, zone)


@implements("GW-6.1-3")
def _may_join(check: Check, trip: Trip) -> bool:
    """Whether nations that only share a turn would attack together: not before China evolved."""
    owners = {unit.owner for unit, _ in trip.units}
    there = {u.owner for u in check.state.at(trip.goal) if has_moved(u)}
    for pair in PARTNERS:
        both = (owners | there) & pair
        evolved = any(check.state.flag(p, PowerFlag.EVOLVED) for p in both if "china" in p)
        if len(both) > 1 and owners & pair and not evolved:
            names = " and ".join(sorted(both))
            check.complain("no-joint-attack", f"{names} may not attack together yet", cite="6.1")
            return False
    return True


def _march(check: Check, named: Group, trip: Trip, guns: int) -> int:
    """A land move, guns towed as far as tractors go along; how many tractors are left.

    The zone before the last is where the units come from, and may retreat to.
    """
    (unit, count), position, goal = named, check.position, trip.goal
    if not check.board.adjacent(unit.at, goal) and crossing_between(position.game, unit.at, goal):
        cross(check, named, goal, combat=True)
        return guns
    path = land_path(position, unit, goal, trip.via)
    pulled = min(guns, count) if type_of(check.book, unit).id in TOWED else 0
    if path is None and pulled == count:
        path = land_path(position, unit, goal, trip.via, more=1)
        guns -= pulled
    if path is None:
        too_far(check, unit, goal, "0.8")
        return guns
    left = max(0, points(position, unit) - path.cost)
    check.does(sent(unit, goal, count, {UnitMark.FROM: path.places[-2], UnitMark.LEFT: left}))
    return guns


def too_far(check: Check, unit: Unit, goal: str, cite: str) -> None:
    """Complain that a unit cannot get there."""
    label, left = check.label, points(check.position, unit)
    name = type_of(check.book, unit).name
    message = f"{name} cannot get from {label(unit.at)} to {label(goal)} with {left} movement"
    hint = "" if type_of(check.book, unit).is_air else _to_blitz(check, unit, goal) or ROUGH
    hint = BOUND if unit.counter == MILITIA else hint
    check.complain("too-far", message, hint, cite, goal)


def _to_blitz(check: Check, unit: Unit, goal: str) -> str:
    """How armour gets through a zone that an Enemy possesses and nobody defends (8.2, 9.5)."""
    if check.order.section != COMBAT_MOVES.name or not leads(type_of(check.book, unit)):
        return ""
    state, power = check.state, unit.owner
    for zone in check.board.neighbours[unit.at]:
        if (
            check.board.adjacent(zone, goal)
            and is_enemy_zone(state, power, zone)
            and not enemies_in(state, power, zone)
        ):
            by, further = check.label(zone), check.label(goal)
            return f"to: {by}, and battles: [{{at: {by}, blitz: {{to: {further}}}}}]"
    return ""


@implements("GW-8.5-1", "GW-7.8-3", "GW-7.8-11")
def _launch(check: Check, trip: Trip) -> None:
    """Bombers and escorts fly to what they bomb; rockets and guns fire from afar (8.5)."""
    missions = missions_of(check, trip)
    for unit, count in trip.units:
        if not check.ok:
            return
        marks = {UnitMark.MISSION: missions[unit.id]}
        if type_of(check.book, unit).is_air:
            _fly(check, (unit, count), trip, marks)
        else:
            check.does(sent(unit, unit.at, count, {**_stays(check, unit), **marks}))


@implements("GW-7.8-3")
def _stays(check: Check, unit: Unit) -> dict[UnitMark, Scalar]:
    """The mark of a unit that fires from where it is: artillery may keep its movement (7.8)."""
    shells = type_of(check.book, unit).id != ROCKET
    moves = shells and check.reading(AfterAttrition) is AfterAttrition.MOVES
    return {} if moves else {UnitMark.LEFT: 0}


@implements("GW-8.7-1", "GW-8.7-6")
def _patrol(check: Check, named: Group, trip: Trip) -> None:
    """An aircraft goes on patrol over a sea zone, and stays there; or one on patrol raids (8.7)."""
    (unit, count), goal = named, trip.goal
    if unit.at != goal and _patrols_still(check, unit, "8.7"):
        return
    path = air_path(check.position, unit, goal, trip.via)
    if path is None:
        too_far(check, unit, goal, "8.7")
        return
    left = points(check.position, unit) - path.cost
    unit = take_off(check, unit, count) if unit.at != goal else replace(unit, count=count)
    if lands_from(check, unit, goal):
        events = sent(unit, goal, count, {UnitMark.LEFT: left})
        check.does([*events, *takes_up(follow(unit, events), trip.task, count)])


def _patrols_still(check: Check, unit: Unit, cite: str) -> bool:
    """Complain of an aircraft that is on patrol over a sea zone."""
    patrols = is_on_patrol(check.book, check.board, unit)
    if patrols:
        name = type_of(check.book, unit).name
        check.complain("on-patrol", f"{name} must end its patrol first", cite=cite)
    return patrols


def _fly(
    check: Check, named: Group, trip: Trip, more: Mapping[UnitMark, Scalar] | None = None
) -> None:
    """A flight: there must be movement left to land, by default where it took off (8.3)."""
    unit, count = named
    if _patrols_still(check, unit, "10.3"):
        return
    path = air_path(check.position, unit, trip.goal, trip.via)
    if path is None:
        too_far(check, unit, trip.goal, "8.3")
        return
    left = points(check.position, unit) - path.cost
    unit = take_off(check, unit, count)
    base = base_for(check, unit, trip, left)
    if base:
        marks = {UnitMark.BASE: base, UnitMark.LEFT: left, **(more or {})}
        marks |= hump_mark(check.position.game, path.places)
        check.does(sent(unit, trip.goal, count, marks))


def _fly_loaded(check: Check, named: Group, trip: Trip) -> None:
    """Air Transports and bombers take Airborne along, who will drop on the zone (8.4)."""
    crew = take_on(check, one_by_one([named]), frozenset({trip.origin}), combat=True)
    for carrier in crew if check.ok else ():
        _fly(check, (carrier, 1), trip)
    for cargo in aboard(check.state, trip.goal):
        if check.ok and cargo.owner == named[0].owner and not has_moved(cargo):
            step_ashore(check, (cargo, cargo.size), trip.goal, combat=True)


def reading(check: Check, trip: Trip) -> str:
    """The order read back."""
    label = check.label
    back = f", back to {label(trip.land)}" if trip.land else ""
    way = f" > {label(trip.goal)}" if trip.goal != trip.origin else ""
    wars = reading_of(check.events, check.position.then(check.before))
    doing = purpose(check, trip.task) if trip.task else ""
    more = f"{doing}{back}{wars}"
    return f"{units_told(check.book, trip.units)}: {label(trip.origin)}{way}{more}"


def combat_movement(umpire: Umpire) -> None:
    """Carry out the combat moves, in the order of the files (8.2)."""
    attack_moves(umpire, COMBAT_MOVES.name, Meetings(umpire).parts)
    fire_on_forcers(umpire)
    fire_on_passing(umpire)
    fly_the_hump(umpire)


COMBAT_MOVES: Final = Section(
    "combat_moves",
    "Combat movement",
    "combat-movement",
    "gw/combat_moves",
    "8.2",
    check_combat_move,
)
