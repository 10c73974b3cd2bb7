"""Names as people say them, in the order files of each system: what is meant, or what could be."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.core.orders.orders import read_orders, read_standing, validate
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game


@cache
def played(system: str, scenario: str) -> tuple[Game, State]:
    roster = default_roster(system, scenario)
    return load_game(roster), first_state(roster)


def told(system: str, scenario: str, text: str) -> tuple[list[str], list[str]]:
    """The orders of Germany's player read back, and the findings at them."""
    game, state = played(system, scenario)
    receipt = validate(game, state, read_orders(game, text.encode(), "hans.yaml"))
    found = [finding.message for reading in receipt.readings for finding in reading.findings]
    return [reading.text for reading in receipt.readings], [
        *(finding.message for finding in receipt.submission.findings),
        *found,
    ]


def in_1939(order: str) -> tuple[list[str], list[str]]:
    section, _, said = order.partition(": ")
    return told("gw", "global-war-1939", f"player: hans\n{section}:\n- {said}\n")


HANS = "player: hans\n"
BOUGHT = "build 3 Infantry for 9 IPP in Berlin"


@pytest.mark.parametrize(
    "order, reading",
    [
        ("production: {build: {INF: 3}, at: BERLIN}", BOUGHT),
        ("production: {build: 3 infantry, at: berlin}", BOUGHT),
        ("production: {build: [2 inf, 1 Infantry], at: Berlin}", None),
        ("production: {build: 3x inf, at: Berlin, nation: ger}", BOUGHT),
        (
            "production: {build: 1 inf and 1 mech, at: Berlin}",
            "build 1 Infantry for 3 IPP, 1 Mechanized Infantry for 4 IPP in Berlin",
        ),
        (
            "production: {build: {u-boat: 1}, at: Western Germany, sea: a23}",
            "build 1 Submarine for 6 IPP in Western Germany",
        ),
        ("production: {facility: Airbase, at: Eastern Germany}", "build air-base in"),
        ("production: {advance: cruiser}", "advance 1 Heavy Cruiser"),
        ("pacts: {sign: molotov}", "Molotov-Ribbentrop"),
        ("research: {roll: [Radar, jet]}", "research: radar, jet-fighter"),
        (
            "rail_moves: {units: {Tanks: 1, inf: 2}, from: Berlin, to: Western Germany}",
            "1 Medium Armor, 2 Infantry",
        ),
        (
            "non_combat_moves: {units: 1 ftr, from: Berlin, to: Koenigsberg}",
            "1 Fighter: Berlin > Königsberg",
        ),
        (
            "non_combat_moves: {units: {fighters: all}, from: berlin, to: konigsberg}",
            "1 Fighter: Berlin > Königsberg",
        ),
        ("non_combat_moves: {units: all cav, from: KÖNIGSBERG, to: eastern germany}", None),
        ("non_combat_moves: {units: {sub: 2}, from: A23, to: A12}", "2 Submarine: "),
        ("declarations: {war_on: Britain}", None),
        ("declarations: {war_on: USSR}", "Soviet Union"),
    ],
)
def test_what_people_say_is_read_back_by_its_name(order: str, reading: str | None) -> None:
    readings, findings = in_1939(order)
    if reading is None:
        assert not [one for one in findings if "mean" in one or "called" in one]
    else:
        assert reading in readings[0], findings


TANKS = "'tank' may mean Light Armor, Medium Armor or Heavy Armor"


@pytest.mark.parametrize(
    "order, finding",
    [
        ("production: {build: {tank: 1}, at: Berlin}", TANKS),
        (
            "production: {build: 1 bomber, at: Berlin}",
            "'bomber' may mean Tactical Bomber, Medium Bomber, Strategic Bomber"
            " or Heavy Strategic Bomber",
        ),
        (
            "combat_moves: {units: {transport: 1}, from: Western Germany, to: Paris}",
            "'transport' may mean Air Transport, Naval Transport or Attack Transport",
        ),
        (
            "production: {upgrade: factory, at: Berlin}",
            "'factory' may mean minor-factory, medium-factory or major-factory",
        ),
        (
            "declarations: {war_on: China}",
            "'China' may mean Communist China or Nationalist China",
        ),
        ("production: {build: infantry, at: Berlin}", "'infantry' does not say how many of what"),
        ("production: {build: all infantry, at: Berlin}", "how many infantry?"),
        ("production: {build: {zeppelin: 1}, at: Berlin}", "no unit type is called 'zeppelin'"),
    ],
)
def test_a_word_of_several_meanings_is_told_with_all_of_them(order: str, finding: str) -> None:
    readings, findings = in_1939(order)
    assert finding in findings, (readings, findings)


def test_lists_of_an_order_and_of_standing_lines_know_what_people_say() -> None:
    game, _ = played("gw", "global-war-1939")
    text = "standing: hans\ndefend:\n- {lose: [inf, TANK DESTROYERS, damage], scramble: 2 ftr}\n"
    standing = read_standing(game, text.encode(), "hans.yaml")
    (line,) = standing.lines.by_section["defend"]
    assert standing.findings == ()
    assert line.says == {"lose": ["infantry", "tank-destroyer", "damage"], "scramble": "2 fighter"}


def test_a_line_in_which_a_word_has_several_meanings_is_warned_of() -> None:
    game, _ = played("gw", "global-war-1939")
    text = b"standing: hans\ndefend:\n- {targets: [tank]}\n"
    (finding,) = read_standing(game, text, "hans.yaml").findings
    assert finding.message == f"{TANKS}, so it picks nothing"


@pytest.mark.parametrize(
    "order, reading",
    [
        ("land:\n- {units: bock, to: E2441}", "v. Bock"),
        ("land:\n- {units: LVII, to: E2442}", "LVII ARM"),
        ("rebase:\n- {units: ju-87d, to: grodno}", "Ju-87D"),
        ("reorganise: [any tank, fighters]", "nobody"),
    ],
)
def test_world_in_flames_knows_them_too(order: str, reading: str) -> None:
    readings, findings = told("wif", "barbarossa-12", f"{HANS}action: {{ger: land}}\n{order}\n")
    assert readings[0] == "Germany: land action"
    assert reading in readings[1], findings


def test_several_counters_of_world_in_flames_are_told() -> None:
    order = f"{HANS}action: {{ger: land}}\nland:\n- {{units: div, to: E2441}}\n"
    _, findings = told("wif", "barbarossa-12", order)
    divisions = ("ger-1-arm-div (E2440)", "ger-2-inf-div (Kaunas E2441)", "ger-2-mech-div (E2141)")
    assert f"'div' may be any of {', '.join(divisions)}" in findings
