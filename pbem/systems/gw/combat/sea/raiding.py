"""Convoy raids in play (9.11-9.14, tables 9-7 and 9-8): raids, who pays, defence rolls.

All raiders of a zone raid together, each with its own pair of dice. Raiding aircraft are met by
those on patrol first. Leaves to `announcing` who may raid at all, to `convoy_lines` what is left.
Decides the course of a raid and who pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.changes import set_power, set_track
from pbem.core.record.events import Event
from pbem.core.record.state import State, Unit, as_number
from pbem.core.record.verdicts import Judged, PowerId
from pbem.core.rules.readings import Reading, Rules, rules_of
from pbem.core.rules.sides import Role
from pbem.systems.gw.battle.air_raid import D6
from pbem.systems.gw.battle.convoy_raid import (
    Convoy,
    ConvoyRadar,
    MineDefence,
    MineModifiers,
    PatrolBonus,
    assign,
    assign_to_lines,
    convoy_modifier,
    raid_damage,
    raider_modifier,
)
from pbem.systems.gw.combat.air.interception import (
    RADAR,
    Incoming,
    MetVerdict,
    Throws,
    Wing,
    met_in_the_air,
)
from pbem.systems.gw.combat.battle_orders import BattleOrder
from pbem.systems.gw.combat.sea.raid_defence import (
    CITE,
    RAIDERS,
    DefenceRoll,
    EscortRolls,
    defence_of,
)
from pbem.systems.gw.world.convoy_lines import lines, lines_in, to_be_raided
from pbem.systems.gw.world.duties import raiders_in
from pbem.systems.gw.world.facilities import has, lenders
from pbem.systems.gw.world.nations import acting, aligned, enemies_in
from pbem.systems.gw.world.sea_movement import patrols_in
from pbem.systems.gw.world.units import Piece, catalogue, duty_of, pieces
from pbem.systems.gw.world.vocabulary import Counted, Duty, PowerCount, PowerFlag, TrackName


class EmptyTreasury(Reading, id="GW-R-9.11-a"):
    """What a raided nation pays that has fewer IPPs than it loses."""

    WHAT_IT_HAS = "what-it-has"
    NEXT_NATION = "next-nation"


class AirRaiders(Reading, id="GW-R-9.14-a"):
    """When raiding aircraft are intercepted."""

    BEFORE = "before"
    AFTER = "after"


ADVANCED_ASW: Final = PowerFlag.TECH.of("advanced-asw")
AT_STAKE: Final = (ConvoyRadar, PatrolBonus, EscortRolls, EmptyTreasury)
MINES_AT_STAKE: Final = (MineDefence, MineModifiers)
CONVOYS: Final = DecisionKind(
    "convoy-damage",
    "Damage where convoy lines cross",
    "when raiders damage several lines of a nation; by default the line with most to lose pays",
    "9.11",
    (AnswerKey("defend", "convoys"),),
)
RAIDING_KINDS: Final = (CONVOYS, RAIDERS)
Sent = Sequence[tuple[str, int, str]]  # kinds of raiders, how many, and on which duty


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of dice: the raider's and the convoy's, what each adds, and who pays for it."""

    unit: str
    mines: bool
    raider: int
    adds: int
    against: PowerId
    convoy: int
    protects: int
    damage: int
    paid: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ConvoyRaidVerdict(MetVerdict):
    """A raid on convoys: every pair of dice, who pays what, what those who protect them do.

    `paid`: what each nation has lost on which line; `left`: what it can still lose here.
    """

    kind: ClassVar[str] = "convoy-raid"
    cite: ClassVar[str] = "9.11"

    sent: Sent
    lines: Sequence[str]
    escorts: Mapping[str, int]
    patrols: Mapping[str, int]
    raids: Sequence[Pair]
    paid: Mapping[str, Mapping[str, int]]
    left: Mapping[str, int]
    defence: Sequence[DefenceRoll]
    lost: Counted
    damaged: Counted | None = None  # logs of before have none


@dataclass(slots=True)
class Raid:
    """A raid in progress: who raids whom, and what is told of it."""

    umpire: Umpire
    zone: str
    words: Mapping[str, Any]
    power: str
    rules: Rules
    rows: list[Pair] = field(default_factory=list)
    paid: dict[str, dict[str, int]] = field(default_factory=dict)
    wishes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def raiders(self) -> list[Piece]:
        """The raiders that are still there, in the order of the catalogue."""
        position = self.umpire.position
        there = raiders_in(position.state, self.zone, [power.id for power in acting(position)])
        place = {name: number for number, name in enumerate(catalogue(self.umpire.book))}
        ranked = sorted(there, key=lambda unit: (place[unit.counter], unit.id))
        return pieces(self.umpire.book, ranked)

    @property
    def left(self) -> dict[str, dict[str, int]]:
        """What each Enemy can still lose here, by line."""
        return to_be_raided(self.umpire.position, self.zone, self.power)

    @property
    def payer(self) -> str:
        """The Enemy with most to lose here; nobody's name if there is nothing."""
        totals = {nation: sum(by_line.values()) for nation, by_line in self.left.items()}
        return max(totals, key=lambda nation: totals[nation], default="")


@implements("GW-9.11-4", "GW-9.11-8", "GW-8.8-2")
def convoy_raid(umpire: Umpire, order: BattleOrder) -> None:
    """One round of raiding in a sea zone: raids, then the defence rolls (table 9-7)."""
    position, zone = umpire.position, order.zone
    raiders = raiders_in(position.state, zone, [power.id for power in acting(position)])
    if not raiders:
        return
    raid = raid_begins(umpire, order, raiders)
    payer = raid.payer
    if not payer:
        tell_nothing(umpire, raid, raiders)
        return
    before = raid.left
    raided = {line for by_line in before.values() for line in by_line}
    convoy = convoy_of(raid, payer)
    met = _air_raiders_met(raid, AirRaiders.BEFORE)
    for raider, count in _alike(raid.raiders):
        _raid(raid, raider, count)
    met |= _air_raiders_met(raid, AirRaiders.AFTER)
    defence = defence_of(raid, convoy, payer)
    _count(umpire, zone)
    umpire.tell(
        ConvoyRaidVerdict(
            at=zone,
            result="raided",
            attacker=list(dict.fromkeys(unit.owner for unit in raiders)),
            defender=list(before),
            sent=_sent(raiders),
            lines=[line.id for line in lines_in(umpire.book, zone) if line.id in raided],
            escorts=dict(convoy.escorts),
            patrols=dict(convoy.patrols),
            raids=raid.rows,
            paid=raid.paid,
            left={nation: sum(by_line.values()) for nation, by_line in raid.left.items()},
            defence=defence.rolls,
            lost=tuple(defence.lost.items()),
            damaged=tuple(defence.damaged.items()),
            **met,
        )
    )


def raid_begins(umpire: Umpire, order: BattleOrder, raiders: Sequence[Unit]) -> Raid:
    """The raid, with the readings that may matter to it; mines have some of their own."""
    umpire.chart("raids")
    umpire.chart("convoy-lines")
    mines = any(duty_of(unit) == Duty.MINES for unit in raiders)
    asked = (*AT_STAKE, *(MINES_AT_STAKE if mines else ()))
    rules = rules_of(umpire, dict.fromkeys(asked, True))
    return Raid(umpire, order.zone, order.words, raiders[0].owner, rules)


@dataclass(frozen=True, slots=True)
class NoRaidVerdict(Judged):
    """There was nothing left to raid."""

    kind: ClassVar[str] = "no-raid"
    cite: ClassVar[str] = "9.11"

    attacker: Sequence[PowerId]
    sent: Sent
    lines: Sequence[str]


def tell_nothing(umpire: Umpire, raid: Raid, raiders: Sequence[Unit]) -> None:
    """No Enemy has anything to lose here any more."""
    crossing = [line.id for line in lines_in(umpire.book, raid.zone)]
    umpire.tell(
        NoRaidVerdict(
            at=raid.zone,
            result="nothing",
            attacker=[raid.power],
            sent=_sent(raiders),
            lines=crossing,
        )
    )


def _sent(raiders: Iterable[Unit]) -> Sent:
    """Who raids, and on which duty, as a fact."""
    return [(unit.counter, unit.size, duty_of(unit)) for unit in raiders]


# --- the convoy ------------------------------------------------------------------------------


@implements("GW-9.11-10", "GW-9.11-12", "GW-9.11-16", "GW-8.7-3")
def convoy_of(raid: Raid, payer: str) -> Convoy:
    """What protects a nation's convoys: escorts and patrols Aligned with it, its technology."""
    position = raid.umpire.position
    escorts = [
        unit
        for unit in enemies_in(position.state, raid.power, raid.zone)
        if duty_of(unit) == Duty.ESCORT and aligned(position.state, unit.owner, payer)
    ]
    patrols = [
        unit
        for unit in patrols_in(position, raid.power, raid.zone)
        if aligned(position.state, unit.owner, payer)
    ]
    nations = [payer, *(unit.owner for unit in escorts)]
    return Convoy(
        Wing(raid.umpire.book, Role.DEFENDER, tuple((unit, unit.size) for unit in escorts)).types,
        Wing(raid.umpire.book, Role.DEFENDER, tuple((unit, unit.size) for unit in patrols)).types,
        any(_knows(position.state, nation, RADAR) for nation in nations),
        _knows(position.state, payer, ADVANCED_ASW),
        rules=raid.rules,
    )


def _knows(state: State, power: str, flag: str) -> bool:
    """Whether a nation, or the Commonwealth with it, has a technology."""
    return any(has(state, nation, flag) for nation in lenders(power))


# --- raids -----------------------------------------------------------------------------------


@implements("GW-9.11-5", "GW-9.11-d1", "GW-9.11-6", "GW-9.13-1", "GW-9.14-1", "GW-9.12-1")
def _alike(raiders: Sequence[Piece]) -> list[tuple[Piece, int]]:
    """Raiders of a kind roll together, wherever they came from: one of them, and how many."""
    found: dict[str, tuple[Piece, int]] = {}
    for raider in raiders:
        first, count = found.get(_name(raider), (raider, 0))
        found[_name(raider)] = first, count + raider.size
    return list(found.values())


def _raid(raid: Raid, group: Piece, count: int) -> None:
    """The raids of like units: a pair of dice each, against whoever has most to lose then."""
    if not raid.payer:
        return
    name, mines = _name(group), group.duty == Duty.MINES
    throws = Throws(raid.umpire, {"raider": group.owner, "convoy": raid.payer}, CITE)
    own = throws(f"raider/{name}", count, D6)
    opposed = throws(f"convoy/{name}", count, D6)
    adds = raider_modifier(raid.umpire.book, group.type, mines)
    for mine, theirs in zip(own, opposed, strict=True):
        payer = raid.payer
        if not payer:
            return
        against = convoy_modifier(convoy_of(raid, payer), mines)
        damage = raid_damage(mine, theirs, adds, against)
        paid = _pay(raid, damage)
        raid.rows.append(
            Pair(
                unit=group.type.id,
                mines=mines,
                raider=mine,
                adds=adds,
                against=payer,
                convoy=theirs,
                protects=against,
                damage=damage,
                paid=paid,
            )
        )


def _name(group: Piece) -> str:
    """What tells a group from others in the path of its dice."""
    return f"{group.owner}-{group.type.id}{'-mines' if group.duty == Duty.MINES else ''}"


@implements("GW-9.11-5", "GW-9.11-6", "GW-9.11-7", "GW-9.11-9")
def _pay(raid: Raid, damage: int) -> dict[str, int]:
    """What a raid costs whom, in IPPs, on the lines that the nation chooses (9.11)."""
    left = raid.left
    totals = {nation: _can_lose(raid, nation, by_line) for nation, by_line in left.items()}
    paid: dict[str, int] = {}
    for nation, share in assign(damage, totals).items():
        by_line = assign_to_lines(share, left[nation], _wish(raid, nation, left[nation]))
        raid.umpire.apply(*lost_by(raid.umpire.state, nation, by_line))
        paid[nation] = share
        told = raid.paid.setdefault(nation, {})
        for line, ipps in by_line.items():
            told[line] = told.get(line, 0) + ipps
    return paid


def _can_lose(raid: Raid, nation: str, by_line: Mapping[str, int]) -> int:
    """What a nation can lose here; by one reading no more than it has (9.11)."""
    total, cash = (
        sum(by_line.values()),
        raid.umpire.state.powers[nation].counters.get(PowerCount.CASH),
    )
    if cash is None or raid.rules.reading(EmptyTreasury) is EmptyTreasury.WHAT_IT_HAS:
        return total
    return min(total, cash)


def lost_by(state: State, nation: str, by_line: Mapping[str, int]) -> tuple[Event, ...]:
    """The events of a loss: cash, as far as there is some, and the damage of each line."""
    counters = state.powers[nation].counters
    events: list[Event] = []
    for line, ipps in by_line.items():
        suffered = counters.get(PowerCount.RAIDED.of(line), 0) + ipps
        events += set_power(state, nation, "counter", PowerCount.RAIDED.of(line), suffered)
    if PowerCount.CASH in counters:
        left = counters[PowerCount.CASH] - min(counters[PowerCount.CASH], sum(by_line.values()))
        events += set_power(state, nation, "counter", PowerCount.CASH, left)
    return tuple(events)


@implements("GW-9.11-7")
def _wish(raid: Raid, nation: str, left: Mapping[str, int]) -> tuple[str, ...]:
    """The order in which lines that cross are damaged, as the nation wishes (9.11)."""
    default = tuple(sorted(left, key=lambda line: (-left[line], line)))
    if len(left) < 2 or nation in raid.wishes:
        return raid.wishes.get(nation, default)
    players = raid.umpire.state.powers[nation].players
    picks = default
    if players:
        decision = CONVOYS.ask(
            "Which convoy line is damaged first?",
            players,
            (Option(line, lines(raid.umpire.book)[line].title) for line in left),
            default,
            about=nation,
            at=raid.zone,
            most=len(left),
        )
        picks = raid.umpire.decide(decision).picks
    raid.wishes[nation] = picks
    return picks


def _count(umpire: Umpire, zone: str) -> None:
    """Lines that were raided are remembered, whether or not IPPs were lost."""
    for line in lines_in(umpire.book, zone):
        known = as_number(umpire.state.track(TrackName.RAIDS.of(line.id)))
        umpire.apply(*set_track(umpire.state, TrackName.RAIDS.of(line.id), known + 1))


# --- raiding aircraft ------------------------------------------------------------------------


@implements("GW-9.14-3", "GW-9.14-d2")
def _air_raiders_met(raid: Raid, when: AirRaiders) -> dict[str, Any]:
    """Aircraft on patrol meet raiding aircraft for one round (9.14)."""
    flying = [raider for raider in raid.raiders if raider.is_air and raider.duty == Duty.RAID]
    if not flying or raid.umpire.reading(AirRaiders) != when:
        return {}
    wing = Wing(
        raid.umpire.book, Role.ATTACKER, tuple((raider.unit, raider.size) for raider in flying)
    )
    met = met_in_the_air(raid.umpire, Incoming(raid.zone, Duty.RAID, wing, raid.words))
    return dict(met.told)
