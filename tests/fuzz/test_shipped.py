"""The shipped order files, damaged and twisted in every way: the rules answer with findings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from damage import damaged, twisted
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.data.findings import PbemError, has_errors
from pbem.core.data.resources import data_root
from pbem.core.orders.orders import (
    StandingOrders,
    Submission,
    open_window,
    read_orders,
    read_standing,
    validate,
)
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game

SHIPPED = sorted(path.parent for path in (data_root() / "orders").glob("*/*/*.yaml"))
SCENARIOS = sorted({(folder.parent.name, folder.name) for folder in SHIPPED})


@cache
def begun(system: str, scenario: str) -> tuple[Game, State]:
    """The scenario as it begins."""
    roster = default_roster(system, scenario)
    return load_game(roster), first_state(roster)


@cache
def shipped(system: str, scenario: str, standing: bool) -> tuple[str, ...]:
    """The texts of the shipped order files for the first window, or of the standing orders."""
    folder = data_root() / "orders" / system / scenario
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))]
    begins = "standing:" if standing else f"window: {open_window(*begun(system, scenario))}"
    found = tuple(text for text in texts if any(x.startswith(begins) for x in text.splitlines()))
    assert found or standing, (system, scenario)
    return found


def play(
    system: str, scenario: str, orders: Submission | None, standing: StandingOrders | None
) -> None:
    """Play what can be read; whatever happens, it is no traceback."""
    game, state = begun(system, scenario)
    files = RunFiles(
        submissions={orders.player: orders} if orders else {},
        standing={standing.player: standing} if standing else {},
    )
    try:
        outcome = adjudicate(game, state, files, seed_keys("1", 1))
    except PbemError as trouble:
        assert trouble.message
    else:
        assert outcome.pending or outcome.state.clock.run == 1


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_bytes_as_orders(system: str, scenario: str, data: st.DataObject) -> None:
    game, state = begun(system, scenario)
    text = data.draw(st.sampled_from(shipped(system, scenario, False)))
    received = data.draw(damaged(text) | twisted(text))
    orders = read_orders(game, received, "o.yaml")
    receipt = validate(game, state, orders)
    assert all(finding.message for finding in receipt.findings)
    if not has_errors(orders.findings) and orders.player in state.players():
        play(system, scenario, orders, None)


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_any_bytes_as_standing_orders(system: str, scenario: str, data: st.DataObject) -> None:
    game, state = begun(system, scenario)
    texts = shipped(system, scenario, True)
    if not texts:
        return
    text = data.draw(st.sampled_from(texts))
    standing = read_standing(game, data.draw(damaged(text) | twisted(text)), "s.yaml")
    if has_errors(standing.findings) or standing.player not in state.players():
        return
    orders = read_orders(game, shipped(system, scenario, False)[0].encode(), "o.yaml")
    play(system, scenario, orders, standing)


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_an_order_that_says_nothing_is_complained_of(system: str, scenario: str) -> None:
    game, state = begun(system, scenario)
    head = shipped(system, scenario, False)[0].split("\n")
    body = [line for line in head if line.startswith(("window:", "for_state:", "player:"))]
    for section in game.system.sections:
        text = "\n".join([*body, f"{section.name}: [{{}}]", ""])
        orders = read_orders(game, text.encode(), "o.yaml")
        assert all(finding.message for finding in validate(game, state, orders).findings), (
            section.name
        )


def test_the_shipped_orders_are_played() -> None:
    """What is damaged above is sound to begin with."""
    for system, scenario in SCENARIOS:
        game, state = begun(system, scenario)
        texts = shipped(system, scenario, False)
        files = [read_orders(game, text.encode(), "o.yaml") for text in texts]
        first = {orders.player: orders for orders in reversed(files)}  # others deploy later
        due = [orders for player, orders in first.items() if player in state.due]
        assert due
        for orders in due:
            assert not has_errors(validate(game, state, orders).findings), (system, scenario)
    assert {system for system, _ in SCENARIOS} == {"wif", "aif", "gw", "awaw", "tw"}
    assert Path(SHIPPED[0]).is_dir()
