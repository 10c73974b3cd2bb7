"""The verdicts of overruns and reorganisation, and their paragraphs (11.10.6, 11.17).

Decides what reports say of them. Leaves what is found to `overrun` and `reorganisation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PlayerId, Typed, UnitId, Verdict
from pbem.systems.flames.world.rounding import number

FACE_UP: Final = "face-up"
NO_POINTS: Final = "no-points"
NOBODY_DOWN: Final = "nobody-down"


@dataclass(frozen=True, slots=True)
class Force:
    """A land unit in a fight: what is printed, what it counts here, and why that differs.

    `across` are the hexsides over which it attacks; `why` what else changes its factors.
    """

    unit: UnitId
    printed: Fraction
    factors: Fraction
    across: tuple[str, ...] = ()
    face_down: bool = False
    supplied: bool = True
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OverrunVerdict(Verdict):
    """An overrun of land units, in movement or in the advance after combat.

    `basic` is None where the defence has no factors; `shift` is what weather does to the odds.
    """

    kind: ClassVar[str] = "overrun"
    cite: ClassVar[str] = "11.10.6"

    at: PlaceId
    weather: str
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    attack: Fraction
    defence: Fraction
    basic: str | None
    shift: int
    odds: str
    grounded: tuple[UnitId, ...]
    flying: tuple[UnitId, ...]
    advance: bool = False

    @property
    def outcome(self) -> str:
        return "overrun"


@dataclass(frozen=True, slots=True)
class AircraftOverrunVerdict(Verdict):
    """Aircraft whose hex was overrun: those destroyed, and where the others flew."""

    kind: ClassVar[str] = "aircraft-overrun"
    cite: ClassVar[str] = "11.10.6"

    at: PlaceId
    destroyed: tuple[UnitId, ...]
    flew: Mapping[UnitId, PlaceId]

    @property
    def outcome(self) -> str:
        return "overrun"


@dataclass(frozen=True, slots=True)
class Paid:
    """A unit turned face-up, where it is, and the points that each HQ gave."""

    unit: UnitId
    at: PlaceId
    points: Mapping[UnitId, Fraction]


@dataclass(frozen=True, slots=True)
class PassedOver:
    """An item of the order that turned nobody up: why, and the word or the unit that it meant."""

    why: str
    word: Typed
    unit: UnitId | None = None

    def told(self, name: str) -> str:
        """The reason in words, with the name of the unit if one was meant."""
        if self.why == FACE_UP:
            return f"{name} is face-up as things stand"
        if self.why == NO_POINTS:
            return f"no HQ in reach has the points for {self.word}"
        return f"no '{self.word}' lies face-down as things stand"


@dataclass(frozen=True, slots=True)
class ReorganisationVerdict(Verdict):
    """Who was turned face-up by whom, the HQs that gave points, and what was not done."""

    kind: ClassVar[str] = "reorganisation"
    cite: ClassVar[str] = "11.17"

    player: PlayerId
    paid: tuple[Paid, ...]
    hqs: tuple[UnitId, ...]
    passed_over: tuple[PassedOver, ...]

    @property
    def outcome(self) -> str:
        return "reorganised" if self.paid else "nobody"


@dataclass(frozen=True, slots=True)
class TransportVerdict(Verdict):
    """Units that an air transport has set down in a hex."""

    kind: ClassVar[str] = "air-transport"
    cite: ClassVar[str] = "11.11"

    at: PlaceId
    by: UnitId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "unloaded"


@dataclass(frozen=True, slots=True)
class ParadropVerdict(Verdict):
    """Paratroops dropped into the enemy's hex."""

    kind: ClassVar[str] = "paradrop"
    cite: ClassVar[str] = "11.14"

    at: PlaceId
    by: tuple[UnitId, ...]
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "dropped"


def paradrop_lines(verdict: ParadropVerdict, scene: Scene) -> Sequence[str]:
    """Who was dropped where by whom."""
    place, by = scene.place(verdict.at), scene.units(verdict.by)
    return [f"PARADROP {place} ({verdict.cite})   {scene.units(verdict.units)} by {by}"]


def transport_lines(verdict: TransportVerdict, scene: Scene) -> Sequence[str]:
    """Who was brought where by whom."""
    place, by = scene.place(verdict.at), scene.unit(verdict.by)
    return [f"AIR TRANSPORT {place} ({verdict.cite})   {by} sets down {scene.units(verdict.units)}"]


# --- paragraphs ----------------------------------------------------------------------------------


def forces(units: Sequence[Force], scene: Scene) -> list[str]:
    """`XLVII ARM 8`, `XX INF 8 (4 here, across river)`."""
    return [f"{scene.unit(unit.unit)} {number(unit.printed)}{_notes(unit)}" for unit in units]


def _notes(unit: Force) -> str:
    notes = []
    if unit.printed != unit.factors:
        notes.append(f"{number(unit.factors)} here")
    notes += [f"across {' and '.join(unit.across)}"] if unit.across else []
    notes += ["face-down"] if unit.face_down else []
    notes += [] if unit.supplied else ["out of supply"]
    notes += [why.replace("-", " ") for why in unit.why]
    return f" ({', '.join(notes)})" if notes else ""


def ratio_words(attack: Fraction, defence: Fraction, basic: Any) -> str:
    """`28:11 = 2.54, so 2:1`."""
    ratio = Scene.decimal(attack / defence)
    return f"{number(attack)}:{number(defence)} = {ratio}, so {basic}"


def overrun_lines(verdict: OverrunVerdict, scene: Scene) -> Sequence[str]:
    """An overrun: forces, odds, losses."""
    lost = scene.units(unit.unit for unit in verdict.defenders)
    return [
        f"OVERRUN {scene.place(verdict.at)}, {verdict.weather} ({verdict.cite})",
        f"{', '.join(forces(verdict.attackers, scene))} = {number(verdict.attack)}",
        f"{', '.join(forces(verdict.defenders, scene))} = {number(verdict.defence)}",
        f"{_odds(verdict)}: {lost} destroyed.",
    ]


def _odds(verdict: OverrunVerdict) -> str:
    """`18:2 = 9, so 9:1, snow -2: 7:1`."""
    if verdict.basic is None:
        return "a defence without factors"
    text = ratio_words(verdict.attack, verdict.defence, verdict.basic)
    shift = f", {verdict.weather} {verdict.shift}: {verdict.odds}" if verdict.shift else ""
    return text + shift


def aircraft_overrun_lines(verdict: AircraftOverrunVerdict, scene: Scene) -> Sequence[str]:
    """Aircraft in a hex that enemy land units entered."""
    lost = f"destroyed on the ground: {scene.units(verdict.destroyed)}" if verdict.destroyed else ""
    bases = ", ".join(
        f"{scene.unit(unit)} to {scene.place(base)}" for unit, base in verdict.flew.items()
    )
    parts = "; ".join(part for part in (lost, f"flew off: {bases}" if bases else "") if part)
    return [f"AIRCRAFT OVERRUN {scene.place(verdict.at)} ({verdict.cite})   {parts}"]


def reorganisation_lines(verdict: ReorganisationVerdict, scene: Scene) -> Sequence[str]:
    """Who was turned face-up by whom."""
    lines = [f"REORGANISATION ({verdict.cite})  {scene.names([verdict.player])}"]
    for paid in verdict.paid:
        given = sorted((scene.unit(hq), points) for hq, points in paid.points.items())
        by = ", ".join(f"{hq} {number(points)}" for hq, points in given)
        lines.append(f"{scene.unit(paid.unit)} in {scene.place(paid.at)}: {by}")
    if verdict.hqs:
        lines.append(f"Face-down: {scene.units(verdict.hqs)}.")
    return [*lines, *(f"Not done: {why}." for why in _not_done(verdict.passed_over, scene))]


def _not_done(passed_over: Sequence[PassedOver], scene: Scene) -> Iterator[str]:
    """Why items turned nobody up; all for whom the points were missing in one line."""
    poor = [scene.unit(item.word) for item in passed_over if item.why == NO_POINTS]
    if poor:
        yield PassedOver(NO_POINTS, ", ".join(poor)).told("")
    others = (item for item in passed_over if item.why != NO_POINTS)
    yield from (item.told(scene.unit(item.unit or "")) for item in others)
