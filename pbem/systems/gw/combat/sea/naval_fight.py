"""A naval battle in progress: dice, casualties, submarines that dive; the state after each round.

The rules of a round are those of `rounds` and `naval_battle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem.core.choices.conditions import Fact
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import EVENLY, Counts, evenly, totals
from pbem.systems.gw.battle.muster import Plan
from pbem.systems.gw.battle.naval_battle import NavalBattle, facts_at_sea
from pbem.systems.gw.battle.naval_fire import choices, damaged_by, take_hit
from pbem.systems.gw.battle.naval_forces import (
    Aim,
    Fleet,
    NavalPlan,
    damage_suffered,
    own_order,
    total,
)
from pbem.systems.gw.battle.rounds import Hits, Rounds, Standing, Volley, suffer
from pbem.systems.gw.battle.ship_damage import Struck, is_rolled_for, markers_of
from pbem.systems.gw.combat.battle_choices import (
    AS_ORDERED,
    STEP_OF,
    By,
    Hit,
    Losing,
    Shot,
    casualty_named,
    given_casualty,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.naval_choices import STAY, SUBMERGE, dive_answer, dive_ordered
from pbem.systems.gw.combat.sea.naval_lines import Line
from pbem.systems.gw.combat.sea.naval_losses import settle
from pbem.systems.gw.world.cargo import follow, moved
from pbem.systems.gw.world.vocabulary import Counted


@dataclass(frozen=True, slots=True)
class Salvo(Shot):
    """A volley at sea; `struck`: the ships for whose damage their owner has rolled (15.5)."""

    damaged: Sequence[str]
    struck: Struck = ()


@dataclass(slots=True)
class SeaFight:
    """A naval battle in progress.

    `origins`: the sea zones from which ships came.
    `struck`: the ships for whose damage was rolled in the present volley.
    `dived`: what each side's submarines do in this round; `away`: whose have left the battle.
    """

    umpire: Umpire
    order: BattleOrder
    lines: Sides[Line]
    powers: Sides[list[str]]
    battle: NavalBattle
    standing: Standing
    origins: Sequence[str] = ()
    by_hit: Sides[Losing] = AS_ORDERED
    shots: list[Salvo] = field(default_factory=list)
    struck: list[tuple[str, int, int]] = field(default_factory=list)
    dived: dict[Role, str] = field(default_factory=dict)
    away: dict[Role, str] = field(default_factory=dict)

    @property
    def rounds(self) -> Rounds[Fleet, Aim]:
        """The rounds of the battle with the umpire's dice and the players' choices."""
        return Rounds(replace(self.battle, dives=self.dives), self.throw, self.take)

    def facts(self, role: Role) -> dict[str, Fact]:
        """The facts of the battle as one side sees it."""
        return facts_at_sea(self.battle, role, self.standing)

    def throw(self, role: Role, volley: Volley[Aim]) -> Sequence[int]:
        """The dice of a volley; its path names round, side and type."""
        power = self.powers.own(role)[0]
        with self.umpire.step(STEP_OF.own(role)):
            roll = self.umpire.roll(volley.name, f"{volley.count}d12", by=power, cite="9.6")
        faces, self.struck = roll.throws[-1], []
        self.shots.append(
            Salvo(
                side=str(role),
                unit=volley.name,
                stage=str(volley.stage),
                dice=[(dice.count, dice.value, dice.selects) for dice in volley.dice],
                faces=faces,
                selected=0,
                hits=0,
                lost=(),
                damaged=(),
            )
        )
        return faces

    def take(self, role: Role, counts: Counts, volley: Volley[Aim], hits: Hits) -> Counts:
        """What a volley's hits leave of a side, as its players choose."""
        fleet, each = self.battle.sides.own(role), self.by_hit.own(role).each
        left = self._as_ordered(fleet, counts, volley, replace(hits, ordinary=0) if each else hits)
        if each:
            left = self._hit_by_hit(fleet, left, volley, hits.ordinary)
        self.shots[-1] = replace(
            self.shots[-1],
            selected=hits.selected,
            hits=hits.ordinary,
            lost=fewer(totals(fleet, counts), totals(fleet, left)),
            damaged=_newly_damaged(fleet, counts, left),
            struck=tuple(self.struck),
        )
        return left

    def _as_ordered(self, fleet: Fleet, counts: Counts, volley: Volley[Aim], hits: Hits) -> Counts:
        def hit(left: Counts, aim: Aim) -> Counts:
            return take_hit(fleet, left, aim, self.markers)

        return suffer(counts, volley, hits, hit)

    def _hit_by_hit(
        self, fleet: Fleet, counts: Counts, volley: Volley[Aim], ordinary: int
    ) -> Counts:
        """Every ordinary hit is given by itself; selected ones are the shooter's."""
        known = self.facts(fleet.role)
        for hit in range(ordinary, 0, -1):
            fitting = choices(fleet, counts, volley.claim)
            kinds = {index: fleet.kinds[index] for index in fitting}
            names = {i: casualty_named(k.unit, k.called, k.damage) for i, k in kinds.items()}
            facts = {**known, "hits": hit, "by": volley.name}
            by = _by(fleet, counts, fitting)
            seat, losing = self.lines.own(fleet.role).seat, self.by_hit.own(fleet.role)
            index = given_casualty(self.umpire, seat, losing, Hit(names, facts), by=by)
            if fitting:
                struck = fitting[0] if index is None else index
                counts = damaged_by(fleet, counts, struck, self.markers(fleet, struck))
        return counts

    @implements("GW-15.5-1")
    def markers(self, fleet: Fleet, index: int) -> int:
        """How much a hit damages a ship: its owner rolls for a capital ship under 15.5."""
        kind = fleet.kinds[index].unit
        if not is_rolled_for(self.umpire, kind):
            return 1
        number = sum(len(shot.struck) for shot in self.shots) + len(self.struck) + 1
        power = self.powers.own(fleet.role)[0]
        roll = self.umpire.roll(f"damage-{number}-{kind.id}", "d12", by=power, cite="15.5")
        self.struck.append((kind.id, roll.total, markers_of(roll.total)))
        return markers_of(roll.total)

    def dives(self, battle: NavalBattle, role: Role, standing: Standing) -> bool:
        """Whether a side's submarines leave in this round; it is asked once a round (9.4)."""
        if not total(battle.sides.own(role), standing.forces.own(role), "submarine"):
            return False
        if role not in self.dived:
            known = facts_at_sea(battle, role, standing)
            line = self.lines.own(role)
            said = dive_ordered(self.order.submerge, known) if role is Role.ATTACKER else None
            power = self.powers.own(role)[0]
            free = role is Role.DEFENDER or not self.order.says_when_to_leave
            self.dived[role] = dive_answer(
                self.umpire, line, known, said, power=power, may_leave=free
            )
        return self.dived[role] != STAY

    def settle(self) -> None:
        """Bring what the battle cost so far on the board."""
        for role in Role:
            fleet, counts = self.battle.sides.own(role), self.standing.alive.own(role)
            line = settle(self.umpire, self.lines.own(role), fleet, counts)
            self.lines = self.lines.put(role, line)
            if self.dived.get(role, STAY) != STAY:
                self.away[role] = self.dived[role]
                self._sail_away(role, self.dived[role])
        self.dived = {}

    @implements("GW-9.4-9")
    def _sail_away(self, role: Role, goal: str) -> None:
        """Submarines that did not submerge are in another sea zone now (9.4)."""
        groups = []
        line = self.lines.own(role)
        for unit, kind in line.groups:
            if kind.unit.is_submarine and goal != SUBMERGE:
                events = [moved(unit, goal, unit.size)]
                self.umpire.apply(*events)
                unit = follow(unit, events)
            groups.append((unit, kind))
        self.lines = self.lines.put(role, replace(line, groups=tuple(groups)))


def _by(fleet: Fleet, counts: Counts, fitting: Sequence[int]) -> By:
    """Whom an order of losses gives for a hit, or the nation that has lost least."""

    def by(plan: Plan, word: str) -> int | None:
        if word == EVENLY:
            nations = ["".join(kind.called[:1]) for kind in fleet.kinds]
            return evenly(fitting, nations, hits_taken(fleet, counts))
        order = own_order(fleet.kinds, fleet.values, NavalPlan(losses=plan.losses))
        return next((index for index in order if index in fitting), None)

    return by


def hits_taken(fleet: Fleet, counts: Counts) -> list[int]:
    """What the units of each kind could stand when the battle began, less what they stand now."""
    return [
        (old - new) * (kind.unit.hits - kind.damage)
        for kind, old, new in zip(fleet.kinds, fleet.start, counts, strict=True)
    ]


def fewer(before: Counted, after: Counted) -> Counted:
    """The differences of two lists of units by type."""
    left = dict(after)
    rows = ((name, count - left.get(name, 0)) for name, count in before)
    return tuple(row for row in rows if row[1])


def _newly_damaged(fleet: Fleet, before: Counts, after: Counts) -> list[str]:
    """The types of ships that took hits and float on."""
    old, new = damage_suffered(fleet, before), damage_suffered(fleet, after)
    return [name for name, count in new.items() if count > old.get(name, 0)]
