"""The verdict of a stack too high, and its paragraph (2.3.1).

Decides what reports say of it. Leaves what is found to `stacking`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict


@dataclass(frozen=True, slots=True)
class OverstackedVerdict(Verdict):
    """What stood in a hex, and what of it was destroyed because that was too many."""

    kind: ClassVar[str] = "overstacked"
    cite: ClassVar[str] = "2.3.1"

    at: PlaceId
    units: tuple[UnitId, ...]
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "destroyed"


def overstacked_lines(verdict: OverstackedVerdict, scene: Scene) -> Sequence[str]:
    """What was destroyed because too many were in a hex."""
    return [
        f"OVERSTACKED {scene.place(verdict.at)} ({verdict.cite})  {scene.units(verdict.units)}",
        f"Lost: {scene.units(verdict.lost)}.",
    ]
