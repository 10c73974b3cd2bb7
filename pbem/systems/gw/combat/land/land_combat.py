"""Land combat as the umpire conducts it (9.1-9.5, 9.19): one battle, round by round.

The rules of a round are those of `rounds` and `land_battle`; here players choose, and what
happened changes the state. Leaves to other modules: who fights (`land_forces`), dice, casualties
and what is told of them (`land_fight`), assaults from the sea (`amphibious_combat`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import Judged
from pbem.core.rules.readings import Reading
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.amphibious import may_leave, without_overland
from pbem.systems.gw.battle.casualties import totals
from pbem.systems.gw.battle.land_battle import prepare
from pbem.systems.gw.battle.muster import Ground, Plan
from pbem.systems.gw.battle.readings import rules_of_battle
from pbem.systems.gw.battle.rounds import NEVER, USUAL, Outcome, first_that_holds, minus
from pbem.systems.gw.combat.battle_choices import (
    Losing,
    facts_of,
    plan_of,
    why_retreat,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.blitzing import Won, blitz
from pbem.systems.gw.combat.land.amphibious_combat import (
    NO_BATTLE_AT_SEA,
    Waters,
    approach,
    bring_ashore,
    first_wave_only,
    who_lands,
)
from pbem.systems.gw.combat.land.land_fight import (
    Fight,
    losses,
    still_there,
    tell_end,
    tell_forces,
    tell_round,
)
from pbem.systems.gw.combat.land_forces import (
    Camp,
    acting_power,
    bound_for,
    camp_of,
    drop,
    forces_of,
    has_way_back,
)
from pbem.systems.gw.combat.retreating import (
    ORIGIN,
    chosen_zone,
    land_aircraft,
    retreat_zones,
    shares,
)
from pbem.systems.gw.world.capture import capture
from pbem.systems.gw.world.cargo import moved
from pbem.systems.gw.world.duties import on_mission
from pbem.systems.gw.world.move_orders import ALL
from pbem.systems.gw.world.nations import acting, enemies_in
from pbem.systems.gw.world.units import type_of
from pbem.systems.gw.world.vocabulary import Placed
from pbem.systems.gw.world.zones import battlefield


class BesideAirborne(Reading, id="GW-R-9.15-a"):
    """Whether others retreat from a battle in which Airborne fight on."""

    ALL_STAY = "all-stay"
    OTHERS_LEAVE = "others-leave"


@implements("GW-9.5-1", "GW-9.5-8")
def land_combat(
    umpire: Umpire, order: BattleOrder, over: Sequence[str] = (), waters: Waters = NO_BATTLE_AT_SEA
) -> BattleOrder | None:
    """One battle from the first round to its end, and what follows from it (9.5).

    `over` are the battles that were fought before; a blitz leads to a further one. `waters`: what
    happened at sea, from where units may land.
    """
    drop(umpire, order.zone)
    bound = bound_for(umpire.position, order.zone)
    cargo = who_lands(umpire, order.zone, waters) if bound else ()
    if not (cargo or _attackers(umpire, order.zone)):
        return None
    fight = joined(umpire, order, cargo)
    if cargo:
        cargo = approach(fight, cargo, waters)
        if not (cargo or _attackers(umpire, order.zone)):
            return None
        fight = joined(umpire, order, cargo, fight)
    outcome = _opened(fight)
    while outcome is None:
        outcome = _round(fight)
    tell_end(fight, outcome)
    _aftermath(fight, outcome)
    if outcome is not Outcome.CAPTURED or order.blitz is None:
        return None
    rounds, further, landed = fight.standing.round, order.blitz, fight.assault is not None
    gone = blitz(umpire, Won(order.zone, still_there(fight), rounds, landed), further, over)
    return further if gone else None


# --- before the first round --------------------------------------------------------------------


def _attackers(umpire: Umpire, zone: str) -> list[Unit]:
    """The units on turn that attack in a zone, without those that are aboard ships."""
    nations = [power.id for power in acting(umpire.position)]
    return [
        unit for unit in umpire.state.at(zone) if unit.owner in nations and not on_mission(unit)
    ]


def joined(
    umpire: Umpire, order: BattleOrder, cargo: Sequence[Unit], planned: Fight | None = None
) -> Fight:
    """The sides of a battle with what they chose before it: now, or as `planned` before landing."""
    position, zone = umpire.position, order.zone
    power = acting_power(position, zone)
    own = [*_attackers(umpire, zone), *cargo]
    camps = Sides(
        camp_of(position, order, Role.ATTACKER, own),
        camp_of(position, order, Role.DEFENDER, enemies_in(position.state, power, zone)),
    )
    ground = _ground(umpire, zone, camps)
    back = has_way_back(position.state, camps.attacker)
    battle = prepare(forces_of(camps), ground, NEVER, back)
    fight = Fight(umpire, order, camps, ground, battle, battle.start())
    if planned is not None:
        fight.plans, fight.by_hit = planned.plans, planned.by_hit
    elif battle.settled(fight.standing) is None:
        fight.plans, fight.by_hit = _plans(fight)
    if fight.plans:
        fight.battle = prepare(forces_of(camps, fight.plans), ground, NEVER, back)
        fight.standing = fight.battle.start()
    if any(troop.by_sea for troop in camps.attacker.troops):
        first_wave_only(fight)
    return fight


def _ground(umpire: Umpire, zone: str, camps: Sides[Camp]) -> Ground:
    """The ground, and the readings of ambiguous rules that can matter on it."""
    field_ = battlefield(umpire.position, zone, camps.attacker.origins)
    kinds = {type_of(umpire.book, group) for camp in camps for group in camp.groups}
    landing = any(troop.by_sea for troop in camps.attacker.troops)
    readings = rules_of_battle(umpire, field_, kinds, landing)
    return Ground(field_, umpire.options, rules=readings)


def _opened(fight: Fight) -> Outcome | None:
    """How a battle ends that needs no round; None if there is one to fight."""
    if fight.aboard and not any(fight.standing.forces.defender):
        bring_ashore(fight)
    outcome = fight.battle.settled(fight.standing)
    if outcome is None:
        tell_forces(fight)
    return outcome


def _plans(fight: Fight) -> tuple[Sides[Plan], Sides[Losing]]:
    """What both sides chose for this battle, and how they give each casualty."""

    def chosen(role: Role) -> tuple[Plan, Losing]:
        facts = facts_of(fight.battle, fight.standing, role)
        return plan_of(fight.umpire, fight.camps.own(role), fight.battle.sides, facts)

    both = Sides.of(chosen)
    return both.map(lambda one: one[0]), both.map(lambda one: one[1])


# --- the rounds ----------------------------------------------------------------------------------


def _round(fight: Fight) -> Outcome | None:
    """One round: fire, losses, who lands then, and whether the attacker breaks off."""
    before, number = fight.standing, fight.standing.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots, fight.landed = [], []
        fight.standing = fight.rounds.one(before)
        fight.umpire.apply(*losses(fight, before))
        broken = totals(
            fight.battle.sides.attacker, minus(fight.standing.gone.attacker, before.gone.attacker)
        )
        if fight.aboard:
            bring_ashore(fight)
        outcome = fight.battle.settled(fight.standing)
        why = _breaks_off(fight) if outcome is None else ""
        outcome = Outcome.RETREATED if why else outcome
        tell_round(fight, broken, outcome, why)
        if outcome is None:
            _overland_leaves(fight)
            outcome = fight.battle.settled(fight.standing)
    return outcome


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.4-4")
def _breaks_off(fight: Fight) -> str:
    """Step 7: the attacker may retreat, with all his units; why he does, or nothing (9.4)."""
    able = fight.battle.may_retreat(fight.standing.forces.attacker)
    return _answered(fight) if able else ""


def _answered(fight: Fight) -> str:
    """Why the attacker's player wants to retreat now; nothing if he does not."""
    facts = facts_of(fight.battle, fight.standing, Role.ATTACKER)
    at_once = first_that_holds(USUAL, facts) is not None
    seat, wanted = fight.camps.attacker.seat, fight.order.retreat
    return why_retreat(fight.umpire, seat, facts, wanted, at_once=at_once)


@implements("GW-9.8-7", "GW-9.8-8")
def _overland_leaves(fight: Fight) -> None:
    """Those who came by land may retreat while those who landed fight on (9.8)."""
    standing, troops = fight.standing, fight.camps.attacker.troops
    overland = tuple(index for index, troop in enumerate(troops) if troop.overland)
    if fight.battle.may_retreat(standing.forces.attacker):
        return
    if not (may_leave(fight.battle, overland, standing) and _may_part(fight) and _answered(fight)):
        return
    groups = [fight.camps.attacker.groups[index] for index in overland]
    units = fight.umpire.state.units
    left = [units[group.id] for group in groups if group.id in units]
    fight.standing = without_overland(overland, standing)
    _break_off(fight, left, groups)


@implements("GW-9.15-2")
def _may_part(fight: Fight) -> bool:
    """Whether some may retreat without the others: from who landed, from Airborne if so ruled."""
    alive, troops = fight.standing.forces.attacker, fight.camps.attacker.troops
    if not any(troop.airborne_assault and alive[i] for i, troop in enumerate(troops)):
        return True
    return fight.umpire.reading(BesideAirborne) is BesideAirborne.OTHERS_LEAVE


# --- the end -------------------------------------------------------------------------------------


def _aftermath(fight: Fight, outcome: Outcome) -> None:
    """What the end of a battle brings: the zone is captured, or the attackers go back."""
    left = still_there(fight)
    if outcome is Outcome.CAPTURED:
        land = [group for group in left if type_of(fight.umpire.book, group).is_land]
        capture(fight.umpire, fight.order.zone, (land or left)[0].owner)
    elif outcome is Outcome.RETREATED:
        _break_off(fight, left, fight.camps.attacker.groups)


@dataclass(frozen=True, slots=True)
class RetreatVerdict(Judged):
    """Where the land units of a broken-off attack have gone."""

    kind: ClassVar[str] = "retreat"
    cite: ClassVar[str] = "9.4"

    moves: Placed


@implements("GW-9.4-2", "GW-9.4-3", "GW-9.4-5", "GW-9.4-6")
def _break_off(fight: Fight, left: Sequence[Unit], came: Sequence[Unit]) -> None:
    """All attackers leave the battle: land units to where they came from, aircraft land (9.4).

    `came`: all who attacked, also those that are lost.
    """
    umpire, seat, ways = fight.umpire, fight.camps.attacker.seat, fight.order.retreat_to
    land = [group for group in left if type_of(umpire.book, group).is_land]
    zones = retreat_zones(umpire, came)
    if land and len(ways) < 2:
        chosen = chosen_zone(umpire, seat, zones, ways[0][0] if ways else None)
        ways = () if chosen == ORIGIN else ((chosen, ALL),)
    parts = shares(land, zones, ways)
    umpire.apply(*(moved(group, goal, count) for group, count, goal in parts))
    umpire.tell(
        RetreatVerdict(
            at=seat.zone,
            result="retreated",
            moves=[(group.counter, count, goal) for group, count, goal in parts],
        )
    )
    for group in left:
        if type_of(umpire.book, group).is_air:
            land_aircraft(umpire, group)
