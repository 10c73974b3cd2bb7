"""Odds of land combat: the ladder of ratios, weather, fractional odds (11.15.5).

Decides which column of the land combat table is used, and with what chance the next one. Steps of
the ladder are whole numbers: 0 is 1:1, 1 is 3:2, from 2 on n:1; -1 is 1:2, -2 is 1:3 and so on.
Leaves the totals to `combatants`, the table to `combat_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.rounding import number
from pbem.systems.flames.world.vocabulary import Weather

SHIFTS: Final[Mapping[str, int]] = {
    Weather.FINE: 0,
    Weather.RAIN: -1,
    Weather.STORM: -2,
    Weather.SNOW: -2,
    Weather.BLIZZARD: -3,
}
WINTER: Final = frozenset({Weather.SNOW, Weather.BLIZZARD})
RELIEF: Final = 2
LOWEST_COLUMN: Final = -1


class ScaleBelowEven(Reading, id="WIF-11.15.5-R13"):
    """On which scale the way between two odds below 1:1 is measured."""

    ATTACK_FACTORS = "attack-factors"
    DEFENCE_MULTIPLE = "defence-multiple"


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one attack: the step before and after weather, and the tenths of the next one."""

    attack: Fraction
    defence: Fraction
    basic: int
    shift: int
    tenths: int = 0

    @property
    def step(self) -> int:
        """The step of the ladder after weather, before a die for fractional odds."""
        return self.basic + self.shift

    @property
    def name(self) -> str:
        """The odds as tables name them: `3:2`."""
        return step_name(self.step)

    @property
    def ratio(self) -> Fraction:
        """What a condition such as `odds >= 3-1` is compared with."""
        return step_ratio(self.step)


def step_ratio(step: int) -> Fraction:
    """The ratio of a step of the ladder."""
    if step < 0:
        return Fraction(1, 1 - step)
    return Fraction(3, 2) if step == 1 else Fraction(max(step, 1))


def step_name(step: int) -> str:
    """The name of a step of the ladder: `1:2`, `3:2`, `4:1`."""
    ratio = step_ratio(step)
    return f"{ratio.numerator}:{ratio.denominator}"


@implements("WIF-11.15.5-7", "WIF-2.6-2", "AIF-11.16.5-4", "AIF-2.6-3")
def step_of(ratio: Fraction) -> int:
    """The step that a ratio reaches, rounded in favour of the defender (11.15.5)."""
    if ratio >= 2:
        return floor(ratio)
    if ratio >= 1:
        return 1 if ratio >= Fraction(3, 2) else 0
    return 1 - ceil(1 / ratio)


@implements(
    "WIF-11.15.5-8", "WIF-11.15.5-9", "WIF-11.15.5-10", "WIF-11.15.5-11", "AIF-8.2.7-1",
    "AIF-8.2.7-2",
)  # fmt: skip
def weather_shift(weather: str, winterised: bool) -> int:
    """How many steps weather takes away; half of the attackers winterised lessen it by two."""
    shift = SHIFTS[weather]
    return min(0, shift + RELIEF) if winterised and weather in WINTER else shift


@implements("WIF-11.15.5-13", "WIF-11.15.5-14")
def tenths_to_next(ratio: Fraction, scale: ScaleBelowEven = ScaleBelowEven.ATTACK_FACTORS) -> int:
    """How many tenths of the way to the next step a ratio has gone (option 26).

    Below 1:1 the way may be measured in attack factors or in the defender's multiple of them.
    """
    low, high = (step_ratio(step_of(ratio) + more) for more in (0, 1))
    if scale is ScaleBelowEven.DEFENCE_MULTIPLE and high <= 1:
        share = (1 / low - 1 / ratio) / (1 / low - 1 / high)
    else:
        share = (ratio - low) / (high - low)
    return floor(share * 10)


@implements("WIF-11.15.5-7", "WIF-11.15.5-12", "AIF-11.16.5-4", "AIF-11.16.5-5")
def odds_of(
    attack: Fraction,
    defence: Fraction,
    shift: int,
    scale: ScaleBelowEven | None = None,
) -> Odds:
    """The odds of an attack on a hex; both totals must be more than nothing (11.15.5).

    Weather moves them by `shift` along the whole ladder, before the last column of a table is a
    limit. Fractional odds count on a scale; there are none without it (option 26).
    """
    ratio = attack / defence
    tenths = tenths_to_next(ratio, scale) if scale else 0
    return Odds(attack, defence, step_of(ratio), shift, tenths)


@implements("WIF-11.15.5-23", "AIF-11.16.5-6")
def steps_below_table(step: int) -> int:
    """How many steps below 1:2 the odds are; each costs 1 on the die."""
    return max(0, LOWEST_COLUMN - step)


def lifted(odds: Odds, die: int) -> bool:
    """Whether the die for fractional odds gives the next step (option 26)."""
    return die <= odds.tenths


def odds_in_words(odds: Odds, weather: str) -> str:
    """`18:5 = 3:1, rain -1: 2:1 (60% for 3:1)`."""
    text = f"{number(odds.attack)}:{number(odds.defence)} = {step_name(odds.basic)}"
    text += f", {weather} {odds.shift}: {odds.name}" if odds.shift else ""
    return text + (f" ({10 * odds.tenths}% for {step_name(odds.step + 1)})" if odds.tenths else "")
