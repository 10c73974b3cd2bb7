"""The verdicts of land combat, and their paragraphs (11.15).

Decides what reports say of them. Leaves what is found to `resolution` and `land_results`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from pbem.core.reading.scene import Scene
from pbem.core.record.verdicts import Cell, PlaceId, PlayerId, UnitId, Verdict
from pbem.systems.flames.land.combat_table import ATTACKER
from pbem.systems.flames.land.land_verdicts import Force, forces, ratio_words
from pbem.systems.flames.world.rounding import number, signed
from pbem.systems.flames.world.vocabulary import Months

FACING: Final = {"†": "half", "*": "all"}
EXTRA: Final = "§"
HQ_SUPPORT: Final = "hq-support"
WORDS: Final[Mapping[str, str]] = {
    HQ_SUPPORT: "HQ support",
    "mech": "MECH",
    "face-down-defenders": "face-down defenders",
    "no-defender": "no defender is left",
    "out-of-supply": "the attackers are out of supply",
}


@dataclass(frozen=True, slots=True)
class Bomber:
    """A bomber over a land combat and its tactical factors here."""

    unit: UnitId
    tactical: Fraction


@dataclass(frozen=True, slots=True)
class FromTheAir:
    """The bombers of both sides, and what they add to attack and defence."""

    attackers: tuple[Bomber, ...]
    attack: Fraction
    defenders: tuple[Bomber, ...]
    defence: Fraction


@dataclass(frozen=True, slots=True)
class Headquarters:
    """An HQ that gives support, with its reorganisation value."""

    unit: UnitId
    value: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The units that each side lost."""

    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Notional:
    """A notional unit: what it counts in its hex, and what it is made of before terrain."""

    factors: Fraction
    reasons: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LandCombatVerdict(Verdict):
    """A whole land combat: forces, odds, table, dice, and what came of it.

    `basic` are the odds as they are, `shifted` after weather, `next` the step above them, which
    comes up in `fraction` tenths of all cases; `odds` and `column` are what was read. `choice` and
    `counted` say what gave the `chooser` the table. `tenths` is of the table of option 27 alone.
    `landed` hold the hex into which they came, `failed` are lost since somebody is left there.
    """

    kind: ClassVar[str] = "land-combat"
    cite: ClassVar[str] = "11.15.5"

    at: PlaceId
    terrain: str
    weather: str
    city: bool
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    support: FromTheAir
    attack: Fraction
    defence: Fraction
    basic: str
    shift: int
    shifted: str
    fraction: int
    next: str
    table: str
    hqs: tuple[Headquarters, ...]
    result: Cell
    effect: Cell
    lost: Lost
    shattered: tuple[UnitId, ...]
    returns: str
    retreated: Mapping[UnitId, tuple[PlaceId, ...]]
    advanced: Mapping[PlaceId, tuple[UnitId, ...]]
    defenders_turned: tuple[UnitId, ...]
    face_up: tuple[UnitId, ...]
    face_down: tuple[UnitId, ...]
    players: tuple[tuple[PlayerId, ...], ...]
    dropped_out: tuple[UnitId, ...]
    chooser: str = ""
    choice: str = ""
    counted: tuple[Fraction, ...] = ()
    odds: str = ""
    column: str = ""
    dice: tuple[int, ...] = ()
    modifiers: Mapping[str, Fraction] | None = None
    fraction_die: int | None = None
    tenths: int | None = None
    roll: int | None = None
    cell: str = ""
    notional: Notional | None = None
    landed: tuple[UnitId, ...] = ()
    failed: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        return self.result or "no-factors"


@dataclass(frozen=True, slots=True)
class UnopposedVerdict(Verdict):
    """A hex without a defender whose notional unit was ignored: who landed holds it."""

    kind: ClassVar[str] = "landing"
    cite: ClassVar[str] = "11.15.1"

    at: PlaceId
    units: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "unopposed"


@dataclass(frozen=True, slots=True)
class PromotionVerdict(Verdict):
    """A unit that Guards or heavy weapons have replaced, and the points it was promoted with."""

    kind: ClassVar[str] = "promotion"
    cite: ClassVar[str] = "22.4"

    at: PlaceId
    unit: UnitId
    guards: UnitId
    points: Fraction

    @property
    def outcome(self) -> str:
        return "guards"


@dataclass(frozen=True, slots=True)
class NoCombatVerdict(Verdict):
    """An attack that came to nothing before the die."""

    kind: ClassVar[str] = "no-combat"
    cite: ClassVar[str] = "11.15.1"

    at: PlaceId
    attackers: tuple[UnitId, ...]
    why: str

    @property
    def outcome(self) -> str:
        return self.why


# --- paragraphs ----------------------------------------------------------------------------------


def no_combat_lines(verdict: NoCombatVerdict, scene: Scene) -> Sequence[str]:
    """An attack that came to nothing before the die."""
    return [
        f"NO COMBAT {scene.place(verdict.at)} ({verdict.cite})   {WORDS[verdict.why]}: "
        f"{scene.units(verdict.attackers)}"
    ]


def unopposed_lines(verdict: UnopposedVerdict, scene: Scene) -> Sequence[str]:
    """Who takes a hex in which nobody defends."""
    return [
        f"LANDING {scene.place(verdict.at)} ({verdict.cite})   the notional unit is ignored: "
        f"{scene.units(verdict.units)} in the hex, without a fight"
    ]


def promotion_lines(verdict: PromotionVerdict, scene: Scene) -> Sequence[str]:
    """Who was promoted to what, and by how many points."""
    unit, guards = scene.unit(verdict.unit), scene.unit(verdict.guards)
    where = f"{scene.place(verdict.at)} ({verdict.cite})"
    return [f"PROMOTION {where}   {unit} to {guards}, by {number(verdict.points)} points"]


def land_combat_lines(verdict: LandCombatVerdict, scene: Scene) -> Sequence[str]:
    """Forces, odds, table, die and what came of it."""
    ground = "city" if verdict.city else verdict.terrain
    air = verdict.support
    lines = [
        f"LAND COMBAT {scene.place(verdict.at)}, {ground}, {verdict.weather} ({verdict.cite})"
        f"   {_table(verdict, scene)}",
        _side(forces(verdict.attackers, scene), _flown(air.attackers, air.attack, scene),
              verdict.attack),
        _side([*forces(verdict.defenders, scene), *_notional(verdict)],
              _flown(air.defenders, air.defence, scene), verdict.defence),
    ]  # fmt: skip
    if verdict.dropped_out:
        lines.append(f"out of supply now, not attacking: {scene.units(verdict.dropped_out)}")
    lines += _odds(verdict)
    lines += _die(verdict, scene)
    return [*lines, *_losses(verdict, scene), *_afterwards(verdict, scene)]


def _notional(verdict: LandCombatVerdict) -> list[str]:
    """`notional unit 2 (4 here; +1 city)`: what it is made of."""
    found = verdict.notional
    if found is None:
        return []
    value = max(0, sum(found.reasons.values()))
    here = [f"{number(found.factors)} here"] if found.factors != value else []
    why = [f"{signed(n)} {words_for(name)}" for name, n in found.reasons.items() if name != "unit"]
    said = "; ".join([*here, *([", ".join(why)] if why else [])])
    return [f"notional unit {value}" + (f" ({said})" if said else "")]


def _table(verdict: LandCombatVerdict, scene: Scene) -> str:
    """Whose choice the table was, and what was chosen."""
    if not verdict.table:
        return "the attackers have no factors"
    who = scene.names(verdict.players[0 if verdict.chooser == ATTACKER else 1])
    return f"table {who}'s ({_why(verdict)}): {verdict.table}"


def _why(verdict: LandCombatVerdict) -> str:
    """`city`, `armour 2.5:1`: the ground or the count that gave the choice of the table."""
    if verdict.counted and not any(verdict.counted):
        return "no armour"
    counted = ":".join(number(many) for many in verdict.counted)
    choice = words_for(verdict.choice)
    return f"{choice} {counted}" if counted else choice


def _side(units: Sequence[str], flown: tuple[list[str], str], total: Fraction) -> str:
    """`XLVII ARM 8, XX INF 8 (4 here, across river), Ju-88A4 5 = 21`."""
    bombers, counted = flown
    return f"{', '.join([*units, *bombers])} = {number(total)}{counted}"


def _flown(bombers: Sequence[Bomber], air: Fraction, scene: Scene) -> tuple[list[str], str]:
    """The bombers of a side, and how many of their factors count."""
    told = [f"{scene.unit(bomber.unit)} {number(bomber.tactical)}" for bomber in bombers]
    return told, counted_words(bombers, air)


def counted_words(bombers: Sequence[Bomber], air: Fraction) -> str:
    """How many of some bombers' factors count: not all, or twice as many (15.1); else nothing."""
    flown = sum((bomber.tactical for bomber in bombers), Fraction(0))
    if air > flown:
        return f" (surprise: the air factors count {number(air)})"
    return f" ({number(air)} of the air factors count)" if air < flown else ""


def _odds(verdict: LandCombatVerdict) -> list[str]:
    """`28:11 = 2.54, so 2:1, or 3:1 by 50% (option 26): die 4, so 3:1`."""
    if not verdict.basic:
        return []
    text = ratio_words(verdict.attack, verdict.defence, verdict.basic)
    if verdict.shift:
        text += f", {verdict.weather} {verdict.shift}: {verdict.shifted}"
    if verdict.fraction and verdict.tenths is None:
        text += f", or {verdict.next} by {10 * verdict.fraction}% (option 26)"
        text += f": die {verdict.fraction_die}, so {verdict.odds}"
    return [text]


def _die(verdict: LandCombatVerdict, scene: Scene) -> list[str]:
    """`die 7, +1 face-down defenders = 8: -/B, half of the attackers stay up`."""
    if not verdict.dice:
        words = "the defence has no factors" if verdict.result else ""
        return [f"{words}: {result_words(verdict.result)}"] if words else []
    dice = "+".join(str(die) for die in verdict.dice)
    named = sorted((words_for(name), name) for name in verdict.modifiers or ())
    modifiers = "".join(f", {_modifier(verdict, name, scene)}" for _, name in named)
    tenths = f", {verdict.tenths}0% of 1 more: {verdict.fraction_die}" if verdict.tenths else ""
    elsewhere = verdict.column and verdict.column != verdict.odds
    on = f" on {verdict.column}" if elsewhere else ""
    result = result_words(verdict.result)
    return [f"die {dice}{modifiers}{tenths} = {verdict.roll}{on}: {result}"]


def words_for(name: str) -> str:
    """How a reader knows a modifier, or what gave the choice of the table."""
    return WORDS.get(name, name.replace("-", " "))


def _modifier(verdict: LandCombatVerdict, name: str, scene: Scene) -> str:
    """`+1 face-down defenders`, `-1 HQ support (v. Bock 3, Zhukov 6)`."""
    value = (verdict.modifiers or {})[name]
    hqs = ", ".join(f"{scene.unit(hq.unit)} {hq.value}" for hq in verdict.hqs)
    return f"{signed(value)} {words_for(name)}" + (f" ({hqs})" if name == HQ_SUPPORT else "")


def result_words(text: str) -> str:
    """A result in words: `1/2S, half of the attackers stay up`, `no effect`."""
    if text == "-":
        return "no effect"
    rest = text.lstrip("".join(FACING)).rstrip(EXTRA)
    words = [f"-{rest}" if rest.startswith("/") else rest]
    if text.endswith(EXTRA):
        words.append("one attacker more in bad weather or ground, or with armour")
    if text[:1] in FACING:
        words.append(f"{FACING[text[:1]]} of the attackers stay up")
    return ", ".join(words)


def _losses(verdict: LandCombatVerdict, scene: Scene) -> list[str]:
    """Losses, shattered and retreating units."""
    lost = (*verdict.lost.attackers, *verdict.lost.defenders)
    parts = [f"{scene.unit(unit)} lost" for unit in lost]
    parts += [f"{scene.unit(unit)} lost, the hex not being taken" for unit in verdict.failed]
    if verdict.notional is not None and verdict.result.strip("*†§") != "-":
        parts.append("the notional unit is gone")
    if verdict.shattered:
        back = Months[verdict.returns.split("-")[1].upper()].meaning
        parts.append(f"{scene.units(verdict.shattered)} shattered, back in {back}")
    trails = sorted((scene.unit(unit), trail) for unit, trail in verdict.retreated.items())
    parts += [
        f"{name} retreats to {' and '.join(scene.place(place) for place in trail)}"
        for name, trail in trails
    ]
    return ["; ".join(parts) + "."] if parts else []


def _afterwards(verdict: LandCombatVerdict, scene: Scene) -> list[str]:
    """The advance, and who lies face-down."""
    lines = []
    if verdict.landed:
        place = scene.place(verdict.at)
        lines.append(f"Landed: {scene.units(verdict.landed)} in {place}.")
    if verdict.advanced:
        moved = sorted((scene.place(at), scene.units(ids)) for at, ids in verdict.advanced.items())
        told = "; ".join(f"{units} to {place}" for place, units in moved)
        lines.append(f"Advance: {told}.")
    if verdict.defenders_turned:
        lines.append(f"Face-down now: {scene.units(verdict.defenders_turned)}.")
    up, down = len(verdict.face_up), len(verdict.face_down)
    if up + down:
        who = f"; face-down: {scene.units(verdict.face_down)}." if down else "."
        lines.append(f"{up} of {up + down} attackers face-up{who}")
    return lines
