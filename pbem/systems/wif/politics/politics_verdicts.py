"""The verdicts of wars, minor countries and conquest, and their paragraphs (9, 13.7, 19).

Decides what reports say of them. Leaves what is found to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict


@dataclass(frozen=True, slots=True)
class WarVerdict(Verdict):
    """A declaration of war."""

    kind: ClassVar[str] = "war"
    cite: ClassVar[str] = "9.3"

    power: PowerId
    target: PowerId

    @property
    def outcome(self) -> str:
        return "declared"


@dataclass(frozen=True, slots=True)
class AlignedVerdict(Verdict):
    """A minor country and the power that it joins; `seized`, it falls to its attacker."""

    kind: ClassVar[str] = "alignment"
    cite: ClassVar[str] = "9.6"

    minor: PowerId
    power: PowerId
    placed: Mapping[UnitId, PlaceId]
    later: tuple[UnitId, ...]
    seized: bool = False

    @property
    def outcome(self) -> str:
        return "seized" if self.seized else "aligned"


@dataclass(frozen=True, slots=True)
class ReservesVerdict(Verdict):
    """The reserves that a power has called out, face-down."""

    kind: ClassVar[str] = "reserves"
    cite: ClassVar[str] = "9.7"

    power: PowerId
    placed: Mapping[UnitId, PlaceId]

    @property
    def outcome(self) -> str:
        return "called"


@dataclass(frozen=True, slots=True)
class ConquestVerdict(Verdict):
    """A country that is conquered, the units that leave the game; `complete`: its power is out."""

    kind: ClassVar[str] = "conquest"
    cite: ClassVar[str] = "13.7.1"

    country: str
    lord: PowerId
    power: PowerId
    units: tuple[UnitId, ...]
    complete: bool

    @property
    def outcome(self) -> str:
        return "complete" if self.complete else "conquered"


@dataclass(frozen=True, slots=True)
class LiberationVerdict(Verdict):
    """A country that is back in the game, and how many hexes its liberator gives it back."""

    kind: ClassVar[str] = "liberation"
    cite: ClassVar[str] = "13.7.5"

    country: str
    power: PowerId
    hexes: int

    @property
    def outcome(self) -> str:
        return "liberated"


@dataclass(frozen=True, slots=True)
class PeaceVerdict(Verdict):
    """Two powers that are at war no more."""

    kind: ClassVar[str] = "peace"
    cite: ClassVar[str] = "13.7.3"

    powers: tuple[PowerId, ...]

    @property
    def outcome(self) -> str:
        return "agreed"


# --- paragraphs ----------------------------------------------------------------------------------


def war_lines(verdict: WarVerdict, scene: Scene) -> Sequence[str]:
    """Who has declared war on whom."""
    power, target = scene.title(verdict.power), scene.title(verdict.target)
    return [f"WAR ({verdict.cite})  {power} declares war on {target}"]


def aligned_lines(verdict: AlignedVerdict, scene: Scene) -> Sequence[str]:
    """Whose a country is now, and where its units stand."""
    minor, power = scene.title(verdict.minor), scene.title(verdict.power)
    if verdict.seized:
        return [f"{minor.upper()} (19.2)  nobody takes it: {power} has conquered it"]
    lines = [f"{minor.upper()} ({verdict.cite})  aligns with {power}"]
    if verdict.placed:
        lines.append(_placed(verdict.placed, scene))
    if verdict.later:
        lines.append(f"next turn: {scene.units(verdict.later)}")
    return lines


def reserves_lines(verdict: ReservesVerdict, scene: Scene) -> Sequence[str]:
    """Which reserves stand where now."""
    return [
        f"RESERVES {scene.title(verdict.power)} ({verdict.cite})", _placed(verdict.placed, scene)
    ]  # fmt: skip


def _placed(placed: Mapping[UnitId, PlaceId], scene: Scene) -> str:
    """Units with the places where they stand."""
    return ", ".join(f"{scene.unit(unit)} {scene.place(at)}" for unit, at in placed.items())


def conquest_lines(verdict: ConquestVerdict, scene: Scene) -> Sequence[str]:
    """Who has conquered what, and what is lost with it."""
    country, power = scene.title(verdict.country), scene.title(verdict.power)
    lines = [f"CONQUEST ({verdict.cite})  {power} conquers {country}"]
    if verdict.units:
        lines.append(f"out of the game: {scene.units(verdict.units)}")
    if verdict.complete:
        lines.append("it is out of the war")
    return lines


def liberation_lines(verdict: LiberationVerdict, scene: Scene) -> Sequence[str]:
    """Who has liberated whom."""
    country, power = scene.title(verdict.country), scene.title(verdict.power)
    back = f"; {verdict.hexes} hexes are its own again" if verdict.hexes else ""
    return [f"LIBERATION ({verdict.cite})  {power} liberates {country}{back}"]


def peace_lines(verdict: PeaceVerdict, scene: Scene) -> Sequence[str]:
    """Who has made peace."""
    return [f"PEACE ({verdict.cite})  {' and '.join(map(scene.title, verdict.powers))}"]
