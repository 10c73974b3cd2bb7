"""Random orders of Global War against their receipts: a receipt is a promise.

What it says is spent is what play charges; what it refuses is not carried out; what it accepts is
carried out or gets a result with its reason.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from property.second_board import as_it_should_be
from property.test_gw_games import Played, world

from pbem.core.data.findings import has_errors
from pbem.core.orders.orders import Reading, Receipt, validate
from pbem.core.play.run import Outcome
from pbem.core.record.state import State
from pbem.core.record.views import visible_state
from pbem.core.rules.sequence import OVER

Key = tuple[str, str, int]  # player, section, number
SOAK = "PBEM_SOAK" in os.environ
REASONS = ("rejected", "overtaken", "failed")


def results(outcome: Outcome) -> dict[Key, tuple[str, dict[str, int]]]:
    """The result of each order, and what every nation paid between the order before it and it."""
    found: dict[Key, tuple[str, dict[str, int]]] = {}
    paid: dict[str, int] = {}
    for entry in outcome.ledger.entries:
        body = entry.body
        if body.get("event") == "PowerChanged" and body["name"] == "cash":
            change = (body["old"] or 0) - (body["new"] or 0)
            paid[body["power"]] = paid.get(body["power"], 0) + change
        elif entry.kind == "order":
            assert body["result"] == "done" or body["reasons"]
            found[body["player"], body["section"], body["number"]] = body["result"], paid
            paid = {}
    return found


def promised(receipt: Receipt, state: State) -> Iterator[tuple[Reading, dict[str, int]]]:
    """Every order that is read back, and what the nations of its player pay for it."""
    positions = [*(reading.before for reading in receipt.readings), receipt.after]
    own = [power.id for power in state.powers_of_player(receipt.submission.player)]
    for reading, before, after in zip(receipt.readings, positions, positions[1:], strict=False):
        yield (
            reading,
            {
                name: before.state.counter(name, "cash") - after.state.counter(name, "cash")
                for name in own
            },
        )


def kept(before: State, began: State, played: Played) -> int:
    """One run; how many of its orders were promised."""
    outcome, files, _ = played.run()
    known, number = results(outcome), 0
    for player, file in files.submissions.items():
        seen = visible_state(before, player)
        for reading, costs in promised(validate(played.game, seen, file, began), before):
            order = reading.order
            result, paid = known[player, order.section, order.number]
            if has_errors(reading.findings):
                assert result == "rejected", (order, reading.findings)
                continue
            number += 1
            if result == "done":
                assert costs == {name: paid.get(name, 0) for name in costs}, order
            else:
                assert result in REASONS
    played.goes_on(outcome)
    return number


def promises(scenario: str, seed: int, windows: int) -> None:
    """Some windows of a random game, in which something is promised."""
    random = Random(seed)
    game, state = world(scenario, random, 1)
    board = as_it_should_be(game, state)
    played = Played(game, state, {"impulse": state, "turn": state}, random, 6, board)
    number = 0
    for _ in range(windows):
        if played.state.clock.window == OVER:
            break
        number += kept(played.state, played.since["impulse"], played)
    assert number


@pytest.mark.parametrize(
    ("scenario", "windows"),
    [("global-war-1939", 4), ("global-war-1936", 4), ("spanish-civil-war-1936", 3)],
)
@pytest.mark.parametrize("seed", range(20 if SOAK else 1))
def test_receipts_are_promises(scenario: str, windows: int, seed: int) -> None:
    promises(scenario, seed, windows)
