"""What reports say of construction.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.awaw.building.construction import ConstructionVerdict


def construction_lines(verdict: ConstructionVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that are built."""
    units = ", ".join(scene.unit(one.unit, one.many) for one in verdict.units)
    return (
        f"CONSTRUCTION at {scene.place(verdict.place)}: {scene.title(verdict.power)}",
        f"{units} for {verdict.pays} BRPs, {verdict.left} left",
    )
