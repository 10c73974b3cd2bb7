"""Combat factors of land units, and of aircraft against a hex (11.8, 11.15.1, 11.15.4, 14.5).

Decides what a unit is worth in an attack or in defence, and how weather, terrain, hexsides and
supply change it. Land combat factors keep their fractions; a ground strike rounds at the end.
Leaves notional units to `attack_rules`, invasions to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.position import ARMOUR, FLAK, SHIELDS
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.vocabulary import Weather

HALF: Final = Fraction(1, 2)
BARRIERS: Final = ("lake", "all-sea")
FORTS: Final = ("fort", "fort-marker")
SPECIAL_COLUMNS: Final = ("MTN", "MAR")
UNSUPPLIED_WHITE_PRINT: Final = 3
UNSUPPLIED: Final = 1
HALVING_WEATHER: Final = frozenset({Weather.RAIN, Weather.SNOW})
NO_FLYING: Final = frozenset({Weather.STORM, Weather.BLIZZARD})


class KeptFractions(Reading, id="WIF-11.15.1-R4"):
    """How exactly fractions of land combat factors are kept."""

    EXACT = "exact"
    HUNDREDTHS = "hundredths"


class SeveralHexsides(Reading, id="WIF-11.15.1-R3"):
    """How several reasons to halve an attacker combine."""

    EACH = "each"
    WORST = "worst"


class SupportLimit(Reading, id="WIF-11.15.4-R1"):
    """When ground support is cut to the factors of the land units."""

    LAST = "last"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Combatant:
    """One land unit in a combat: what is printed, where it attacks from, and what it adds."""

    id: str
    name: str
    kind: str
    power: str
    printed: Fraction
    factors: Fraction
    across: tuple[str, ...] = ()
    division: bool = False
    face_down: bool = False
    supplied: bool = True
    winterised: bool = False
    engineer: bool = False
    jungle: bool = False
    controller: str = ""
    why: tuple[str, ...] = ()  # what else changes its factors
    dropped: bool = False
    abroad: bool = False  # a territorial outside its home
    aside: bool = False  # flak, supply, V-weapons and A-bombs: nobody asks whether they are at home

    @property
    def major(self) -> str:
        """The major power that it belongs to."""
        return self.controller or self.power

    @property
    def across_fort(self) -> bool:
        """Whether it attacks into a fort hex, printed or built, over the fort's hexside."""
        return not {"fort", "fort-marker"}.isdisjoint(self.across)

    @property
    @implements("WIF-22.1-3")
    def weight(self) -> Fraction:
        """How much it counts where units are compared: a division one half (option 2)."""
        return HALF if self.division else Fraction(1)

    @property
    def is_shield(self) -> bool:
        """Whether it stands for an armoured corps in defence (22.2)."""
        return self.kind in SHIELDS


def kept_fraction(factors: Fraction, rule: KeptFractions) -> Fraction:
    """Land combat factors keep their fractions: exactly, or to two decimals by one reading."""
    if rule is KeptFractions.HUNDREDTHS:
        return Fraction(rounded(factors * 100), 100)
    return factors


def total(units: Iterable[Combatant]) -> Fraction:
    """The modified factors of some units together."""
    return sum((unit.factors for unit in units), Fraction(0))


# --- attack and defence (11.15.1) ----------------------------------------------------------------


@implements("WIF-11.15.1-8b", "WIF-11.15.1-8d", "AIF-11.16.1-8", "AIF-11.16.1-9")
def barring(kind: str, across: Sequence[str], chart: Chart) -> str:
    """The hexside that a unit of a kind cannot attack across; empty when there is none.

    Straits open a lake or all-sea hexside (11.15.1).
    """
    column = attack_column(kind)
    for feature in _weighed(across, chart):
        if chart.at(feature, column, table="attack-across").text == "none":
            return feature
    return ""


@implements(
    "WIF-11.15.1-8a", "WIF-11.15.1-8c", "WIF-11.15.1-8e", "WIF-11.15.1-8f", "WIF-11.15.1-9a",
    "WIF-11.15.1-9b", "WIF-11.15.1-16", "WIF-22.9-3", "AIF-11.16.1-8", "AIF-11.16.1-9",
    "AIF-11.16.1-10", "AIF-11.16.1-11",
)  # fmt: skip
def attack_multiplier(
    column: str,
    across: Sequence[str],
    chart: Chart,
    rule: SeveralHexsides = SeveralHexsides.EACH,
) -> Fraction:
    """What an attacker's factors are multiplied by for the hexsides it attacks across (11.15.1).

    Every kind of hexside applies once; all multiply (or, as another reading, the worst applies).
    """
    parts = [
        Fraction(chart.at(feature, column, table="attack-across").number)
        for feature in _weighed(across, chart)
    ]
    if rule is SeveralHexsides.WORST:
        return min(parts, default=Fraction(1))
    return Fraction(prod(parts))


def attack_column(kind: str) -> str:
    """The column of the chart by which a unit attacks across hexsides (11.15.1)."""
    return kind if kind in SPECIAL_COLUMNS else "others"


@implements("WIF-22.1.1-11", "WIF-22.1.1-12")
def eased(across: Sequence[str], chart: Chart) -> tuple[str, ...]:
    """What of a hexside still hinders units that engineers bring over it (22.1.1).

    A fort does not; where there is none, neither river nor canal.
    """
    easy = [side for side in _weighed(across, chart) if _is_easy_for_engineers(side, chart)]
    helped = [side for side in easy if side in FORTS] or easy
    return tuple(side for side in across if side not in helped)


def _is_easy_for_engineers(side: str, chart: Chart) -> bool:
    if "engineers" not in chart.table("attack-across").columns.names:
        return False  # a book without engineers
    cell = chart.at(side, "engineers", table="attack-across")
    return cell.text != "none" and cell.number == 1


def _weighed(across: Sequence[str], chart: Chart) -> list[str]:
    """The features of a hexside that matter to an attack, each once."""
    known = chart.table("attack-across").rows.names
    found = [feature for feature in dict.fromkeys(across) if feature in known]
    if "straits" in found:
        found = [feature for feature in found if feature not in BARRIERS]
    return found


@implements("WIF-11.15.1-10a", "WIF-11.15.1-10b", "WIF-11.15.1-10c", "AIF-11.16.1-13")
def defence_multiplier(kind: str, terrain: str, chart: Chart) -> Fraction:
    """What a defender's factors are multiplied by in a terrain (11.15.1)."""
    column = "MTN" if kind == "MTN" else "others"
    return Fraction(chart.at(terrain, column, table="defence").number)


@implements(
    "WIF-11.15.1-7a", "WIF-11.15.1-7b", "WIF-11.15.1-7c", "WIF-22.1-4", "AIF-2.4.3-2",
    "AIF-11.16.1-7",
)  # fmt: skip
def defending_factors(
    printed: Fraction, *, face_down: bool, supplied: bool, white_print: bool, division: bool
) -> Fraction:
    """A defender's factors before terrain: few if it is both face-down and out of supply.

    Flak, which has none, gains none by it (22.2).
    """
    if supplied or not face_down or not printed:
        return printed
    return Fraction(UNSUPPLIED_WHITE_PRINT if white_print and not division else UNSUPPLIED)


# --- guns (22.2) ---------------------------------------------------------------------------------


@implements("WIF-22.2-4", "WIF-22.2-5")
def gun_factors(printed: Fraction, kind: str, alone: bool) -> Fraction:
    """The land factors of a gun before all else: flak has none, a gun by itself one (22.2)."""
    if kind == FLAK:
        return Fraction(0)
    return min(printed, Fraction(1)) if alone else printed


@implements("WIF-22.2-7")
def gun_multiplier(circles: Iterable[str], attacks: bool, enemies: Iterable[str]) -> int:
    """2 for a gun whose circle doubles it against armour, else 1 (22.2).

    A red circle in attack and defence, a pink one in defence; `enemies`: the kinds of units
    against it.
    """
    doubling = ("red-circle",) if attacks else ("red-circle", "pink-circle")
    meets = any(kind in (*ARMOUR, "MECH") for kind in enemies)
    return 2 if meets and any(circle in doubling for circle in circles) else 1


# --- aircraft against a hex (11.8, 11.15.4, 14.2.3, 14.5) ----------------------------------------


@dataclass(frozen=True, slots=True)
class Support:
    """One bomber over a land combat: its tactical factors and what becomes of them."""

    id: str
    name: str
    power: str
    tactical: Fraction
    extended: bool = False
    tank_buster: bool = False
    surprise: bool = False
    helped: bool = False


@implements(
    "WIF-14.2.3-2", "WIF-14.5-1", "WIF-14.5-2", "WIF-11.15.4-2a", "WIF-11.8-3", "AIF-8.2.3-1",
    "AIF-14.5-1",
)  # fmt: skip
def bombing_multiplier(weather: str, terrain: str, chart: Chart) -> Fraction:
    """Rain or snow halves tactical factors; so do forest, jungle and swamp (14.2.3, 14.5)."""
    by_weather = HALF if weather in HALVING_WEATHER else Fraction(1)
    return by_weather * Fraction(chart.at(terrain, table="bombing").number)


@implements("WIF-14.1.1-9", "WIF-11.8-3", "AIF-14.1-7", "AIF-11.9-2")
def strike_factors(tactical: Fraction, multiplier: Fraction, extended: bool = False) -> int:
    """The number that a ground strike must not exceed: rounded after all modifiers (11.8)."""
    return rounded(tactical * multiplier * (HALF if extended else 1))


@implements(
    "WIF-11.15.4-2b", "WIF-11.15.4-2c", "WIF-11.15.4-4", "WIF-14.1.1-9", "WIF-15.1-7", "AIF-15-6",
    "AIF-14.1-7",
)  # fmt: skip
def support_value(bomber: Support, enemies: Iterable[Combatant]) -> Fraction:
    """A bomber's factors before weather and terrain (11.15.4).

    Double over a hex of surprised land units alone, double within range of an HQ that helps by
    offensive points, and double of a tank buster against armour.
    """
    value = bomber.tactical * (HALF if bomber.extended else 1) * (2 if bomber.surprise else 1)
    value *= 2 if bomber.helped else 1
    busts = bomber.tank_buster and any(
        enemy.kind in ARMOUR or enemy.kind == "MECH" for enemy in enemies
    )
    return value * 2 if busts else value


def flown_factors(bombers: Iterable[Support], enemies: Sequence[Combatant]) -> Fraction:
    """The factors of some bombers before weather and terrain."""
    return sum((support_value(bomber, enemies) for bomber in bombers), Fraction(0))


@implements("WIF-11.15.4-2a", "WIF-11.15.4-3", "AIF-11.16.4-3", "AIF-11.16.4-4")
def ground_support(
    plain: Fraction, multiplier: Fraction, land: Fraction, limit: SupportLimit = SupportLimit.LAST
) -> Fraction:
    """What a side's bombers add to its factors: theirs in this weather and terrain (11.15.4).

    Never more than its land units' modified factors; the reading says whether that limit applies
    after weather and terrain have halved the total, or before.
    """
    if limit is SupportLimit.FIRST:
        return min(plain, land) * multiplier
    return min(plain * multiplier, land)
