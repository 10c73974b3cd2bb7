"""A land battle in progress: its dice, its casualties, and what they take off the board (9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.play.umpire import Umpire
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import REMOVED, Unit
from pbem.systems.gw.battle.amphibious import Assault
from pbem.systems.gw.battle.battle_facts import shot_told, totals
from pbem.systems.gw.battle.casualties import Counts, choices, take_hit
from pbem.systems.gw.battle.fire import Hits, Side, Stage, Volley
from pbem.systems.gw.battle.land_battle import Battle, Position, suffer
from pbem.systems.gw.battle.muster import Ground, Plan
from pbem.systems.gw.combat.battle_choices import casualty_named, chosen_casualty, facts_of
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.land.land_camps import Camp, origin_of
from pbem.systems.gw.world.loss_words import EVENLY, evenly
from pbem.systems.gw.world.units import Role

STEP_OF: Final = {Role.ATTACKER: "attack", Role.DEFENDER: "defence"}


@dataclass(slots=True)
class Fight:
    """A battle in progress: the sides, how it stands, and the fire of the present round.

    `aboard`: who waits on transports until round one is over (9.8).
    """

    umpire: Umpire
    order: BattleOrder
    attacker: Camp
    defender: Camp
    ground: Ground
    battle: Battle
    position: Position
    assault: Assault | None = None
    plans: Mapping[Role, Plan] = field(default_factory=dict)
    aboard: Camp | None = None
    by_hit: Mapping[Role, str] = field(default_factory=dict)
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
        """Every ordinary hit is given by itself; selected ones are the shooter's."""
        counts = suffer(side, counts, volley, replace(hits, ordinary=0), stage)
        facts = facts_of(self.battle, self.position, side.role)
        camp = self.camp(side.role)
        names = [troop.called if len(camp.powers) > 1 else () for troop in camp.troops]
        nations = [group.owner for group in camp.groups]
        for hit in range(hits.ordinary, 0, -1):
            fitting = choices(side.losses, counts, volley.claim)
            if self.by_hit[side.role] == EVENLY:
                taken = [old - new for old, new in zip(side.start, counts, strict=True)]
                index = evenly(fitting, nations, taken)
            else:
                kinds = {i: casualty_named(side.units[i], names[i]) for i in fitting}
                index = chosen_casualty(self.umpire, camp.seat, kinds, volley.name, hit, facts)
            first_round = stage is not Stage.LATER
            counts = take_hit(side.losses, counts, volley.claim, first_round, index)
        return counts


def losses(fight: Fight, before: Position) -> tuple[Event, ...]:
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


def still_there(fight: Fight) -> tuple[Unit, ...]:
    """The attacking groups that are still in the zone."""
    units = fight.umpire.state.units
    there = (units[group.id] for group in fight.attacker.groups if group.id in units)
    return tuple(group for group in there if group.at == fight.order.zone)
