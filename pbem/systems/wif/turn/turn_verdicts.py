"""The verdicts of the stages of a turn, and their paragraphs (4, 6, 13.5, 13.9).

Decides what reports say of them. Leaves what is found to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import UnitId, Verdict


@dataclass(frozen=True, slots=True)
class InitiativeVerdict(Verdict):
    """The modified dice, who had them thrown `again`, the winner and the first side."""

    kind: ClassVar[str] = "initiative"
    cite: ClassVar[str] = "6"

    totals: Mapping[str, int]
    again: str
    space: str
    winner: str
    first: str

    @property
    def outcome(self) -> str:
        return self.winner


@dataclass(frozen=True, slots=True)
class FinalReorganisationVerdict(Verdict):
    """The units that turn face-up, and the isolated ones that do not (option 35)."""

    kind: ClassVar[str] = "final-reorganisation"
    cite: ClassVar[str] = "13.5"

    up: tuple[UnitId, ...]
    isolated: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "reorganised"


# --- paragraphs ----------------------------------------------------------------------------------


def initiative_lines(verdict: InitiativeVerdict, scene: Scene) -> Sequence[str]:
    """The initiative of the turn that begins."""
    dice = ", ".join(f"{scene.title(side)} {total}" for side, total in verdict.totals.items())
    again = f"; {scene.title(verdict.again)} had it rolled again" if verdict.again else ""
    return [
        f"INITIATIVE ({verdict.cite})  {dice}{again}: {scene.title(verdict.winner)} has it, "
        f"{scene.title(verdict.first)} moves first"
    ]


def final_reorganisation_lines(verdict: FinalReorganisationVerdict, scene: Scene) -> Sequence[str]:
    """Who is ready for the next turn, and who is not."""
    count = len(verdict.up)
    lines = [f"FINAL REORGANISATION ({verdict.cite})  {count} unit{'s' * (count != 1)} face-up"]
    if verdict.isolated:
        named = ", ".join(map(scene.unit, verdict.isolated))
        lines.append(f"isolated, face-down still: {named}")
    return lines
