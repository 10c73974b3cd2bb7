"""Lend-lease: who lends what, and how it gets there (7.9, 11.4); recruits of minors (11.5).

Leaves to the moderator: the conditions of the National Reference Sheets, which are not to be had.
"""

from __future__ import annotations

from pbem.core.rulebook import implements
from pbem.systems.gw.values import round_up


@implements("GW-7.9-2", "GW-11.4-9")
def most_lent(income: int) -> int:
    """How many IPPs may be lent to a nation: half its income, without bonus (7.9)."""
    return round_up(income, 2)


@implements("GW-11.5-2", "GW-11.5-d1")
def recruits(die: int, zones: int) -> bool:
    """Whether a die brings recruits to a nation with so many land zones (11.5)."""
    return die <= zones
