"""What a ground combat came to, for log and reports (10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.record.verdicts import Cell, PlaceId, UnitId, Verdict


@dataclass(frozen=True, slots=True)
class Fallback:
    """The way that a unit has retreated."""

    unit: UnitId
    way: tuple[PlaceId, ...]


@dataclass(frozen=True, slots=True)
class CombatVerdict(Verdict):
    """One attack: factors, odds, die, result, and what came of it."""

    kind: ClassVar[str] = "ground-combat"
    cite: ClassVar[str] = "10"

    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    factors: tuple[int, int]
    odds: str
    air: int
    die: int
    modifiers: dict[str, int]
    row: int
    rolled: Cell
    result: Cell
    lost: tuple[UnitId, ...]
    depleted: tuple[UnitId, ...]
    retreats: tuple[Fallback, ...]
    advanced: tuple[UnitId, ...]
    breach: bool
    taken: bool
    halves: bool = False  # factors are told in halves = False

    @property
    def outcome(self) -> str:
        return self.result


@dataclass(frozen=True, slots=True)
class NoCombatVerdict(Verdict):
    """An attack that nobody was left to meet, or to make."""

    kind: ClassVar[str] = "no-combat"
    cite: ClassVar[str] = "10.2"

    attackers: tuple[UnitId, ...]
    elsewhere: bool = False  # the attackers have advanced to where they do not reach it
    lost: tuple[UnitId, ...] = ()  # flak that stood alone
    advanced: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        return "nobody"
