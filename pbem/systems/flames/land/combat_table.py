"""The land combat tables: who chooses one, the modifiers of the die, the result (11.15.5, 11.15.6).

Decides with values alone. Leaves the throw to `resolution`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading, Rules
from pbem.core.rules.system import Modifier
from pbem.systems.flames.land.combatants import WINTER, Odds, step_ratio, steps_below_table
from pbem.systems.flames.world.land_factors import Combatant
from pbem.systems.flames.world.position import ARMOUR
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import CombatTable, Weather

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
OPEN_GROUND: Final = "armour-modifier"
TERRAIN: Final = "terrain-effects"
DIE: Final = "land-combat-die"  # what changes the die of a combat
HQ_SUPPORT: Final = "HQ support"
TWO_DICE: Final = "land-combat-2d10-modifiers"
CHOOSER_GROUND: Final = "attacker-may-choose-table"
_RESULT: Final = re.compile(r"([*†]?)(\d?|-)(?:/(\d?|-)([RSB]?))?(§?)")


class ArmouredDivisions(Reading, id="WIF-11.15.5-R2"):
    """How much an armoured division counts when armour is compared for the die."""

    HALF = "half"
    ONE = "one"


class ShieldsOnDie(Reading, id="WIF-22.2-R1"):
    """How much a defending anti-tank or anti-aircraft gun counts when armour is compared."""

    WHOLE = "whole"
    HALF = "half"


class ArmourAcrossFort(Reading, id="WIF-11.15.5-R3"):
    """Whether armour that attacks across a fort counts for the die."""

    COUNTS = "counts"
    EXCLUDED = "excluded"


class SecondPower(Reading, id="WIF-11.15.5-R4"):
    """Which factors make a second major power take part."""

    ANY_FACTORS = "any-factors"
    LAND_ONLY = "land-only"


class WinterisedDivisions(Reading, id="WIF-11.15.5-R6"):
    """How divisions count for half of the units being winterised."""

    ONE = "one"
    HALF = "half"


class DaggerRounding(Reading, id="WIF-11.15.5-R7"):
    """How half of the attackers is rounded for a dagger."""

    UP = "up"
    DOWN = "down"


class HqRounding(Reading, id="WIF-11.15.3-R1"):
    """How the quarter of the difference between HQs is rounded."""

    MAGNITUDE = "magnitude"
    SIGNED = "signed"


class ExtraLoss(Reading, id="WIF-11.15.6-R1"):
    """When the extra attacker loss of the two-dice table applies."""

    ANY = "any"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Battleground:
    """What the defenders' hex is like."""

    terrain: str
    weather: str
    city: bool = False
    factory: bool = False


# --- choosing the table --------------------------------------------------------------------------


@implements("WIF-11.15.5-4", "WIF-11.15.5-5")
def counted(units: Iterable[Combatant], kinds: Iterable[str]) -> Fraction:
    """How many units of some kinds count when tables are chosen: not those across a fort."""
    wanted = frozenset(kinds)
    parts = (u.weight for u in units if u.kind in wanted and not u.across_fort)
    return sum(parts, Fraction(0))


@dataclass(frozen=True, slots=True)
class TableChoice:
    """Which side chooses the table, and why: the ground, or the units that were counted."""

    side: str
    why: str
    counted: tuple[Fraction, ...] = ()


@implements("WIF-11.15.5-6", "WIF-22.2-6")
def shields(defenders: Iterable[Combatant]) -> int:
    """How many guns of a defence count as an armoured corps each: anti-tank, anti-aircraft."""
    return sum(unit.is_shield for unit in defenders)


@implements("WIF-11.15.5-3", "AIF-11.16.5-2")
def who_chooses(
    attackers: Sequence[Combatant],
    defenders: Sequence[Combatant],
    ground: Battleground,
    chart: Chart,
) -> TableChoice:
    """Which side chooses the table: the attacker with more armour on open ground (11.15.5)."""
    if ground.city or not chart.at(ground.terrain, CHOOSER_GROUND, table="ground").number:
        return TableChoice(DEFENDER, "city" if ground.city else ground.terrain)
    armour = counted(attackers, ARMOUR), counted(defenders, ARMOUR) + shields(defenders)
    if any(armour):
        return TableChoice(ATTACKER if armour[0] > armour[1] else DEFENDER, "armour", armour)
    mech = counted(attackers, ("MECH",)), counted(defenders, ("MECH",))
    return TableChoice(ATTACKER if mech[0] > mech[1] else DEFENDER, "MECH", mech)


# --- modifiers of the die ------------------------------------------------------------------------


@implements("WIF-11.15.3-4")
def hq_modifier(
    attacker: int | Fraction,
    defender: int | Fraction,
    divisor: int = 4,
    rule: HqRounding = HqRounding.MAGNITUDE,
) -> int:
    """What HQ support adds to the die: a quarter of the difference, rounded (11.15.3)."""
    share = Fraction(attacker - defender) / divisor
    if rule is HqRounding.SIGNED:
        return rounded(share)
    return rounded(share) if share > 0 else -rounded(-share)


@implements("WIF-11.15.5-17", "WIF-11.15.5-23", "WIF-18.3-2", "AIF-11.16.5-6")
def die_modifiers(
    attackers: Sequence[Combatant],
    defenders: Sequence[Combatant],
    ground: Battleground,
    rules: Rules,
    *,
    table: str,
    step: int,
    hq: int = 0,
    air_powers: Sequence[str] = (),
) -> tuple[Modifier, ...]:
    """Every modifier of the combat die that applies, by name, as the chart has it (11.15.5)."""
    edge = armour_edge(attackers, defenders, ground, rules)
    times = {
        "face-down defenders": sum(unit.face_down for unit in defenders),
        "paradrop": any(unit.dropped for unit in attackers),
        "armour": edge if table == CombatTable.BLITZKRIEG else min(edge, 0),
        "printed factory": -_factory_modifier(attackers, defenders, ground),
        HQ_SUPPORT: hq,
        "several major powers": _mixed(attackers, air_powers, rules),
        "jungle": _hindered_by_jungle(attackers, ground),
        "winterised defenders": _hold_winter(defenders, ground, rules),
        "territorials attack": all_abroad(attackers),
        "territorials defend": all_abroad(defenders),
        "odds below 1:2": steps_below_table(step),
    }
    chart = rules.book.chart(DIE)
    found = (
        Modifier(name, many * int(chart.at(name).number)) for name, many in times.items() if many
    )
    return tuple(modifier for modifier in found if modifier.value)


def is_open(ground: Battleground, chart: Chart) -> bool:
    """Whether armour counts on the die: fine weather, clear or desert, no city (11.15.5)."""
    open_ground = chart.at(ground.terrain, OPEN_GROUND, table="ground").number
    return bool(open_ground) and ground.weather == Weather.FINE and not ground.city


def armour_edge(
    attackers: Sequence[Combatant],
    defenders: Sequence[Combatant],
    ground: Battleground,
    rules: Rules,
) -> int:
    """1 if the attackers' armour outnumbers all armour and MECH, -1 if it is outnumbered, else 0.

    Only in fine weather and on open ground; +1 counts in a blitzkrieg alone (11.15.5).
    """
    if not is_open(ground, rules.book.chart(TERRAIN)):
        return 0
    own = _armour(attackers, ARMOUR, rules)
    if own > _armour(defenders, (*ARMOUR, "MECH"), rules) + _shields_on_die(defenders, rules):
        return 1
    return -1 if _armour(defenders, ARMOUR, rules) > own else 0


@implements("WIF-22.2-6")
def _shields_on_die(defenders: Iterable[Combatant], rules: Rules) -> Fraction:
    """What guns of a defence count on the die: a whole corps each, or as a division does."""
    half = rules.reading(ShieldsOnDie) is ShieldsOnDie.HALF
    return Fraction(shields(defenders), 2 if half else 1)


@implements("WIF-11.15.5-17")
def all_abroad(units: Sequence[Combatant]) -> bool:
    """Whether all of some units are territorials outside their homes (11.15.5, option 54)."""
    asked = [unit for unit in units if not unit.aside and unit.kind != "notional"]
    return bool(asked) and all(unit.abroad for unit in asked)


def _armour(units: Iterable[Combatant], kinds: tuple[str, ...], rules: Rules) -> Fraction:
    whole = rules.reading(ArmouredDivisions) is ArmouredDivisions.ONE
    excluded = rules.reading(ArmourAcrossFort) is ArmourAcrossFort.EXCLUDED
    parts = (
        Fraction(1) if whole else unit.weight
        for unit in units
        if unit.kind in kinds and not (excluded and unit.across_fort)
    )
    return sum(parts, Fraction(0))


@implements("WIF-22.1.1-10")
def _factory_modifier(
    attackers: Iterable[Combatant], defenders: Iterable[Combatant], ground: Battleground
) -> int:
    """-1 for a printed factory; engineers attacking or defending it count 1 (11.15.5)."""
    if not ground.factory:
        return 0
    return -1 + any(u.engineer for u in attackers) - any(u.engineer for u in defenders)


def _mixed(attackers: Iterable[Combatant], air_powers: Sequence[str], rules: Rules) -> bool:
    """Whether two or more major powers add factors to the attack."""
    powers = {unit.major for unit in attackers if unit.factors}
    if rules.reading(SecondPower) is SecondPower.ANY_FACTORS:
        powers |= set(air_powers)
    return len(powers) > 1


def _hindered_by_jungle(attackers: Sequence[Combatant], ground: Battleground) -> bool:
    """Jungle, and fewer than half of the attackers at home in it (11.15.5)."""
    return ground.terrain == "jungle" and 2 * sum(u.jungle for u in attackers) < len(attackers)


def _hold_winter(defenders: Sequence[Combatant], ground: Battleground, rules: Rules) -> bool:
    rule = rules.reading(WinterisedDivisions)
    return ground.weather in WINTER and half_winterised(defenders, rule)


def half_winterised(
    units: Sequence[Combatant], rule: WinterisedDivisions = WinterisedDivisions.ONE
) -> bool:
    """Whether at least half of some units are winterised (11.15.5)."""
    by_half = rule is WinterisedDivisions.HALF
    weights = {unit.id: unit.weight if by_half else Fraction(1) for unit in units}
    winterised = sum((weights[unit.id] for unit in units if unit.winterised), Fraction(0))
    return 2 * winterised >= sum(weights.values())


@implements("WIF-11.15.5-19")
def modified_roll(die: int, modifiers: Iterable[Modifier]) -> int:
    """The die with its modifiers; less than 1 is 1 (11.15.5)."""
    return max(1, die + sum(modifier.value for modifier in modifiers))


# --- two dice (option 27) ------------------------------------------------------------------------


@implements("WIF-11.15.6-4", "WIF-11.15.6-5")
def odds_modifier(odds: Odds, chart: Chart, fractional: bool) -> Fraction:
    """What the odds add to two dice: twice the odds from 1:1 up, by steps below (11.15.6)."""
    low = _step_modifier(odds.step, chart)
    if not fractional:
        return low
    ratio = odds.attack / odds.defence
    here, there = step_ratio(odds.basic), step_ratio(odds.basic + 1)
    share = (ratio - here) / (there - here)
    return low + share * (_step_modifier(odds.step + 1, chart) - low)


def _step_modifier(step: int, chart: Chart) -> Fraction:
    if step >= 0:
        return Fraction(chart.at("odds-per-point").number) * step_ratio(step)
    below = steps_below_table(step) * chart.at("odds-step-below-1:2").number
    return Fraction(chart.at("odds-1:2").number) + below


@implements("WIF-11.15.5-18", "WIF-11.15.6-6")
def two_dice_modifiers(
    attackers: Sequence[Combatant],
    defenders: Sequence[Combatant],
    ground: Battleground,
    rules: Rules,
    *,
    table: str,
    hq: tuple[int | Fraction, int | Fraction] = (0, 0),
    air_powers: Sequence[str] = (),
) -> tuple[tuple[str, Fraction], ...]:
    """The modifiers of the two-dice table besides the odds, fractions kept (11.15.6)."""
    chart = rules.book.chart(TWO_DICE)

    def value(row: str) -> Fraction:
        return Fraction(chart.at(row).number)

    face_down = sum(
        (
            value("face-down-defending-division" if u.division else "face-down-defending-corps")
            for u in defenders
            if u.face_down
        ),
        Fraction(0),
    )
    mixed, winter = _mixed(attackers, air_powers, rules), _hold_winter(defenders, ground, rules)
    armour = Fraction(0)
    if table == CombatTable.BLITZKRIEG:
        armour = _armour_surplus(attackers, defenders, ground, rules)
    candidates = (
        ("face-down defenders", face_down),
        ("armour", armour),
        ("paradrop", value("paradrop") * any(unit.dropped for unit in attackers)),
        ("printed factory", value("printed-factory") * ground.factory),
        ("engineers", _at_works(attackers, defenders, ground, value)),
        ("HQ support", Fraction(hq[0] - hq[1]) / value("hq-support-divisor")),
        ("several major powers", value("several-major-powers") * mixed),
        ("jungle", value("jungle") * _hindered_by_jungle(attackers, ground)),
        ("winterised defenders", value("winterised-defenders") * winter),
        ("territorials attack", value("territorial-attackers") * all_abroad(attackers)),
        ("territorials defend", value("territorial-defenders") * all_abroad(defenders)),
    )
    return tuple((name, amount) for name, amount in candidates if amount)


@implements("WIF-22.1.1-10")
def _at_works(
    attackers: Iterable[Combatant],
    defenders: Iterable[Combatant],
    ground: Battleground,
    value: Callable[[str], Fraction],
) -> Fraction:
    """What engineers of both sides add at a printed factory (22.1.1)."""
    if not ground.factory:
        return Fraction(0)
    ours, theirs = (any(u.engineer for u in units) for units in (attackers, defenders))
    return value("engineers-attack-factory") * ours + value("engineers-defend-factory") * theirs


def _armour_surplus(
    attackers: Iterable[Combatant],
    defenders: Iterable[Combatant],
    ground: Battleground,
    rules: Rules,
) -> Fraction:
    """Armour on open ground in fine weather, less for units across a river (a blitzkrieg)."""
    if not is_open(ground, rules.book.chart(TERRAIN)):
        return Fraction(0)
    chart = rules.book.chart(TWO_DICE)
    rows = {False: "attacking-armour-corps", True: "attacking-armour-division"}
    own = (
        Fraction(chart.at(rows[u.division]).number) * u.factors / u.printed
        for u in attackers
        if u.kind in ARMOUR
    )
    theirs = (
        Fraction(chart.at("defending-armour-corps").number) * (1 if u.is_shield else u.weight)
        for u in defenders
        if u.kind in ARMOUR or u.is_shield
    )
    return sum(own, Fraction(0)) + sum(theirs, Fraction(0))


@implements("WIF-11.15.6-3")
def in_tenths(modifier: Fraction) -> tuple[int, int]:
    """A final modifier rounded down to tenths: its whole part, and the tenths left (11.15.6)."""
    return divmod(floor(modifier * 10), 10)


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """What a cell of the table means: losses of both sides, retreat, and who stays face-up."""

    text: str
    attacker: int
    defender: int
    effect: str
    facing: str
    extra_loss: bool


AUTOMATIC: Final[Mapping[str, str]] = {CombatTable.BLITZKRIEG: "*/2B", CombatTable.ASSAULT: "*/2S"}
ATTACKERS_LOST: Final = "attackers lost"
DEFENCE_OF_NOTHING: Final = "automatic"


@implements("WIF-11.15.5-15", "WIF-11.15.5-16")
def without_die(attack: Fraction, defence: Fraction) -> str:
    """What happens without a die: an attack of nothing is lost, then one on nothing wins (11.15.5).

    Nothing where both sides have factors.
    """
    if not attack:
        return ATTACKERS_LOST
    return "" if defence else DEFENCE_OF_NOTHING


@implements("WIF-11.15.5-30", "AIF-11.16.5-7")
def read_result(text: str) -> Result:
    """A cell of the table as a value: `†1/2S`, `-/R`, `-` (11.15.5)."""
    match = _RESULT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no result of a land combat")
    facing, attacker, defender, effect, extra = match.groups()
    return Result(
        text=text,
        attacker=_number(attacker),
        defender=_number(defender),
        effect=effect or "",
        facing=facing,
        extra_loss=bool(extra),
    )


def _number(text: str | None) -> int:
    return int(text) if text and text.isdigit() else 0


@implements("WIF-11.15.6-2")
def attacker_losses(
    result: Result,
    attackers: Sequence[Combatant],
    ground: Battleground,
    rule: ExtraLoss = ExtraLoss.ANY,
) -> int:
    """How many attackers are lost; § costs one more in bad weather or ground, or with armour."""
    if not result.extra_loss or rule is ExtraLoss.NEVER:
        return result.attacker
    bad = ground.weather != Weather.FINE or ground.terrain not in ("clear", "desert")
    armour = any(unit.kind in ARMOUR or unit.kind == "MECH" for unit in attackers)
    return result.attacker + (bad or armour)


# --- first losses --------------------------------------------------------------------------------


@implements("WIF-11.15.5-20", "WIF-11.15.5-21", "WIF-11.15.5-22", "AIF-8.2.7-2")
def first_losses(
    attackers: Sequence[Combatant],
    *,
    armour: bool = False,
    winterised: bool = False,
    engineers: bool = False,
) -> tuple[str, ...]:
    """Who may be the attacker's first loss: a unit that gained a benefit, if any did (11.15.5).

    Engineers come first. For armour any MECH or MOT in the attack may be lost instead. Armour
    gains in fine weather and winterised units in snow and blizzard: never both.
    """
    if engineers:
        return tuple(unit.id for unit in attackers if unit.engineer)
    stand_in = (*ARMOUR, "MECH", "MOT")
    by_armour = [u.id for u in attackers if armour and u.kind in stand_in]
    by_winter = [u.id for u in attackers if winterised and u.winterised]
    found = list(dict.fromkeys(by_armour + by_winter))
    return tuple(found) or tuple(unit.id for unit in attackers)


@implements("WIF-11.15.5-52", "AIF-11.16.5-18")
def stay_face_up(facing: str, face_up: int, rule: DaggerRounding = DaggerRounding.UP) -> int:
    """How many of the attackers still face-up remain so: all for *, half for a dagger."""
    if facing == "*":
        return face_up
    if facing == "†":
        return (face_up + (rule is DaggerRounding.UP)) // 2
    return 0
