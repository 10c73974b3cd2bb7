"""Units in the words of reports: like ones together, ships by their names.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.reading.scene import Scene
from pbem.systems.awaw.world.units import Part


def told_units(scene: Scene, parts: Iterable[Part]) -> str:
    """`2 armor 4-6, Scharnhorst`: like units together, whatever group they are of."""
    counted: dict[str, list[Part]] = {}
    for part in parts:
        counted.setdefault(_one(scene, part), []).append(part)
    return ", ".join(
        name if _is_single(scene, alike[0]) else _several(scene, alike)
        for name, alike in counted.items()
    )


def _several(scene: Scene, alike: Iterable[Part]) -> str:
    parts = tuple(alike)
    return scene.unit(parts[0].unit, sum(part.many for part in parts))


def _one(scene: Scene, part: Part) -> str:
    return scene.unit(part.unit, None if _is_single(scene, part) else 1)


def _is_single(scene: Scene, part: Part) -> bool:
    known = scene.known_units.get(part.unit)
    return known is not None and known.count is None
