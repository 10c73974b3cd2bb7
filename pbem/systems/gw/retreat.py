"""When the attacker breaks off: the conditions of his retreat order (9.4).

A condition is `FACT OP VALUE`; a line is one condition or a list of which all must hold; the
attacker retreats when any line holds at the end of a round. The same comparison serves single
numbers and whole arrays, so that odds and play share it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.findings import PbemError, suggest

FACTS: Final[Mapping[str, str]] = {
    "round": "rounds fought so far",
    "units": "own units left",
    "land": "own land units left",
    "air": "own aircraft left",
    "enemy units": "enemy units left",
    "enemy land": "enemy land units left",
    "enemy air": "enemy aircraft left",
    "strength": "sum of the own Attack values in the next round",
    "enemy strength": "sum of the enemy Defense values in the next round",
    "odds": "strength against enemy strength, as in 3-2",
}
OPERATORS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_CONDITION = re.compile(r"([a-z ]+?)\s*(<=|>=|=|<|>)\s*(\d+)(?:[-:](\d+))?")


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison; `against` is the second number of odds."""

    fact: str
    sign: str
    value: int
    against: int = 1

    def holds(self, facts: Mapping[str, Any]) -> Any:
        """Whether it holds; for arrays of facts an array of answers."""
        compare = OPERATORS[self.sign]
        if self.fact == "odds":
            return compare(facts["strength"] * self.against, facts["enemy strength"] * self.value)
        return compare(facts[self.fact], self.value)


Lines = tuple[tuple[Condition, ...], ...]


def condition(text: str) -> Condition:
    """Read a condition; odds need two numbers, everything else one."""
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        raise PbemError(f"'{text}' is not a condition", "write FACT OP VALUE, such as land <= 2")
    fact, sign, value, against = match.groups()
    if fact not in FACTS:
        raise PbemError(f"no fact '{fact}' in a battle", suggest(fact, FACTS))
    if (against is None) is (fact == "odds") or against == "0":
        raise PbemError(f"'{text}' compares wrongly", "odds take two numbers (3-2), others one")
    return Condition(fact, sign, int(value), int(against or 1))


SAVE_AIR: Final[Lines] = ((Condition("land", "=", 0),),)
NEVER: Final[Lines] = ()


def any_line_holds(lines: Lines, facts: Mapping[str, Any]) -> Any:
    """Whether the retreat order applies; with arrays of facts, where it applies."""
    result: Any = False
    for line in lines:
        together: Any = True
        for one in line:
            together = together & one.holds(facts)
        result = result | together
    return result


def lines(texts: Sequence[str | Sequence[str]]) -> Lines:
    """Read the lines of a retreat order."""
    return tuple(tuple(map(condition, [line] if isinstance(line, str) else line)) for line in texts)
