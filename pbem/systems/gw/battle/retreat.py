"""When the attacker breaks off: the facts and the lines of his retreat order (9.4).

A line is one condition or a list of which all must hold; the attacker retreats at the end of the
first round after which a line holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final

from pbem.core.choices.conditions import Condition, Fact, all_hold, parse_conditions
from pbem.systems.gw.battle.casualties import Counts
from pbem.systems.gw.battle.fire import Side, aircraft, land_units, strength

Lines = tuple[tuple[Condition, ...], ...]

FACTS: Final[Mapping[str, str]] = {
    "round": "rounds fought so far",
    "units": "own units left",
    "land": "own land units left",
    "air": "own aircraft left",
    "strength": "sum of the values of the own dice after round one",
    "enemy units": "enemy units left",
    "enemy land": "enemy land units left",
    "enemy air": "enemy aircraft left",
    "enemy strength": "sum of the values of the enemy dice after round one",
    "odds": "strength against enemy strength, as in 3-2; unknown when the enemy has no dice",
}

_OF_A_FORCE: Final[Mapping[str, Callable[[Side, Counts], int]]] = {
    "units": lambda _, counts: sum(counts),
    "land": land_units,
    "air": aircraft,
    "strength": strength,
}

NEVER: Final[Lines] = ()
SAVE_AIR: Final[Lines] = (parse_conditions("land = 0"),)
RETREATS: Final[Mapping[str, Lines]] = {"save-air": SAVE_AIR, "never": NEVER}


def facts_asked(lines: Lines) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which facts of the own and of the enemy force the lines depend on."""
    names = {condition.fact for line in lines for condition in line}
    if "odds" in names:
        names |= {"strength", "enemy strength"}
    own = sorted(name for name in names if name in _OF_A_FORCE)
    enemy = sorted(name for name in _OF_A_FORCE if f"enemy {name}" in names)
    return tuple(own), tuple(enemy)


def side_facts(side: Side, counts: Counts, names: Iterable[str]) -> dict[str, int]:
    """Facts of a force, by name."""
    return {name: _OF_A_FORCE[name](side, counts) for name in names}


def facts_between(own: Mapping[str, int], enemy: Mapping[str, int], rounds: int) -> dict[str, Fact]:
    """The attacker's facts at the end of a round, from what each side has left."""
    facts: dict[str, Fact] = {"round": rounds, **own}
    facts |= {f"enemy {name}": value for name, value in enemy.items()}
    if enemy.get("strength") and "strength" in own:
        facts["odds"] = Fraction(own["strength"], enemy["strength"])
    return facts


def first_that_holds(lines: Lines, facts: Mapping[str, Fact]) -> tuple[Condition, ...] | None:
    """The line by which the retreat order applies, if any does."""
    return next((line for line in lines if all_hold(line, facts)), None)
