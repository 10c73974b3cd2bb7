"""Forms fit their players: short, and every example in them can be sent as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from pbem.core.data.findings import Severity
from pbem.core.orders.orders import Submission, read_orders, read_standing, validate
from pbem.core.record.state import ON_TURN, Power, State, Track
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, list_scenarios, load_game
from pbem.core.rules.system import BUILT_IN
from pbem.moderation.examples import uncommented
from pbem.moderation.form import form
from pbem.systems.gw.world.nations import turn_of

MOST_LINES = 120
WORLD = "global-war-1939"


@cache
def begun(system: str, scenario: str) -> tuple[Game, State]:
    roster = default_roster(system, scenario)
    return load_game(roster), first_state(roster)


def players() -> Iterator[tuple[str, str, str]]:
    """Every player of every shipped scenario."""
    for system, scenario in (one for one in list_scenarios() if one[0] in BUILT_IN):
        for player in begun(system, scenario)[1].players():
            yield system, scenario, player


def turns(scenario: str, player: str, window: str) -> Iterator[State]:
    """The first position in each turn of a player's nations, as if it were theirs."""
    game, state = begun("gw", scenario)
    powers = state.powers_of_player(player)
    by_turn: dict[int, list[Power]] = {}
    for power in powers:
        by_turn.setdefault(turn_of(game.at(state), power.id) or 0, []).append(power)
    for number, moving in sorted(by_turn.items()):
        clock = replace(state.clock, impulse=number, side=moving[0].side, window=window)
        on_turn = Track(ON_TURN, " ".join(power.id for power in moving))
        yield replace(state, clock=clock, tracks={**state.tracks, ON_TURN: on_turn})


def errors(game: Game, state: State, text: str) -> list[str]:
    """What is wrong with a form that is sent as an order file."""
    sent: Submission = read_orders(game, text.encode(), "form.yaml")
    found = validate(game, state, sent).findings
    return [str(one.message) for one in found if one.severity is Severity.ERROR]


def check(game: Game, state: State, player: str) -> str:
    """A form of a player on turn, which is short and of which every example may be sent."""
    text = form(game, state, player)
    assert len(text.splitlines()) <= MOST_LINES
    assert errors(game, state, text) == []
    assert errors(game, state, uncommented(text)) == []
    return text


@pytest.mark.parametrize("scenario", [name for system, name in list_scenarios() if system == "gw"])
def test_examples_of_orders_are_legal_in_every_turn(scenario: str) -> None:
    game, state = begun("gw", scenario)
    for player in state.players():
        for position in turns(scenario, player, "combat"):
            text = check(game, position, player)
            assert "\ncombat_moves:" in text or "nothing to order now" in text


def test_examples_of_the_second_window_are_legal() -> None:
    game, state = begun("gw", WORLD)
    for player in state.players():
        for position in turns(WORLD, player, "non-combat"):
            text = check(game, position, player)
            assert "combat_moves:" not in text.replace("non_combat_moves:", "")


def test_examples_of_world_in_flames_are_legal() -> None:
    game, state = begun("wif", "barbarossa-12")
    text = check(game, state, "hans")
    for section in ("action", "rail", "land", "ground_strike", "attacks", "reorganise"):
        after = text.partition(f"\n{section}:")[2].partition("\n")[2]
        assert after.startswith(("# - ", "#   {", "#   [")), section


@pytest.mark.parametrize("player", ["hans", "walt"])
def test_each_example_may_be_sent_alone_but_for_battles_that_need_an_attack(player: str) -> None:
    game, _ = begun("gw", WORLD)
    (state,) = turns(WORLD, player, "combat")
    text = form(game, state, player)
    number = 0
    while (alone := uncommented(text, [number])) != text:
        found = errors(game, state, alone)
        needs_more = all(
            one.startswith(("you attack nobody", "there are no", "0 ")) for one in found
        )
        assert needs_more, (number, found)
        number += 1
    assert number > 10


@pytest.mark.parametrize("system, scenario, player", list(players()))
def test_who_owes_nothing_gets_a_form_for_standing_orders(
    system: str, scenario: str, player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state = begun(system, scenario)
    monkeypatch.setattr(State, "due", property(lambda state: ()))
    text = form(game, state, player)
    assert f"\nstanding: {player}\n" in text and len(text.splitlines()) <= MOST_LINES
    for preset in game.presets:
        assert f"#   {preset}: " in text
    for sent in (text, uncommented(text)):
        standing = read_standing(game, sent.encode(), "form.yaml")
        assert (standing.player, standing.findings) == (player, ())
    assert standing.lines.by_section or not game.system.kinds


def test_standing_orders_that_hold_stand_in_their_form() -> None:
    game, state = begun("gw", WORLD)
    said = (
        b"standing: anna\npreset: cautious\nreserve: {air: 2}\ndefend:\n"
        b"- {at: [London, A22], if: odds < 1-1, lose: [inf, club]}\n- {lose: club}\n"
    )
    held = read_standing(game, said, "anna.yaml")
    again = read_standing(game, form(game, state, "anna", held).encode(), "form.yaml")
    assert (again.findings, again.preset, dict(again.lines.reserve)) == ((), "cautious", {"air": 2})
    old, new = (
        [(line.places, line.conditions, line.says) for line in lines]
        for lines in (held.lines.by_section["defend"], again.lines.by_section["defend"])
    )
    assert old == new


def test_the_form_tells_each_stack_once_and_prices_beside_what_can_be_built() -> None:
    game, state = begun("gw", WORLD)
    text = " ".join(form(game, state, "hans").replace("#", " ").split())
    assert text.count("Königsberg: 1 Artillery, 1 Cavalry, 4 Infantry, 1 Light Armor") == 1
    assert "in Western Germany: Battleship 5+5+5, Fast Battleship 6+6+6" in text
    assert "Infantry 3, " in text and "air-base 3+3" in text


def test_the_appendix_has_all_sections_decisions_facts_and_names() -> None:
    game, state = begun("gw", WORLD)
    text = form(game, state, "hans", more=True)
    flat = " ".join(text.replace("#", " ").split())
    for section in game.system.sections:
        assert f"#   {section.name}: {section.title}" in text
    assert "Scramble (8.6), at the end of the attacker's combat movement" in flat
    assert "odds: strength against enemy strength" in flat
    assert "Tannu Tuva" in flat and "Torpedo Boat Destroyer" in flat
    assert read_orders(game, text.encode(), "form.yaml").findings == ()


def test_before_a_war_a_form_shows_what_may_be_ordered_in_it() -> None:
    game, state = begun("wif", "barbarossa")
    text = form(game, state, "hans")
    assert "#   [USSR]\n" in text
    for example in (
        "#   {Germany: land}\n",
        "\nland:  # ",
        "\nattacks:  # ",
        "\nground_strike:  # ",
    ):
        assert example in text
