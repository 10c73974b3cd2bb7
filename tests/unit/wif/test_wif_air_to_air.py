"""Air-to-air combat as values (14.3): lines, strength, the combat value, results."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.systems.flames.air.air_to_air import (
    BOMBER,
    FIGHTER,
    Conditions,
    Lines,
    Plane,
    TwinEngines,
    can_fire,
    candidates,
    cleared_at_start,
    column_of,
    combat_value,
    firer_chooses,
    is_hampered,
    is_over,
    line_up,
    must_fight,
    one_worse,
    strength,
)


def plane(name: str, role: str, rating: int, **more: Any) -> Plane:
    said = {"kind": "FTR" if role == FIGHTER else "LND", "power": "italy", **more}
    return Plane(id=name, name=name, role=role, rating=rating, **said)


BEAUFIGHTER = plane("Beaufighter", FIGHTER, 6)
GIBRALTAR = plane("Gibraltar", FIGHTER, 5)
G50 = plane("G-50", FIGHTER, 4)
CA314 = plane("Ca-314B", BOMBER, 2, tactical=2)
SM79 = plane("SM-79II", BOMBER, 3, tactical=3)
TYPES = Conditions(types=True)


def test_the_best_fighter_and_the_weakest_bomber_stand_in_front() -> None:
    lines = line_up([SM79, GIBRALTAR, CA314, BEAUFIGHTER])
    assert lines == Lines((BEAUFIGHTER, GIBRALTAR), (CA314, SM79))
    assert line_up([SM79, GIBRALTAR, CA314, BEAUFIGHTER], ["Gibraltar", "SM-79II"]) == Lines(
        (GIBRALTAR, BEAUFIGHTER), (SM79, CA314)
    )


def test_a_combat_needs_both_sides_and_a_fighter() -> None:
    fighter, bomber, nobody = line_up([G50]), line_up([CA314]), Lines()
    assert must_fight(fighter, bomber)
    assert must_fight(bomber, fighter)
    assert not must_fight(bomber, bomber)
    assert not must_fight(fighter, nobody)


def test_strength_counts_the_front_fighter_and_a_tenth_of_the_others() -> None:
    own, enemy = line_up([BEAUFIGHTER, GIBRALTAR, CA314]), line_up([G50, SM79])
    assert strength(own) == Fraction(13, 2)
    assert combat_value(strength(own), strength(enemy)) == 3
    assert combat_value(strength(enemy), strength(own)) == -2


def test_without_fighters_the_front_bomber_counts_alone() -> None:
    assert strength(line_up([CA314, SM79])) == 2
    jabo = plane("FTR as bomber", BOMBER, 6, kind="FTR")
    assert strength(line_up([jabo])) == 6
    assert strength(line_up([jabo]), TYPES) == 5


def test_an_unarmed_front_bomber_does_not_fire() -> None:
    unarmed = plane("transport", BOMBER, 1, unarmed=True)
    assert not can_fire(line_up([unarmed]))
    assert can_fire(line_up([unarmed, G50]))


def test_twin_engines_worsen_the_result_against_a_single_engined_fighter() -> None:
    twin = line_up([plane("Bf-110C", FIGHTER, 4, twin_engined=True)])
    assert is_hampered(twin, line_up([G50]), TYPES)
    assert not is_hampered(twin, twin, TYPES)
    assert not is_hampered(twin, line_up([SM79]), TYPES)
    assert is_hampered(twin, line_up([SM79]), TYPES, rule=TwinEngines.ALWAYS)
    assert not is_hampered(line_up([G50]), twin, TYPES)
    ladder = ("AX", "DX", "AA", "DA", "AC", "DC", "-")
    assert [one_worse(result) for result in ladder] == ["DX", "AA", "DA", "AC", "DC", "DC", "-"]


def test_the_ends_of_the_table_serve_all_values_beyond() -> None:
    assert [column_of(value) for value in (-20, -7, 0, 8, 12)] == [-7, -7, 0, 8, 8]


@pytest.mark.parametrize(
    ("result", "struck", "by_firer"),
    [
        ("AX", (G50, CA314), True),
        ("DX", (G50, CA314), False),
        ("AA", (G50, CA314), True),
        ("DA", (G50, CA314), False),
        ("AC", (CA314, SM79), True),
        ("DC", (CA314, SM79), False),
    ],
)
def test_a_result_strikes_a_front_plane_or_clears_any_bomber(
    result: str, struck: tuple[Plane, ...], by_firer: bool
) -> None:
    target = line_up([G50, SM79, CA314])
    assert candidates(result, target) == struck
    assert firer_chooses(result) == by_firer


def test_no_effect_strikes_nobody_and_without_bombers_nothing_gets_through() -> None:
    assert candidates("-", line_up([G50])) == ()
    assert candidates("AC", line_up([G50])) == ()


def test_bombers_get_through_when_no_enemy_fighter_is_left() -> None:
    own, enemy = line_up([G50, CA314, SM79]), line_up([plane("LND", BOMBER, 3)])
    assert cleared_at_start(own, enemy) == Lines((G50,), (), (CA314, SM79))
    assert cleared_at_start(enemy, own) == enemy
    assert not is_over(cleared_at_start(own, enemy), enemy)


def test_a_combat_is_over_when_a_side_has_left_it() -> None:
    own = line_up([CA314]).clear(CA314)
    assert own.planes == ()
    assert own.cleared == (CA314,)
    assert is_over(own, line_up([G50]))
    assert is_over(line_up([G50]), line_up([SM79]).without(SM79))
