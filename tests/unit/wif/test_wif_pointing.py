"""What is wrong with an order is told at the word that is wrong: at the unit or the place."""

from __future__ import annotations

import pytest
from unit.wif.eastern_front import LAND, checked, finding

HEAD = 3  # lines before the orders


def told_at(orders: str, code: str) -> str:
    """The rest of the line from where the finding with a code points."""
    where = finding(checked(orders), code).where
    assert where is not None
    return orders.splitlines()[where.line - HEAD - 1][where.column - 1 :]


@pytest.mark.parametrize(
    ("section", "order", "code", "word"),
    [
        ("land", "{units: [LVII ARM, XX INF], to: E2340}", "not-a-stack", "XX INF]"),
        ("land", "{units: [LVII ARM, XLIII INF], to: E2340}", "face-down", "XLIII INF]"),
        ("land", "{units: XX INF, to: Smolensk}", "no-path", "Smolensk}"),
        ("land", "{units: X INF, via: E2543, to: Riga}", "no-overrun", "Riga}"),
        ("land", "{units: XX INF, to: [Smolensk, E2440]}", "second-choice", "Smolensk, E2440]}"),
        (
            "land",
            "{units: all E2442, drop: {LIII MOT: E2341}, to: E2342}",
            "not-dropped",
            "{LIII MOT: E2341}",
        ),
        ("land", "{units: [LVII ARM, XX IMF], to: E2340}", "unknown-unit", "XX IMF]"),
        (
            "land",
            "{units: XX INF, to: E2440, if: enemy units > 8}",
            "condition",
            "enemy units > 8}",
        ),
        ("rail", "{units: [XX INF, XLIII INF], to: Brest-Litovsk}", "face-down", "XLIII INF]"),
        ("rail", "{units: LXXXVI GAR, to: Minsk}", "no-rail", "Minsk}"),
        ("rebase", "{units: [Ju-87D], to: [Minsk, Moscow]}", "no-base", "Minsk, Moscow]}"),
        ("ground_strike", "{fly: [Ju-87D, Ju-87B], at: Minsk}", "grounded", "Ju-87B]"),
        ("ground_strike", "{fly: Ju-87D, at: [E2442, Minsk]}", "second-choice", "E2442, Minsk]}"),
        ("ground_strike", "{fly: XX INF, at: Minsk}", "wrong-kind", "XX INF, at: Minsk}"),
        (
            "ground_strike",
            "{fly: all E2440, escort: Bf-109F2, at: E2240}",
            "named-twice",
            "Bf-109F2, at: E2240}",
        ),
        (
            "attacks",
            "{at: Minsk, with: XX INF, escort: Bf-109F2, cap: [Bf-109F2]}",
            "named-twice",
            "Bf-109F2]}",
        ),
        (
            "land",
            "{units: XX INF, to: E2340, drop: {XX INF: E2340, xx inf: E2340}}",
            "named-twice",
            "xx inf: E2340}}",
        ),
        ("attacks", "{at: E2541, with: all E2440}", "not-enemy", "E2541, with: all E2440}"),
        ("attacks", "{at: Minsk, with: [XX INF]}", "cannot-attack", "XX INF]}"),
        ("attacks", "{at: Minsk, with: XLI ARM, hq: v. Bock}", "not-attacking", "v. Bock}"),
        (
            "attacks",
            "{at: Minsk, with: XLI ARM, advance: {Smolensk: XLI ARM}}",
            "too-far",
            "Smolensk: XLI ARM}}",
        ),
        ("emergency_supply", "{hq: v. Leeb, units: [VI INF, XXVII MOT]}", "no-path", "XXVII MOT]}"),
    ],
)
def test_findings_stand_at_the_word_that_is_wrong(
    section: str, order: str, code: str, word: str
) -> None:
    assert told_at(f"{LAND}{section}:\n- {order}\n", code).startswith(word)


def test_the_unit_of_a_whole_stack_is_told_at_the_hex_that_names_it() -> None:
    orders = f"{LAND}land:\n- {{units: [XX INF, all E2442], to: E2340}}\n"
    assert told_at(orders, "not-a-stack") == "all E2442], to: E2340}"


def test_an_action_is_told_at_its_power() -> None:
    assert told_at("action: {USSR: land}\n", "not-yours") == "USSR: land}"


def test_who_is_named_twice_is_told_once() -> None:
    """The unit and both keys; nothing else is wrong with the order."""
    orders = "ground_strike: [{fly: all E2440, escort: Bf-109F2, at: E2240}]"
    errors = [f for f in checked(orders).findings if f.severity == "error"]
    assert [str(found) for found in errors] == [
        "hans.yaml:4:42: error: Bf-109F2 stands under `fly` and again under `escort`\n"
        "    name it under one of them; it is in E2440"
    ]
