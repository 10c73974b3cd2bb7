"""What reports say of construction.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.awaw.building.construction import ConstructionVerdict
from pbem.systems.awaw.world.telling import told_units


def construction_lines(verdict: ConstructionVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of units that are built."""
    units = told_units(scene, verdict.units)
    return (
        f"CONSTRUCTION at {scene.place(verdict.place)}: {scene.title(verdict.power)}",
        f"{units} for {verdict.pays} BRPs, {verdict.left} left",
    )
