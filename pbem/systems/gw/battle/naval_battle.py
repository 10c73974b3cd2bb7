"""The sequence of naval combat (9.4, 9.6, 9.10, table 9-4), as functions over values.

Decides: the order of steps in a round, who is removed when, when submarines submerge, when
transports are lost, when a battle is over. Dice come through a function that is asked for each
salvo, and losses may too, so that the step that conducts a battle, the odds and the tests all play
these same rounds.
Leaves to the conducting step: where retreating ships go, what becomes of cargo and of aircraft
whose Carrier is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pbem.core.choices.conditions import Fact, parse_conditions
from pbem.core.data.rulebook import implements
from pbem.core.rules.book import Book
from pbem.core.rules.readings import Reading, Rules
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.fire import Hits, Stage
from pbem.systems.gw.battle.naval_fire import (
    Salvo,
    can_hit,
    can_hurt,
    damaged_by,
    hits_of,
    one_marker,
    salvos,
    strength,
    targets,
)
from pbem.systems.gw.battle.naval_forces import Fleet, NavalForce, assemble, total
from pbem.systems.gw.battle.retreat import NEVER, Lines, first_that_holds
from pbem.systems.gw.world.units import Role


class LoneTransports(Reading, id="GW-R-19"):
    """What transports under Advanced ASW do when they are alone."""

    ROLL = "roll"
    LOST = "lost"


class Submerging(Reading, id="GW-R-9.6-b"):
    """What a defending submarine gives up to submerge."""

    FORGOES_ROLL = "forgoes-roll"
    AFTER_ROLL = "after-roll"


Throw = Callable[[Fleet, Salvo], Sequence[int]]
Take = Callable[[Fleet, Counts, Salvo, Hits, Stage], Counts]
Dives = Callable[["NavalBattle", Role, tuple[Counts, Counts], int], bool]

AT_ONCE: Final[Lines] = (parse_conditions("round >= 1"),)

FACTS: Final[Mapping[str, str]] = {
    "round": "rounds fought, this one counted",
    "units": "own units left",
    "ships": "own surface ships left",
    "submarines": "own submarines left",
    "air": "own aircraft left",
    "strength": "sum of the values of the own dice",
    "enemy units": "enemy units left",
    "enemy ships": "enemy surface ships left",
    "enemy submarines": "enemy submarines left",
    "enemy air": "enemy aircraft left",
    "enemy strength": "sum of the values of the enemy dice",
    "odds": "strength against enemy strength, as in 3-2; unknown when the enemy has no dice",
}


@dataclass(frozen=True, slots=True)
class NavalBattle:
    """Two fleets, the readings in force, and the attacker's retreat order."""

    attacker: Fleet
    defender: Fleet
    rules: Rules
    retreat: Lines = NEVER
    way_back: bool = True


@dataclass(frozen=True, slots=True)
class NavalPosition:
    """What is left after a number of rounds; `submerged` left the battle unhurt."""

    round: int
    attacker: Counts
    defender: Counts
    attacker_submerged: Counts
    defender_submerged: Counts


class NavalOutcome(StrEnum):
    """How a naval battle ends for the sea zone."""

    CLEARED = "cleared"
    HELD = "held"
    EMPTIED = "emptied"
    RETREATED = "retreated"
    DEADLOCK = "deadlock"


OUTCOME_MEANS: Mapping[NavalOutcome, str] = {
    NavalOutcome.CLEARED: "no defender is left in the battle, the attacker has won",
    NavalOutcome.HELD: "no attacker is left in the battle, the defender has won",
    NavalOutcome.EMPTIED: "nobody is left in the battle",
    NavalOutcome.RETREATED: "the attacker retreats",
    NavalOutcome.DEADLOCK: "neither side can hit the other, both stay",
}


def prepare(
    attacker: NavalForce,
    defender: NavalForce,
    rules: Rules,
    retreat: Lines = NEVER,
    way_back: bool = True,
) -> NavalBattle:
    """A battle ready to be fought."""
    return NavalBattle(
        assemble(Role.ATTACKER, attacker, defender, rules),
        assemble(Role.DEFENDER, defender, attacker, rules),
        rules,
        retreat,
        way_back,
    )


def start(battle: NavalBattle) -> NavalPosition:
    """The position before the first round; transports that are alone are lost at once (9.6)."""
    own, enemy = battle.attacker.start, battle.defender.start
    position = NavalPosition(0, own, enemy, (0,) * len(own), (0,) * len(enemy))
    return without_lone_transports(battle, position)


def suffer(
    fleet: Fleet,
    counts: Counts,
    salvo: Salvo,
    hits: Hits,
    _: Stage,
    markers: Callable[[Fleet, int], int] = one_marker,
) -> Counts:
    """What a salvo's hits leave of a force: selected hits first, then the others.

    `markers` tells how much a hit on a kind damages it.
    """
    for aim, number in ((salvo.selected, hits.selected), (salvo.aim, hits.ordinary)):
        for _hit in range(number):
            found = targets(fleet, counts, aim)
            if found:
                counts = damaged_by(fleet, counts, found[0], markers(fleet, found[0]))
    return counts


@implements("GW-9.1-b3", "GW-9.1-b5", "GW-9.1-b6", "GW-9.6-2")
def strike(
    firer: Fleet,
    counts: Counts,
    target: Fleet,
    facing: Counts,
    stage: Stage,
    throw: Throw,
    take: Take = suffer,
) -> Counts:
    """One side fires, type by type; what is left of the other (9.1, 9.6).

    Who can hit nobody of those he faces does not fire (8.9).
    """
    fired = [salvo for salvo in salvos(firer, counts, stage) if can_hit(salvo, target, facing)]
    for salvo in fired:
        facing = take(target, facing, salvo, hits_of(salvo, throw(firer, salvo)), stage)
    return facing


@implements("GW-9.3-2", "GW-9.6-1", "GW-9.1-b7")
def first_strike(
    battle: NavalBattle, position: NavalPosition, throw: Throw, take: Take = suffer
) -> NavalPosition:
    """Step 1 (round one): submarines with First Strike fire at the same time (9.3)."""
    attacker, defender = battle.attacker, battle.defender
    own, enemy = position.attacker, position.defender
    facing = strike(attacker, own, defender, enemy, Stage.FIRST_STRIKE, throw, take)
    left = strike(defender, enemy, attacker, own, Stage.FIRST_STRIKE, throw, take)
    return _left(position, left, facing, position.round)


def dives_as_ordered(
    battle: NavalBattle, role: Role, counts: tuple[Counts, Counts], rounds: int
) -> bool:
    """Whether a side's submarines are ordered to submerge, given the attacker's and its forces."""
    both = (battle.attacker, counts[0]), (battle.defender, counts[1])
    own, enemy = both if role is Role.ATTACKER else (both[1], both[0])
    return _ordered(own[0].submerge, own, enemy, rounds)


@implements("GW-9.6-2", "GW-9.6-3")
def exchange(
    battle: NavalBattle,
    position: NavalPosition,
    stage: Stage,
    throw: Throw,
    take: Take = suffer,
    dives: Dives = dives_as_ordered,
) -> NavalPosition:
    """Steps 3 to 6: the attacker fires; the defender fires with those set aside too (9.6)."""
    attacker, defender = battle.attacker, battle.defender
    facing = strike(attacker, position.attacker, defender, position.defender, stage, throw, take)
    firing = defenders_firing(battle, position, facing, dives)
    left = strike(defender, firing, attacker, position.attacker, stage, throw, take)
    return _left(position, left, facing, position.round + 1)


def _left(
    position: NavalPosition, attacker: Counts, defender: Counts, rounds: int
) -> NavalPosition:
    under = (position.attacker_submerged, position.defender_submerged)
    return NavalPosition(rounds, attacker, defender, *under)


@implements("GW-9.4-9", "GW-9.6-3", "GW-9.10-4")
def defenders_firing(
    battle: NavalBattle,
    position: NavalPosition,
    facing: Counts,
    dives: Dives = dives_as_ordered,
) -> Counts:
    """Who rolls for the defender: submarines that are about to submerge hold their fire (9.6).

    Those that were set aside this round cannot submerge and do fire.
    """
    firing = position.defender
    if battle.rules.reading(Submerging) is Submerging.AFTER_ROLL:
        return firing
    if not dives(battle, Role.DEFENDER, (position.attacker, facing), position.round + 1):
        return firing
    return _minus(firing, _submarines(battle.defender, facing))


def _ordered(
    lines: Lines, own: tuple[Fleet, Counts], enemy: tuple[Fleet, Counts], rounds: int
) -> bool:
    return bool(lines) and first_that_holds(lines, facts(own, enemy, rounds)) is not None


def facts(own: tuple[Fleet, Counts], enemy: tuple[Fleet, Counts], rounds: int) -> dict[str, Fact]:
    """The facts that a side's orders may ask for."""
    found: dict[str, Fact] = {"round": rounds, **_force_facts(*own)}
    found |= {f"enemy {name}": value for name, value in _force_facts(*enemy).items()}
    opposing = strength(*enemy)
    if opposing:
        found["odds"] = Fraction(strength(*own), opposing)
    return found


def _force_facts(fleet: Fleet, counts: Counts) -> dict[str, int]:
    classes = {"ships": "surface", "submarines": "submarine", "air": "air"}
    numbers = {name: total(fleet, counts, class_) for name, class_ in classes.items()}
    return {"units": sum(counts), **numbers, "strength": strength(fleet, counts)}


def _submarines(fleet: Fleet, counts: Counts) -> Counts:
    """The submarines of a force."""
    pairs = zip(counts, fleet.kinds, strict=True)
    return tuple(count if kind.unit.is_submarine else 0 for count, kind in pairs)


def _minus(counts: Counts, less: Counts) -> Counts:
    return tuple(count - fewer for count, fewer in zip(counts, less, strict=True))


def _plus(counts: Counts, more: Iterable[int]) -> Counts:
    return tuple(count + other for count, other in zip(counts, more, strict=True))


@implements("GW-9.4-9", "GW-9.4-10", "GW-9.6-3", "GW-8.9-12", "GW-0.9-23")
def dive(
    battle: NavalBattle,
    before: NavalPosition,
    position: NavalPosition,
    dives: Dives = dives_as_ordered,
) -> NavalPosition:
    """Step 7: submarines submerge as ordered, never before one round has been fought (9.4).

    The defender decided before his fire, knowing what it would leave of his own side only.
    """
    attacker, defender = position.attacker, position.defender
    own_under = own_less = (0,) * len(attacker)
    under = less = (0,) * len(defender)
    seen = (
        before.attacker if battle.rules.reading(Submerging) is Submerging.FORGOES_ROLL else attacker
    )
    if dives(battle, Role.DEFENDER, (seen, defender), position.round):
        less = under = _submarines(battle.defender, defender)
    if dives(battle, Role.ATTACKER, (attacker, defender), position.round):
        own_less = own_under = _submarines(battle.attacker, attacker)
    return NavalPosition(
        position.round,
        _minus(attacker, own_less),
        _minus(defender, less),
        _plus(position.attacker_submerged, own_under),
        _plus(position.defender_submerged, under),
    )


@implements("GW-9.6-6")
def without_lone_transports(battle: NavalBattle, position: NavalPosition) -> NavalPosition:
    """Transports are lost when they alone are left of a side and the other can hit them (9.6).

    Before the first round those that can hit something themselves fight that round.
    """
    own, enemy = (battle.attacker, position.attacker), (battle.defender, position.defender)
    left = () if _lone(battle.rules.book, own, enemy, position.round) else position.attacker
    facing = () if _lone(battle.rules.book, enemy, own, position.round) else position.defender
    return _left(
        position,
        left or (0,) * len(position.attacker),
        facing or (0,) * len(position.defender),
        position.round,
    )


def _lone(book: Book, side: tuple[Fleet, Counts], other: tuple[Fleet, Counts], rounds: int) -> bool:
    if total(*side, "transport") != sum(side[1]):
        return False
    rolls = side[0].rules.reading(LoneTransports) is LoneTransports.ROLL
    defends = rolls and not rounds and can_hurt(*side, *other)
    return can_hurt(*other, *side) and not defends


@implements("GW-9.6-1", "GW-9.6-2", "GW-9.6-3")
def fight_round(
    battle: NavalBattle,
    position: NavalPosition,
    throw: Throw,
    take: Take = suffer,
    dives: Dives = dives_as_ordered,
) -> NavalPosition:
    """One round of naval combat; first strike and air superiority belong to the first (9.6)."""
    if position.round:
        before, stage = position, Stage.LATER
    else:
        before, stage = first_strike(battle, position, throw, take), Stage.FIRST_ROUND
    after = exchange(battle, before, stage, throw, take, dives)
    return without_lone_transports(battle, dive(battle, before, after, dives))


@implements("GW-9.4-7")
def may_retreat(battle: NavalBattle, counts: Counts) -> bool:
    """Whether the attacker can leave: surface ships need the way back by which one came (9.4)."""
    return battle.way_back or not total(battle.attacker, counts, "surface")


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.6-3")
def retreats(battle: NavalBattle, position: NavalPosition) -> bool:
    """Step 7: whether the attacker breaks off now, as he ordered."""
    if not position.round or not may_retreat(battle, position.attacker):
        return False
    own, enemy = (battle.attacker, position.attacker), (battle.defender, position.defender)
    return _ordered(battle.retreat, own, enemy, position.round)


def ending(battle: NavalBattle, position: NavalPosition) -> NavalOutcome | None:
    """How the battle ends at the end of a round; None if it goes on."""
    own, enemy = (battle.attacker, position.attacker), (battle.defender, position.defender)
    if not any(position.defender):
        return NavalOutcome.CLEARED if any(position.attacker) else NavalOutcome.EMPTIED
    if not any(position.attacker):
        return NavalOutcome.HELD
    if not (can_hurt(*own, *enemy) or can_hurt(*enemy, *own)):
        return NavalOutcome.DEADLOCK
    return NavalOutcome.RETREATED if retreats(battle, position) else None


def fight(battle: NavalBattle, throw: Throw) -> tuple[NavalOutcome, NavalPosition]:
    """A whole battle, decided by the orders that both sides gave beforehand."""
    position = start(battle)
    outcome = ending(battle, position)
    while outcome is None:
        position = fight_round(battle, position, throw)
        outcome = ending(battle, position)
    return outcome, position


def alive(position: NavalPosition) -> tuple[Counts, Counts]:
    """What is afloat of both sides, submerged or not."""
    pairs = (
        (position.attacker, position.attacker_submerged),
        (position.defender, position.defender_submerged),
    )
    attacker, defender = (tuple(map(sum, zip(*pair, strict=True))) for pair in pairs)
    return attacker, defender
