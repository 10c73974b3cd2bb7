"""Naval combat as the umpire conducts it (9.4, 9.6): one battle, round by round.

The rules of a round are those of `rounds` and `naval_battle`; here players choose, and what
happened changes the state. Leaves to other modules: who fights (`naval_lines`), dice and casualties
(`naval_fight`), where ships retreat to (`naval_retreat`), what is told (`naval_verdicts`), the
force behind a screen (`screening`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.readings import Reading, rules_of
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import called
from pbem.systems.gw.battle.naval_battle import (
    LoneTransports,
    NavalBattle,
    Submerging,
    prepare,
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
from pbem.systems.gw.battle.readings import DefendingHits, ZeroAttack
from pbem.systems.gw.battle.rounds import HOPELESS, NEVER, Outcome, first_that_holds
from pbem.systems.gw.combat.battle_choices import (
    Losing,
    plan_of,
    why_retreat,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.naval_choices import (
    patrols_answer,
    stance_answer,
    stance_facts,
)
from pbem.systems.gw.combat.sea.naval_fight import SeaFight
from pbem.systems.gw.combat.sea.naval_lines import (
    Line,
    attackers_in,
    declining_patrols,
    defenders_in,
    line_of,
    present,
    seat_of,
)
from pbem.systems.gw.combat.sea.naval_losses import land_without_deck
from pbem.systems.gw.combat.sea.naval_retreat import leave_the_battle, origins_of, sail_back
from pbem.systems.gw.combat.sea.naval_verdicts import tell_end, tell_round
from pbem.systems.gw.world.cargo import mark_events
from pbem.systems.gw.world.duties import RAIDS
from pbem.systems.gw.world.movement import SEAPLANE
from pbem.systems.gw.world.units import Piece
from pbem.systems.gw.world.vocabulary import UnitMark


def naval_combat(umpire: Umpire, order: BattleOrder) -> Outcome | None:
    """One naval battle from the first round to its end (9.6); None if nobody fought."""
    lines = lines_in(umpire, order)
    if lines is None:
        return None
    if not all(line.groups for line in lines):
        _tell_declined(umpire, order)
        return None
    fight = joined(umpire, order, lines)
    outcome = fight.battle.ending(fight.standing)
    while outcome is None:
        outcome = _round(fight)
    fight.settle()
    tell_end(fight, outcome)
    land_without_deck(umpire, order.zone)
    if outcome is Outcome.RETREATED:
        sail_back(fight)
    return outcome


def lines_in(umpire: Umpire, order: BattleOrder) -> Sides[Line] | None:
    """Both sides of a battle in a sea zone; None if nobody attacks there."""
    units = forces_in(umpire, order)
    if not units.attacker:
        return None
    return Sides.of(lambda role: line_of(umpire, role, units, order))


@implements("GW-0.5-9")
def forces_in(umpire: Umpire, order: BattleOrder) -> Sides[list[Piece]]:
    """The units of both sides in a sea zone, with the aircraft of their Carriers."""
    position = umpire.position
    units = attackers_in(umpire, order)
    if not units:
        return Sides([], [])
    own = present(position, (piece.unit for piece in units))
    return Sides(own, present(position, defenders_in(position, own, order.zone)))


@implements("GW-8.9-1", "GW-8.9-3", "GW-8.10-4")
def take_stances(umpire: Umpire, order: BattleOrder) -> None:
    """Submarines and patrols fight or decline in this Combat Phase, if their players say so (8.9).

    The attacker says it first; raiders raid. Who was met on his way has said it already.
    """
    for role in Role:
        both = forces_in(umpire, order)
        own = [piece for piece in both.own(role) if not piece.unit.marked(UnitMark.STANCE)]
        boats = [boat for boat in own if boat.is_submarine and boat.duty not in RAIDS]
        seat = seat_of(umpire, role, boats, order)
        facts = stance_facts(umpire.position, both, role)
        take_stance(umpire, boats, stance_answer(umpire, seat, facts))
    both = forces_in(umpire, order)
    patrols = declining_patrols(umpire.position, both.attacker, order.zone)
    seat = seat_of(umpire, Role.DEFENDER, patrols, order)
    facts = stance_facts(umpire.position, both, Role.DEFENDER)
    take_stance(umpire, patrols, patrols_answer(umpire, seat, facts))


def take_stance(umpire: Umpire, units: Sequence[Piece], stance: str) -> None:
    """Some units fight or decline from now on; nothing is as it was."""
    for piece in units if stance else ():
        umpire.apply(*mark_events(piece.unit, {UnitMark.STANCE: stance}, piece.size))


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


@dataclass(frozen=True, slots=True)
class NoNavalCombatVerdict(Judged):
    """Submarines decline combat, and nobody can force them."""

    kind: ClassVar[str] = "no-naval-combat"
    cite: ClassVar[str] = "8.9"

    attacker: Sequence[PowerId]
    defender: Sequence[PowerId]


def _tell_declined(umpire: Umpire, order: BattleOrder) -> None:
    sides = zip(("attacker", "defender"), forces_in(umpire, order), strict=True)
    told: dict[str, Any] = {
        side: list(dict.fromkeys(unit.owner for unit in units)) for side, units in sides
    }
    umpire.tell(NoNavalCombatVerdict(at=order.zone, result="declined", **told))


def joined(umpire: Umpire, order: BattleOrder, lines: Sides[Line]) -> SeaFight:
    """The battle with what both sides chose before it."""
    both = [kind for line in lines for _, kind in line.groups]
    readings = rules_of(umpire, at_stake(both))
    origins = origins_of(unit for unit, _ in lines.attacker.groups)

    def battle_of(lines: Sides[Line], plans: Sides[NavalPlan]) -> NavalBattle:
        forces = lines.beside(plans).map(lambda both: both[0].force(both[1]))
        return prepare(forces, readings, NEVER, bool(origins))

    battle = battle_of(lines, lines.map(lambda _: NavalPlan()))
    powers = lines.map(lambda line: line.powers)
    fight = SeaFight(umpire, order, lines, powers, battle, battle.start(), origins)
    if battle.ending(fight.standing) is None:
        chosen = Sides.of(lambda role: _chosen(fight, role))
        fight.by_hit = chosen.map(lambda one: one[1])
        fight.lines = lines.beside(chosen).map(lambda both: _by_nations(both[0], *both[1]))
        fight.battle = battle_of(fight.lines, chosen.map(lambda one: one[0]))
        fight.standing = fight.battle.start()
    return fight


def _by_nations(line: Line, plan: NavalPlan, losing: Losing) -> Line:
    """A side whose like ships are told apart by their nation, where its losses are chosen so.

    At sea the nation of most units is the host.
    """
    host, mixed = line.powers[0], len(line.powers) > 1
    words = {word for power in line.powers for word in called(power, host)}
    if not (mixed and (losing.each or words.intersection(plan.losses))):
        return line
    groups = (
        (unit, replace(kind, called=(*called(unit.owner, host), *kind.called)))
        for unit, kind in line.groups
    )
    return replace(line, groups=tuple(groups))


def _chosen(fight: SeaFight, role: Role) -> tuple[NavalPlan, Losing]:
    """The orders of losses, targets and fire of a side, and how it gives each casualty."""
    party, facts = fight.lines.own(role), fight.facts(role)
    said, losing = plan_of(fight.umpire, party, fight.battle.sides, facts)
    return NavalPlan(losses=said.losses, targets=said.targets, fire=said.fire), losing


def _round(fight: SeaFight) -> Outcome | None:
    """One round: fire, losses, submarines that dive, and whether the attacker breaks off."""
    number = fight.standing.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots = []
        fight.standing = fight.rounds.one(fight.standing)
        fight.settle()
        leave_the_battle(fight)
        outcome = fight.battle.ending(fight.standing)
        why = _breaks_off(fight) if outcome is None else ""
        outcome = Outcome.RETREATED if why else outcome
        tell_round(fight, outcome, why)
    return outcome


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.4-4", "GW-9.6-3")
def _breaks_off(fight: SeaFight) -> str:
    """Step 7: why the attacker retreats, or nothing (9.4)."""
    if not fight.battle.may_retreat(fight.standing.forces.attacker):
        return ""
    known, seat = fight.facts(Role.ATTACKER), fight.lines.attacker.seat
    at_once = not fight.order.says_when_to_leave and first_that_holds(HOPELESS, known) is not None
    return why_retreat(fight.umpire, seat, known, fight.order.retreat, at_once=at_once)
