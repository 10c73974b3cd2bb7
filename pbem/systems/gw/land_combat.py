"""Land combat as the umpire conducts it (9.1-9.5, 9.19): who fights where, round by round.

The rules of a round are those of `land_battle`; here dice are rolled, players choose, and what
happened changes the state. Leaves to later chapters: blitz, amphibious and airborne assault,
bombardment, facilities as units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.conditions import Condition, Fact
from pbem.core.events import Event, UnitMoved
from pbem.core.rulebook import implements
from pbem.core.state import REMOVED, State, Unit
from pbem.core.umpire import Umpire
from pbem.systems.gw.battle_choices import (
    RETREAT,
    STAY,
    Seat,
    chosen_casualty,
    facts_of,
    plan_of,
    retreat_answer,
)
from pbem.systems.gw.battle_facts import forces_told, ground_told, shot_told, totals
from pbem.systems.gw.battle_orders import BattleOrder, battles_in_order
from pbem.systems.gw.blitz import blitz
from pbem.systems.gw.capture import capture
from pbem.systems.gw.casualties import Counts, take_hit
from pbem.systems.gw.fire import Hits, Side, Stage, Volley
from pbem.systems.gw.land_battle import (
    Battle,
    Outcome,
    Position,
    fight_round,
    may_retreat,
    prepare,
    settled,
    start,
    suffer,
)
from pbem.systems.gw.movement import FROM, type_of
from pbem.systems.gw.muster import Force, Ground, Plan, Troop
from pbem.systems.gw.nations import acting, enemies_in, is_friendly
from pbem.systems.gw.naval_combat import naval_combat
from pbem.systems.gw.readings import rulings_in_play
from pbem.systems.gw.retreat import NEVER, SAVE_AIR, Lines, first_that_holds
from pbem.systems.gw.retreating import break_off
from pbem.systems.gw.units import Role, catalogue
from pbem.systems.gw.zones import battlefield, is_sea

STEP_OF: Final[Mapping[Role, str]] = {Role.ATTACKER: "attack", Role.DEFENDER: "defence"}


@dataclass(frozen=True, slots=True)
class Camp:
    """One side of a battle on the board: its groups in the order of the roster."""

    role: Role
    groups: tuple[Unit, ...]
    seat: Seat

    @property
    def power(self) -> str:
        """The nation that rolls for the side: that of most of its units."""
        sizes: dict[str, int] = {}
        for group in self.groups:
            sizes[group.owner] = sizes.get(group.owner, 0) + group.size
        return max(sizes, key=lambda power: sizes[power])

    @property
    def powers(self) -> list[str]:
        """Every nation of the side."""
        return list(dict.fromkeys(group.owner for group in self.groups))

    def force(self, plan: Plan) -> Force:
        """The side as the rules see it."""
        troops = tuple(Troop(type_of(group), group.size, origin_of(group)) for group in self.groups)
        return Force(self.power if self.groups else "nobody", troops, plan)


@dataclass(slots=True)
class Fight:
    """A battle in progress: the sides, how it stands, and the fire of the present round."""

    umpire: Umpire
    order: BattleOrder
    attacker: Camp
    defender: Camp
    ground: Ground
    battle: Battle
    position: Position
    by_hit: frozenset[Role] = frozenset()
    shots: list[dict[str, Any]] = field(default_factory=list)

    def camp(self, role: Role) -> Camp:
        """The side of a role."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def throw(self, side: Side, volley: Volley) -> Sequence[int]:
        """The dice of a volley; its path names round, side and type."""
        with self.umpire.step(STEP_OF[side.role]):
            power = self.camp(side.role).power
            roll = self.umpire.roll(volley.name, f"{volley.count}d12", by=power, cite="9.5")
        faces = roll.throws[-1]
        self.shots.append(shot_told(side, volley, faces))
        return faces

    def take(self, side: Side, counts: Counts, volley: Volley, hits: Hits, stage: Stage) -> Counts:
        """What a volley's hits leave of a side, as its players choose."""
        if side.role in self.by_hit:
            left = self._hit_by_hit(side, counts, volley, hits, stage)
        else:
            left = suffer(side, counts, volley, hits, stage)
        self.shots[-1] |= {
            "stage": str(stage),
            "selected": hits.selected,
            "hits": hits.ordinary,
            "broken": len(hits.broken),
            "lost": totals(side, [a - b for a, b in zip(counts, left, strict=True)]),
        }
        return left

    def _hit_by_hit(
        self, side: Side, counts: Counts, volley: Volley, hits: Hits, stage: Stage
    ) -> Counts:
        """Every ordinary hit is chosen by itself; selected ones are the shooter's."""
        counts = suffer(side, counts, volley, replace(hits, ordinary=0), stage)
        facts = facts_of(self.battle, self.position, side.role)
        for hit in range(hits.ordinary, 0, -1):
            seat = self.camp(side.role).seat
            index = chosen_casualty(self.umpire, seat, side, counts, volley, hit, facts)
            first_round = stage is not Stage.LATER
            counts = take_hit(side.losses, counts, volley.claim, first_round, index)
        return counts


def origin_of(group: Unit) -> str:
    """The zone from which a group came into the battle; nothing for those who were there."""
    mark = group.marks.get(FROM)
    return str(mark.value) if mark else ""


def combat(umpire: Umpire) -> None:
    """The Combat Phase: one battle after the other (9.1); armour may go on from one to the next."""
    waiting = battles_in_order(umpire)
    over: list[str] = []
    while waiting:
        order = waiting.pop(0)
        if is_sea(umpire.game.board, order.zone):
            with umpire.step("battle", order.zone):
                naval_combat(umpire, order)
            continue
        with umpire.step("battle", order.zone):
            further = land_combat(umpire, order, over)
        over.append(order.zone)
        if further is not None and all(plan.zone != further.zone for plan in waiting):
            waiting.insert(0, further)


@implements("GW-9.5-1", "GW-9.5-8")
def land_combat(umpire: Umpire, order: BattleOrder, over: Sequence[str] = ()) -> BattleOrder | None:
    """One battle from the first round to its end, and what follows from it (9.5).

    `over` are the battles that were fought before; a blitz leads to a further one.
    """
    fight = _joined(umpire, order)
    outcome = settled(fight.battle, fight.position)
    if outcome is None:
        _tell_forces(fight)
    while outcome is None:
        outcome = _round(fight)
    _tell_end(fight, outcome)
    _aftermath(fight, outcome)
    if outcome is not Outcome.CAPTURED or order.blitz is None:
        return None
    rounds, further = fight.position.round, order.blitz
    return further if blitz(umpire, order.zone, further, _left(fight), rounds, over) else None


# --- before the first round --------------------------------------------------------------------


def _joined(umpire: Umpire, order: BattleOrder) -> Fight:
    """The sides of a battle, with what they chose before it."""
    state, zone = umpire.state, order.zone
    power = acting_power(state, zone)
    own = [power.id for power in acting(state)]
    attacker = _camp(
        state, zone, Role.ATTACKER, [u for u in state.at(zone) if u.owner in own], order.words
    )
    defender = _camp(state, zone, Role.DEFENDER, enemies_in(state, power, zone), {})
    ground = _ground(umpire, zone, attacker, defender)
    back = _way_back(state, attacker)

    def battle_of(plans: Mapping[Role, Plan]) -> Battle:
        sides = (attacker.force(plans[Role.ATTACKER]), defender.force(plans[Role.DEFENDER]))
        return prepare(*sides, ground, NEVER, back)

    battle = battle_of({role: Plan() for role in Role})
    fight = Fight(umpire, order, attacker, defender, ground, battle, start(battle))
    if settled(battle, fight.position) is None:
        plans, fight.by_hit = _plans(fight)
        fight.battle = battle_of(plans)
    return fight


def acting_power(state: State, zone: str) -> str:
    """The attacking nation in a zone: the first on turn that has units there."""
    owners = {unit.owner for unit in state.at(zone)}
    return next(power.id for power in acting(state) if power.id in owners)


def _camp(
    state: State, zone: str, role: Role, units: Sequence[Unit], ordered: Mapping[str, Any]
) -> Camp:
    """A side in the order of the catalogue, so that like units stand together."""
    place = {name: number for number, name in enumerate(catalogue())}
    groups = sorted(units, key=lambda unit: (place[unit.counter], unit.id))
    owners = {group.owner for group in groups}
    players = sorted({name for owner in owners for name in state.powers[owner].players})
    return Camp(role, tuple(groups), Seat(role, zone, tuple(players), ordered))


def _ground(umpire: Umpire, zone: str, attacker: Camp, defender: Camp) -> Ground:
    """The ground, and the readings of ambiguous rules that can matter on it."""
    origins = dict.fromkeys(origin_of(g) for g in attacker.groups if origin_of(g))
    field_ = battlefield(umpire.game, umpire.state, zone, origins)
    kinds = {type_of(group) for camp in (attacker, defender) for group in camp.groups}
    return Ground(field_, umpire.game.options, rulings_in_play(umpire.reading, field_, kinds))


@implements("GW-9.4-5")
def _way_back(state: State, attacker: Camp) -> bool:
    """Whether a zone from which attackers came is still Friendly (9.4)."""
    origins = (origin_of(group) for group in attacker.groups)
    return any(origin and is_friendly(state, attacker.power, origin) for origin in origins)


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


def _tell_forces(fight: Fight) -> None:
    """The verdict that opens a battle: who meets whom, with which values."""
    fight.umpire.chart("special-abilities")
    fight.umpire.chart("terrain")
    own, enemy = fight.attacker, fight.defender
    forces = own.force(Plan()), enemy.force(Plan())
    battle, ground = fight.battle, fight.ground
    fight.umpire.verdict(
        "battle",
        "joined",
        cite="9.5",
        at=fight.order.zone,
        attacker=own.powers,
        defender=enemy.powers,
        ground=ground_told(ground.field, battle.defender),
        forces=[
            *forces_told(battle.attacker, own.groups, forces[0], forces[1], ground),
            *forces_told(battle.defender, enemy.groups, forces[1], forces[0], ground),
        ],
    )


# --- the rounds ----------------------------------------------------------------------------------


def _round(fight: Fight) -> Outcome | None:
    """One round: fire, losses, and whether the attacker breaks off."""
    before, number = fight.position, fight.position.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots = []
        fight.position = fight_round(fight.battle, before, fight.throw, fight.take)
        fight.umpire.apply(*_losses(fight, before))
        outcome = settled(fight.battle, fight.position)
        why = _breaks_off(fight) if outcome is None else ""
        outcome = Outcome.RETREATED if why else outcome
        _tell_round(fight, before, outcome, why)
    return outcome


def _losses(fight: Fight, before: Position) -> tuple[Event, ...]:
    """The events of a round: casualties leave the board, broken-down vehicles go back (1.9)."""
    events: list[Event] = []
    after = fight.position
    gone = zip(before.withdrawn, after.withdrawn, strict=True)
    for index, (old, new) in enumerate(gone):
        if new > old:
            group = fight.attacker.groups[index]
            events.append(UnitMoved(group.id, group.at, origin_of(group), new - old))
    withdrawn = [new - old for old, new in zip(before.withdrawn, after.withdrawn, strict=True)]
    lost = [a - b - w for a, b, w in zip(before.attacker, after.attacker, withdrawn, strict=True)]
    events += _removed(fight.attacker, lost)
    events += _removed(
        fight.defender, [a - b for a, b in zip(before.defender, after.defender, strict=True)]
    )
    return tuple(events)


def _removed(camp: Camp, lost: Sequence[int]) -> list[Event]:
    """The events that take so many units of each group off the board."""
    return [
        UnitMoved(group.id, group.at, REMOVED, count)
        for group, count in zip(camp.groups, lost, strict=True)
        if count
    ]


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


def _tell_round(fight: Fight, before: Position, outcome: Outcome | None, why: str) -> None:
    """The verdict of a round: every volley with its dice, hits and losses, and who is left."""
    battle, after = fight.battle, fight.position
    fight.umpire.verdict(
        "combat-round",
        str(outcome or "goes-on"),
        cite="9.5",
        at=fight.order.zone,
        round=after.round,
        shots=fight.shots,
        retreats_because=why,
        attacker=fight.attacker.powers,
        defender=fight.defender.powers,
        attacker_left=totals(battle.attacker, after.attacker),
        defender_left=totals(battle.defender, after.defender),
        withdrawn=totals(
            battle.attacker,
            [new - old for old, new in zip(before.withdrawn, after.withdrawn, strict=True)],
        ),
    )


# --- the end -------------------------------------------------------------------------------------


def _tell_end(fight: Fight, outcome: Outcome) -> None:
    """The verdict of the battle: how it ended, and what it cost both sides."""
    battle, after = fight.battle, fight.position
    lost = [
        a - b - w
        for a, b, w in zip(battle.attacker.start, after.attacker, after.withdrawn, strict=True)
    ]
    fight.umpire.verdict(
        "land-combat",
        str(outcome),
        cite="9.5",
        at=fight.order.zone,
        rounds=after.round,
        attacker=fight.attacker.powers,
        defender=fight.defender.powers,
        attacker_lost=totals(battle.attacker, lost),
        defender_lost=totals(
            battle.defender,
            [a - b for a, b in zip(battle.defender.start, after.defender, strict=True)],
        ),
        attacker_left=totals(battle.attacker, after.attacker),
        defender_left=totals(battle.defender, after.defender),
    )


def _aftermath(fight: Fight, outcome: Outcome) -> None:
    """What the end of a battle brings: the zone is captured, or the attackers go back."""
    left = _left(fight)
    if outcome is Outcome.CAPTURED:
        land = [group for group in left if type_of(group).is_land]
        capture(fight.umpire, fight.order.zone, (land or left)[0].owner)
    elif outcome is Outcome.RETREATED:
        break_off(fight.umpire, fight.attacker.seat, left, fight.order.retreat_to)


def _left(fight: Fight) -> tuple[Unit, ...]:
    """The attacking groups that are still in the zone."""
    units = fight.umpire.state.units
    return tuple(units[group.id] for group in fight.attacker.groups if group.id in units)
