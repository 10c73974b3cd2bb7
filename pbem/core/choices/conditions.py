"""Conditions in orders and standing orders: `FACT OP VALUE`, a list of them means all.

Values are whole numbers (`-4`), odds (`3-1` or `3:1`), fractions (`1/2`) or words. A condition is
tested with the documented facts of one Decision and with nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.data.findings import Finding, Where, error, suggest

Fact = int | Fraction | str | bool | tuple[str, ...]

_GRAMMAR = re.compile(r"\s*([^\W\d_][\w .,'’-]*?)\s*(<=|>=|!=|=|<|>)\s*([^\s<>=!].*?)\s*")
MAX_LENGTH: Final = 200
_INT = re.compile(r"[+-]?\d{1,9}")
_ODDS = re.compile(r"(\d{1,6})\s*[-:/]\s*(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison of a named fact with a value."""

    fact: str
    op: str
    value: str

    def __str__(self) -> str:
        return f"{self.fact} {self.op} {self.value}"


class BadCondition(ValueError):
    """A text that is not a condition; the message says what one looks like."""


def number(text: str) -> Fraction | None:
    """The number that a value means, if it is one."""
    if _INT.fullmatch(text):
        return Fraction(int(text))
    match = _ODDS.fullmatch(text)
    if match and int(match.group(2)):
        return Fraction(int(match.group(1)), int(match.group(2)))
    return None


def parse_condition(text: str) -> Condition:
    """One condition; raises BadCondition."""
    match = _GRAMMAR.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if not match:
        said = text[:MAX_LENGTH]
        raise BadCondition(f"'{said}' is not a condition; write FACT OP VALUE: odds >= 3-1")
    fact, op, value = match.groups()
    if op in ("<", "<=", ">", ">=") and number(value) is None:
        raise BadCondition(f"'{value}' is not a number; write 4, -2 or 3-1 after '{op}'")
    return Condition(" ".join(fact.split()), op, value)


def parse_conditions(data: object) -> tuple[Condition, ...]:
    """`if:` as typed: one condition or a list of them."""
    if data is None:
        return ()
    items: Sequence[object] = data if isinstance(data, list) else [data]
    return tuple(parse_condition(str(item)) for item in items)


def holds(condition: Condition, facts: Mapping[str, Fact]) -> bool:
    """Whether a condition is true of the facts; an absent fact makes it false."""
    found = facts.get(condition.fact)
    if found is None:
        return False
    if isinstance(found, bool):
        return _word_holds(condition, ("true" if found else "false",))
    if isinstance(found, (int, Fraction)):
        wanted = number(condition.value)
        return wanted is not None and _COMPARE[condition.op](Fraction(found), wanted)
    return _word_holds(condition, (found,) if isinstance(found, str) else found)


def _word_holds(condition: Condition, words: Collection[str]) -> bool:
    present = _folded(condition.value) in {_folded(word) for word in words}
    if condition.op == "=":
        return present
    return condition.op == "!=" and not present


def _folded(word: str) -> str:
    """A word as it is compared: `Great Britain` is great-britain."""
    return word.casefold().replace(" ", "-")


def asks_for_one_of(condition: Condition, words: Collection[str]) -> bool:
    """Whether a condition asks for a word that a fact of these words can have."""
    return _folded(condition.value) in {_folded(word) for word in words}


_COMPARE = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def all_hold(conditions: Sequence[Condition], facts: Mapping[str, Fact]) -> bool:
    """Whether every condition is true."""
    return all(holds(condition, facts) for condition in conditions)


def check_facts(
    conditions: Sequence[Condition],
    known: Collection[str],
    where: Where | None,
    about: str = "",
) -> list[Finding]:
    """A finding for every condition on a fact that this moment does not offer."""
    return [
        error(
            "unknown-fact",
            f"'{condition.fact}' is not known at that moment",
            where=where,
            hint=suggest(condition.fact, known),
            about=about,
        )
        for condition in conditions
        if condition.fact not in known
    ]
