"""The verdicts of who may not stay at the end of a step, and their paragraphs (2.3.1, 18.2).

Decides what reports say of it. Leaves what is found to `stacking` and `commitments`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict


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


@dataclass(frozen=True, slots=True)
class StrangersVerdict(Verdict):
    """What stood in a hex without co-operating, and what of it was destroyed."""

    kind: ClassVar[str] = "strangers"
    cite: ClassVar[str] = "2.3.1"

    at: PlaceId
    units: tuple[UnitId, ...]
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "destroyed"


@dataclass(frozen=True, slots=True)
class AbroadVerdict(Verdict):
    """Troops of a country in a friend's home that its HQs there could not lead."""

    kind: ClassVar[str] = "abroad"
    cite: ClassVar[str] = "18.2"

    power: PowerId
    host: PowerId
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "destroyed"


def strangers_lines(verdict: StrangersVerdict, scene: Scene) -> Sequence[str]:
    """What was destroyed because it did not co-operate with the rest of its hex."""
    return [
        f"NO CO-OPERATION {scene.place(verdict.at)} ({verdict.cite})  {scene.units(verdict.units)}",
        f"Lost: {scene.units(verdict.lost)}.",
    ]


def abroad_lines(verdict: AbroadVerdict, scene: Scene) -> Sequence[str]:
    """What was destroyed because it went abroad without headquarters to lead it."""
    who, where = scene.title(verdict.power), scene.title(verdict.host)
    return [
        f"FOREIGN TROOPS {who} in {where} ({verdict.cite})  no HQ leads so many",
        f"Lost: {scene.units(verdict.lost)}.",
    ]


def overstacked_lines(verdict: OverstackedVerdict, scene: Scene) -> Sequence[str]:
    """What was destroyed because too many were in a hex."""
    return [
        f"OVERSTACKED {scene.place(verdict.at)} ({verdict.cite})  {scene.units(verdict.units)}",
        f"Lost: {scene.units(verdict.lost)}.",
    ]
