"""A few rules for the tests of the changer: each kind of change can be made here."""

from __future__ import annotations

from pbem.core.data.rulebook import implements

LIMIT = 3


@implements("SAMPLE-1")
def too_many(units: list[int], extra: int = 0) -> bool:
    """More than the limit."""
    return sum(units) + extra > LIMIT


def told(name: str, units: list[int]) -> list[str]:
    """Nothing of this text is changed: not even 7 < 8."""
    lines = [name]
    if units and not name:
        lines.append(f"{len(units)} units")
    return lines if too_many([one for one in units if one]) else []


def counted(number: int) -> int:
    """Ends, unless the comparison is turned."""
    found = 0
    while found < number:
        found += 1
    return found
