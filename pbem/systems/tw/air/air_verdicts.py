"""What rounds of air combat and flak came to, for log and reports (11.9, 11.12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.record.verdicts import Cell, PlaceId, UnitId, Verdict


@dataclass(frozen=True, slots=True)
class AirCombatVerdict(Verdict):
    """A round of air combat: who, odds, die, result; results that count more than once."""

    kind: ClassVar[str] = "air-combat"
    cite: ClassVar[str] = "11.9"

    round: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    factors: tuple[int, int]
    odds: str
    die: int
    modifiers: dict[str, int]
    row: int
    result: Cell
    times: int
    lost: tuple[UnitId, ...]
    depleted: tuple[UnitId, ...]
    grounded: bool = False

    @property
    def outcome(self) -> str:
        return self.result


@dataclass(frozen=True, slots=True)
class NotFlownVerdict(Verdict):
    """Aircraft that were named for a mission have fallen on another one before it."""

    kind: ClassVar[str] = "not-flown"
    cite: ClassVar[str] = "11.2.3"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "lost"


@dataclass(frozen=True, slots=True)
class OwnBaseVerdict(Verdict):
    """An aircraft finds no room any more where its order lets it land, and returns to its base."""

    kind: ClassVar[str] = "own-base"
    cite: ClassVar[str] = "11.2.2"

    unit: UnitId
    to: PlaceId

    @property
    def outcome(self) -> str:
        return "returns"


@dataclass(frozen=True, slots=True)
class ShotDownVerdict(Verdict):
    """Parachutists who flew to another base have met the enemy without an escort."""

    kind: ClassVar[str] = "shot-down"
    cite: ClassVar[str] = "8.3.2"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "eliminated"


@dataclass(frozen=True, slots=True)
class FlakVerdict(Verdict):
    """Flak has fired at aircraft that support an attack."""

    kind: ClassVar[str] = "flak"
    cite: ClassVar[str] = "11.12"

    targets: tuple[UnitId, ...]
    factors: int
    die: int
    row: int
    result: Cell
    lost: tuple[UnitId, ...]
    depleted: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return self.result
