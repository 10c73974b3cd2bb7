"""Fractions (2.6): rounding to the nearest whole number, halves up, and how a reader sees them.

Decides how. Leaves when to the rule that counts.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene


@implements("WIF-2.6-1", "AIF-2.6-1")
def rounded(value: Fraction | int) -> int:
    """The nearest whole number; a half goes up, also below nothing: -3/2 becomes -1 (2.6)."""
    return floor(value + Fraction(1, 2))


def number(value: Any) -> str:
    """A factor as a player writes it: `8`, `3.5`, `3.83`."""
    text = Scene.decimal(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed(value: Any) -> str:
    """A modifier with its sign."""
    return f"+{number(value)}" if Fraction(value) > 0 else number(value)
