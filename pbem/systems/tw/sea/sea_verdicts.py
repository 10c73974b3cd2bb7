"""What interceptions, battles and missions at sea came to, for log and reports (7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.record.verdicts import Cell, PlaceId, PowerId, UnitId, Verdict


@dataclass(frozen=True, slots=True)
class InterceptionVerdict(Verdict):
    """A naval force has tried to intercept another."""

    kind: ClassVar[str] = "interception"
    cite: ClassVar[str] = "7.8"

    base: PlaceId
    ships: tuple[UnitId, ...]
    target: tuple[UnitId, ...]
    counter: bool
    die: int
    modifiers: dict[str, int]
    row: int
    found: bool

    @property
    def outcome(self) -> str:
        return "intercepts" if self.found else "misses"


@dataclass(frozen=True, slots=True)
class SurpriseVerdict(Verdict):
    """Whether aircraft have surprised the ships that they attack."""

    kind: ClassVar[str] = "surprise-at-sea"
    cite: ClassVar[str] = "7.9.3"

    aircraft: tuple[UnitId, ...]
    die: int
    surprised: bool
    spied: bool = False

    @property
    def outcome(self) -> str:
        return "surprised" if self.surprised else "awake"


@dataclass(frozen=True, slots=True)
class SeaBattleVerdict(Verdict):
    """A roll of a battle at sea: who, odds in halves of a Fleet, die, result; no die, all sunk."""

    kind: ClassVar[str] = "sea-battle"
    cite: ClassVar[str] = "7.9.9"

    round: int
    part: str
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    halves: tuple[int, int]
    odds: str
    die: int | None
    modifiers: dict[str, int]
    row: int | None
    result: Cell
    sunk: tuple[UnitId, ...]
    depleted: tuple[UnitId, ...]
    damage: tuple[int, ...]

    @property
    def outcome(self) -> str:
        return self.result


@dataclass(frozen=True, slots=True)
class VoyageVerdict(Verdict):
    """What became of a mission at sea that was intercepted: it goes on, turns back, or is lost."""

    kind: ClassVar[str] = "voyage"
    cite: ClassVar[str] = "7.9.7"

    power: PowerId
    mission: str
    ships: tuple[UnitId, ...]
    goes_on: bool

    @property
    def outcome(self) -> str:
        if self.goes_on:
            return "goes-on"
        return "turns-back" if self.ships else "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyLineVerdict(Verdict):
    """A supply line by sea has been attacked: its areas, whether it is cut, who lacks supply."""

    kind: ClassVar[str] = "supply-line"
    cite: ClassVar[str] = "12.1.2"

    power: PowerId
    port: PlaceId
    way: tuple[PlaceId, ...]
    cut: bool
    without: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "cut" if self.cut else "holds"


@dataclass(frozen=True, slots=True)
class SupplyRunVerdict(Verdict):
    """Supply has been run to a port, or has been stopped on its way."""

    kind: ClassVar[str] = "supply-run"
    cite: ClassVar[str] = "12.7.2"

    power: PowerId
    origin: PlaceId
    way: tuple[PlaceId, ...]
    through: bool

    @property
    def outcome(self) -> str:
        return "supplied" if self.through else "stopped"


@dataclass(frozen=True, slots=True)
class CrowdedVerdict(Verdict):
    """Units that a beachhead does not hold are Depleted and in port again."""

    kind: ClassVar[str] = "crowded-beach"
    cite: ClassVar[str] = "7.7.4"

    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "back"


@dataclass(frozen=True, slots=True)
class CalledOffVerdict(Verdict):
    """An assault on a beach that lacks superiority in the air: factors over it of both sides."""

    kind: ClassVar[str] = "assault"
    cite: ClassVar[str] = "7.7.2"

    units: tuple[UnitId, ...]
    factors: tuple[int, int]

    @property
    def outcome(self) -> str:
        return "called-off"


@dataclass(frozen=True, slots=True)
class KebirVerdict(Verdict):
    """Whether a Fleet of Vichy joins the Axis after the British attack, and where it goes."""

    kind: ClassVar[str] = "mers-el-kebir"
    cite: ClassVar[str] = "18.5.6"

    die: int
    unit: UnitId | None
    to: PlaceId | None

    @property
    def outcome(self) -> str:
        return "joins" if self.unit else "stays"


@dataclass(frozen=True, slots=True)
class PortLostVerdict(Verdict):
    """A ship whose port the enemy has taken sails to another, or is lost."""

    kind: ClassVar[str] = "port-lost"
    cite: ClassVar[str] = "7.1"

    unit: UnitId
    to: PlaceId | None

    @property
    def outcome(self) -> str:
        return "sails" if self.to else "lost"


@dataclass(frozen=True, slots=True)
class LandingVerdict(Verdict):
    """Units have landed on a beach, and who is there to meet them."""

    kind: ClassVar[str] = "invasion"
    cite: ClassVar[str] = "7.7"

    units: tuple[UnitId, ...]
    met: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "contested" if self.met else "landed"
