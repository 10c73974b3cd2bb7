"""Land combat as the umpire conducts it (9.1-9.5, 9.19): one battle, round by round.

The rules of a round are those of `land_battle`; here players choose, and what happened changes the
state. Leaves to other modules: who fights (`land_camps`), dice and casualties (`land_fight`), what
is told (`land_verdicts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.choices.conditions import Condition, Fact
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import Unit
from pbem.systems.gw.battle.amphibious import Assault, may_leave, prepare_assault, without_overland
from pbem.systems.gw.battle.battle_facts import totals
from pbem.systems.gw.battle.land_battle import (
    Outcome,
    fight_round,
    may_retreat,
    settled,
    start,
)
from pbem.systems.gw.battle.muster import Ground, Plan
from pbem.systems.gw.battle.retreat import NEVER, SAVE_AIR, Lines, first_that_holds
from pbem.systems.gw.combat.battle_choices import RETREAT, STAY, facts_of, plan_of, retreat_answer
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.blitz import blitz
from pbem.systems.gw.combat.land.amphibious_combat import (
    NO_BATTLE_AT_SEA,
    Waters,
    approach,
    bring_ashore,
    first_wave_only,
    who_lands,
)
from pbem.systems.gw.combat.land.land_camps import Camp, acting_power, camp_of, has_way_back
from pbem.systems.gw.combat.land.land_fight import Fight, losses, still_there
from pbem.systems.gw.combat.land.land_verdicts import tell_end, tell_forces, tell_round
from pbem.systems.gw.combat.landing_force import drop
from pbem.systems.gw.combat.retreating import break_off
from pbem.systems.gw.world.capture import capture
from pbem.systems.gw.world.missions import on_mission
from pbem.systems.gw.world.movement import type_of
from pbem.systems.gw.world.nations import acting, enemies_in
from pbem.systems.gw.world.readings import rules_of_battle
from pbem.systems.gw.world.units import Role
from pbem.systems.gw.world.zones import battlefield


@implements("GW-9.5-1", "GW-9.5-8")
def land_combat(
    umpire: Umpire, order: BattleOrder, over: Sequence[str] = (), waters: Waters = NO_BATTLE_AT_SEA
) -> BattleOrder | None:
    """One battle from the first round to its end, and what follows from it (9.5).

    `over` are the battles that were fought before; a blitz leads to a further one. `waters`: what
    happened at sea, from where units may land.
    """
    drop(umpire, order.zone)
    cargo = who_lands(umpire, order.zone, waters)
    if not (cargo or _attackers(umpire, order.zone)):
        return None
    fight = _joined(umpire, order, cargo)
    if cargo:
        cargo = approach(fight, cargo, waters)
        if not (cargo or _attackers(umpire, order.zone)):
            return None
        fight = _joined(umpire, order, cargo, fight)
    outcome = _opened(fight)
    while outcome is None:
        outcome = _round(fight)
    tell_end(fight, outcome)
    _aftermath(fight, outcome)
    if outcome is not Outcome.CAPTURED or order.blitz is None:
        return None
    rounds, further, landed = fight.position.round, order.blitz, fight.assault is not None
    gone = blitz(umpire, order.zone, further, still_there(fight), rounds, over, landed)
    return further if gone else None


# --- before the first round --------------------------------------------------------------------


def _attackers(umpire: Umpire, zone: str) -> list[Unit]:
    """The units on turn that attack in a zone, without those that are aboard ships."""
    nations = [power.id for power in acting(umpire.position)]
    return [
        unit for unit in umpire.state.at(zone) if unit.owner in nations and not on_mission(unit)
    ]


def _joined(
    umpire: Umpire, order: BattleOrder, cargo: Sequence[Unit], planned: Fight | None = None
) -> Fight:
    """The sides of a battle with what they chose before it: now, or as `planned` before landing."""
    position, zone = umpire.position, order.zone
    power = acting_power(position, zone)
    own = [*_attackers(umpire, zone), *cargo]
    attacker = camp_of(position, zone, Role.ATTACKER, own, order.words)
    defender = camp_of(position, zone, Role.DEFENDER, enemies_in(position.state, power, zone), {})
    ground = _ground(umpire, zone, attacker, defender)
    back = has_way_back(position.state, attacker)

    def assault_of(plans: Mapping[Role, Plan]) -> Assault:
        sides = (attacker.force(plans[Role.ATTACKER]), defender.force(plans[Role.DEFENDER]))
        return prepare_assault(*sides, ground, {}, NEVER, back)

    assault = assault_of({role: Plan() for role in Role})
    fight = Fight(umpire, order, attacker, defender, ground, assault.whole, start(assault.whole))
    if planned is not None:
        fight.plans, fight.by_hit = planned.plans, planned.by_hit
    elif settled(fight.battle, fight.position) is None:
        fight.plans, fight.by_hit = _plans(fight)
    if fight.plans:
        assault = assault_of(fight.plans)
    fight.battle, fight.position = assault.whole, start(assault.whole)
    if any(troop.by_sea for troop in attacker.troops):
        first_wave_only(fight, assault)
    return fight


def _ground(umpire: Umpire, zone: str, attacker: Camp, defender: Camp) -> Ground:
    """The ground, and the readings of ambiguous rules that can matter on it."""
    field_ = battlefield(umpire.position, zone, attacker.origins)
    kinds = {type_of(umpire.book, group) for camp in (attacker, defender) for group in camp.groups}
    landing = any(troop.by_sea for troop in attacker.troops)
    readings = rules_of_battle(umpire, field_, kinds, landing)
    return Ground(field_, umpire.options, rules=readings)


def _opened(fight: Fight) -> Outcome | None:
    """How a battle ends that needs no round; None if there is one to fight."""
    if not any(fight.position.defender):
        bring_ashore(fight)
    outcome = settled(fight.battle, fight.position)
    if outcome is None:
        tell_forces(fight)
    return outcome


def _plans(fight: Fight) -> tuple[Mapping[Role, Plan], Mapping[Role, str]]:
    """What both sides chose for this battle."""
    plans: dict[Role, Plan] = {}
    by_hit: dict[Role, str] = {}
    battle = fight.battle
    for own, enemy in (battle.attacker, battle.defender), (battle.defender, battle.attacker):
        facts = facts_of(battle, fight.position, own.role)
        camp = fight.camp(own.role)
        plans[own.role], each = plan_of(fight.umpire, camp.seat, own, enemy, facts, camp.powers)
        if each:
            by_hit[own.role] = each
    return plans, by_hit


# --- the rounds ----------------------------------------------------------------------------------


def _round(fight: Fight) -> Outcome | None:
    """One round: fire, losses, who lands then, and whether the attacker breaks off."""
    before, number = fight.position, fight.position.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots = []
        fight.position = fight_round(fight.battle, before, fight.throw, fight.take)
        fight.umpire.apply(*losses(fight, before))
        broken = totals(fight.battle.attacker, _more(before.withdrawn, fight.position.withdrawn))
        landed = bring_ashore(fight)
        outcome = settled(fight.battle, fight.position)
        why = _breaks_off(fight) if outcome is None else ""
        outcome = Outcome.RETREATED if why else outcome
        tell_round(fight, broken, landed, outcome, why)
        if outcome is None:
            _overland_leaves(fight)
            outcome = settled(fight.battle, fight.position)
    return outcome


def _more(before: Sequence[int], after: Sequence[int]) -> list[int]:
    return [new - old for old, new in zip(before, after, strict=True)]


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.4-4")
def _breaks_off(fight: Fight) -> str:
    """Step 7: the attacker may retreat, with all his units; why he does, or nothing (9.4)."""
    return _answered(fight) if may_retreat(fight.battle, fight.position.attacker) else ""


def _answered(fight: Fight) -> str:
    """Why the attacker's player wants to retreat now; nothing if he does not."""
    facts = facts_of(fight.battle, fight.position, Role.ATTACKER)
    line, ordered = _as_ordered(fight.order.retreat, facts)
    at_once = first_that_holds(SAVE_AIR, facts) is not None
    answer = retreat_answer(fight.umpire, fight.attacker.seat, facts, ordered, at_once)
    if answer.pick != RETREAT:
        return ""
    return " and ".join(map(str, line)) if line is not None else answer.line or "the usual order"


@implements("GW-9.8-7", "GW-9.8-8")
def _overland_leaves(fight: Fight) -> None:
    """Those who came by land may retreat while those who landed fight on (9.8)."""
    assault, position = fight.assault, fight.position
    if assault is None or may_retreat(fight.battle, position.attacker):
        return
    if not (may_leave(assault, position) and _answered(fight)):
        return
    groups = [fight.attacker.groups[index] for index in assault.overland]
    units = fight.umpire.state.units
    left = [units[group.id] for group in groups if group.id in units]
    fight.position = without_overland(assault, position)
    break_off(fight.umpire, fight.attacker.seat, left, groups, fight.order.retreat_to)


def _as_ordered(
    wanted: Lines | str | None, facts: Mapping[str, Fact]
) -> tuple[tuple[Condition, ...] | None, str | None]:
    """The line of the battle's order that holds now, and the answer that the order gives."""
    if wanted is None or isinstance(wanted, str):
        return None, wanted
    line = first_that_holds(wanted, facts)
    return line, STAY if line is None else RETREAT


# --- the end -------------------------------------------------------------------------------------


def _aftermath(fight: Fight, outcome: Outcome) -> None:
    """What the end of a battle brings: the zone is captured, or the attackers go back."""
    left = still_there(fight)
    if outcome is Outcome.CAPTURED:
        land = [group for group in left if type_of(fight.umpire.book, group).is_land]
        capture(fight.umpire, fight.order.zone, (land or left)[0].owner)
    elif outcome is Outcome.RETREATED:
        break_off(
            fight.umpire, fight.attacker.seat, left, fight.attacker.groups, fight.order.retreat_to
        )
