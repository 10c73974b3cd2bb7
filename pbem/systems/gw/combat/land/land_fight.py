"""A land battle in progress: its dice, its casualties, and what its verdicts say (9.1, 9.5).

Decides: what they take off the board, and all that reports and `pbem explain` need of a battle.
Leaves to `rounds`: the order of steps; to `battle_choices`: what players choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED, Unit
from pbem.core.record.verdicts import PowerId, Typed
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.amphibious import Assault
from pbem.systems.gw.battle.casualties import (
    AIRCRAFT_FIRST,
    AIRCRAFT_ONLY,
    EVENLY,
    Claim,
    Counts,
    LossRules,
    casualty,
    choices,
    evenly,
    lose,
    totals,
)
from pbem.systems.gw.battle.fire import Side
from pbem.systems.gw.battle.land_battle import LandBattle
from pbem.systems.gw.battle.muster import Force, Ground, Plan, circumstances, loss_rules
from pbem.systems.gw.battle.rounds import (
    Hits,
    Outcome,
    Rounds,
    Stage,
    Standing,
    Volley,
    minus,
    suffer,
)
from pbem.systems.gw.battle.values import Circumstances, acting, modifiers_of
from pbem.systems.gw.combat.battle_choices import (
    AS_ORDERED,
    STEP_OF,
    By,
    Hit,
    Losing,
    Shot,
    casualty_named,
    facts_of,
    given_casualty,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder, Fought, FoughtOn
from pbem.systems.gw.combat.land_forces import Camp, origin_of
from pbem.systems.gw.world.battlefield import Battlefield
from pbem.systems.gw.world.units import counted
from pbem.systems.gw.world.vocabulary import Counted


@dataclass(slots=True)
class Fight:
    """A battle in progress: the sides, how it stands, and the fire of the present round.

    `aboard`: who waits on transports until round one is over (9.8); `landed`: who came ashore in
    the present round, by type.
    """

    umpire: Umpire
    order: BattleOrder
    camps: Sides[Camp]
    ground: Ground
    battle: LandBattle
    standing: Standing
    assault: Assault | None = None
    plans: Sides[Plan] | None = None
    aboard: Camp | None = None
    by_hit: Sides[Losing] = AS_ORDERED
    shots: list[LandShot] = field(default_factory=list)
    landed: Counted = ()

    @property
    def rounds(self) -> Rounds[Side, Claim]:
        """The rounds of the battle with the umpire's dice and the players' losses."""
        return Rounds(self.battle, self.throw, self.take)

    def throw(self, role: Role, volley: Volley[Claim]) -> Sequence[int]:
        """The dice of a volley; its path names round, side and type."""
        with self.umpire.step(STEP_OF.own(role)):
            power = self.camps.own(role).power
            roll = self.umpire.roll(volley.name, f"{volley.count}d12", by=power, cite="9.5")
        faces = roll.throws[-1]
        self.shots.append(shot_told(role, volley, faces))
        return faces

    def take(self, role: Role, counts: Counts, volley: Volley[Claim], hits: Hits) -> Counts:
        """What a volley's hits leave of a side, as its players choose."""
        each = self.by_hit.own(role).each
        left = self._as_ordered(role, counts, volley, replace(hits, ordinary=0) if each else hits)
        if each:
            left = self._hit_by_hit(role, left, volley, hits.ordinary)
        self.shots[-1] = replace(
            self.shots[-1],
            selected=hits.selected,
            hits=hits.ordinary,
            broken=len(hits.broken),
            lost=totals(self.battle.sides.own(role), minus(counts, left)),
        )
        return left

    def _as_ordered(self, role: Role, counts: Counts, volley: Volley[Claim], hits: Hits) -> Counts:
        struck, stage = self.battle.struck, volley.stage
        return suffer(counts, volley, hits, lambda left, claim: struck(role, left, claim, stage))

    def _hit_by_hit(
        self, role: Role, counts: Counts, volley: Volley[Claim], ordinary: int
    ) -> Counts:
        """Every ordinary hit is given by itself; selected ones are the shooter's."""
        facts = facts_of(self.battle, self.standing, role)
        camp, side = self.camps.own(role), self.battle.sides.own(role)
        names = [troop.called if len(camp.powers) > 1 else () for troop in camp.troops]
        for hit in range(ordinary, 0, -1):
            fitting = choices(side.losses, counts, volley.claim)
            kinds = {i: casualty_named(side.units[i], names[i]) for i in fitting}
            known = {**facts, "hits": hit, "by": volley.name}
            by = self._by(role, counts, fitting, volley.claim)
            losing = self.by_hit.own(role)
            index = given_casualty(self.umpire, camp.seat, losing, Hit(kinds, known), by=by)
            if index is None:
                index = casualty(side.losses, counts, volley.claim)
            counts = lose(side.losses, counts, index, volley.stage is not Stage.LATER)
        return counts

    def _by(self, role: Role, counts: Counts, fitting: Sequence[int], claim: Claim) -> By:
        """Whom an order of losses gives for a hit, or the nation that has lost least."""
        nations = [group.owner for group in self.camps.own(role).groups]
        taken = minus(self.battle.sides.own(role).start, counts)

        def by(plan: Plan, word: str) -> int | None:
            if word == EVENLY:
                return evenly(fitting, nations, taken)
            return casualty(self._losses(role, plan), counts, claim)

        return by

    def _losses(self, role: Role, plan: Plan) -> LossRules:
        """How a side would take its losses by the plan of one of its players."""
        enemy = self.plans.enemy(role).targets if self.plans else ()
        return loss_rules(role, self.camps.own(role).force(plan), enemy, self.ground)


def losses(fight: Fight, before: Standing) -> tuple[Event, ...]:
    """The events of a round: casualties leave the board, broken-down vehicles go back (1.9)."""
    events: list[Event] = []
    after = fight.standing
    withdrawn = minus(after.gone.attacker, before.gone.attacker)
    for group, number in zip(fight.camps.attacker.groups, withdrawn, strict=True):
        if number:
            events.append(UnitMoved(group.id, group.at, origin_of(group), number))
    for camp, lost in fight.camps.beside(before.alive.beside(after.alive).map(lambda b: minus(*b))):
        events += _removed(camp, lost)
    return tuple(events)


def _removed(camp: Camp, lost: Sequence[int]) -> list[Event]:
    """The events that take so many units of each group off the board."""
    return [
        UnitMoved(group.id, group.at, REMOVED, count)
        for group, count in zip(camp.groups, lost, strict=True)
        if count
    ]


def still_there(fight: Fight) -> tuple[Unit, ...]:
    """The attacking groups that are still in the zone."""
    units = fight.umpire.state.units
    there = (units[group.id] for group in fight.camps.attacker.groups if group.id in units)
    return tuple(group for group in there if group.at == fight.order.zone)


# --- what is told --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LandShot(Shot):
    """A volley on land: what its hits demand, and what breaks down."""

    claim: str
    versus: str
    broken: int


@dataclass(frozen=True, slots=True)
class GroundTold:
    """The ground: terrain of the zone, city, borders that matter, works that are attacked."""

    terrain: Sequence[str]
    city: bool
    surrounded: bool
    borders: Sequence[tuple[str, Sequence[str], str]]
    works: Sequence[str]


@dataclass(frozen=True, slots=True)
class ValueTold:
    """A value, alone and supported, what it selects of which class, and what acts on it."""

    value: int | None
    supported: int | None
    selects: int
    versus: str
    modifiers: Sequence[tuple[str, int, str]]


@dataclass(frozen=True, slots=True)
class ForceTold:
    """A group of a battle: whose, how many, from where, with its values in round one and later."""

    side: str
    owner: PowerId
    unit: str
    count: int
    from_: str
    first: ValueTold
    later: ValueTold


@dataclass(frozen=True, slots=True)
class BattleVerdict(Fought):
    """A battle on land begins: who meets whom, with which values."""

    kind: ClassVar[str] = "battle"
    cite: ClassVar[str] = "9.5"

    ground: GroundTold
    aboard: Counted
    forces: Sequence[ForceTold]


def tell_forces(fight: Fight) -> None:
    """The verdict that opens a battle: who meets whom, with which values."""
    fight.umpire.chart("special-abilities")
    fight.umpire.chart("terrain")
    own, enemy = fight.camps
    forces = fight.camps.map(lambda camp: camp.force(Plan()))
    battle, ground = fight.battle, fight.ground
    fight.umpire.tell(
        BattleVerdict(
            at=fight.order.zone,
            result="joined",
            attacker=own.powers,
            defender=enemy.powers,
            ground=ground_told(ground.field, battle.sides.defender),
            aboard=counted(fight.aboard.groups if fight.aboard else ()),
            forces=[
                *forces_told(battle.sides.attacker, own.groups, forces, ground),
                *forces_told(battle.sides.defender, enemy.groups, forces, ground),
            ],
        )
    )


@dataclass(frozen=True, slots=True)
class CombatRoundVerdict(FoughtOn):
    """A round on land: every volley with its dice, hits and losses, and who is left."""

    kind: ClassVar[str] = "combat-round"
    cite: ClassVar[str] = "9.5"

    round: int
    shots: Sequence[LandShot]
    retreats_because: Typed
    withdrawn: Counted
    landed: Counted


def tell_round(fight: Fight, broken: Counted, outcome: Outcome | None, why: str) -> None:
    """The verdict of a round: every volley with its dice, hits and losses, and who is left."""
    battle, after = fight.battle, fight.standing
    fight.umpire.tell(
        CombatRoundVerdict(
            at=fight.order.zone,
            result=str(outcome or "goes-on"),
            round=after.round,
            shots=fight.shots,
            retreats_because=why,
            attacker=fight.camps.attacker.powers,
            defender=fight.camps.defender.powers,
            attacker_left=totals(battle.sides.attacker, after.forces.attacker),
            defender_left=totals(battle.sides.defender, after.forces.defender),
            withdrawn=broken,
            landed=fight.landed,
        )
    )


@dataclass(frozen=True, slots=True)
class LandCombatVerdict(FoughtOn):
    """How a battle on land has ended, and what it cost both sides."""

    kind: ClassVar[str] = "land-combat"
    cite: ClassVar[str] = "9.5"

    rounds: int
    attacker_lost: Counted
    defender_lost: Counted


def tell_end(fight: Fight, outcome: Outcome) -> None:
    """The verdict of the battle: how it ended, and what it cost both sides."""
    battle, after = fight.battle, fight.standing
    lost = battle.start().alive.beside(after.alive).map(lambda both: minus(*both))
    fight.umpire.tell(
        LandCombatVerdict(
            at=fight.order.zone,
            result=str(outcome),
            rounds=after.round,
            attacker=fight.camps.attacker.powers,
            defender=fight.camps.defender.powers,
            attacker_lost=totals(battle.sides.attacker, lost.attacker),
            defender_lost=totals(battle.sides.defender, lost.defender),
            attacker_left=totals(battle.sides.attacker, after.forces.attacker),
            defender_left=totals(battle.sides.defender, after.forces.defender),
        )
    )


def ground_told(field: Battlefield, defender: Side) -> GroundTold:
    """The ground: terrain of the zone, city, borders that matter, works that were attacked."""
    return GroundTold(
        terrain=field.terrain,
        city=field.city,
        surrounded=field.surrounded,
        borders=[
            (border.name, border.terrain, border.works)
            for border in field.borders
            if border.terrain or border.works
        ],
        works=[one.kind for one in defender.works],
    )


def forces_told(
    side: Side, groups: Sequence[Unit], forces: Sides[Force], ground: Ground
) -> list[ForceTold]:
    """One row for each group: who, how many, from where, and its values with what acts on them."""
    force = forces.own(side.role)
    first, later = (circumstances(side.role, forces, ground, when) for when in (True, False))
    return [
        ForceTold(
            side=str(side.role),
            owner=group.owner,
            unit=group.counter,
            count=group.size,
            from_=force.troops[index].border,
            first=_value(side, index, first[index], True),
            later=_value(side, index, later[index], False),
        )
        for index, group in enumerate(groups)
    ]


def _value(side: Side, index: int, at: Circumstances, first_round: bool) -> ValueTold:
    """The value of a group in round one or later: alone, supported, and by which modifiers."""
    rating = (side.first_round if first_round else side.later)[index]
    found = acting(modifiers_of(side.units[index], at))
    return ValueTold(
        value=rating.value,
        supported=rating.supported,
        selects=rating.selects,
        versus=rating.versus,
        modifiers=[(one.source, one.change, one.rule) for one in found],
    )


def shot_told(role: Role, volley: Volley[Claim], faces: Sequence[int]) -> LandShot:
    """A volley with its dice: who fired, at which values, and what its hits demand."""
    return LandShot(
        side=str(role),
        unit=volley.name,
        stage=str(volley.stage),
        dice=[(dice.count, dice.value, dice.selects) for dice in volley.dice],
        faces=faces,
        claim=claim_word(volley.claim),
        versus=volley.selected.group if volley.selected.shooter_names else "",
        selected=0,
        hits=0,
        broken=0,
        lost=(),
    )


def claim_word(claim: Claim) -> str:
    """What a hit demands, as a word."""
    return {AIRCRAFT_FIRST: "aircraft-first", AIRCRAFT_ONLY: "aircraft-only"}.get(claim, "")
