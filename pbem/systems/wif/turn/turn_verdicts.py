"""The verdicts of the stages of a turn, and their paragraphs (4, 6, 13.5, 13.9).

Decides what reports say of them. Leaves what is found to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict
from pbem.systems.wif.world.rounding import number


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


@dataclass(frozen=True, slots=True)
class NewUnitsVerdict(Verdict):
    """The units of a new year that join a power's force pool."""

    kind: ClassVar[str] = "new-units"
    cite: ClassVar[str] = "4.1.1"

    power: PowerId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "added"


@dataclass(frozen=True, slots=True)
class Arrived:
    """A unit and where it came in."""

    unit: UnitId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class ReinforcementsVerdict(Verdict):
    """The reinforcements of a power: who came in, who waits for room, militia of lost cities."""

    kind: ClassVar[str] = "reinforcements"
    cite: ClassVar[str] = "4.2"

    power: PowerId
    arrived: tuple[Arrived, ...]
    waiting: tuple[UnitId, ...]
    lost: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "arrived"


@dataclass(frozen=True, slots=True)
class VictoryVerdict(Verdict):
    """The score: points by side where the scenario counts so, else objectives by power at the end.

    `winner` is a side, a power or a level of the scenario; `` while the game goes on.
    """

    kind: ClassVar[str] = "victory"
    cite: ClassVar[str] = "13.9"

    points: Mapping[str, int]
    objectives: Mapping[PowerId, Fraction]
    automatic: bool
    winner: str

    @property
    def outcome(self) -> str:
        return "over" if self.winner else "goes-on"


@dataclass(frozen=True, slots=True)
class PartisanTableVerdict(Verdict):
    """The dice of the partisan table, and the countries and regions that may have partisans."""

    kind: ClassVar[str] = "partisan-table"
    cite: ClassVar[str] = "13.1.1"

    rolls: tuple[int, ...]
    eligible: tuple[str, ...]

    @property
    def outcome(self) -> str:
        return "rolled"


@dataclass(frozen=True, slots=True)
class PartisanVerdict(Verdict):
    """The roll of a country: its number, the garrison and partisans there, who rises where."""

    kind: ClassVar[str] = "partisans"
    cite: ClassVar[str] = "13.1.1"

    country: str
    power: PowerId
    roll: int
    garrison: Fraction
    there: int
    number: int
    placed: Mapping[UnitId, PlaceId]

    @property
    def outcome(self) -> str:
        return "rise" if self.placed else "nothing"


@dataclass(frozen=True, slots=True)
class LakesVerdict(Verdict):
    """Units on lakes that thaw or freeze, and the turn in which they are back."""

    kind: ClassVar[str] = "lakes"
    cite: ClassVar[str] = "8.2.1"

    units: tuple[UnitId, ...]
    back: str

    @property
    def outcome(self) -> str:
        return "caught"


@dataclass(frozen=True, slots=True)
class Balance:
    """What a turn has come to for a power: units lost, hexes and cities taken, build points."""

    power: PowerId
    lost: tuple[UnitId, ...]
    hexes: int
    cities: tuple[PlaceId, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TurnVerdict(Verdict):
    """The balance of a turn that is over, and the weather of its last impulse."""

    kind: ClassVar[str] = "turn"
    cite: ClassVar[str] = "13.9"

    turn: str
    balances: tuple[Balance, ...]
    weather: Mapping[str, str]

    @property
    def outcome(self) -> str:
        return "over"


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


def new_units_lines(verdict: NewUnitsVerdict, scene: Scene) -> Sequence[str]:
    """What can be built from this year on."""
    units = ", ".join(map(scene.unit, verdict.units))
    return [f"NEW IN THE FORCE POOL OF {scene.title(verdict.power)} ({verdict.cite})  {units}"]


def reinforcements_lines(verdict: ReinforcementsVerdict, scene: Scene) -> Sequence[str]:
    """Who came in where, place by place."""
    by_place: dict[str, list[str]] = {}
    for arrived in verdict.arrived:
        by_place.setdefault(arrived.place, []).append(scene.unit(arrived.unit))
    told = [f"{scene.place(place)}: {', '.join(units)}" for place, units in by_place.items()]
    if verdict.waiting:
        told.append(f"no room, next turn: {scene.units(verdict.waiting)}")
    if verdict.lost:
        told.append(f"their city is lost: {scene.units(verdict.lost)}")
    return [f"REINFORCEMENTS {scene.title(verdict.power)} ({verdict.cite})", *told]


def victory_lines(verdict: VictoryVerdict, scene: Scene) -> Sequence[str]:
    """The score, and who has won."""
    counted = {**verdict.points, **verdict.objectives}
    score = ", ".join(f"{scene.title(who)} {number(many)}" for who, many in counted.items())
    if not verdict.winner:
        return [f"SCORE ({verdict.cite})  {score}"]
    how = "automatic victory: " if verdict.automatic else ""
    over = f"the game is over, {how}{scene.title(verdict.winner)}"
    return [f"VICTORY ({verdict.cite})  {score + '; ' if score else ''}{over}"]


def partisan_table_lines(verdict: PartisanTableVerdict, scene: Scene) -> Sequence[str]:
    """Where partisans may rise."""
    rolls = " and ".join(map(str, verdict.rolls))
    names = ", ".join(map(scene.title, verdict.eligible)) or "no country on the map"
    return [f"PARTISANS ({verdict.cite})  table {rolls}: {names}"]


def partisan_lines(verdict: PartisanVerdict, scene: Scene) -> Sequence[str]:
    """What a country rolled, and who rises where."""
    parts = [
        f"die {verdict.roll}",
        *([f"+{number(verdict.garrison)} garrison"] if verdict.garrison else []),
        *([f"-{verdict.there} partisans there"] if verdict.there else []),
    ]
    placed = ", ".join(
        f"{scene.unit(unit)} {scene.place(at)}" for unit, at in verdict.placed.items()
    )
    return [
        f"PARTISANS {scene.title(verdict.country)} ({verdict.cite})  {', '.join(parts)} against "
        f"{verdict.number}: {placed or 'none'}"
    ]


def lakes_lines(verdict: LakesVerdict, scene: Scene) -> Sequence[str]:
    """Who was on a lake at the wrong moment."""
    units, turn = scene.units(verdict.units), scene.said(verdict.back)
    return [f"LAKES ({verdict.cite})  back in {turn}: {units}"]


def turn_lines(verdict: TurnVerdict, scene: Scene) -> Sequence[str]:
    """The balance of the turn, a line for each power."""
    zones = ", ".join(f"{zone} {kind}" for zone, kind in verdict.weather.items())
    head = f"{scene.said(verdict.turn).upper()} IS OVER"
    return [f"{head}  weather: {zones}" if zones else head] + [
        _balance_line(row, scene) for row in verdict.balances
    ]


def _balance_line(row: Balance, scene: Scene) -> str:
    cities = f" ({scene.places(row.cities)})" if row.cities else ""
    parts = [
        f"lost {len(row.lost)}: {scene.units(row.lost)}" if row.lost else "lost none",
        *([f"took {row.hexes} hex{'es' * (row.hexes != 1)}{cities}"] if row.hexes else []),
        *([f"made {row.points} build points"] if row.points else []),
    ]
    return f"{scene.title(row.power)}: {'; '.join(parts)}"
