"""Short ways to write fleets and naval battles in the tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from unit.gw.enumeration import Oracle
from unit.gw.shipped import BOOK, RULES

from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Sides
from pbem.systems.gw.battle.naval_battle import NavalBattle, prepare
from pbem.systems.gw.battle.naval_forces import Kind, NavalForce, NavalPlan, Squadron
from pbem.systems.gw.battle.rounds import NEVER, Lines, Rounds, Standing
from pbem.systems.gw.odds.odds_simulated import Ended
from pbem.systems.gw.world.units import unit_type


def fleet(*squadrons: str, plan: NavalPlan | None = None, asw: bool = False) -> NavalForce:
    """A force from texts such as `3 destroyer`, `1 fighter patrol`, `1 battleship damaged`."""
    return NavalForce("somebody", tuple(map(squadron, squadrons)), plan or NavalPlan(), asw)


def squadron(text: str) -> Squadron:
    """`COUNT TYPE [patrol | hunted | damaged]`, and `of` what it is called beside its type."""
    said, _, of = text.partition(" of ")
    count, name, *way = said.split()
    kind = Kind(
        unit_type(BOOK, name),
        int(way == ["damaged"]),
        way == ["patrol"],
        way == ["hunted"],
        (of,) if of else (),
    )
    return Squadron(kind, int(count))


def sea_battle(
    attacker: NavalForce,
    defender: NavalForce,
    retreat: Lines = NEVER,
    rules: Rules = RULES,
) -> NavalBattle:
    """A battle that the attacker by default fights to the end."""
    return prepare(Sides(attacker, defender), rules, retreat)


def enumerate_naval(battle: NavalBattle, rounds_matter: int = 1) -> Counter[Ended]:
    """The chance of every ending by brute force, with fractions; for small battles only."""
    known: dict[Standing, Counter[Ended]] = {}

    def capped(position: Standing) -> Standing:
        return replace(position, round=min(position.round, rounds_matter))

    def follow(position: Standing) -> Counter[Ended]:
        if position not in known:
            known[position] = settle(position)
        return known[position]

    def settle(position: Standing) -> Counter[Ended]:
        outcome = battle.ending(position)
        if outcome is not None:
            return Counter({(outcome, *position.alive): Fraction(1)})
        total: Counter[Ended] = Counter()
        stay = Fraction(0)
        for after, chance in naval_round(battle, position).items():
            if capped(after) == position:
                stay += chance
                continue
            for reached, more in follow(capped(after)).items():
                total[reached] += chance * more
        return Counter({reached: chance / (1 - stay) for reached, chance in total.items()})

    return follow(battle.start())


def naval_round(battle: NavalBattle, position: Standing) -> Counter[Standing]:
    """The chance of every position after a round, over all ways in which the dice can fall."""
    total: Counter[Standing] = Counter()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        oracle = Oracle(waiting.pop())
        after = Rounds(battle, oracle.throw).one(position)
        total[after] += oracle.chance
        waiting += oracle.others
    return total
