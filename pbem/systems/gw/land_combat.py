"""Land combat as the umpire conducts it (9.1-9.5, 9.19): one battle, round by round.

The rules of a round are those of `land_battle`; here players choose, and what happened changes the
state. Leaves to other modules: who fights (`land_camps`), dice and casualties (`land_fight`), what
is told (`land_verdicts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.conditions import Condition, Fact
from pbem.core.rulebook import implements
from pbem.core.umpire import Umpire
from pbem.systems.gw.battle_choices import RETREAT, STAY, facts_of, plan_of, retreat_answer
from pbem.systems.gw.battle_orders import BattleOrder
from pbem.systems.gw.blitz import blitz
from pbem.systems.gw.capture import capture
from pbem.systems.gw.land_battle import (
    Battle,
    Outcome,
    fight_round,
    may_retreat,
    prepare,
    settled,
    start,
)
from pbem.systems.gw.land_camps import Camp, acting_power, camp_of, has_way_back, origin_of
from pbem.systems.gw.land_fight import Fight, losses, still_there
from pbem.systems.gw.land_verdicts import tell_end, tell_forces, tell_round
from pbem.systems.gw.missions import on_mission
from pbem.systems.gw.movement import type_of
from pbem.systems.gw.muster import Ground, Plan
from pbem.systems.gw.nations import acting, enemies_in
from pbem.systems.gw.readings import rulings_in_play
from pbem.systems.gw.retreat import NEVER, SAVE_AIR, Lines, first_that_holds
from pbem.systems.gw.retreating import break_off
from pbem.systems.gw.units import Role
from pbem.systems.gw.zones import battlefield


@implements("GW-9.5-1", "GW-9.5-8")
def land_combat(umpire: Umpire, order: BattleOrder, over: Sequence[str] = ()) -> BattleOrder | None:
    """One battle from the first round to its end, and what follows from it (9.5).

    `over` are the battles that were fought before; a blitz leads to a further one.
    """
    fight = _joined(umpire, order)
    outcome = settled(fight.battle, fight.position)
    if outcome is None:
        tell_forces(fight)
    while outcome is None:
        outcome = _round(fight)
    tell_end(fight, outcome)
    _aftermath(fight, outcome)
    if outcome is not Outcome.CAPTURED or order.blitz is None:
        return None
    rounds, further = fight.position.round, order.blitz
    return further if blitz(umpire, order.zone, further, still_there(fight), rounds, over) else None


# --- before the first round --------------------------------------------------------------------


def _joined(umpire: Umpire, order: BattleOrder) -> Fight:
    """The sides of a battle, with what they chose before it."""
    state, zone = umpire.state, order.zone
    power = acting_power(state, zone)
    own = [power.id for power in acting(state)]
    attacker = camp_of(
        state, zone, Role.ATTACKER,
        [u for u in state.at(zone) if u.owner in own and not on_mission(u)], order.words,
    )  # fmt: skip
    defender = camp_of(state, zone, Role.DEFENDER, enemies_in(state, power, zone), {})
    ground = _ground(umpire, zone, attacker, defender)
    back = has_way_back(state, attacker)

    def battle_of(plans: Mapping[Role, Plan]) -> Battle:
        sides = (attacker.force(plans[Role.ATTACKER]), defender.force(plans[Role.DEFENDER]))
        return prepare(*sides, ground, NEVER, back)

    battle = battle_of({role: Plan() for role in Role})
    fight = Fight(umpire, order, attacker, defender, ground, battle, start(battle))
    if settled(battle, fight.position) is None:
        plans, fight.by_hit = _plans(fight)
        fight.battle = battle_of(plans)
    return fight


def _ground(umpire: Umpire, zone: str, attacker: Camp, defender: Camp) -> Ground:
    """The ground, and the readings of ambiguous rules that can matter on it."""
    origins = dict.fromkeys(origin_of(g) for g in attacker.groups if origin_of(g))
    field_ = battlefield(umpire.game, umpire.state, zone, origins)
    kinds = {type_of(group) for camp in (attacker, defender) for group in camp.groups}
    return Ground(field_, umpire.game.options, rulings_in_play(umpire.reading, field_, kinds))


def _plans(fight: Fight) -> tuple[Mapping[Role, Plan], frozenset[Role]]:
    """What both sides chose for this battle."""
    plans: dict[Role, Plan] = {}
    by_hit: set[Role] = set()
    battle = fight.battle
    for own, enemy in (battle.attacker, battle.defender), (battle.defender, battle.attacker):
        facts = facts_of(battle, fight.position, own.role)
        plans[own.role], each = plan_of(fight.umpire, fight.camp(own.role).seat, own, enemy, facts)
        if each:
            by_hit.add(own.role)
    return plans, frozenset(by_hit)


# --- the rounds ----------------------------------------------------------------------------------


def _round(fight: Fight) -> Outcome | None:
    """One round: fire, losses, and whether the attacker breaks off."""
    before, number = fight.position, fight.position.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots = []
        fight.position = fight_round(fight.battle, before, fight.throw, fight.take)
        fight.umpire.apply(*losses(fight, before))
        outcome = settled(fight.battle, fight.position)
        why = _breaks_off(fight) if outcome is None else ""
        outcome = Outcome.RETREATED if why else outcome
        tell_round(fight, before, outcome, why)
    return outcome


@implements("GW-9.4-1", "GW-9.4-2")
def _breaks_off(fight: Fight) -> str:
    """Step 7: the attacker may retreat, with all his units; why he does, or nothing (9.4)."""
    battle, position = fight.battle, fight.position
    if not may_retreat(battle, position.attacker):
        return ""
    facts = facts_of(battle, position, Role.ATTACKER)
    line, ordered = _as_ordered(fight.order.retreat, facts)
    at_once = first_that_holds(SAVE_AIR, facts) is not None
    answer = retreat_answer(fight.umpire, fight.attacker.seat, facts, ordered, at_once)
    if answer.pick != RETREAT:
        return ""
    return " and ".join(map(str, line)) if line is not None else answer.line or "the usual order"


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
        land = [group for group in left if type_of(group).is_land]
        capture(fight.umpire, fight.order.zone, (land or left)[0].owner)
    elif outcome is Outcome.RETREATED:
        break_off(
            fight.umpire, fight.attacker.seat, left, fight.attacker.groups, fight.order.retreat_to
        )
