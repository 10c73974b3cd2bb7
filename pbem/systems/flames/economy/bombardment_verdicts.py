"""The verdict of a strategic bombardment, and its paragraph (11.7).

Decides what reports say of it. Leaves what is found to `bombardment`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import Cell, PlaceId, UnitId, Verdict
from pbem.systems.flames.economy.ruins import Ruin, told
from pbem.systems.flames.world.rounding import number, signed

WORDS: Final[Mapping[str, str]] = {"unopposed": "unopposed", "high": "high altitude"}


@dataclass(frozen=True, slots=True)
class Bombing:
    """One bomber that got through: its factors, whether range halves them, its A-bomb."""

    unit: UnitId
    strategic: Fraction
    extended: bool = False
    bomb: UnitId | None = None


@dataclass(frozen=True, slots=True)
class BombardmentVerdict(Verdict):
    """What bombers did to a hex: factors, die, result, what is lost for the turn."""

    kind: ClassVar[str] = "strategic-bombardment"
    cite: ClassVar[str] = "11.7"

    at: PlaceId
    bombers: tuple[Bombing, ...]
    weather: str
    factors: Fraction
    dice: tuple[int, ...]
    modifiers: Mapping[str, int]
    roll: int
    result: Cell
    points: int
    oil: int
    night: bool = False
    high: bool = False
    destroyed: tuple[Ruin, ...] = ()
    saved_oil: int = 0
    saved_points: int = 0
    flak: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        lost = self.points or self.oil or self.saved_oil or self.saved_points or self.flak
        return "hit" if lost or self.destroyed else "no-effect"


def bombardment_lines(verdict: BombardmentVerdict, scene: Scene) -> Sequence[str]:
    """Who bombed what with how many factors; the die and what it cost."""
    when = " at night" * verdict.night + " at high altitude" * verdict.high
    head = f"STRATEGIC BOMBARDMENT {scene.place(verdict.at)}{when} ({verdict.cite})   "
    bombers = ", ".join(_bomber(bomber, scene) for bomber in verdict.bombers)
    if not bombers:
        return [f"{head}no bomber through"]
    if not verdict.dice:
        return [f"{head}{bombers}: no factors left"]
    added = "".join(f" {signed(by)} {WORDS[why]}" for why, by in verdict.modifiers.items())
    lost = [
        *([f"{verdict.points} production points"] if verdict.points else []),
        *([f"{verdict.oil} oil"] if verdict.oil else []),
        *([f"{verdict.saved_oil} saved oil"] if verdict.saved_oil else []),
        *([f"{verdict.saved_points} saved build points"] if verdict.saved_points else []),
    ]
    return [
        f"{head}{bombers}; {verdict.weather}: {number(verdict.factors)} factors",
        f"die {verdict.dice[0]}{added} = {verdict.roll}: {verdict.result}; "
        f"lost for the turn: {' and '.join(lost) or 'nothing'}.",
        *([f"destroyed: {told(verdict.destroyed)}."] if verdict.destroyed else []),
        *([f"flak destroyed: {scene.units(verdict.flak)}."] if verdict.flak else []),
    ]


def _bomber(bomber: Bombing, scene: Scene) -> str:
    far = " at extended range" if bomber.extended else ""
    load = f" with {scene.unit(bomber.bomb)}" if bomber.bomb else ""
    return f"{scene.unit(bomber.unit)}{load} {number(bomber.strategic)}{far}"
