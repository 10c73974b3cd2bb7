"""The verdicts of air combat and of returning to base, and their paragraphs (14.2.4, 14.3).

Decides what reports say of them. Leaves what is found to `air_combat` and `sorties`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import Cell, PlaceId, PlayerId, UnitId, Verdict
from pbem.systems.flames.world.rounding import number, signed

NOTHING: Final = "no-effect"
NO_BOMBER: Final = "no-bomber"
BOUNCED: Final = "bounced"


@dataclass(frozen=True, slots=True)
class Flown:
    """An aircraft in its line: its rating, and what is special about it."""

    unit: UnitId
    rating: Fraction
    unarmed: bool = False
    fighter_bomber: bool = False
    too_low: bool = False


@dataclass(frozen=True, slots=True)
class AirForce:
    """One side's lines from front to back."""

    fighters: tuple[Flown, ...]
    bombers: tuple[Flown, ...]


@dataclass(frozen=True, slots=True)
class BounceShot:
    """What one of the two rolled in a bounce, and what it did to the other."""

    side: str
    value: int
    dice: tuple[int, ...]
    roll: int
    cell: Cell
    result: Cell
    effect: str
    hampered: bool = False


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounce: by which side, who fell upon whom, what both rolled."""

    side: str
    bouncer: UnitId
    bounced: UnitId
    fire: tuple[BounceShot, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """What one side rolled in a round, and whom it struck.

    `cell` is what the chart says, `result` what comes of it where twin engines spoil it.
    """

    side: str
    strength: Fraction
    enemy: Fraction
    value: int
    dice: tuple[int, ...]
    roll: int
    cell: Cell
    result: Cell
    effect: str
    twin_engined: bool
    struck: UnitId | None = None
    at_night: bool = False
    bounce: Bounce | None = None


@dataclass(frozen=True, slots=True)
class AirRound:
    """One round: who was cleared as it began, the fire, and the sides that aborted, in order."""

    cleared: Mapping[str, tuple[UnitId, ...]]
    fire: tuple[Shot, ...]
    aborts: tuple[str, ...]
    jets: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class AirCombatVerdict(Verdict):
    """A whole air combat, by sides: forces, players, rounds, and who is over the target."""

    kind: ClassVar[str] = "air-combat"
    cite: ClassVar[str] = "14.3"

    at: PlaceId
    forces: Mapping[str, AirForce]
    players: Mapping[str, tuple[PlayerId, ...]]
    rounds: tuple[AirRound, ...]
    through: Mapping[str, tuple[UnitId, ...]]
    night: bool = False
    high: bool = False

    @property
    def outcome(self) -> str:
        return "through" if any(self.through.values()) else "nobody-through"


@dataclass(frozen=True, slots=True)
class NoBaseVerdict(Verdict):
    """An aircraft that found no hex to return to from its target."""

    kind: ClassVar[str] = "no-base"
    cite: ClassVar[str] = "14.2.4"

    at: PlaceId
    unit: UnitId

    @property
    def outcome(self) -> str:
        return "destroyed"


@dataclass(frozen=True, slots=True)
class Battery:
    """A gun that fires at bombers: its shots at this hex, and what they add."""

    unit: UnitId
    shots: int
    factors: Fraction


@dataclass(frozen=True, slots=True)
class AntiAircraftVerdict(Verdict):
    """Anti-aircraft fire at the bombers over a hex, and what it cost them (22.2, 11.5.9)."""

    kind: ClassVar[str] = "anti-aircraft"
    cite: ClassVar[str] = "22.2"

    at: PlaceId
    guns: tuple[Battery, ...]
    factors: int
    bombers: int
    cell: Cell
    dice: tuple[int, ...]
    points: int
    destroyed: tuple[UnitId, ...]
    aborted: tuple[UnitId, ...]
    stopped: Mapping[UnitId, int]

    @property
    def outcome(self) -> str:
        return "hit" if self.points else NOTHING


@dataclass(frozen=True, slots=True)
class WayVerdict(Verdict):
    """The way of bombers to their target: where they were met, who turned back, who arrived."""

    kind: ClassVar[str] = "on-the-way"
    cite: ClassVar[str] = "14.2.5"

    at: PlaceId
    bombers: tuple[UnitId, ...]
    stations: tuple[PlaceId, ...]
    combats: tuple[PlaceId, ...]
    back: tuple[UnitId, ...]
    arrived: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        if not self.arrived:
            return "stopped"
        return "met" if self.combats else "through"


# --- paragraphs ----------------------------------------------------------------------------------


def no_base_lines(verdict: NoBaseVerdict, scene: Scene) -> Sequence[str]:
    """An aircraft that found no hex to return to."""
    return [f"NO BASE ({verdict.cite})   {scene.unit(verdict.unit)} finds none and is lost"]


def way_lines(verdict: WayVerdict, scene: Scene) -> Sequence[str]:
    """By which stations bombers flew, and what became of them."""
    by = ", ".join(scene.place(place) for place in verdict.stations) or "no station"
    met = ", ".join(scene.place(place) for place in verdict.combats)
    ends = [f"met over {met}" if met else "nobody meets them"]
    ends += [f"{scene.units(verdict.back)} turns back"] if verdict.back else []
    ends += [f"{scene.units(verdict.arrived)} arrives" if verdict.arrived else "nobody arrives"]
    head = f"ON THE WAY TO {scene.place(verdict.at)} ({verdict.cite})"
    return [f"{head}   {scene.units(verdict.bombers)} by {by}; {'; '.join(ends)}"]


def air_combat_lines(verdict: AirCombatVerdict, scene: Scene) -> Sequence[str]:
    """The lines of both sides, then round by round values, dice and results."""
    sides = tuple(verdict.forces)
    when = " at night" * verdict.night + " at high altitude" * verdict.high
    lines = [f"AIR COMBAT {scene.place(verdict.at)}{when} ({verdict.cite})"]
    lines += [_air_force(verdict, side, scene) for side in sides]
    fought = 0
    for row in verdict.rounds:
        fought += bool(row.fire)
        lines += _round(verdict, row, fought, scene)
    through = scene.units((unit for side in sides for unit in verdict.through[side]), "")
    lines.append(f"Over the target: {through}." if through else "No bomber gets through.")
    return lines


def _whose(verdict: AirCombatVerdict, side: str, scene: Scene) -> str:
    return scene.names(verdict.players[side])


def _air_force(verdict: AirCombatVerdict, side: str, scene: Scene) -> str:
    """`Hans: Bf-109F2 6; bombers He-111H6 2, Ju-87D 2`: the lines from front to back."""
    force = verdict.forces[side]
    fighters, flown = _rated(force.fighters, scene), _rated(force.bombers, scene)
    bombers = f"bombers {flown}" if flown else ""
    lines = "; ".join(line for line in (fighters, bombers) if line)
    return f"{_whose(verdict, side, scene)}: {lines}"


def _rated(line: Sequence[Flown], scene: Scene) -> str:
    return ", ".join(f"{scene.unit(plane.unit)} {_rating(plane)}" for plane in line)


def _rating(plane: Flown) -> str:
    """`6`, `(2)` unarmed, `4-1` for a fighter that flies as a bomber or too high (option 8)."""
    rating = number(plane.rating)
    if plane.unarmed:
        return f"({rating})"
    return f"{rating}-1" if plane.fighter_bomber or plane.too_low else rating


def _round(verdict: AirCombatVerdict, row: AirRound, fought: int, scene: Scene) -> list[str]:
    lines = []
    cleared = scene.units((unit for side in sorted(row.cleared) for unit in row.cleared[side]), "")
    if cleared:
        lines.append(f"no fighter in the way: {cleared} through")
    if row.fire:
        shots = ";  ".join(_shot(verdict, shot, scene) for shot in row.fire)
        lines.append(f"round {fought}   {shots}")
        lines += [_bounce(verdict, shot.bounce, scene) for shot in row.fire if shot.bounce]
    if row.jets:
        lines.append(f"jets get through: {scene.units(row.jets)}")
    lines += [f"{_whose(verdict, side, scene)}: the rest abort" for side in row.aborts]
    return lines


def _bounce(verdict: AirCombatVerdict, bounce: Bounce, scene: Scene) -> str:
    """`  MiG-3 bounces Bf-109F2: Anna +1: 2 DX lost;  hans -1: 11 no effect`."""
    fire = ";  ".join(
        f"{_whose(verdict, shot.side, scene)} {signed(shot.value)}: {shot.roll} "
        + ("" if shot.result == "-" else f"{shot.result}, ")
        + scene.word(shot.effect)
        for shot in bounce.fire
    )
    return f"  {scene.unit(bounce.bouncer)} bounces {scene.unit(bounce.bounced)}: {fire}"


def _shot(verdict: AirCombatVerdict, shot: Shot, scene: Scene) -> str:
    """`Anna 5.3-7 = -2: 12 no effect`."""
    who = _whose(verdict, shot.side, scene)
    values = f"{number(shot.strength)}-{number(shot.enemy)} = {signed(shot.value)}"
    spoilers = {"twin engines": shot.twin_engined, "by night": shot.at_night}
    why = ", ".join(word for word, spoils in spoilers.items() if spoils)
    worse = f" ({shot.cell}, {why})" if why else ""
    result = "" if shot.result == "-" else f"{shot.result}{worse}, "
    struck = f"{scene.unit(shot.struck)} " if shot.struck else ""
    return f"{who} {values}: {shot.roll} {result}{struck}{scene.word(shot.effect)}"


def anti_aircraft_lines(verdict: AntiAircraftVerdict, scene: Scene) -> Sequence[str]:
    """Who fired, the dice, and what the bombers lost."""
    guns = ", ".join(_battery(gun, scene) for gun in verdict.guns)
    bombers = f"{verdict.bombers} bomber{'s' if verdict.bombers > 1 else ''}"
    head = f"ANTI-AIRCRAFT FIRE {scene.place(verdict.at)} ({verdict.cite})   {guns}"
    if not verdict.dice:
        return [f"{head} = {verdict.factors} against {bombers}: no effect"]
    dice = "+".join(str(die) for die in verdict.dice)
    thrown = f"{_counting(verdict.cell)}: {dice}, {verdict.points} points"
    return [f"{head} = {verdict.factors} against {bombers}", f"{thrown}: {_cost(verdict, scene)}."]


def _battery(gun: Battery, scene: Scene) -> str:
    """`88 mm AA 9 (3 shots)`."""
    shots = f"{gun.shots} shot{'s' if gun.shots > 1 else ''}"
    return f"{scene.unit(gun.unit)} {number(gun.factors)} ({shots})"


def _counting(cell: str) -> str:
    """`the best 2 of 3 dice`, `the worst of 2 dice`, `1 die`."""
    counted, _, many = cell.partition("/")
    if many == "1":
        return "1 die"
    rank = "worst" if counted.startswith("-") else "best"
    of = counted.lstrip("-")
    return f"the {rank}{'' if of == '1' else f' {of}'} of {many} dice"


def _cost(verdict: AntiAircraftVerdict, scene: Scene) -> str:
    """`He-111H6 lost, Ju-87D aborts, Ju-88A4 with 2 factors less`."""
    parts = [f"{scene.unit(unit)} lost" for unit in verdict.destroyed]
    parts += [f"{scene.unit(unit)} aborts" for unit in verdict.aborted]
    parts += [f"{scene.unit(unit)} with {many} less" for unit, many in verdict.stopped.items()]
    return ", ".join(parts) or "nobody is hit"
