"""Dice statistics of played runs: what was rolled against what was to be expected.

Counts, means and chi-square are exact fractions; only the tail probability is computed with
floats, and rounded to two places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, gamma, sqrt
from typing import Any, Final

from pbem.core.record.dice import expected_counts, parse_dice
from pbem.core.record.ledger import Entry

FEW: Final = 5  # chi-square wants at least so many expected on every face
WARNING: Final = (
    "Of many tests some look odd by chance: one in twenty falls below 0.05 with honest dice. "
    "A low value is a reason to look again with more dice, not a proof."
)


@dataclass(frozen=True, slots=True)
class Count:
    """The dice of one kind that were rolled for one power or side."""

    by: str
    sides: int
    faces: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many were rolled."""
        return sum(self.faces)

    @property
    def expected(self) -> Fraction:
        """How often each face is to be expected."""
        return Fraction(self.dice, self.sides)

    @property
    def mean(self) -> Fraction:
        """What they showed on average."""
        return Fraction(sum((i + 1) * n for i, n in enumerate(self.faces)), self.dice)

    @property
    def fair_mean(self) -> Fraction:
        """What fair dice show on average."""
        return Fraction(self.sides + 1, 2)

    @property
    def chi_square(self) -> Fraction:
        """How far the counts are from what was to be expected."""
        return sum(((n - self.expected) ** 2 / self.expected for n in self.faces), Fraction())

    @property
    def enough(self) -> bool:
        """Whether there are enough dice for the test to mean anything."""
        return self.expected >= FEW

    @property
    def probability(self) -> float:
        """How likely fair dice are to be as far off as these, or further; rounded."""
        return round(tail(float(self.chi_square), self.sides - 1), 2)


def tail(value: float, freedom: int) -> float:
    """The probability that chi-square with so many degrees of freedom exceeds a value."""
    if freedom % 2 == 0:
        term, total = 1.0, 1.0
        for step in range(1, freedom // 2):
            term *= value / (2 * step)
            total += term
        return exp(-value / 2) * total
    total = erfc(sqrt(value / 2))
    for step in range(1, (freedom + 1) // 2):
        power = step - 0.5
        total += exp(-value / 2) * (value / 2) ** power / gamma(power + 1)
    return total


def count_dice(entries: Iterable[Entry]) -> tuple[Count, ...]:
    """The dice of every throw (re-rolled ones too), by whom and by their sides."""
    rolled: dict[tuple[str, int], list[int]] = {}
    for entry in entries:
        if entry.kind == "roll":
            sides = parse_dice(entry.body["dice"])[1]
            for values in entry.body["throws"]:
                rolled.setdefault((entry.body["by"], sides), []).extend(values)
    return tuple(
        Count(by, sides, expected_counts(sides, values))
        for (by, sides), values in sorted(rolled.items())
    )


def together(counts: Iterable[Count]) -> tuple[Count, ...]:
    """The same for all together, by sides."""
    faces: dict[int, list[int]] = {}
    for count in counts:
        known = faces.setdefault(count.sides, [0] * count.sides)
        for index, number in enumerate(count.faces):
            known[index] += number
    return tuple(Count("all", sides, tuple(faces[sides])) for sides in sorted(faces))


def count_data(count: Count) -> dict[str, Any]:
    """A count as plain data; fractions as text."""
    return {
        "by": count.by,
        "sides": count.sides,
        "dice": count.dice,
        "faces": list(count.faces),
        "expected": str(count.expected),
        "mean": str(count.mean),
        "fair_mean": str(count.fair_mean),
        "chi_square": str(count.chi_square),
        "degrees_of_freedom": count.sides - 1,
        "probability": count.probability,
        "enough_dice": count.enough,
    }


def count_lines(count: Count) -> list[str]:
    """A count as text."""
    title = f"{count.by}, d{count.sides}: {count.dice} dice, mean {_two(count.mean)}"
    title += f" (fair {_two(count.fair_mean)})"
    faces = "  ".join(f"{face}:{number}" for face, number in enumerate(count.faces, start=1))
    test = f"chi-square {_two(count.chi_square)}, {count.sides - 1} degrees of freedom"
    verdict = f"p {count.probability:.2f}" if count.enough else "too few dice to tell"
    return [title, f"  {faces}   expected {_two(count.expected)} each", f"  {test}: {verdict}"]


def _two(value: Fraction) -> str:
    """Two places, rounded half up."""
    hundredths = (value.numerator * 200 + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02d}"
