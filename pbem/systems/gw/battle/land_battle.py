"""The sequence of land combat (9.1, 9.4, 9.5, table 9-2), as functions over values.

Decides: the order of steps in a round, who is removed when, when a battle is over and who holds
the zone (9.19). Dice come through a function that is asked for each volley, and losses may too, so
that the step that conducts a battle, the odds and the tests all play these same rounds.
Leaves to the moderator or to later chapters: blitz, amphibious assault, carpet bombing, where
retreating units go, what happens to cargo.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Rules
from pbem.systems.gw.battle.casualties import Counts, take_hit, without
from pbem.systems.gw.battle.fire import (
    Hits,
    Side,
    Stage,
    Volley,
    aircraft,
    can_hit,
    fire,
    land_units,
    paired,
    volley_of,
    works_volleys,
)
from pbem.systems.gw.battle.muster import Force, Ground, muster
from pbem.systems.gw.battle.retreat import (
    SAVE_AIR,
    Lines,
    facts_asked,
    facts_between,
    first_that_holds,
    side_facts,
)
from pbem.systems.gw.battle.rockets import rockets_alone
from pbem.systems.gw.world.readings import Breakdown, Capture
from pbem.systems.gw.world.units import Role

Throw = Callable[[Side, Volley], Sequence[int]]
Take = Callable[[Side, Counts, Volley, Hits, Stage], Counts]
FactsOf = Callable[[Side, Counts, tuple[str, ...]], dict[str, int]]


@dataclass(frozen=True, slots=True)
class Battle:
    """Two sides, the readings in force, and the attacker's retreat order."""

    attacker: Side
    defender: Side
    rules: Rules
    retreat: Lines = SAVE_AIR
    way_back: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """What is left after a number of rounds; `withdrawn` are attackers that broke down."""

    round: int
    attacker: Counts
    defender: Counts
    withdrawn: Counts


class Outcome(StrEnum):
    """How a battle ends for the zone."""

    CAPTURED = "captured"
    CLEARED = "cleared"
    HELD = "held"
    EMPTIED = "emptied"
    RETREATED = "retreated"
    DEADLOCK = "deadlock"


OUTCOME_MEANS: Mapping[Outcome, str] = {
    Outcome.CAPTURED: "the attacker takes the zone",
    Outcome.CLEARED: "the defenders are gone, but no attacker is left who can take the zone",
    Outcome.HELD: "the attackers are gone, the defender holds the zone",
    Outcome.EMPTIED: "nobody is left, the zone stays the defender's",
    Outcome.RETREATED: "the attacker retreats, the defender holds the zone",
    Outcome.DEADLOCK: "neither side can hit the other, the defender holds the zone",
}


def prepare(
    attacker: Force,
    defender: Force,
    ground: Ground,
    retreat: Lines = SAVE_AIR,
    way_back: bool = True,
) -> Battle:
    """A battle ready to be fought."""
    return Battle(
        muster(Role.ATTACKER, attacker, defender, ground),
        muster(Role.DEFENDER, defender, attacker, ground),
        ground.rules,
        retreat,
        way_back,
    )


def start(battle: Battle) -> Position:
    """The position before the first round."""
    counts = battle.attacker.start
    return Position(0, counts, battle.defender.start, (0,) * len(counts))


def suffer(side: Side, counts: Counts, volley: Volley, hits: Hits, stage: Stage) -> Counts:
    """What a volley's hits leave of a force."""
    first_round = stage is not Stage.LATER
    for _ in range(hits.selected):
        counts = take_hit(side.losses, counts, volley.selected, first_round)
    for _ in range(hits.ordinary):
        counts = take_hit(side.losses, counts, volley.claim, first_round)
    return counts


@implements("GW-9.1-3", "GW-9.1-b5", "GW-9.1-b6", "GW-9.5-5", "GW-9.5-7")
def strike(
    firer: Side,
    counts: Counts,
    target: Side,
    facing: Counts,
    stage: Stage,
    throw: Throw,
    take: Take = suffer,
) -> tuple[Counts, tuple[int, ...]]:
    """One side fires, type by type; after each type the other side takes its losses (9.1).

    Returns what is left of the target, and the firer's breakdowns. Target selection hits of a type
    are taken before its other hits.
    """
    broken: list[int] = []
    pairs = paired(firer, counts, stage)
    for group in firer.firing:
        volley = volley_of(firer, counts, group, pairs, stage, aircraft(target, facing))
        if volley is not None:
            hits = fire(volley, throw(firer, volley))
            facing = take(target, facing, volley, hits, stage)
            broken += hits.broken
    return facing, tuple(broken)


@implements("GW-9.1-5", "GW-9.1-b7", "GW-9.3-2", "GW-9.5-2", "GW-1.23-3", "GW-12.7-2")
def first_strike(battle: Battle, position: Position, throw: Throw, take: Take = suffer) -> Position:
    """Step 1 (round one): units and works with First Strike fire at the same time (9.3)."""
    attacker, defender = battle.attacker, battle.defender
    stage = Stage.FIRST_STRIKE
    facing, _ = strike(attacker, position.attacker, defender, position.defender, stage, throw, take)
    left = position.attacker
    for volley in works_volleys(defender):
        left = take(attacker, left, volley, fire(volley, throw(defender, volley)), stage)
    left, _ = strike(defender, position.defender, attacker, left, stage, throw, take)
    return Position(position.round, left, facing, position.withdrawn)


@implements("GW-9.5-1", "GW-9.5-4", "GW-9.5-5", "GW-9.5-6", "GW-9.5-7", "GW-9.1-4")
def exchange(
    battle: Battle, position: Position, stage: Stage, throw: Throw, take: Take = suffer
) -> Position:
    """Steps 3 to 6: the attacker fires; the defender fires with those set aside too (9.5)."""
    attacker, defender = battle.attacker, battle.defender
    own = position.attacker
    facing, broken = strike(attacker, own, defender, position.defender, stage, throw, take)
    withdrawn = position.withdrawn
    if battle.rules.reading(Breakdown) is Breakdown.AT_ONCE:
        own, withdrawn = withdraw(own, withdrawn, broken)
    left, _ = strike(defender, position.defender, attacker, own, stage, throw, take)
    if battle.rules.reading(Breakdown) is Breakdown.END_OF_ROUND:
        left, withdrawn = withdraw(left, withdrawn, broken)
    return Position(position.round + 1, left, facing, withdrawn)


@implements("GW-1.9-3")
def withdraw(counts: Counts, withdrawn: Counts, broken: Sequence[int]) -> tuple[Counts, Counts]:
    """Vehicles that broke down leave, as far as units of their kind are still alive (1.9)."""
    for index in broken:
        if counts[index]:
            counts = without(counts, index)
            withdrawn = (*withdrawn[:index], withdrawn[index] + 1, *withdrawn[index + 1 :])
    return counts, withdrawn


@implements("GW-9.5-1", "GW-9.5-8")
def fight_round(battle: Battle, position: Position, throw: Throw, take: Take = suffer) -> Position:
    """One round of land combat; first strike and air superiority belong to the first (9.5)."""
    if position.round:
        return exchange(battle, position, Stage.LATER, throw, take)
    struck = first_strike(battle, position, throw, take)
    return exchange(battle, struck, Stage.FIRST_ROUND, throw, take)


@implements("GW-9.4-1", "GW-9.4-2", "GW-9.15-2")
def may_retreat(battle: Battle, counts: Counts) -> bool:
    """Whether the attacker can leave: all his units or none, never an airborne assault (9.4, 9.15).

    Land units need the way back; aircraft alone find their own.
    """
    if any(counts[index] for index in battle.attacker.cannot_retreat):
        return False
    return battle.way_back or not land_units(battle.attacker, counts)


@implements("GW-9.4-1", "GW-9.5-8")
def retreats(battle: Battle, position: Position, facts: FactsOf = side_facts) -> bool:
    """Step 7: whether the attacker breaks off now, as he ordered."""
    if not battle.retreat or not may_retreat(battle, position.attacker):
        return False
    own_names, enemy_names = facts_asked(battle.retreat)
    own = facts(battle.attacker, position.attacker, own_names)
    enemy = facts(battle.defender, position.defender, enemy_names)
    found = first_that_holds(battle.retreat, facts_between(own, enemy, position.round))
    return found is not None


@implements("GW-9.19-1", "GW-9.5-8")
def settled(battle: Battle, position: Position) -> Outcome | None:
    """How the battle has ended by losses, or None while both sides have units that can hit.

    Rockets alone do not hold out against land units (7.8).
    """
    own, enemy = (battle.attacker, position.attacker), (battle.defender, position.defender)
    if not any(position.defender) or (rockets_alone(enemy[0].units, enemy[1]) and land_units(*own)):
        return ended_without_defender(battle, position.attacker)
    if not any(position.attacker) or rockets_alone(own[0].units, own[1]):
        return Outcome.HELD
    if position.round and not any(can_hit(side, counts) for side, counts in (own, enemy)):
        return Outcome.DEADLOCK
    return None


def ended_without_defender(battle: Battle, attacker: Counts) -> Outcome:
    """Whether the attackers who are left capture the zone (9.19)."""
    if not any(attacker):
        return Outcome.EMPTIED
    captures = battle.rules.reading(Capture) is Capture.ANY_UNIT or land_units(
        battle.attacker, attacker
    )
    return Outcome.CAPTURED if captures else Outcome.CLEARED


def ending(battle: Battle, position: Position, facts: FactsOf = side_facts) -> Outcome | None:
    """How the battle ends at the end of a round, by losses or by retreat; None if it goes on."""
    outcome = settled(battle, position)
    if outcome is None and position.round and retreats(battle, position, facts):
        return Outcome.RETREATED
    return outcome


def fight(battle: Battle, throw: Throw) -> tuple[Outcome, Position]:
    """A whole battle, decided by the orders that both sides gave beforehand."""
    position = start(battle)
    outcome = ending(battle, position)
    while outcome is None:
        position = fight_round(battle, position, throw)
        outcome = ending(battle, position)
    return outcome, position
