"""Air combat by the public table (19.2): what a cell takes from the other side.

Decides how the two figures of a cell are read. Leaves dice and rounds to `combat.air_combat`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.core.rules.readings import Reading


class SecondFigure(Reading, id="AWAW-R-19.2-a"):
    """What the second figure of a cell of the air combat table means."""

    TURNED_BACK = "turned-back"
    LOST = "lost"


class DefensiveFactors(Reading, id="AWAW-R-18.55-a"):
    """How defensive air support counts in a ground attack."""

    ADDED = "added"
    CANCELS = "cancels"


@dataclass(frozen=True, slots=True)
class Toll:
    """Air factors that a side loses, and that fly home."""

    lost: int
    back: int


def toll(cell: str, flying: int, second: SecondFigure) -> Toll:
    """What a cell such as `1/2` takes of so many factors: the lost first."""
    first, _, rest = cell.partition("/")
    lost, back = int(first), int(rest or 0)
    if second is SecondFigure.LOST:
        lost, back = lost + back, 0
    lost = min(lost, flying)
    return Toll(lost, min(back, flying - lost))
