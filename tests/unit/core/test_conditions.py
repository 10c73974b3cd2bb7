"""Conditions: FACT OP VALUE."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.core.choices.conditions import (
    BadCondition,
    Condition,
    all_hold,
    check_facts,
    holds,
    parse_condition,
    parse_conditions,
)
from pbem.core.data.findings import Where

FACTS = {
    "odds": Fraction(5, 2),
    "air": -4,
    "enemy fighters": 0,
    "weather": "Fine",
    "holder": "great-britain",
    "face-up": ("3 INF", "Zhukov"),
    "city": True,
}


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("odds >= 3-1", False), ("odds >= 5-2", True), ("odds < 3:1", True), ("odds = 5/2", True),
        ("odds > 2", True), ("odds != 2", True), ("air <= -4", True), ("air < -4", False),
        ("air >= -4", True), ("enemy fighters = 0", True), ("enemy  fighters != 0", False),
        ("weather = fine", True), ("weather != storm", True), ("weather = storm", False),
        ("weather > 3", False), ("face-up = zhukov", True), ("face-up != 3 INF", False),
        ("holder = Great Britain", True), ("holder = france", False),
        ("city = true", True), ("city = false", False), ("city != false", True),
        ("odds = many", False), ("nothing = 0", False), ("nothing != 0", False),
    ],
)  # fmt: skip
def test_a_condition_is_tested_over_the_documented_facts(text: str, true: bool) -> None:
    """With only the facts he would see then; an absent fact makes a condition false."""
    assert holds(parse_condition(text), FACTS) is true


def test_a_list_means_all() -> None:
    both = parse_conditions(["odds >= 2", "air >= 0"])
    assert not all_hold(both, FACTS)
    assert all_hold(both[:1], FACTS)
    assert all_hold((), FACTS)
    assert parse_conditions(None) == ()
    assert parse_conditions("a = 1") == (Condition("a", "=", "1"),)


@pytest.mark.parametrize(
    "fact",
    ["Trøndelag", "Washington D.C.", "Washington, D.C.", "Côte d'Ivoire", "Galicia and León"],
)
def test_a_fact_may_be_a_place_with_any_name(fact: str) -> None:
    assert parse_condition(f"{fact} = friendly") == Condition(fact, "=", "friendly")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("odds", "'odds' is not a condition; write FACT OP VALUE: odds >= 3-1"),
        (">= 3", "'>= 3' is not a condition; write FACT OP VALUE: odds >= 3-1"),
        ("odds >=", "'odds >=' is not a condition; write FACT OP VALUE: odds >= 3-1"),
        ("odds =", "'odds =' is not a condition; write FACT OP VALUE: odds >= 3-1"),
        ("odds >= good", "'good' is not a number; write 4, -2 or 3-1 after '>='"),
        ("odds >= 3-0", "'3-0' is not a number; write 4, -2 or 3-1 after '>='"),
        ("odds >= 1.5", "'1.5' is not a number; write 4, -2 or 3-1 after '>='"),
    ],
)
def test_what_is_no_condition(text: str, message: str) -> None:
    with pytest.raises(BadCondition) as caught:
        parse_condition(text)
    assert str(caught.value) == message


def test_a_fact_that_the_moment_does_not_offer_is_a_finding() -> None:
    found = check_facts(parse_conditions(["ods > 1", "air > 1"]), FACTS, Where("o.yaml", 3, 4))
    assert [str(f) for f in found] == [
        "o.yaml:3:4: error: 'ods' is not known at that moment\n    did you mean odds?"
    ]
