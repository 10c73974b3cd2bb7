"""Strategic bombing in play (8.5, 9.16, table 9-9): one raid on a zone, on one target or several.

The bombers of a zone are met together on their way; then each bombs what it was sent against, and
is shot at by the guns of its target. Strategic Rockets are neither met nor shot at.
Decides who bombs what, and tells what came of it. Leaves to `interception` who meets them, to
`bombing_targets` what a target can suffer, to `air_raid` the dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.state import Unit
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Rules, rules_of
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.air_raid import (
    FacilityGuns,
    Raid,
    damage_rolled,
    flak_value,
    under_guns,
)
from pbem.systems.gw.combat.air.bombing_targets import Target, hit, target_of
from pbem.systems.gw.combat.air.interception import (
    Incoming,
    Met,
    MetVerdict,
    Throws,
    Wing,
    fallen,
    met_in_the_air,
    shot_down,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.world.duties import STRATEGIC, mission_of, sent_on
from pbem.systems.gw.world.nations import acting, is_enemy_zone
from pbem.systems.gw.world.units import Group, pieces, unit_type
from pbem.systems.gw.world.vocabulary import Counted

CITE: Final = "9.16"


@dataclass(frozen=True, slots=True)
class Sortie:
    """A raid on a zone: where, under which order, and what was sent."""

    book: Book
    zone: str
    words: Mapping[str, Any]
    sent: tuple[Unit, ...]

    @property
    def power(self) -> str:
        """The nation whose raid it is."""
        return self.sent[0].owner

    @property
    def flying(self) -> Wing:
        """The aircraft of the raid, bombers and escorts."""
        return wing_of(self.book, (one.unit for one in pieces(self.book, self.sent) if one.is_air))

    @property
    def rockets(self) -> tuple[Group, ...]:
        """The Strategic Rockets of the raid."""
        there = pieces(self.book, self.sent)
        return tuple((one.unit, one.size) for one in there if not one.is_air)


def wing_of(book: Book, units: Iterable[Unit]) -> Wing:
    """Whole groups of attackers."""
    return Wing(book, Role.ATTACKER, tuple((unit, unit.size) for unit in units))


def sortie(umpire: Umpire, order: BattleOrder, kind: str) -> Sortie:
    """What the nations on turn have sent on a mission against a zone."""
    nations = [power.id for power in acting(umpire.position)]
    return Sortie(
        umpire.book, order.zone, order.words, sent_on(umpire.state, kind, order.zone, nations)
    )


@dataclass(frozen=True, slots=True)
class RaidVerdict(MetVerdict):
    """What a verdict tells of a raid from the air besides: what was sent."""

    sent: Counted


@dataclass(frozen=True, slots=True)
class Bombed:
    """The bombs on one target, its damage or the payments for what is built, and its guns."""

    target: str
    bombers: Counted
    dice: Sequence[tuple[str, Sequence[int]]]
    rolled: int
    before: int
    after: int
    maximum: int
    guns: Sequence[Sequence[int]]
    hits_on: int
    shot: Counted
    payments: str | None = None


@dataclass(frozen=True, slots=True)
class StrategicBombingVerdict(RaidVerdict):
    """A raid on facilities: what was sent, what met it, and the bombs on each target."""

    kind: ClassVar[str] = "strategic-bombing"
    cite: ClassVar[str] = "9.16"

    targets: Sequence[Bombed]


@implements("GW-8.5-1", "GW-9.16-1", "GW-9.16-2", "GW-9.16-5")
def strategic_bombing(umpire: Umpire, order: BattleOrder) -> None:
    """One raid: interception, bombs on each target, its guns (table 9-9)."""
    raid = sortie(umpire, order, STRATEGIC)
    flying = raid.flying
    if not is_enemy_zone(umpire.state, raid.power, raid.zone):
        called_off(umpire, raid, STRATEGIC)
        return
    umpire.chart("raids")
    met = met_in_the_air(umpire, Incoming(raid.zone, STRATEGIC, flying, raid.words))
    arrived = [*met.raiders.groups, *raid.rockets]
    targets: dict[str, list[Group]] = {}
    for unit, count in arrived:
        mission = mission_of(unit)
        if mission is not None and mission.target:
            targets.setdefault(mission.target, []).append((unit, count))
    struck = [_strike(umpire, raid.zone, name, targets[name]) for name in sorted(targets)]
    umpire.tell(StrategicBombingVerdict(**raid_told(umpire, raid, met), targets=struck))


@dataclass(frozen=True, slots=True)
class CalledOffVerdict(Judged):
    """There was nothing left to bomb or to shell."""

    kind: ClassVar[str] = "called-off"
    cite: ClassVar[str] = "9.16"

    sent: Counted
    by: PowerId


def called_off(umpire: Umpire, raid: Sortie, kind: str) -> None:
    """There is nothing left to bomb: the zone changed hands, or its defenders are gone."""
    sent = [(unit.counter, unit.size) for unit in raid.sent]
    umpire.tell(CalledOffVerdict(at=raid.zone, result=kind, sent=sent, by=raid.power))


def raid_told(umpire: Umpire, raid: Sortie, met: Met) -> dict[str, Any]:
    """What the verdict of a raid from the air tells: who was sent, and what it met."""
    wing = wing_of(raid.book, raid.sent)
    told = {"attacker": wing.powers, "defender": [umpire.state.holder(raid.zone)]}
    return {"at": raid.zone, "result": "bombed", "sent": wing.rows, **told, **met.told}


@implements("GW-9.16-3", "GW-9.16-4", "GW-9.16-d2", "GW-9.16-d3", "GW-12.5-2", "GW-7.8-d3")
def _strike(umpire: Umpire, zone: str, name: str, groups: Sequence[Group]) -> Bombed:
    """The bombs on one target, and its guns; what happened, as facts."""
    target = target_of(umpire.position, zone, name)
    wing = Wing(umpire.book, Role.ATTACKER, tuple(groups))
    powers = {
        "damage": wing.powers[0],
        "guns": umpire.state.holder(zone),
    }
    throws = Throws(umpire, powers, CITE)
    with umpire.step(name):
        rolled = damage_rolled(umpire.book, wing.types, throws)
        before = target.stands.damage
        read = _readings(umpire, target, wing)
        shot = _shot_at(target, wing, throws, read)
    umpire.apply(*hit(umpire.position, target, rolled))
    shot_down(umpire, wing, shot)
    return Bombed(
        target=name,
        bombers=wing.rows,
        dice=[(what.partition("/")[2], faces) for what, faces in throws.kept if what != "guns"],
        rolled=rolled,
        before=before,
        **_left(umpire, target),
        guns=[faces for what, faces in throws.kept if what == "guns"],
        hits_on=flak_value(read),
        shot=fallen(shot),
    )


def _readings(umpire: Umpire, target: Target, wing: Wing) -> Rules:
    """What the guns of a target hit on, where they fire."""
    fire = target.stands.guns and any(unit_type(umpire.book, name).is_air for name in wing.types)
    return rules_of(umpire, {FacilityGuns: fire})


def _shot_at(target: Target, wing: Wing, throws: Throws, read: Rules) -> dict[str, int]:
    """The bombers that fall to the guns of their target, by type."""
    bombers = {
        name: count for name, count in wing.types.items() if unit_type(read.book, name).is_air
    }
    left = under_guns(Raid(bombers, {}, target.stands, rules=read), bombers, throws)
    return {name: count - left.get(name, 0) for name, count in bombers.items()}


def _left(umpire: Umpire, target: Target) -> dict[str, Any]:
    """How a target stands after the bombs: its damage, or the payments for what is built."""
    position = umpire.position
    after = target_of(position, target.zone, target.id).stands
    told: dict[str, Any] = {"after": after.damage, "maximum": after.maximum}
    if target.under_construction:
        place = position.places.get(target.zone)
        paid = place.markers.get(target.id) if place else None
        told |= {"maximum": 0, "payments": str(paid or 0)}
    return told
