"""What strategic bombing that an order file brings about comes to, for its receipt (9.16).

Exact: the aircraft that each side loses when the usual interceptors rise, then, target by target,
the points of damage and the bombers that its guns shoot down.
Decides: nothing of play. Leaves to `interception` who rises, to `bombing` who flies, to
`odds_raids` the chances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from pbem.core.play.rehearsal import rehearsal
from pbem.core.record.state import Unit
from pbem.core.rules.position import Position
from pbem.core.rules.readings import Reading, rules_of
from pbem.core.rules.sides import Role
from pbem.core.rules.system import Foretold
from pbem.systems.gw.battle.air_raid import FacilityGuns, Raid, lose, order_of_losses
from pbem.systems.gw.combat.air.bombing import wing_of
from pbem.systems.gw.combat.air.bombing_targets import Target, target_of, title
from pbem.systems.gw.combat.air.interception import (
    Incoming,
    Wing,
    chosen,
    may_rise,
    round_of,
    without,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.odds.odds_raids import air_hits, mean, raid_chances
from pbem.systems.gw.world.duties import STRATEGIC, mission_of, missions, sent_on
from pbem.systems.gw.world.units import type_of, unit_type

Plans = Mapping[tuple[str, str], BattleOrder]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Aircraft on their way to a zone and those that rise, with the round that they fight."""

    raiders: Wing
    rising: Wing
    round: Raid
    condition: str

    def lost(self, wing: Wing, by: Role) -> float:
        """The mean number of a side's aircraft that the other side shoots down."""
        most = sum(wing.types.values())
        law = air_hits(self.round, by)
        return sum(min(hits, most) * chance for hits, chance in law.items())

    def arrivals(self) -> Iterator[tuple[Wing, float]]:
        """Whoever gets through, with the chance of it."""
        types = self.raiders.types
        order = order_of_losses(self.round, Role.ATTACKER, types)
        for hits, chance in air_hits(self.round, Role.DEFENDER).items():
            left = lose(types, hits, order)
            lost = {name: count - left.get(name, 0) for name, count in types.items()}
            yield without(self.raiders, lost), chance


def bombing_odds(position: Position, own: Collection[str], plans: Plans) -> Iterator[Foretold]:
    """What every raid of some nations comes to: in the air, then target by target."""
    for kind, zone in missions(position.state, own):
        if kind != STRATEGIC:
            continue
        sent = sent_on(position.state, kind, zone, own)
        meeting = _meeting(position, plans.get((kind, zone), BattleOrder(zone)), sent)
        if meeting.rising.groups:
            yield _met(position, zone, meeting)
        targets = {mission.target for unit in sent if (mission := mission_of(unit)) is not None}
        for name in sorted(targets - {""}):
            target = target_of(position, zone, name)
            yield _told(position, target, sent, meeting)


def _meeting(position: Position, plan: BattleOrder, sent: Collection[Unit]) -> Meeting:
    """The round in the air as it is usual: the interceptors of the default, losses as ordered."""
    umpire, book = rehearsal(position), position.book
    raiders = wing_of(book, (unit for unit in sent if type_of(book, unit).is_air))
    incoming = Incoming(plan.zone, STRATEGIC, raiders, plan.words)
    able = may_rise(umpire, plan.zone, raiders.powers[0]) if raiders.groups else []
    rising = chosen(umpire, incoming)
    if rising.groups:
        condition = f"if {_named(rising)} intercept"
    else:
        condition = "if nobody intercepts" if able else "and nobody can intercept"
    return Meeting(raiders, rising, round_of(umpire, incoming, rising), condition)


def _named(wing: Wing) -> str:
    """`2 Fighter, 1 Jet Fighter`."""
    return ", ".join(f"{n} {unit_type(wing.book, name).name}" for name, n in wing.types.items())


def _met(position: Position, zone: str, meeting: Meeting) -> Foretold:
    """`London: 2 Fighter intercept; in the air you lose 0.5 of 3, they 0.2 of 2, on average`."""
    lost = meeting.lost(meeting.raiders, Role.DEFENDER)
    downed = meeting.lost(meeting.rising, Role.ATTACKER)
    sent, rising = (sum(wing.types.values()) for wing in (meeting.raiders, meeting.rising))
    text = (
        f"{position.label(zone)}: {_named(meeting.rising)} intercept, as is usual; in the air you "
        f"lose {lost:.1f} of {sent}, they {downed:.1f} of {rising}, on average"
    )
    facts = {
        "at": zone,
        "method": "exact",
        "interceptors": list(map(list, meeting.rising.rows)),
        "lost": round(lost, 2),
        "enemy_lost": round(downed, 2),
    }
    return Foretold("odds", text, facts)


def _told(position: Position, target: Target, sent: Collection[Unit], meeting: Meeting) -> Foretold:
    """`London, Air Base: 7.0 points of damage, its guns shoot down 0.5 of 2`."""
    rules = rules_of(position, _guns(target))
    aimed = [unit for unit in sent if _target_of(unit) == target.id]
    rockets = Counter[str]()
    for unit in aimed:
        if not type_of(position.book, unit).is_air:
            rockets[unit.counter] += unit.size
    damage = shot = 0.0
    for arrived, chance in meeting.arrivals():
        wing = rockets.copy()
        for unit, count in arrived.groups:
            if _target_of(unit) == target.id:
                wing[unit.counter] += count
        chances = raid_chances(Raid(wing, {}, target.stands, rules=rules))
        damage += chance * mean(chances["damage"])
        shot += chance * mean(chances["attackers lost"])
    text = f"{position.label(target.zone)}, {title(target.id)}: {damage:.1f} points of damage"
    if shot:
        text += f", its guns shoot down {shot:.1f} of {sum(unit.size for unit in aimed)}"
    facts = {
        "at": target.zone,
        "method": "exact",
        "target": target.id,
        "damage": round(damage, 2),
        "shot_down": round(shot, 2),
    }
    return Foretold("odds", f"{text}, on average, {meeting.condition}", facts)


def _target_of(unit: Unit) -> str:
    mission = mission_of(unit)
    return mission.target if mission is not None else ""


def _guns(target: Target) -> dict[type[Reading], bool]:
    """The reading that matters where a target has guns."""
    return {FacilityGuns: target.stands.guns}
