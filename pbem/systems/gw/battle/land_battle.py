"""What land combat adds to the rounds of a battle (9.1, 9.4, 9.5, 9.19, table 9-2), over values.

Decides: who fires in a stage, which vehicles leave after a breakdown, whether the attacker may
retreat, when a battle is over and who holds the zone (9.19).
Leaves to `rounds`: the order of steps; to the moderator or to later chapters: blitz, amphibious
assault, carpet bombing, where retreating units go, what happens to cargo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.core.choices.conditions import Fact
from pbem.core.data.rulebook import implements
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Claim, Counts, take_hit, without
from pbem.systems.gw.battle.fire import (
    Battery,
    Side,
    aircraft,
    can_hit,
    land_units,
    ready,
    side_facts,
    volley_of,
    works_volleys,
)
from pbem.systems.gw.battle.muster import Force, Ground, muster
from pbem.systems.gw.battle.readings import Breakdown, Capture
from pbem.systems.gw.battle.rounds import (
    SAVE_AIR,
    Battle,
    Lines,
    Outcome,
    Stage,
    Standing,
    Turn,
    always,
    facts_asked,
    facts_between,
)
from pbem.systems.gw.world.units import ROCKET, UnitType

FactsOf = Callable[[Side, Counts, tuple[str, ...]], dict[str, int]]

OUTCOME_MEANS: Mapping[Outcome, str] = {
    Outcome.CAPTURED: "the attacker takes the zone",
    Outcome.CLEARED: "the defenders are gone, but no attacker is left who can take the zone",
    Outcome.HELD: "the attackers are gone, the defender holds the zone",
    Outcome.EMPTIED: "nobody is left, the zone stays the defender's",
    Outcome.RETREATED: "the attacker retreats, the defender holds the zone",
    Outcome.DEADLOCK: "neither side can hit the other, the defender holds the zone",
}


@dataclass(frozen=True, slots=True)
class LandBattle(Battle[Side, Claim]):
    """A battle for a zone of land; `facts_of` tells what a force's orders ask for."""

    facts_of: FactsOf = side_facts

    def turns(self, role: Role, standing: Standing, stage: Stage) -> Iterator[Turn[Claim]]:
        """Works in the first strike, then each unit type, with the dice that it has by then."""
        side, target = self.sides.seen(role)
        if stage is Stage.FIRST_STRIKE:
            yield from map(always, works_volleys(side))
        battery = ready(side, standing.forces.own(role), stage)
        for group in side.firing:
            yield _turn(battery, group, target)

    def struck(self, role: Role, counts: Counts, claim: Claim, stage: Stage) -> Counts:
        """What one hit leaves of a side; double casualties belong to round one."""
        return take_hit(self.sides.own(role).losses, counts, claim, stage is not Stage.LATER)

    def answering(self, standing: Standing, facing: Counts, broken: Sequence[int]) -> Standing:
        """All defenders fire; vehicles that broke down may be out of their reach (1.9)."""
        at_once = self.rules.reading(Breakdown) is Breakdown.AT_ONCE
        return withdrawn(standing, broken) if at_once else standing

    def closing(self, before: Standing, after: Standing, broken: Sequence[int]) -> Standing:
        """Vehicles that broke down leave now by the other reading."""
        late = self.rules.reading(Breakdown) is Breakdown.END_OF_ROUND
        return withdrawn(after, broken) if late else after

    @implements("GW-9.19-1", "GW-9.5-8")
    def settled(self, standing: Standing) -> Outcome | None:
        """How the battle has ended by losses, or None while both sides have units that can hit.

        Rockets alone do not hold out against land units (7.8).
        """
        own, enemy = self.sides.beside(standing.forces)
        if not any(enemy[1]) or (rockets_alone(enemy[0].units, enemy[1]) and land_units(*own)):
            return self._without_defender(own[1])
        if not any(own[1]) or rockets_alone(own[0].units, own[1]):
            return Outcome.HELD
        if standing.round and not (can_hit(*own) or can_hit(*enemy)):
            return Outcome.DEADLOCK
        return None

    def _without_defender(self, attacker: Counts) -> Outcome:
        """Whether the attackers who are left capture the zone (9.19)."""
        if not any(attacker):
            return Outcome.EMPTIED
        anybody = self.rules.reading(Capture) is Capture.ANY_UNIT
        captures = anybody or land_units(self.sides.attacker, attacker)
        return Outcome.CAPTURED if captures else Outcome.CLEARED

    @implements("GW-9.4-1", "GW-9.4-2", "GW-9.15-2")
    def may_retreat(self, counts: Counts) -> bool:
        """Whether the attacker can leave: all his units or none, never an airborne assault (9.15).

        Land units need the way back (9.4); aircraft alone find their own.
        """
        own = self.sides.attacker
        if any(counts[index] for index in own.cannot_retreat):
            return False
        return self.way_back or not land_units(own, counts)

    def facts(self, role: Role, standing: Standing, lines: Lines) -> Mapping[str, Fact]:
        """What a side knows of the battle, as far as some lines of orders ask."""
        both = self.sides.beside(standing.forces).seen(role)
        asked = Sides(*facts_asked(lines))
        own, enemy = (self.facts_of(*side, names) for side, names in both.beside(asked))
        return facts_between(own, enemy, standing.round)


def _turn(battery: Battery, group: Sequence[int], target: Side) -> Turn[Claim]:
    """The turn of a unit type: Anti-Aircraft fire has dice for each aircraft that it faces."""
    return lambda facing: volley_of(battery, group, aircraft(target, facing))


def prepare(
    forces: Sides[Force], ground: Ground, retreat: Lines = SAVE_AIR, way_back: bool = True
) -> LandBattle:
    """A battle ready to be fought."""
    sides = Sides.of(lambda role: muster(role, forces, ground))
    return LandBattle(sides, ground.rules, retreat, way_back)


def withdrawn(standing: Standing, broken: Sequence[int]) -> Standing:
    """How a battle stands once the attacker's vehicles that broke down have left."""
    if not broken:
        return standing
    left, gone = withdraw(standing.forces.attacker, standing.gone.attacker, broken)
    return standing.put(Role.ATTACKER, left, gone)


@implements("GW-1.9-3")
def withdraw(counts: Counts, gone: Counts, broken: Sequence[int]) -> tuple[Counts, Counts]:
    """Vehicles that broke down leave, as far as units of their kind are still alive (1.9)."""
    for index in broken:
        if counts[index]:
            counts = without(counts, index)
            gone = (*gone[:index], gone[index] + 1, *gone[index + 1 :])
    return counts, gone


@implements("GW-7.8-11")
def rockets_alone(units: Sequence[UnitType], counts: Sequence[int]) -> bool:
    """Whether rockets are all that is left of a force (7.8)."""
    left = [unit.id for unit, count in zip(units, counts, strict=True) if count]
    return bool(left) and all(name == ROCKET for name in left)
