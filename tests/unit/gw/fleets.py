"""Short ways to write fleets and naval battles in the tests."""

from __future__ import annotations

from collections import Counter

from unit.gw.enumeration import every_ending
from unit.gw.shipped import BOOK, RULES

from pbem.core.rules.readings import Rules
from pbem.core.rules.sides import Sides
from pbem.systems.gw.battle.naval_battle import NavalBattle, prepare
from pbem.systems.gw.battle.naval_forces import Kind, NavalForce, NavalPlan, Squadron
from pbem.systems.gw.battle.rounds import NEVER, Lines
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
    return every_ending(battle, lambda position: position.alive, rounds_matter)
