"""The verdicts of the stages of a turn, and their paragraphs (4, 6, 13.5, 13.9).

Decides what reports say of them. Leaves what is found to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import PlaceId, PowerId, UnitId, Verdict
from pbem.systems.flames.impulse.impulse_verdicts import zones_in_words
from pbem.systems.flames.world.rounding import number

TOGETHER: Final = "-and-"  # between the powers of one player that have won


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
class SpentIntelligenceVerdict(Verdict):
    """Intelligence points that are spent: for which dice, in which way, how many are left."""

    kind: ClassVar[str] = "intelligence-spent"
    cite: ClassVar[str] = "13.6.11"

    power: PowerId
    dice: str
    way: str
    price: int
    left: int

    @property
    def outcome(self) -> str:
        return self.way


@dataclass(frozen=True, slots=True)
class CompromisedVerdict(Verdict):
    """A power has foretold wrongly how dice would fall: each enemy concerned gains a point."""

    kind: ClassVar[str] = "intelligence-compromised"
    cite: ClassVar[str] = "13.6.11"

    power: PowerId
    gainers: tuple[PowerId, ...]

    @property
    def outcome(self) -> str:
        return "wrong"


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
    """The reinforcements of a power: who came in, who waits for room, militia of lost cities.

    `reserve`: the aircraft that wait for pilots (option 46).
    """

    kind: ClassVar[str] = "reinforcements"
    cite: ClassVar[str] = "4.2"

    power: PowerId
    arrived: tuple[Arrived, ...]
    waiting: tuple[UnitId, ...]
    lost: tuple[UnitId, ...]
    reserve: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        return "arrived"


@dataclass(frozen=True, slots=True)
class VictoryVerdict(Verdict):
    """The score: points by side where the scenario counts so, else objectives by power at the end.

    `winner` is a side, a level of the scenario or a power (`germany-and-italy`: those of one
    player); `` while the game goes on. `level` is what the points come to as they stand.
    """

    kind: ClassVar[str] = "victory"
    cite: ClassVar[str] = "13.9"

    points: Mapping[str, int]
    objectives: Mapping[PowerId, Fraction]
    automatic: bool
    winner: str
    level: str = ""

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
class PartisanChangeVerdict(Verdict):
    """A partisan of a red country that another power runs from now on."""

    kind: ClassVar[str] = "partisan-changes-hands"
    cite: ClassVar[str] = "13.1.2"

    unit: UnitId
    country: str
    old: PowerId
    new: PowerId

    @property
    def outcome(self) -> str:
        return self.new


@dataclass(frozen=True, slots=True)
class PartisanHqVerdict(Verdict):
    """An HQ that partisans of a hex have become."""

    kind: ClassVar[str] = "partisan-hq"
    cite: ClassVar[str] = "22.15"

    unit: UnitId
    power: PowerId
    replaced: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "raised"


@dataclass(frozen=True, slots=True)
class LakesVerdict(Verdict):
    """Units on lakes that thaw or freeze, and the turn in which they are back; `` if never."""

    kind: ClassVar[str] = "lakes"
    cite: ClassVar[str] = "8.2.1"

    units: tuple[UnitId, ...]
    back: str

    @property
    def outcome(self) -> str:
        return "caught"


@dataclass(frozen=True, slots=True)
class Balance:
    """What a turn has come to for a power: units lost, what was taken, build points."""

    power: PowerId
    lost: tuple[UnitId, ...]
    hexes: int
    cities: tuple[PlaceId, ...]
    points: int
    conquered: tuple[str, ...] = ()


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


WAYS: Final[Mapping[str, str]] = {
    "higher": "thrown anew, to be higher",
    "lower": "thrown anew, to be lower",
    "up": "plus one",
    "down": "minus one",
}


def spent_intelligence_lines(verdict: SpentIntelligenceVerdict, scene: Scene) -> Sequence[str]:
    """What a power has its intelligence points do."""
    return [
        f"INTELLIGENCE {scene.title(verdict.power)} ({verdict.cite})  {verdict.dice} dice "
        f"{WAYS[verdict.way]}, for {verdict.price}; {verdict.left} left"
    ]


def compromised_lines(verdict: CompromisedVerdict, scene: Scene) -> Sequence[str]:
    """Who profits from a wrong guess."""
    gainers = ", ".join(map(scene.title, verdict.gainers)) or "nobody"
    return [
        f"INTELLIGENCE {scene.title(verdict.power)} ({verdict.cite})  wrong: a point to {gainers}"
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
    if verdict.reserve:
        told.append(f"in the reserve pool: {scene.units(verdict.reserve)}")
    return [f"REINFORCEMENTS {scene.title(verdict.power)} ({verdict.cite})", *told]


def victory_lines(verdict: VictoryVerdict, scene: Scene) -> Sequence[str]:
    """The score, and who has won."""
    counted = {**verdict.points, **verdict.objectives}
    score = ", ".join(f"{scene.title(who)} {number(many)}" for who, many in counted.items())
    if not verdict.winner:
        level = f"; as it stands: {_won(scene, verdict.level)}" if verdict.level else ""
        return [f"SCORE ({verdict.cite})  {score}{level}"]
    how = "automatic victory: " if verdict.automatic else ""
    winner = " and ".join(_won(scene, who) for who in verdict.winner.split(TOGETHER))
    over = f"the game is over, {how}{winner}"
    return [f"VICTORY ({verdict.cite})  {score + '; ' if score else ''}{over}"]


def _won(scene: Scene, winner: str) -> str:
    """A power or a side by its name, a level of victory in words: `allied decisive`."""
    word = scene.word(winner)
    return scene.title(winner) if word == winner else word


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


def partisan_change_lines(verdict: PartisanChangeVerdict, scene: Scene) -> Sequence[str]:
    """Who runs a partisan now."""
    unit, new = scene.unit(verdict.unit), scene.title(verdict.new)
    return [
        f"PARTISANS {scene.title(verdict.country)} ({verdict.cite})  {unit} goes over from "
        f"{scene.title(verdict.old)} to {new}"
    ]


def partisan_hq_lines(verdict: PartisanHqVerdict, scene: Scene) -> Sequence[str]:
    """Which HQ stands where in place of whom."""
    at = scene.place(verdict.at) if verdict.at else ""
    units = scene.units(verdict.replaced)
    return [f"PARTISAN HQ ({verdict.cite})  {at}: {scene.unit(verdict.unit)} in place of {units}"]


def lakes_lines(verdict: LakesVerdict, scene: Scene) -> Sequence[str]:
    """Who was on a lake at the wrong moment, and is back in a turn or never."""
    told = f"back in {scene.said(verdict.back)}" if verdict.back else "lost"
    return [f"LAKES ({verdict.cite})  {told}: {scene.units(verdict.units)}"]


def turn_lines(verdict: TurnVerdict, scene: Scene) -> Sequence[str]:
    """The balance of the turn, a line for each power."""
    zones = zones_in_words(verdict.weather, scene)
    head = f"{scene.said(verdict.turn).upper()} IS OVER"
    return [f"{head}  weather: {zones}" if zones else head] + [
        _balance_line(row, scene) for row in verdict.balances
    ]


def _balance_line(row: Balance, scene: Scene) -> str:
    cities = f" ({scene.places(row.cities)})" if row.cities else ""
    conquered = ", ".join(map(scene.title, row.conquered))
    parts = [
        f"lost {len(row.lost)}: {scene.units(row.lost)}" if row.lost else "lost none",
        *([f"took {row.hexes} hex{'es' * (row.hexes != 1)}{cities}"] if row.hexes else []),
        *([f"conquered {conquered}"] if row.conquered else []),
        *([f"made {row.points} build points"] if row.points else []),
    ]
    return f"{scene.title(row.power)}: {'; '.join(parts)}"


@dataclass(frozen=True, slots=True)
class DisbandedVerdict(Verdict):
    """An aircraft that its power has disbanded, and the build points that lie in its hex for it."""

    kind: ClassVar[str] = "disbanded"
    cite: ClassVar[str] = "4.3"

    at: PlaceId
    unit: UnitId
    points: int

    @property
    def outcome(self) -> str:
        return "disbanded"


def disbanded_lines(verdict: DisbandedVerdict, scene: Scene) -> Sequence[str]:
    """Who is out of the game, and for what."""
    point = ", for 1 build point" if verdict.points else ""
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"DISBANDED {where}  {scene.unit(verdict.unit)}{point}"]
