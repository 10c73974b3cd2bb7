"""The verdict of a ground strike, and its paragraph (11.8).

Decides what reports say of it. Leaves what is found to `ground_strike`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict

HIT: Final = "hit"
NOTHING: Final = "no-effect"


@dataclass(frozen=True, slots=True)
class StrikeRoll:
    """What a bomber rolled against one unit."""

    target: UnitId
    dice: tuple[int, ...]
    hit: bool
    surprised: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """One bomber's strike: its printed factors, those that it has here, and its rolls."""

    unit: UnitId
    tactical: Fraction
    extended: bool
    factors: int
    rolls: tuple[StrikeRoll, ...]

    @property
    def hit(self) -> tuple[str, ...]:
        """Whom it hit."""
        return tuple(roll.target for roll in self.rolls if roll.hit)


@dataclass(frozen=True, slots=True)
class StrikeVerdict(Verdict):
    """Who struck whom: the bombers that got through, their fighters, and the units in the hex."""

    kind: ClassVar[str] = "ground-strike"
    cite: ClassVar[str] = "11.8"

    at: PlaceId
    terrain: str
    weather: str
    bombers: tuple[Attack, ...]
    fighters: tuple[UnitId, ...]
    targets: tuple[UnitId, ...]
    hit: tuple[UnitId, ...]
    destroyed: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        return HIT if self.hit else NOTHING


def strike_lines(verdict: StrikeVerdict, scene: Scene) -> Sequence[str]:
    """Who struck whom, with each die."""
    bombers = ", ".join(_bomber(bomber, scene) for bomber in verdict.bombers)
    escort = f", with {scene.units(verdict.fighters)}" if verdict.fighters else ""
    lines = [
        f"GROUND STRIKE {scene.place(verdict.at)} ({verdict.cite})   "
        f"{bombers or 'no bomber through'}{escort}; {verdict.terrain}, {verdict.weather}"
    ]
    for bomber in verdict.bombers:
        rolls = ", ".join(_roll(roll, scene) for roll in bomber.rolls)
        lines.append(f"{scene.unit(bomber.unit)}: {rolls or _no_roll(bomber)}.")
    lines += [f"Destroyed: {scene.units(verdict.destroyed)}."] if verdict.destroyed else []
    return lines


def _bomber(bomber: Attack, scene: Scene) -> str:
    """`He-111H6 4`, or with what weather and range leave of the factors."""
    why = " at extended range" if bomber.extended else ""
    name = scene.unit(bomber.unit)
    if bomber.tactical == bomber.factors:
        return f"{name} {bomber.factors}{why}"
    return f"{name} {bomber.tactical}, here {bomber.factors}{why}"


def _roll(roll: StrikeRoll, scene: Scene) -> str:
    dice = "+".join(str(die) for die in roll.dice)
    surprised = " surprised" if roll.surprised else ""
    return f"{scene.unit(roll.target)}{surprised} {dice} {'hit' if roll.hit else 'miss'}"


def _no_roll(bomber: Attack) -> str:
    return "nobody left to strike" if bomber.factors else "no factors left"
