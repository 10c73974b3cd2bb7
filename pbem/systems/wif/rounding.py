"""Fractions (2.6): rounding to the nearest whole number, halves up."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from pbem.core.rulebook import implements


@implements("WIF-2.6-1")
def rounded(value: Fraction | int) -> int:
    """The nearest whole number; a half goes up, also below nothing: -3/2 becomes -1 (2.6)."""
    return floor(value + Fraction(1, 2))
