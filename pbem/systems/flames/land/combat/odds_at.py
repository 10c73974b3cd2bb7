"""The odds of a land combat at a hex, as weather, ground and the book make them (11.15.5).

Decides how totals are rounded, what jungle and weather take, what an attack on nothing comes to.
Leaves the ladder of odds to `combat_table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.impulse.battle_decisions import ODDS_FACTS
from pbem.systems.flames.land.combat_table import WinterisedDivisions, half_winterised
from pbem.systems.flames.land.combatants import (
    Odds,
    ScaleBelowEven,
    odds_of,
    weather_shift,
)
from pbem.systems.flames.world.land_factors import Combatant
from pbem.systems.flames.world.named import (
    HEX_FACTS,
)
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.rounding import rounded

FACTS: Final = {**ODDS_FACTS, **HEX_FACTS}
FLYING: Final = ("support", "escort", "cap")


@implements("AIF-11.16.1-5", "AIF-11.16.1-14")
def combat_odds(
    position: Position,
    place: str,
    attackers: Sequence[Combatant],
    totals: tuple[Fraction, Fraction],
) -> Odds | None:
    """The odds of both sides' totals at a hex; None where a side has no factors at all."""
    attack, defence = settled_totals(position, totals)
    if attack and not defence and position.values.odds_against_nothing:
        return Odds(attack, defence, position.values.odds_against_nothing, 0)
    if not attack or not defence:
        return None
    half = half_winterised(attackers, position.reading(WinterisedDivisions))
    ground, scale = position.ground, position.reading(ScaleBelowEven)
    shift = weather_shift(ground.weather[place], half)
    if ground.terrain[place] == "jungle" and not _all_know_jungle(position, attackers):
        shift += position.values.jungle_shift
    return odds_of(attack, defence, shift, scale if position.kits.tenths_count else None)


@implements("AIF-2.6-2", "AIF-11.16.5-1")
def settled_totals(
    position: Position, totals: tuple[Fraction, Fraction]
) -> tuple[Fraction, Fraction]:
    """The totals of both sides as odds are taken of them: in one book as whole numbers (2.6)."""
    if not position.values.whole_totals:
        return totals
    attack, defence = (Fraction(rounded(amount)) for amount in totals)
    return attack, defence


@implements("AIF-11.16.1-14")
def _all_know_jungle(position: Position, attackers: Sequence[Combatant]) -> bool:
    """Whether all attackers are of powers to which jungle is no hindrance (11.16.1)."""
    return all(unit.major in position.policy.hardy.jungle for unit in attackers)
