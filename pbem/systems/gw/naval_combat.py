"""Naval combat as the umpire conducts it (9.4, 9.6, 8.9): who fights where, and what it costs.

The rules of a round are those of `naval_battle`; here dice are rolled, players choose, and what
happened changes the state when the battle is over. Submarines that alone defend, and raiders,
decline combat; where the enemy's aircraft on patrol hold them, they submerge after one round.
Leaves to later chapters: screening, scrambling, other stances of submarines, raids on convoys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pbem.core.conditions import Fact
from pbem.core.rulebook import implements
from pbem.core.state import REMOVED, State, Unit, Until
from pbem.core.umpire import Umpire
from pbem.systems.gw.battle_choices import BEGIN_FACTS, RETREAT, STAY, Seat, plan_of, retreat_answer
from pbem.systems.gw.battle_facts import totals
from pbem.systems.gw.battle_orders import BattleOrder
from pbem.systems.gw.cargo import (
    DAMAGED,
    cargo_of,
    follow,
    load,
    lost_with,
    mark_events,
    moved,
    unload,
)
from pbem.systems.gw.casualties import Counts
from pbem.systems.gw.fire import Hits, Stage
from pbem.systems.gw.movement import BASE, FROM, deck_for, has_moved, type_of
from pbem.systems.gw.nations import acting, enemies_in, is_friendly
from pbem.systems.gw.naval_battle import (
    AT_ONCE,
    NavalBattle,
    NavalOutcome,
    NavalPosition,
    ending,
    facts,
    fight_round,
    may_retreat,
    prepare,
    start,
    suffer,
)
from pbem.systems.gw.naval_fire import Salvo
from pbem.systems.gw.naval_forces import (
    Fleet,
    Kind,
    NavalForce,
    NavalPlan,
    Squadron,
    damage_suffered,
)
from pbem.systems.gw.odds_naval import alive
from pbem.systems.gw.retreat import FACTS as LAND_FACTS
from pbem.systems.gw.retreat import NEVER, first_that_holds
from pbem.systems.gw.retreating import land_aircraft
from pbem.systems.gw.rulings import rulings
from pbem.systems.gw.units import Role
from pbem.systems.gw.voyages import DUTY
from pbem.systems.gw.zones import is_sea

RAID: Final = "raid"
PATROL: Final = "patrol"
STEP_OF: Final[Mapping[Role, str]] = {Role.ATTACKER: "attack", Role.DEFENDER: "defence"}
AT_STAKE: Final = ("GW-R-13", "GW-R-8.9-a", "GW-R-9.6-a", "GW-R-9.6-b")


@dataclass(frozen=True, slots=True)
class Line:
    """One side on the board: its groups, and what each is in this battle."""

    role: Role
    groups: tuple[tuple[Unit, Kind], ...]
    seat: Seat

    @property
    def powers(self) -> list[str]:
        """Every nation of the side, that of most of its units first."""
        sizes: dict[str, int] = {}
        for unit, _ in self.groups:
            sizes[unit.owner] = sizes.get(unit.owner, 0) + unit.size
        return sorted(sizes, key=lambda power: -sizes[power])

    def force(self, plan: NavalPlan) -> NavalForce:
        """The side as the rules see it."""
        squadrons = tuple(Squadron(kind, unit.size) for unit, kind in self.groups)
        return NavalForce(self.powers[0], squadrons, plan)


@dataclass(slots=True)
class SeaFight:
    """A naval battle in progress."""

    umpire: Umpire
    order: BattleOrder
    lines: Mapping[Role, Line]
    battle: NavalBattle
    position: NavalPosition
    shots: list[dict[str, Any]] = field(default_factory=list)

    def throw(self, fleet: Fleet, salvo: Salvo) -> Sequence[int]:
        """The dice of a salvo; its path names round, side and type."""
        power = self.lines[fleet.role].powers[0]
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
        """What a salvo's hits leave of a side."""
        left = suffer(fleet, counts, salvo, hits, stage)
        self.shots[-1] |= {
            "stage": str(stage),
            "selected": hits.selected,
            "hits": hits.ordinary,
            "lost": _fewer(totals(fleet, counts), totals(fleet, left)),
            "damaged": _newly_damaged(fleet, counts, left),
        }
        return left


# --- who fights ------------------------------------------------------------------------------


@implements("GW-8.7-9", "GW-12.2-fleet-carrier")
def _present(state: State, units: Iterable[Unit]) -> list[Unit]:
    """Units in a sea zone with the aircraft of their Carriers; none takes off a damaged one."""
    found: list[Unit] = []
    for unit in units:
        found.append(unit)
        if type_of(unit).is_carrier and not unit.marked(DAMAGED):
            found += [cargo for cargo in cargo_of(state, unit) if type_of(cargo).is_air]
    return found


@implements("GW-8.7-1", "GW-8.7-2", "GW-8.7-3", "GW-8.7-9")
def _patrols(umpire: Umpire, unit: Unit) -> bool:
    """Whether an aircraft is on patrol: so ordered, there since earlier, or of a Carrier (8.7)."""
    if not type_of(unit).is_air:
        return False
    aboard = unit.at not in umpire.game.board
    duty = unit.marks.get(DUTY)
    return aboard or not has_moved(unit) or (duty is not None and duty.value == PATROL)


@implements("GW-8.9-1", "GW-8.9-2", "GW-8.9-5", "GW-8.9-7", "GW-8.9-10", "GW-9.10-1")
def _declines(unit: Unit, others: Sequence[Unit], role: Role) -> bool:
    """Whether a submarine declines combat: a raider, or one that would defend alone (8.9)."""
    if not type_of(unit).is_submarine:
        return False
    duty = unit.marks.get(DUTY)
    alone = all(type_of(other).is_submarine for other in others)
    return (duty is not None and duty.value == RAID) or (role is Role.DEFENDER and alone)


def _line(
    umpire: Umpire,
    role: Role,
    units: Sequence[Unit],
    enemy: Sequence[Unit],
    order: BattleOrder,
) -> Line:
    """The units of a side that fight, and what each is."""
    held = any(_patrols(umpire, unit) for unit in enemy)
    groups = []
    for unit in sorted(units, key=lambda unit: unit.id):
        shy = _declines(unit, units, role)
        if shy and not held:
            continue
        mark = unit.marks.get(DAMAGED)
        damage = int(mark.value or 0) if mark else 0
        groups.append((unit, Kind(type_of(unit), damage, _patrols(umpire, unit), shy)))
    owners = {unit.owner for unit, _ in groups}
    players = sorted({name for owner in owners for name in umpire.state.powers[owner].players})
    words = order.words if role is Role.ATTACKER else {}
    return Line(role, tuple(groups), Seat(role, order.zone, tuple(players), words))


@implements("GW-0.5-4", "GW-0.5-5", "GW-0.5-10", "GW-0.5-11")
def _attackers(umpire: Umpire, order: BattleOrder) -> list[Unit]:
    """Who attacks: all units on turn, if some came to fight or the battle is ordered (0.5)."""
    state = umpire.state
    nations = [power.id for power in acting(state)]
    units = [unit for unit in state.at(order.zone) if unit.owner in nations]
    fresh = any(has_moved(unit) for unit in units)
    return units if fresh or order.words else []


def naval_combat(umpire: Umpire, order: BattleOrder) -> None:
    """One naval battle from the first round to its end (9.6)."""
    state = umpire.state
    units = _attackers(umpire, order)
    if not units:
        return
    own = _present(state, units)
    enemy = _present(state, enemies_in(state, units[0].owner, order.zone))
    lines = {
        Role.ATTACKER: _line(umpire, Role.ATTACKER, own, enemy, order),
        Role.DEFENDER: _line(umpire, Role.DEFENDER, enemy, own, order),
    }
    if not all(line.groups for line in lines.values()):
        owners = ([unit.owner for unit in side] for side in (own, enemy))
        attacker, defender = (list(dict.fromkeys(side)) for side in owners)
        told: dict[str, Any] = {"attacker": attacker, "defender": defender}
        umpire.verdict("no-naval-combat", "declined", cite="8.9", at=order.zone, **told)
        return
    fight = _joined(umpire, order, lines)
    outcome = ending(fight.battle, fight.position)
    while outcome is None:
        outcome = _round(fight)
    _tell_end(fight, outcome)
    _aftermath(fight, outcome)


def _joined(umpire: Umpire, order: BattleOrder, lines: Mapping[Role, Line]) -> SeaFight:
    """The battle with what both sides chose before it."""
    readings = rulings({name: umpire.reading(name) for name in AT_STAKE})
    back = any(
        is_sea(umpire.game.board, str(unit.marks[FROM].value))
        for unit, _ in lines[Role.ATTACKER].groups
        if FROM in unit.marks and type_of(unit).is_naval
    )

    def battle_of(plans: Mapping[Role, NavalPlan]) -> NavalBattle:
        own, enemy = (lines[role].force(plans[role]) for role in Role)
        return prepare(own, enemy, readings, NEVER, back)

    plain = {role: _plan(line) for role, line in lines.items()}
    battle = battle_of(plain)
    fight = SeaFight(umpire, order, lines, battle, start(battle))
    if ending(battle, fight.position) is None:
        plans = {role: _chosen(fight, role, plain[role]) for role in Role}
        fight.battle = battle_of(plans)
        fight.position = start(fight.battle)
    return fight


@implements("GW-9.4-10", "GW-8.9-12")
def _plan(line: Line) -> NavalPlan:
    """Submarines that are held against their will submerge as soon as they may (8.9)."""
    shy = any(kind.hunted for _, kind in line.groups)
    return NavalPlan(submerge=AT_ONCE if shy else NEVER)


def _fleets(battle: NavalBattle, role: Role) -> tuple[Fleet, Fleet]:
    pair = (battle.attacker, battle.defender)
    return pair if role is Role.ATTACKER else (pair[1], pair[0])


def _facts(fight: SeaFight, role: Role, known: Iterable[str]) -> dict[str, Fact]:
    """The facts of the battle as one side sees it, by the names that a choice may use."""
    position = fight.position
    own, enemy = _fleets(fight.battle, role)
    counts = (position.attacker, position.defender)
    mine, theirs = counts if role is Role.ATTACKER else (counts[1], counts[0])
    found = facts((own, mine), (enemy, theirs), position.round)
    return {name: value for name, value in found.items() if name in known}


def _chosen(fight: SeaFight, role: Role, plan: NavalPlan) -> NavalPlan:
    """The orders of losses, targets and fire of a side."""
    own, enemy = _fleets(fight.battle, role)
    begin = _facts(fight, role, BEGIN_FACTS)
    said, _ = plan_of(fight.umpire, fight.lines[role].seat, own, enemy, begin)
    return replace(plan, losses=said.losses, targets=said.targets, fire=said.fire)


# --- the rounds ------------------------------------------------------------------------------


def _round(fight: SeaFight) -> NavalOutcome | None:
    """One round: fire, losses, submarines that dive, and whether the attacker breaks off."""
    before, number = fight.position, fight.position.round + 1
    with fight.umpire.step(f"round-{number}"):
        fight.shots = []
        fight.position = fight_round(fight.battle, before, fight.throw, fight.take)
        outcome = ending(fight.battle, fight.position)
        why = _breaks_off(fight) if outcome is None else ""
        _tell_round(fight, outcome, why)
    return NavalOutcome.RETREATED if why else outcome


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.6-3")
def _breaks_off(fight: SeaFight) -> str:
    """Step 7: why the attacker retreats, or nothing (9.4)."""
    if not may_retreat(fight.battle, fight.position.attacker):
        return ""
    known = _facts(fight, Role.ATTACKER, LAND_FACTS)
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


def _sides(fight: SeaFight) -> dict[str, Any]:
    """What both sides are and have left, for verdicts."""
    battle, position = fight.battle, fight.position
    return {
        "at": fight.order.zone,
        "attacker": fight.lines[Role.ATTACKER].powers,
        "defender": fight.lines[Role.DEFENDER].powers,
        "attacker_left": totals(battle.attacker, position.attacker),
        "defender_left": totals(battle.defender, position.defender),
        "attacker_damaged": dict(damage_suffered(battle.attacker, position.attacker)),
        "defender_damaged": dict(damage_suffered(battle.defender, position.defender)),
    }


def _tell_round(fight: SeaFight, outcome: NavalOutcome | None, why: str) -> None:
    """The verdict of a round: every salvo with its dice, hits and losses, and who is left."""
    fight.umpire.verdict(
        "naval-round",
        str(NavalOutcome.RETREATED if why else outcome or "goes-on"),
        cite="9.6",
        round=fight.position.round,
        shots=fight.shots,
        retreats_because=why,
        **_sides(fight),
    )


def _tell_end(fight: SeaFight, outcome: NavalOutcome) -> None:
    """The verdict of the battle: how it ended, what it cost, who submerged."""
    battle, position = fight.battle, fight.position
    own, enemy = alive(position)
    fight.umpire.verdict(
        "naval-combat",
        str(outcome),
        cite="9.6",
        rounds=position.round,
        attacker_lost=_gone(battle.attacker, own),
        defender_lost=_gone(battle.defender, enemy),
        attacker_submerged=totals(battle.attacker, position.attacker_submerged),
        defender_submerged=totals(battle.defender, position.defender_submerged),
        **_sides(fight),
    )


def _gone(fleet: Fleet, left: Counts) -> list[list[Any]]:
    """What a side lost, by type."""
    return _fewer(totals(fleet, fleet.start), totals(fleet, left))


def _fewer(before: Sequence[Sequence[Any]], after: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The differences of two lists of units by type."""
    left = {row[0]: row[1] for row in after}
    rows = [[name, count - left.get(name, 0)] for name, count in before]
    return [row for row in rows if row[1]]


def _newly_damaged(fleet: Fleet, before: Counts, after: Counts) -> list[str]:
    """The types of ships that took hits and float on."""
    old, new = damage_suffered(fleet, before), damage_suffered(fleet, after)
    return [name for name, count in new.items() if count > old.get(name, 0)]


# --- the end ---------------------------------------------------------------------------------


def _aftermath(fight: SeaFight, outcome: NavalOutcome) -> None:
    """Losses leave the board with their cargo, damage is marked, the attacker sails back."""
    own, enemy = alive(fight.position)
    for role, counts in ((Role.ATTACKER, own), (Role.DEFENDER, enemy)):
        fleet, _ = _fleets(fight.battle, role)
        _settle(fight.umpire, fight.lines[role], fleet, counts)
    if outcome is NavalOutcome.RETREATED:
        _sail_back(fight)


def _settle(umpire: Umpire, line: Line, fleet: Fleet, counts: Counts) -> None:
    """What became of each unit of a side; aircraft first, so that Carriers sink without them."""
    left: dict[tuple[str, bool, bool], list[int]] = {}
    for kind, count in zip(fleet.kinds, counts, strict=True):
        left.setdefault(_chain(kind), []).extend([kind.damage] * count)
    chains: dict[tuple[str, bool, bool], list[tuple[Unit, int]]] = {}
    known = set(map(_chain, fleet.kinds))
    for unit, kind in line.groups:
        key = _chain(kind) if _chain(kind) in known else (kind.unit.id, kind.patrol, False)
        chains.setdefault(key, []).extend([(unit, kind.damage)] * unit.size)
    order = sorted(chains, key=lambda key: (not _is_air(chains[key]), key))
    for key in order:
        _settle_chain(umpire, chains[key], sorted(left.get(key, [])))


def _chain(kind: Kind) -> tuple[str, bool, bool]:
    """What stays the same of a kind when it is damaged."""
    return (kind.unit.id, kind.patrol, kind.hunted)


def _is_air(ships: Sequence[tuple[Unit, int]]) -> bool:
    return type_of(ships[0][0]).is_air


@implements("GW-9.6-5", "GW-12.2-battleship", "GW-0.4-1")
def _settle_chain(umpire: Umpire, ships: Sequence[tuple[Unit, int]], left: Sequence[int]) -> None:
    """Of like ships those with most damage and least cargo sink; the others are marked."""
    state = umpire.state
    ranked = sorted(ships, key=lambda ship: (ship[1], -len(cargo_of(state, ship[0])), ship[0].id))
    stay, sink = ranked[: len(left)], ranked[len(left) :]
    sunk: dict[str, tuple[Unit, int]] = {}
    for unit, _ in sink:
        sunk[unit.id] = (unit, sunk.get(unit.id, (unit, 0))[1] + 1)
    for unit, number in sunk.values():
        _sink(umpire, unit, number)
    for (unit, old), new in zip(stay, left, strict=True):
        if new != old:
            umpire.apply(*mark_events(unit, DAMAGED, new, Until.LASTING, 1))


def _sink(umpire: Umpire, unit: Unit, number: int) -> None:
    """Some units are lost with what they carry; aircraft of a Carrier seek another place."""
    state, zone = umpire.state, unit.at
    current = unit
    for cargo in cargo_of(state, unit):
        if type_of(unit).is_carrier and type_of(cargo).is_air:
            events = unload(umpire.state, cargo, zone, cargo.size)
            umpire.apply(*events)
            current = follow(current, events)
            _land_elsewhere(umpire, follow(cargo, events[:1]), current)
    umpire.apply(*lost_with(umpire.state, current), moved(current, REMOVED, number))


@implements("GW-8.7-8")
def _land_elsewhere(umpire: Umpire, group: Unit, lost: Unit) -> None:
    """Aircraft whose Carrier sinks: another deck there, a Friendly zone beside, or lost (8.7)."""
    board, zone, left = umpire.game.board, group.at, group.size
    while left:
        deck = deck_for(umpire.state, group.owner, type_of(group), zone)
        if deck is None or deck.id == lost.id:
            break
        umpire.apply(*load(umpire.state, deck, group, 1))
        left -= 1
    if not left:
        return
    coasts = (other for other in sorted(board.neighbours[zone]) if not is_sea(board, other))
    safe = [other for other in coasts if is_friendly(umpire.state, group.owner, other)]
    umpire.apply(moved(group, safe[0] if safe else REMOVED, left))


@implements("GW-9.4-7", "GW-9.4-8")
def _sail_back(fight: SeaFight) -> None:
    """Ships go back where they came from, those that were there with them; aircraft land (9.4)."""
    umpire, zone = fight.umpire, fight.order.zone
    nations = {unit.owner for unit, _ in fight.lines[Role.ATTACKER].groups}
    left = [unit for unit in umpire.state.at(zone) if unit.owner in nations]
    groups = [unit for unit, _ in fight.lines[Role.ATTACKER].groups if type_of(unit).is_naval]
    origins = [str(unit.marks[FROM].value) for unit in groups if FROM in unit.marks]
    for unit in left:
        if type_of(unit).is_naval:
            came = [str(unit.marks[FROM].value)] if FROM in unit.marks else origins[:1]
            if came and not _declines(unit, (), Role.ATTACKER):
                umpire.apply(moved(unit, came[0], unit.size))
        elif BASE in unit.marks:
            land_aircraft(umpire, unit)
