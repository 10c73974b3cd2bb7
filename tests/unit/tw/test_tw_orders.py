"""The sample orders of The War: all that a receipt accepts, played one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import open_window, read_orders, shared_claims, validate
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.reading.scene import Scene
from pbem.core.record.dice import seed_keys
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.moderation.receipt import busy_units
from pbem.systems.tw.odds.odds_ordered import ordered_odds
from pbem.systems.tw.world.faces import battle_marks

HOME: Final = Path(__file__).parents[3] / "orders/tw"


@pytest.mark.parametrize(("scenario", "players"), [("barbarossa-1941", ["hans", "ivan"])])
def test_a_quarter_of_sample_orders(scenario: str, players: list[str]) -> None:
    roster = default_roster("tw", scenario)
    game, state = load_game(roster), first_state(roster)
    for player in players:
        file = read_orders(
            game, (HOME / scenario / f"{player}.yaml").read_bytes(), f"{player}.yaml"
        )
        found = validate(game, state, file).findings
        assert not has_errors([*file.findings, *found]), [str(one) for one in found]
        files = RunFiles({player: file}, {}, since={"impulse": state, "turn": state})
        outcome = adjudicate(game, state, files, seed_keys("sample", state.clock.run + 1))
        assert not outcome.pending
        done = [e.body["result"] for e in outcome.ledger.entries if e.kind == "order"]
        assert set(done) == {"done"}
        state = outcome.state


def test_a_receipt_asks_what_active_units_shall_do() -> None:
    """An effort makes units ready; it is no order to them."""
    roster = default_roster("tw", "france-1940")
    game, state = load_game(roster), first_state(roster)
    text = f"window: {open_window(game, state)}\nplayer: hans\nfor_state: any\n"
    effort = "logistics: [{effort: SLE, by: Germany}]\n"
    move = 'movement: [{units: {6-5 INF: 1}, from: "1830", to: "1829"}]\n'
    file = read_orders(game, (text + effort + move).encode(), "hans.yaml")
    busy = set(busy_units(game, state, validate(game, state, file)))
    assert busy & set(state.units) == {unit.id for unit in state.at("1830")}


def test_a_receipt_knows_what_the_orders_before_have_done() -> None:
    """Who has dropped, gone by rail, marched, or been broken down is not where he was."""
    roster = default_roster("tw", "france-1940")
    game, state = load_game(roster), first_state(roster)
    text = (
        f"window: {open_window(game, state)}\nplayer: hans\nfor_state: any\n"
        "logistics: [{effort: SLE, by: Germany}]\n"
        "breakdown:\n- {do: break down, units: 6-5 INF, at: Warsaw}\n"
        "rail:\n- {units: 2 6-5 INF, from: Warsaw, to: Berlin}\n"
        "- {units: 2-5 INF, from: Warsaw, to: Berlin}\n"
        "- {units: 2-5 INF, from: Berlin, to: Warsaw}\n"
        "movement:\n- {units: 2-5 PARA, from: Essen, to: Amsterdam, by: air}\n"
        "- {units: 2-5 PARA, from: Essen, to: The Hague, by: air}\n"
        "- {units: 2-5 PARA, from: Amsterdam, to: The Hague, by: air}\n"
    )
    receipt = validate(game, state, read_orders(game, text.encode(), "hans.yaml"))
    told = [
        (one.order.section, [found.message for found in one.findings]) for one in receipt.readings
    ]
    assert told == [
        ("logistics", []),
        ("breakdown", []),
        ("rail", ["you have not 2 '6-5 INF' in Warsaw 1521"]),
        ("rail", []),
        ("rail", ["2-5 INF has moved by rail"]),
        ("movement", []),
        ("movement", ["you have no '2-5 PARA' in Essen 1329"]),
        ("movement", ["2-5 PARA has moved, fought or dropped"]),
    ]


def test_air_combat_has_no_mark_on_the_map() -> None:
    """The sign over a hex tells of its attack on the ground alone."""
    roster = default_roster("tw", "france-1940")
    game, state = load_game(roster), first_state(roster)
    file = read_orders(game, (HOME / "france-1940/hans.yaml").read_bytes(), "hans.yaml")
    files = RunFiles({"hans": file}, {}, since={"impulse": state, "turn": state})
    outcome = adjudicate(game, state, files, seed_keys("8", 1))
    entries = [e for e in outcome.ledger.entries if e.kind == "verdict"]
    kinds = {e.body["verdict"] for e in entries if "odds" in e.body["facts"]}
    assert kinds == {"ground-combat", "air-combat"}
    told = Scene(game, "hans", state, outcome.state, tuple(outcome.ledger.entries))
    marks = [mark for entry in entries for mark in battle_marks(entry, told)]
    assert [mark.at for mark in marks] == ["1431", "1531", "1231"]


def test_a_receipt_gives_odds_of_attacks_that_need_no_allies() -> None:
    """Two attacks that allies may join: of parachutists, too few by themselves, and of armor."""
    roster = default_roster("tw", "france-1940")
    game, state = load_game(roster), first_state(roster)
    text = (
        f"window: {open_window(game, state)}\nplayer: hans\nfor_state: any\n"
        "logistics: [{effort: SLE, by: Germany}]\n"
        "movement: [{units: {2-5 PARA: 1, 4-8 MECH: 1}, from: Essen, to: Amsterdam}]\n"
        "attacks:\n"
        "- {at: The Hague, with: [{units: 2-5 PARA, from: Amsterdam}], together: true}\n"
        '- {at: Sedan, with: [{units: {8-8 ARM: 3}, from: "1530"}], together: true}\n'
    )
    receipt = validate(game, state, read_orders(game, text.encode(), "hans.yaml"))
    assert not has_errors(receipt.findings), [str(one) for one in receipt.findings]
    weak, strong = [one for one in receipt.readings if one.order.section == "attacks"]
    assert [one.code for one in weak.findings] == ["odds"]
    assert [one.order for one in ordered_odds(receipt)] == [strong.order]


@pytest.mark.parametrize(("anna", "clash"), [("true", 0), ("false", 2)])
def test_files_for_one_hex_clash_unless_both_attack_together(anna: str, clash: int) -> None:
    roster = default_roster("tw", "france-1940")
    game, state = load_game(roster), first_state(roster)
    head = f"window: {open_window(game, state)}\nfor_state: any\n"
    files = {
        player: read_orders(
            game,
            f"{head}player: {player}\nattacks: [{{at: Cologne, with: [{{units: all, from: "
            f"Brussels}}], together: {said}}}]\n".encode(),
            f"{player}.yaml",
        )
        for player, said in (("anna", anna), ("marie", "true"))
    }
    found = shared_claims(game, state, files)
    assert [one.code for one in found] == ["claimed-twice"] * clash
