"""What units are sent to do when they make a combat move (8.5, 8.7, 8.8, 7.8): missions and duties.

`as: strategic bombing` with `target: Major Factory`, `as: carpet bombing`, `as: attrition` are
missions against a land zone; `as: escort`, `raid`, `mines`, `blockade`, `patrol` or `watch` duties
at sea.
Decides which units may take up what, and where. Leaves to `combat_moves` how they get there, to
`combat` what comes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import reachable
from pbem.core.record.state import Unit
from pbem.core.rules.readings import Reading, Rules
from pbem.systems.gw.battle.air_raid import bombing_dice, carpet_dice
from pbem.systems.gw.battle.convoy_raid import may_escort, may_raid
from pbem.systems.gw.combat.air.bombing_targets import targets_in, title, wanted
from pbem.systems.gw.world.convoy_lines import lines_in, to_be_raided
from pbem.systems.gw.world.duties import ATTRITION, CARPET, MISSIONS, STRATEGIC, Mission
from pbem.systems.gw.world.facilities import has
from pbem.systems.gw.world.move_orders import Check, Trip
from pbem.systems.gw.world.movement import LONG_RANGE, has_moved, landing_zones, patrol_range
from pbem.systems.gw.world.nations import enemies_in, is_enemy_zone, is_sea
from pbem.systems.gw.world.units import ROCKET, UnitType, duty_of, is_warship, type_of
from pbem.systems.gw.world.vocabulary import Duty, UnitMark
from pbem.systems.gw.world.zones import NAVAL_FACILITIES, facilities_facing


class PatrolAircraft(Reading, id="GW-R-8.7-a"):
    """Which aircraft go on Maritime Air Patrol."""

    NAMED = "named"
    ANY = "any"


class EscortsRelieved(Reading, id="GW-R-9.11-b"):
    """Whether an escort may be relieved to make a combat move."""

    FORFEIT = "forfeit"
    RELIEVED = "relieved"


DUTIES: Final = (Duty.ESCORT, Duty.RAID, Duty.MINES, Duty.BLOCKADE, Duty.PATROL, Duty.WATCH)
ROCKET_RANGE: Final = 3
NOTHING_TO_LOSE: Final = "no enemy has anything to lose there, or the lines are closed"
AGAINST: Final = "to raid a nation at peace name it, and so declare war: `against: NATION`"
SHELLING: Final = ("advanced-artillery", "advanced-self-propelled-artillery")
NAMED_ON_PATROL: Final = ("tactical-bomber", "medium-bomber", "seaplane")


# --- missions --------------------------------------------------------------------------------


@implements("GW-8.5-1", "GW-0.9-22", "GW-9.16-1", "GW-9.17-1")
def missions_of(check: Check, trip: Trip) -> dict[str, str]:
    """The missions of the units of an order, as marks, by unit (8.5).

    Bombers bomb, Fighters escort them, rockets and Advanced Artillery fire from where they are.
    """
    kind, goal, units = MISSIONS[trip.task], trip.goal, trip.units
    target = _target(check, goal) if kind == STRATEGIC else ""
    found: dict[str, str] = {}
    for unit, _ in units:
        if check.ok:
            does = _takes_part(check, unit, kind, goal)
            found[unit.id] = Mission(kind, goal, target if does else "").mark
    bombs = [unit for unit, _ in units if not type_of(check.book, unit).air_superiority]
    if check.ok and not bombs and not _escorted(check, kind, goal):
        check.complain("no-bombers", "Fighters escort bombers that go there too", cite="8.5")
    return found


def _escorted(check: Check, kind: str, goal: str) -> bool:
    """Whether bombers of the same player go to a zone already."""
    return any(
        str(unit.mark(UnitMark.MISSION)).startswith(f"{kind}/{goal}/")
        for unit in check.state.at(goal)
    )


def _target(check: Check, goal: str) -> str:
    """The target of strategic bombing, as the end of its damage marker (9.16)."""
    data = check.order.data
    known = targets_in(check.position, goal)
    names = ", ".join(dict.fromkeys(title(target.id) for target in known)) or "nothing"
    hint = f"in {check.label(goal)} can be bombed: {names}"
    if "target" not in data:
        check.complain("no-target", "strategic bombing needs a `target`", hint, "9.16", "as")
        return ""
    border = check.place(data["border"]) if "border" in data else ""
    name = wanted(str(data["target"]), border)
    if check.ok and name not in [target.id for target in known]:
        message = f"{data['target']} in {check.label(goal)} cannot be bombed"
        check.complain("no-target", message, hint, "9.16", "target")
    return name


@implements("GW-7.8-3", "GW-7.8-11", "GW-0.9-22", "GW-9.16-1")
def _takes_part(check: Check, unit: Unit, kind: str, goal: str) -> bool:
    """Whether a unit bombs or fires itself (an escort does not); complains if it can do neither."""
    unit_type = type_of(check.book, unit)
    if kind == ATTRITION:
        if unit_type.id not in SHELLING:
            _unfit(check, unit_type, "only Advanced Artillery shells a neighbouring zone", "7.8")
        elif not check.board.adjacent(unit.at, goal):
            _unfit(check, unit_type, f"{check.label(goal)} is no neighbouring zone", "7.8")
        return True
    if unit_type.id == ROCKET:
        _in_range(check, unit, goal)
        return True
    dice = (
        bombing_dice(check.book, unit_type.id)
        if kind == STRATEGIC
        else carpet_dice(unit_type.id, False, Rules(check.book))[0]
    )
    if not unit_type.is_air or not (dice or unit_type.air_superiority):
        what = "facilities" if kind == STRATEGIC else "units in a carpet"
        _unfit(check, unit_type, f"it cannot bomb {what}", "9.16")
    return bool(dice)


def _unfit(check: Check, kind: UnitType, why: str, cite: str) -> None:
    check.complain("cannot-bomb", f"{kind.name}: {why}", cite=cite, about=kind.id)


@implements("GW-7.8-11", "GW-7.8-d4")
def _in_range(check: Check, unit: Unit, goal: str) -> None:
    """Complain if a rocket cannot reach a zone (7.8)."""
    neighbours = check.board.neighbours
    near = reachable(neighbours, unit.at, lambda here, there: 1, ROCKET_RANGE)
    if goal not in near:
        _unfit(
            check,
            type_of(check.book, unit),
            f"{check.label(goal)} is more than 3 zones away",
            "7.8",
        )


# --- duties ----------------------------------------------------------------------------------


@implements("GW-8.8-1", "GW-8.8-2", "GW-8.8-3", "GW-8.10-4")
def check_duties(check: Check, trip: Trip) -> None:
    """Whether the units of an order can take up the duty that it announces in a sea zone (8.8)."""
    duty, goal = trip.task, trip.goal
    if duty not in DUTIES:
        return
    if not is_sea(check.board, goal):
        check.complain("not-at-sea", f"{check.label(goal)} is no sea zone", cite="8.8", about="as")
        return
    for unit, _ in trip.units:
        why = _why_not(check, unit, duty, goal)
        if why:
            message = (
                f"{type_of(check.book, unit).name} cannot {duty_told(duty)} in {check.label(goal)}"
            )
            hint = AGAINST if why == NOTHING_TO_LOSE else ""
            check.complain(
                "no-duty", f"{message}: {why}", hint, "8.8", type_of(check.book, unit).id
            )
            return


def duty_told(duty: str) -> str:
    """A duty as a verb."""
    told: Mapping[str, str] = {Duty.MINES: "lay mines", Duty.WATCH: "keep watch"}
    return told.get(duty, duty)


def _why_not(check: Check, unit: Unit, duty: str, goal: str) -> str:
    """Why a unit cannot take up a duty in a sea zone; nothing if it can."""
    if duty in (Duty.PATROL, Duty.WATCH):
        return _why_no_patrol(check, type_of(check.book, unit))
    if duty == Duty.ESCORT:
        return _why_no_escort(check, unit, goal)
    if duty == Duty.BLOCKADE:
        return _why_no_blockade(check, unit, goal)
    return _why_no_raid(check, unit, duty, goal)


@implements("GW-9.11-12", "GW-9.11-17", "GW-15.7-1", "GW-9.11-15")
def _why_no_escort(check: Check, unit: Unit, goal: str) -> str:
    """Escorts are surface warships in a zone with a convoy line (9.11)."""
    kind = type_of(check.book, unit)
    if not (may_escort(kind, check.options.advanced_escorts) and is_warship(check.position, kind)):
        return "it is no ship that escorts"
    return "" if lines_in(check.book, goal) else "no convoy line crosses it"


@implements("GW-8.8-4", "GW-9.12-2", "GW-9.11-3")
def _why_no_raid(check: Check, unit: Unit, duty: str, goal: str) -> str:
    """Raiders need something to raid; which units raid depends on the options (9.11-9.14)."""
    escorted = any(duty_of(u) == Duty.ESCORT for u in enemies_in(check.state, unit.owner, goal))
    kind, mines, options = type_of(check.book, unit), duty == Duty.MINES, check.options
    if not may_raid(kind, mines, options, escorted):
        shy = escorted and may_raid(kind, mines, options, False)
        return "the convoys are escorted" if shy else "it is no raider"
    if not lines_in(check.book, goal):
        return "no convoy line crosses it"
    if not to_be_raided(check.position, goal, unit.owner):
        return NOTHING_TO_LOSE
    return ""


@implements("GW-8.11-4", "GW-8.8-1")
def _why_no_blockade(check: Check, unit: Unit, goal: str) -> str:
    """Warships blockade where an Enemy has naval facilities (8.11)."""
    board, position = check.board, check.position
    if not is_warship(position, type_of(check.book, unit)):
        return "it is no surface warship"
    for coast in board.neighbours[goal]:
        if not is_sea(board, coast) and is_enemy_zone(position.state, unit.owner, coast):
            facing = facilities_facing(position, coast, goal)
            if any(name in NAVAL_FACILITIES for name in facing):
                return ""
    return "no enemy has a naval facility on it"


@implements("GW-8.7-1")
def _why_no_patrol(check: Check, kind: UnitType) -> str:
    """Aircraft patrol: Fighters, Tactical and Medium Bombers, Seaplanes (8.7)."""
    if not kind.is_air:
        return "only aircraft do"
    if kind.air_superiority or kind.id in NAMED_ON_PATROL:
        return ""
    any_will_do = check.reading(PatrolAircraft) is PatrolAircraft.ANY
    return "" if any_will_do and (kind.attack or kind.defence) else "it flies no patrols"


@implements("GW-8.7-5", "GW-8.7-10", "GW-8.7-1")
def lands_from(check: Check, unit: Unit, goal: str) -> bool:
    """Whether an aircraft on patrol over a sea zone has a landing place in its range (8.7)."""
    reach = patrol_range(type_of(check.book, unit), has(check.state, unit.owner, LONG_RANGE))
    near = landing_zones(check.position, unit, goal, reach)
    if not near:
        name = type_of(check.book, unit).name
        message = f"{name} finds no landing place within {reach} of a patrol there"
        check.complain("cannot-land", message, cite="8.7", about=goal)
    return bool(near)


@implements("GW-9.11-13")
def is_free(check: Check, unit: Unit) -> bool:
    """Whether a ship may make a combat move: those on escort duty forfeit it (9.11)."""
    if duty_of(unit) != Duty.ESCORT or has_moved(unit):
        return True
    if check.reading(EscortsRelieved) is EscortsRelieved.RELIEVED:
        return True
    message = f"{type_of(check.book, unit).name} is on escort duty"
    hint = "it can move away in non-combat movement"
    check.complain("on-escort", message, hint, "9.11", type_of(check.book, unit).id)
    return False


def purpose(check: Check, task: str) -> str:
    """What an order sends units to do, to be read back: `, to raid`, `, bombing Major Factory`."""
    if task in DUTIES:
        return f", to {duty_told(task)}"
    kind = MISSIONS.get(task)
    if kind == STRATEGIC:
        border = f" to {check.order.data['border']}" if "border" in check.order.data else ""
        return f", bombing {check.order.data.get('target', '')}{border}"
    return {CARPET: ", carpet bombing", ATTRITION: ", shelling"}.get(str(kind), "")
