"""Naval combat as the umpire conducts it (9.4, 9.6): one battle, round by round.

The rules of a round are those of `naval_battle`; here players choose, and what happened changes
the state. Leaves to other modules: who fights (`naval_lines`), dice and casualties (`naval_fight`),
where ships retreat to (`naval_retreat`), what is told (`naval_verdicts`), the force behind a screen
(`screening`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.core.record.state import Unit, Until
from pbem.core.rules.readings import Reading, rules_of
from pbem.systems.gw.battle.naval_battle import (
    LoneTransports,
    NavalBattle,
    NavalOutcome,
    Submerging,
    ending,
    fight_round,
    may_retreat,
    prepare,
    start,
)
from pbem.systems.gw.battle.naval_fire import SeaplaneHit
from pbem.systems.gw.battle.naval_forces import (
    TACTICAL,
    DamagedShips,
    HuntedSubmarines,
    Kind,
    NavalPlan,
    StrikeDenied,
    SubmarinesHit,
    TacticalDefence,
    is_destroyer,
)
from pbem.systems.gw.battle.retreat import NEVER, first_that_holds
from pbem.systems.gw.combat.battle_choices import (
    BATTLE_FACTS,
    BEGIN_FACTS,
    RETREAT,
    STAY,
    plan_of,
    retreat_answer,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.carrier_retreat import leave_the_battle
from pbem.systems.gw.combat.sea.naval_choices import stance_answer, stance_facts
from pbem.systems.gw.combat.sea.naval_fight import SeaFight
from pbem.systems.gw.combat.sea.naval_lines import (
    STANCE,
    Line,
    attackers_in,
    defenders_in,
    line_of,
    present,
    seat_of,
)
from pbem.systems.gw.combat.sea.naval_losses import land_without_deck
from pbem.systems.gw.combat.sea.naval_retreat import origins_of, sail_back
from pbem.systems.gw.combat.sea.naval_verdicts import tell_end, tell_round
from pbem.systems.gw.world.cargo import mark_events
from pbem.systems.gw.world.duties import RAIDS, duty_of
from pbem.systems.gw.world.loss_words import called
from pbem.systems.gw.world.movement import SEAPLANE, type_of
from pbem.systems.gw.world.readings import DefendingHits, ZeroAttack
from pbem.systems.gw.world.units import Role


def naval_combat(umpire: Umpire, order: BattleOrder) -> NavalOutcome | None:
    """One naval battle from the first round to its end (9.6); None if nobody fought."""
    lines = lines_in(umpire, order)
    if lines is None:
        return None
    if not all(line.groups for line in lines.values()):
        _tell_declined(umpire, order)
        return None
    fight = _joined(umpire, order, lines)
    outcome = ending(fight.battle, fight.position)
    while outcome is None:
        outcome = _round(fight)
    fight.settle()
    tell_end(fight, outcome)
    land_without_deck(umpire, order.zone)
    if outcome is NavalOutcome.RETREATED:
        sail_back(fight)
    return outcome


def lines_in(umpire: Umpire, order: BattleOrder) -> dict[Role, Line] | None:
    """Both sides of a battle in a sea zone; None if nobody attacks there."""
    own, enemy = forces_in(umpire, order)
    if not own:
        return None
    return {
        Role.ATTACKER: line_of(umpire, Role.ATTACKER, own, enemy, order),
        Role.DEFENDER: line_of(umpire, Role.DEFENDER, enemy, own, order),
    }


@implements("GW-0.5-9")
def forces_in(umpire: Umpire, order: BattleOrder) -> tuple[list[Unit], list[Unit]]:
    """The units of both sides in a sea zone, with the aircraft of their Carriers."""
    position = umpire.position
    units = attackers_in(umpire, order)
    if not units:
        return [], []
    own = present(position, units)
    return own, present(position, defenders_in(position, own, order.zone))


@implements("GW-8.9-1", "GW-8.9-3", "GW-8.10-4")
def take_stances(umpire: Umpire, order: BattleOrder) -> None:
    """Submarines fight or decline in this Combat Phase, if their players say so (8.9).

    The attacker says it first; raiders raid.
    """
    for role in Role:
        sides = forces_in(umpire, order)
        own, enemy = sides if role is Role.ATTACKER else (sides[1], sides[0])
        boats = [u for u in own if type_of(umpire.book, u).is_submarine and duty_of(u) not in RAIDS]
        if not boats:
            continue
        seat = seat_of(umpire, role, boats, order)
        stance = stance_answer(umpire, seat, stance_facts(umpire.book, own, enemy))
        for boat in boats if stance else ():
            umpire.apply(*mark_events(boat, STANCE, stance, Until.IMPULSE, boat.size))


def at_stake(kinds: Sequence[Kind]) -> dict[type[Reading], bool]:
    """The ambiguous rules that can matter in a battle of such units."""
    submarines = any(kind.unit.is_submarine for kind in kinds)
    capital = any(kind.unit.hits > 1 for kind in kinds)
    return {
        DamagedShips: capital,
        DefendingHits: bool(kinds),
        ZeroAttack: any(kind.unit.attack == 0 for kind in kinds),
        TacticalDefence: any(kind.unit.id == TACTICAL for kind in kinds),
        StrikeDenied: submarines and any(is_destroyer(kind.unit) for kind in kinds),
        HuntedSubmarines: any(kind.hunted for kind in kinds),
        SubmarinesHit: submarines,
        SeaplaneHit: any(kind.unit.id == SEAPLANE for kind in kinds),
        Submerging: submarines,
        LoneTransports: any(kind.unit.is_transport for kind in kinds),
    }


def _tell_declined(umpire: Umpire, order: BattleOrder) -> None:
    sides = zip(("attacker", "defender"), forces_in(umpire, order), strict=True)
    told: dict[str, Any] = {
        side: list(dict.fromkeys(unit.owner for unit in units)) for side, units in sides
    }
    umpire.verdict("no-naval-combat", "declined", cite="8.9", at=order.zone, **told)


def _joined(umpire: Umpire, order: BattleOrder, lines: dict[Role, Line]) -> SeaFight:
    """The battle with what both sides chose before it."""
    both = [kind for line in lines.values() for _, kind in line.groups]
    readings = rules_of(umpire, at_stake(both))
    origins = origins_of(unit for unit, _ in lines[Role.ATTACKER].groups)

    def battle_of(plans: Mapping[Role, NavalPlan]) -> NavalBattle:
        own, enemy = (lines[role].force(plans[role]) for role in Role)
        return prepare(own, enemy, readings, NEVER, bool(origins))

    battle = battle_of({role: NavalPlan() for role in Role})
    powers = {role: line.powers for role, line in lines.items()}
    fight = SeaFight(umpire, order, lines, powers, battle, start(battle), origins)
    if ending(battle, fight.position) is None:
        chosen = {role: _chosen(fight, role) for role in Role}
        fight.by_hit = {role: each for role, (_, each) in chosen.items() if each}
        for role, (plan, each) in chosen.items():
            lines[role] = _by_nations(lines[role], plan, each)
        fight.battle = battle_of({role: plan for role, (plan, _) in chosen.items()})
        fight.position = start(fight.battle)
    return fight


def _by_nations(line: Line, plan: NavalPlan, each: str) -> Line:
    """A side whose like ships are told apart by their nation, where its losses are chosen so.

    At sea the nation of most units is the host.
    """
    host, mixed = line.powers[0], len(line.powers) > 1
    words = {word for power in line.powers for word in called(power, host)}
    if not (mixed and (each or words.intersection(plan.losses))):
        return line
    groups = ((unit, replace(kind, called=called(unit.owner, host))) for unit, kind in line.groups)
    return replace(line, groups=tuple(groups))


def _chosen(fight: SeaFight, role: Role) -> tuple[NavalPlan, str]:
    """The orders of losses, targets and fire of a side, and how it gives each casualty."""
    own, enemy = fight.fleets(role)
    begin = fight.facts(role, BEGIN_FACTS)
    line = fight.lines[role]
    said, each = plan_of(fight.umpire, line.seat, own, enemy, begin, line.powers)
    return NavalPlan(losses=said.losses, targets=said.targets, fire=said.fire), each


def _round(fight: SeaFight) -> NavalOutcome | None:
    """One round: fire, losses, submarines that dive, and whether the attacker breaks off."""
    number = fight.position.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots = []
        before = fight.position
        fight.position = fight_round(fight.battle, before, fight.throw, fight.take, fight.dives)
        fight.settle()
        leave_the_battle(fight)
        outcome = ending(fight.battle, fight.position)
        why = _breaks_off(fight) if outcome is None else ""
        outcome = NavalOutcome.RETREATED if why else outcome
        tell_round(fight, outcome, why)
    return outcome


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.4-4", "GW-9.6-3")
def _breaks_off(fight: SeaFight) -> str:
    """Step 7: why the attacker retreats, or nothing (9.4)."""
    if not may_retreat(fight.battle, fight.position.attacker):
        return ""
    known = fight.facts(Role.ATTACKER, BATTLE_FACTS)
    wanted, line = fight.order.retreat, None
    ordered = wanted if isinstance(wanted, str) else None
    if wanted is not None and not isinstance(wanted, str):
        line = first_that_holds(wanted, known)
        ordered = STAY if line is None else RETREAT
    seat = fight.lines[Role.ATTACKER].seat
    answer = retreat_answer(fight.umpire, seat, known, ordered, False)
    if answer.pick != RETREAT:
        return ""
    return " and ".join(map(str, line)) if line is not None else answer.line or "the usual order"
