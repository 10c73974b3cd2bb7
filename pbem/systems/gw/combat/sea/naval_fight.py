"""A naval battle in progress: dice, casualties, submarines that dive; the state after each round.

The rules of a round are those of `naval_battle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.choices.conditions import Fact
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.systems.gw.battle.battle_facts import totals
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.fire import Hits, Stage
from pbem.systems.gw.battle.naval_battle import (
    FACTS,
    NavalBattle,
    NavalPosition,
    alive,
    facts,
    suffer,
)
from pbem.systems.gw.battle.naval_fire import Salvo, choices, damaged_by
from pbem.systems.gw.battle.naval_forces import Fleet, damage_suffered, total
from pbem.systems.gw.battle.ship_damage import is_rolled_for, markers_of
from pbem.systems.gw.combat.battle_choices import casualty_named, chosen_casualty
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.naval_choices import STAY, SUBMERGE, dive_answer, dive_ordered
from pbem.systems.gw.combat.sea.naval_lines import Line
from pbem.systems.gw.combat.sea.naval_losses import settle
from pbem.systems.gw.world.cargo import follow, moved
from pbem.systems.gw.world.loss_words import EVENLY, evenly
from pbem.systems.gw.world.units import Role

STEP_OF: Final = {Role.ATTACKER: "attack", Role.DEFENDER: "defence"}


@dataclass(slots=True)
class SeaFight:
    """A naval battle in progress.

    `origins`: the sea zones from which ships came.
    `dived`: what each side's submarines do in this round; `away`: whose have left the battle.
    """

    umpire: Umpire
    order: BattleOrder
    lines: dict[Role, Line]
    powers: Mapping[Role, list[str]]
    battle: NavalBattle
    position: NavalPosition
    origins: Sequence[str] = ()
    by_hit: Mapping[Role, str] = field(default_factory=dict)
    shots: list[dict[str, Any]] = field(default_factory=list)
    dived: dict[Role, str] = field(default_factory=dict)
    away: dict[Role, str] = field(default_factory=dict)

    def fleets(self, role: Role) -> tuple[Fleet, Fleet]:
        """A side's fleet and the enemy's."""
        pair = (self.battle.attacker, self.battle.defender)
        return pair if role is Role.ATTACKER else (pair[1], pair[0])

    def facts(self, role: Role, known: Iterable[str]) -> dict[str, Fact]:
        """The facts of the battle as one side sees it, by the names that a choice may use."""
        counts = (self.position.attacker, self.position.defender)
        return self._facts(role, counts, self.position.round, known)

    def _facts(
        self, role: Role, counts: tuple[Counts, Counts], rounds: int, known: Iterable[str]
    ) -> dict[str, Fact]:
        own, enemy = self.fleets(role)
        mine, theirs = counts if role is Role.ATTACKER else (counts[1], counts[0])
        found = facts((own, mine), (enemy, theirs), rounds)
        return {name: value for name, value in found.items() if name in known}

    def throw(self, fleet: Fleet, salvo: Salvo) -> Sequence[int]:
        """The dice of a salvo; its path names round, side and type."""
        power = self.powers[fleet.role][0]
        with self.umpire.step(STEP_OF[fleet.role]):
            roll = self.umpire.roll(salvo.name, f"{salvo.count}d12", by=power, cite="9.6")
        faces = roll.throws[-1]
        self.shots.append(
            {
                "side": str(fleet.role),
                "unit": salvo.name,
                "dice": [[dice.count, dice.value, dice.selects] for dice in salvo.dice],
                "faces": list(faces),
            }
        )
        return faces

    def take(self, fleet: Fleet, counts: Counts, salvo: Salvo, hits: Hits, stage: Stage) -> Counts:
        """What a salvo's hits leave of a side, as its players choose."""
        if fleet.role in self.by_hit:
            left = self._hit_by_hit(fleet, counts, salvo, hits, stage)
        else:
            left = suffer(fleet, counts, salvo, hits, stage, self.markers)
        self.shots[-1] |= {
            "stage": str(stage),
            "selected": hits.selected,
            "hits": hits.ordinary,
            "lost": fewer(totals(fleet, counts), totals(fleet, left)),
            "damaged": _newly_damaged(fleet, counts, left),
        }
        return left

    def _hit_by_hit(
        self, fleet: Fleet, counts: Counts, salvo: Salvo, hits: Hits, stage: Stage
    ) -> Counts:
        """Every ordinary hit is given by itself; selected ones are the shooter's."""
        counts = suffer(fleet, counts, salvo, replace(hits, ordinary=0), stage, self.markers)
        known = self.facts(fleet.role, FACTS)
        for hit in range(hits.ordinary, 0, -1):
            fitting = choices(fleet, counts, salvo.aim)
            if self.by_hit[fleet.role] == EVENLY:
                nations = ["".join(kind.called[:1]) for kind in fleet.kinds]
                index = evenly(fitting, nations, hits_taken(fleet, counts))
            else:
                kinds = {index: fleet.kinds[index] for index in fitting}
                names = {i: casualty_named(k.unit, k.called, k.damage) for i, k in kinds.items()}
                seat = self.lines[fleet.role].seat
                index = chosen_casualty(self.umpire, seat, names, salvo.name, hit, known)
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
        struck = self.shots[-1].setdefault("struck", [])
        number = sum(len(shot.get("struck", [])) for shot in self.shots) + 1
        power = self.powers[fleet.role][0]
        roll = self.umpire.roll(f"damage-{number}-{kind.id}", "d12", by=power, cite="15.5")
        struck.append([kind.id, roll.total, markers_of(roll.total)])
        return markers_of(roll.total)

    def dives(self, _: NavalBattle, role: Role, counts: tuple[Counts, Counts], rounds: int) -> bool:
        """Whether a side's submarines leave in this round; it is asked once a round (9.4)."""
        own, _enemy = self.fleets(role)
        mine = counts[0] if role is Role.ATTACKER else counts[1]
        if not total(own, mine, "submarine"):
            return False
        if role not in self.dived:
            known = self._facts(role, counts, rounds, FACTS)
            line = self.lines[role]
            shy = any(kind.hunted for _, kind in line.groups)
            said = dive_ordered(self.order.submerge, known) if role is Role.ATTACKER else None
            answer = dive_answer(self.umpire, line.seat, self.powers[role][0], known, said, shy)
            self.dived[role] = answer
        return self.dived[role] != STAY

    def settle(self) -> None:
        """Bring what the battle cost so far on the board."""
        for role, counts in zip(Role, alive(self.position), strict=True):
            self.lines[role] = settle(self.umpire, self.lines[role], self.fleets(role)[0], counts)
            if self.dived.get(role, STAY) != STAY:
                self.away[role] = self.dived[role]
                self._sail_away(role, self.dived[role])
        self.dived = {}

    @implements("GW-9.4-9")
    def _sail_away(self, role: Role, goal: str) -> None:
        """Submarines that did not submerge are in another sea zone now (9.4)."""
        groups = []
        for unit, kind in self.lines[role].groups:
            if kind.unit.is_submarine and goal != SUBMERGE:
                events = [moved(unit, goal, unit.size)]
                self.umpire.apply(*events)
                unit = follow(unit, events)
            groups.append((unit, kind))
        self.lines[role] = replace(self.lines[role], groups=tuple(groups))


def hits_taken(fleet: Fleet, counts: Counts) -> list[int]:
    """What the units of each kind could stand when the battle began, less what they stand now."""
    return [
        (old - new) * (kind.unit.hits - kind.damage)
        for kind, old, new in zip(fleet.kinds, fleet.start, counts, strict=True)
    ]


def fewer(before: Sequence[Sequence[Any]], after: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The differences of two lists of units by type."""
    left = {row[0]: row[1] for row in after}
    rows = [[name, count - left.get(name, 0)] for name, count in before]
    return [row for row in rows if row[1]]


def _newly_damaged(fleet: Fleet, before: Counts, after: Counts) -> list[str]:
    """The types of ships that took hits and float on."""
    old, new = damage_suffered(fleet, before), damage_suffered(fleet, after)
    return [name for name, count in new.items() if count > old.get(name, 0)]
