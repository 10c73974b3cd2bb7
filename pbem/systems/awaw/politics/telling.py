"""What reports say of declarations of war.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.systems.awaw.politics.declaring import DeclarationVerdict


def declaration_lines(verdict: DeclarationVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a declaration of war."""
    by, on = scene.title(verdict.by), scene.title(verdict.on)
    return (f"WAR: {by} on {on}", f"{verdict.cost} BRPs paid, {verdict.left} left")
