"""What naval combat adds to the rounds of a battle (9.4, 9.6, 9.10, table 9-4), over values.

Decides: who fires in a stage, when submarines submerge, when transports are lost, when a battle is
over.
Leaves to `rounds`: the order of steps; to the conducting step: where retreating ships go, what
becomes of cargo and of aircraft whose Carrier is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.core.choices.conditions import Fact, parse_conditions
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.sides import Role, Sides
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.naval_fire import can_hit, can_hurt, strength, take_hit, volleys
from pbem.systems.gw.battle.naval_forces import Aim, Fleet, NavalForce, assemble, total
from pbem.systems.gw.battle.rounds import (
    NEVER,
    Battle,
    Lines,
    Outcome,
    Stage,
    Standing,
    Turn,
    always,
    facts_between,
    minus,
    none_of,
    plus,
)


class LoneTransports(Reading, id="GW-R-19"):
    """What transports under Advanced ASW do when they are alone."""

    ROLL = "roll"
    LOST = "lost"


class Submerging(Reading, id="GW-R-9.6-b"):
    """What a defending submarine gives up to submerge."""

    FORGOES_ROLL = "forgoes-roll"
    AFTER_ROLL = "after-roll"


Dives = Callable[["NavalBattle", Role, Standing], bool]

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


OUTCOME_MEANS: Mapping[Outcome, str] = {
    Outcome.CLEARED: "no defender is left in the battle, the attacker has won",
    Outcome.HELD: "no attacker is left in the battle, the defender has won",
    Outcome.EMPTIED: "nobody is left in the battle",
    Outcome.RETREATED: "the attacker retreats",
    Outcome.DEADLOCK: "neither side can hit the other, both stay",
}


def dives_as_ordered(battle: NavalBattle, role: Role, standing: Standing) -> bool:
    """Whether a side's submarines are ordered to submerge."""
    return battle.ordered(battle.sides.own(role).submerge, role, standing)


@dataclass(frozen=True, slots=True)
class NavalBattle(Battle[Fleet, Aim]):
    """A battle at sea; `dives` says whether a side's submarines submerge now.

    Two things are for odds alone. `by_dice`: dice tell how much hits damage capital ships (15.5).
    `air_groups`: Carriers and the aircraft aboard them, by a word with which both are called; those
    of a Carrier that sinks leave the battle (9.4 of the checklist).
    """

    dives: Dives = dives_as_ordered
    by_dice: bool = False
    air_groups: tuple[str, ...] = ()

    def start(self) -> Standing:
        """Before the first round transports that are alone are lost at once (9.6)."""
        return without_lone_transports(self, Battle.start(self))

    @implements("GW-9.6-2")
    def turns(self, role: Role, standing: Standing, stage: Stage) -> Iterator[Turn[Aim]]:
        """Type by type, without those that can hit nobody of whom they face (8.9)."""
        fleet, target = self.sides.seen(role)
        own, facing = standing.forces.seen(role)
        for volley in volleys(fleet, own, stage):
            if can_hit(volley, target, facing):
                yield always(volley)

    def struck(self, role: Role, counts: Counts, claim: Aim, stage: Stage) -> Counts:
        """What one hit leaves of a side."""
        return take_hit(self.sides.own(role), counts, claim)

    @implements("GW-9.4-9", "GW-9.6-3", "GW-9.10-4")
    def answering(self, standing: Standing, facing: Counts, broken: Sequence[int]) -> Standing:
        """Who rolls for the defender: submarines about to submerge hold their fire (9.6).

        Those that were set aside this round cannot submerge and do fire.
        """
        if self.rules.reading(Submerging) is Submerging.AFTER_ROLL:
            return standing
        seen = standing.forces.put(Role.DEFENDER, facing)
        if not self.dives(self, Role.DEFENDER, Standing(standing.round + 1, seen, standing.gone)):
            return standing
        firing = minus(standing.forces.defender, _submarines(self.sides.defender, facing))
        return standing.put(Role.DEFENDER, firing)

    def closing(self, before: Standing, after: Standing, broken: Sequence[int]) -> Standing:
        """Step 7: submarines submerge, transports may be alone then, aircraft without a deck go."""
        left = without_lone_transports(self, dive(self, before, after))
        return without_decks(self, left) if self.air_groups else left

    def settled(self, standing: Standing) -> Outcome | None:
        """How the battle has ended by losses; None while somebody can hit the other."""
        own, enemy = self.sides.beside(standing.forces)
        if not any(enemy[1]):
            return Outcome.CLEARED if any(own[1]) else Outcome.EMPTIED
        if not any(own[1]):
            return Outcome.HELD
        return None if can_hurt(own, enemy) or can_hurt(enemy, own) else Outcome.DEADLOCK

    @implements("GW-9.4-7")
    def may_retreat(self, counts: Counts) -> bool:
        """Whether the attacker can leave: surface ships need the way by which one came (9.4)."""
        return self.way_back or not total(self.sides.attacker, counts, "surface")

    def facts(self, role: Role, standing: Standing, lines: Lines) -> Mapping[str, Fact]:
        """Everything that a side may ask of the battle."""
        return facts_at_sea(self, role, standing)


def prepare(
    forces: Sides[NavalForce], rules: Rules, retreat: Lines = NEVER, way_back: bool = True
) -> NavalBattle:
    """A battle ready to be fought."""
    sides = Sides.of(lambda role: assemble(role, forces, rules))
    return NavalBattle(sides, rules, retreat, way_back)


def facts_at_sea(battle: NavalBattle, role: Role, standing: Standing) -> dict[str, Fact]:
    """The facts that a side's orders may ask for."""
    own, enemy = (_force_facts(*side) for side in battle.sides.beside(standing.forces).seen(role))
    return facts_between(own, enemy, standing.round)


def _force_facts(fleet: Fleet, counts: Counts) -> dict[str, int]:
    classes = {"ships": "surface", "submarines": "submarine", "air": "air"}
    numbers = {name: total(fleet, counts, class_) for name, class_ in classes.items()}
    return {"units": sum(counts), **numbers, "strength": strength(fleet, counts)}


def _submarines(fleet: Fleet, counts: Counts) -> Counts:
    """The submarines of a force."""
    pairs = zip(counts, fleet.kinds, strict=True)
    return tuple(count if kind.unit.is_submarine else 0 for count, kind in pairs)


@implements("GW-9.4-9", "GW-9.4-10", "GW-9.6-3", "GW-8.9-12", "GW-0.9-23")
def dive(battle: NavalBattle, before: Standing, standing: Standing) -> Standing:
    """Step 7: submarines submerge as ordered, never before one round has been fought (9.4).

    The defender decided before his fire, knowing what it would leave of his own side only.
    """
    forces = standing.forces
    early = battle.rules.reading(Submerging) is Submerging.FORGOES_ROLL
    seen = forces.put(Role.ATTACKER, before.forces.attacker) if early else forces
    dived = standing
    for role, known in ((Role.DEFENDER, seen), (Role.ATTACKER, forces)):
        if battle.dives(battle, role, Standing(standing.round, known, standing.gone)):
            left, gone = forces.own(role), standing.gone.own(role)
            under = _submarines(battle.sides.own(role), left)
            dived = dived.put(role, minus(left, under), plus(gone, under))
    return dived


@implements("GW-9.4-13")
def without_decks(battle: NavalBattle, standing: Standing) -> Standing:
    """The aircraft of Carriers that have sunk leave the battle."""
    left = standing
    for role in Role:
        kinds, counts = battle.sides.own(role).kinds, standing.forces.own(role)
        afloat = [kind.called for i, kind in enumerate(kinds) if counts[i] and kind.unit.is_carrier]
        lost = set(battle.air_groups).difference(*afloat)
        away = tuple(
            counts[index] if kind.unit.is_air and not lost.isdisjoint(kind.called) else 0
            for index, kind in enumerate(kinds)
        )
        left = left.put(role, minus(counts, away), plus(standing.gone.own(role), away))
    return left


@implements("GW-9.6-6")
def without_lone_transports(battle: NavalBattle, standing: Standing) -> Standing:
    """Transports are lost when they alone are left of a side and the other can hit them (9.6).

    Before the first round those that can hit something themselves fight that round.
    """
    both, left = battle.sides.beside(standing.forces), standing
    for role in Role:
        if _lone(both.own(role), both.enemy(role), standing.round):
            left = left.put(role, none_of(both.own(role)[1]))
    return left


def _lone(side: tuple[Fleet, Counts], other: tuple[Fleet, Counts], rounds: int) -> bool:
    if total(*side, "transport") != sum(side[1]):
        return False
    rolls = side[0].rules.reading(LoneTransports) is LoneTransports.ROLL
    defends = rolls and not rounds and can_hurt(side, other)
    return can_hurt(other, side) and not defends
