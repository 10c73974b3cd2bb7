"""Odds of land combat (11.15.5): the ladder, weather, fractional odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.systems.flames.land.combatants import (
    ScaleBelowEven,
    lifted,
    odds_of,
    step_name,
    step_of,
    step_ratio,
    steps_below_table,
    tenths_to_next,
    weather_shift,
)


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (Fraction(39, 2), 5, "3:1"),
        (12, 1, "12:1"),
        (2, 1, "2:1"),
        (199, 100, "3:2"),
        (3, 2, "3:2"),
        (149, 100, "1:1"),
        (1, 1, "1:1"),
        (99, 100, "1:2"),
        (1, 2, "1:2"),
        (49, 100, "1:3"),
        (1, 3, "1:3"),
        (21, 100, "1:5"),
        (1, 6, "1:6"),
    ],
)
def test_a_ratio_is_rounded_in_favour_of_the_defender(
    attack: Fraction | int, defence: int, name: str
) -> None:
    assert step_name(step_of(Fraction(attack) / defence)) == name


def test_every_step_is_the_step_of_its_own_ratio() -> None:
    for step in range(-9, 30):
        assert step_of(step_ratio(step)) == step


@pytest.mark.parametrize(
    ("attack", "weather", "name"),
    [
        (Fraction(12), "rain", "11:1"),
        (Fraction(3, 2), "rain", "1:1"),
        (Fraction(11), "snow", "9:1"),
        (Fraction(11), "storm", "9:1"),
        (Fraction(3), "snow", "3:2"),
        (Fraction(3), "blizzard", "1:1"),
        (Fraction(1), "blizzard", "1:4"),
        (Fraction(3), "fine", "3:1"),
    ],
)
def test_weather_moves_along_the_ladder(attack: Fraction, weather: str, name: str) -> None:
    assert odds_of(attack, Fraction(1), weather_shift(weather, False)).name == name


def test_winterised_attackers_lessen_snow_and_blizzard_only() -> None:
    shifts = {w: weather_shift(w, True) for w in ("fine", "rain", "storm", "snow", "blizzard")}
    assert shifts == {"fine": 0, "rain": -1, "storm": -2, "snow": 0, "blizzard": -1}


@pytest.mark.parametrize(
    ("attack", "defence", "tenths"),
    [(53, 9, 8), (11, 6, 6), (28, 11, 5), (21, 10, 1), (21, 7, 0), (3, 4, 5), (5, 12, 5)],
)
def test_fractional_odds_are_cut_to_tenths(attack: int, defence: int, tenths: int) -> None:
    assert tenths_to_next(Fraction(attack, defence)) == tenths


def test_below_even_odds_the_share_may_be_measured_in_the_defenders_multiple() -> None:
    ratio = Fraction(3, 4)
    assert tenths_to_next(ratio, ScaleBelowEven.ATTACK_FACTORS) == 5
    assert tenths_to_next(ratio, ScaleBelowEven.DEFENCE_MULTIPLE) == 6
    assert tenths_to_next(Fraction(28, 11), ScaleBelowEven.DEFENCE_MULTIPLE) == 5


def test_the_fractional_die_lifts_on_its_number_or_less() -> None:
    odds = odds_of(
        Fraction(11), Fraction(6), weather_shift("storm", False), ScaleBelowEven.ATTACK_FACTORS
    )
    assert (odds.name, odds.tenths, step_name(odds.step + 1)) == ("1:2", 6, "1:1")
    assert [die for die in range(1, 11) if lifted(odds, die)] == [1, 2, 3, 4, 5, 6]


def test_steps_below_the_table_count_from_one_to_two() -> None:
    assert [steps_below_table(step_of(Fraction(1, n))) for n in (1, 2, 3, 4, 5)] == [0, 0, 1, 2, 3]
