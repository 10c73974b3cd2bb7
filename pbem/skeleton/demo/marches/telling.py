"""What reports say of clashes."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.reading.scene import Scene
from pbem.skeleton.demo.marches.clash import ClashVerdict


def clash_lines(verdict: ClashVerdict, scene: Scene) -> Sequence[str]:
    """The paragraph of a clash."""
    lost = ", ".join(verdict.lost) or "nobody"
    return (
        f"CLASH {scene.place(verdict.where)}  {verdict.odds}, die {verdict.die}",
        f"{verdict.outcome}; {lost} lost",
    )
