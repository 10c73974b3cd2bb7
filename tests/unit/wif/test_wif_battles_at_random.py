"""Impulses full of battles with random orders: what must hold whatever the dice say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from unit.wif.stage import text

from pbem.core.orders.orders import read_orders, read_standing
from pbem.core.play.run import Outcome, RunFiles, adjudicate
from pbem.core.reading.layout import report_text
from pbem.core.reading.report import report_for
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import State, Track
from pbem.core.rules.game import Game
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.flames.world.position import position_of
from pbem.systems.flames.world.stacking import excess

WEATHER = ("fine", "fine", "rain", "snow", "storm", "blizzard")


@cache
def start() -> tuple[Game, State]:
    roster = default_roster("wif", "barbarossa-12")
    return load_game(roster), first_state(roster)


def orders(random: Random, game: Game, state: State) -> Mapping[str, Any]:
    """Moves towards the enemy, and an attack on every stack from every side."""
    position = position_of(game, state)
    mine = [piece for piece in position.on_map if piece.owner == "germany"]
    targets = sorted({p.at for p in position.on_map if p.is_land and p.owner == "ussr"})
    fighters = [p.name for p in mine if p.is_air and p.kind == "FTR"]
    bombers = [p.name for p in mine if p.is_air and p.kind != "FTR"]
    random.shuffle(fighters)
    random.shuffle(bombers)
    moves = []
    for place in sorted({piece.at for piece in mine if piece.is_land}):
        near = game.board.neighbours[random.choice(targets)]
        moves.append({"units": f"all {place}", "to": random.sample(near, 3)})
    attacks: list[dict[str, Any]] = [
        {"at": place, "with": f"all {near}"}
        for place in targets
        for near in game.board.neighbours[place]
    ]
    random.shuffle(attacks)
    for attack in attacks[::4]:
        attack["support"] = bombers[2:]
        attack["escort"] = fighters[2:3]
    return {
        "window": f"{state.game} {state.clock.name}",
        "player": "hans",
        "action": {"germany": "land"},
        "ground_strike": [
            {"fly": bomber, "escort": fighter, "at": random.sample(targets, 4)}
            for bomber, fighter in zip(bombers[:2], fighters[:2], strict=True)
        ],
        "land": moves,
        "attacks": [{k: v for k, v in attack.items() if v} for attack in attacks],
        "in_battle": {
            "table": random.choice(["blitzkrieg", "assault"]),
            "retreat_him": random.choice(["east", "west"]),
            "advance": random.choice(["all", "2 best ARM", "nobody"]),
            "shattered": random.choice(["shatter", "retreat"]),
            "intercept": "all",
        },
    }


def standing(random: Random) -> Mapping[str, Any]:
    """A defender who sends everything everywhere."""
    return {
        "standing": "anna",
        "cap": {"fly": "1 best FTR", "limit": 2},
        "intercept": {"fly": "all"},
        "abort_air": {"if": f"air <= {random.randint(-6, 3)}"},
        "defend": {"support": "all", "escort": "all", "hq": "all", "table": "assault"},
    }


def played(seed: int) -> Outcome:
    random = Random(seed)
    game, state = start()
    weather = Track("weather.n-temperate", random.choice(WEATHER))
    state = replace(state, tracks={**state.tracks, weather.id: weather})
    sent = read_orders(game, text(orders(random, game, state)), "hans")
    held = read_standing(game, text(standing(random)), "anna")
    assert not sent.findings
    assert not held.findings
    files = RunFiles({"hans": sent}, {"anna": held})
    return adjudicate(game, state, files, seed_keys(str(seed), 1))


@pytest.mark.parametrize("seed", range(10))
def test_what_holds_after_any_impulse(seed: int) -> None:
    game, _ = start()
    outcome = played(seed)
    before, after = outcome.before, outcome.state
    assert Counter(u.counter for u in before.units.values()) == Counter(
        u.counter for u in after.units.values()
    )
    position = position_of(game, after)
    owners: dict[str, set[str]] = {}
    for piece in position.on_map:
        owners.setdefault(piece.at, set()).add(position.side(piece.owner))
    assert all(len(sides) == 1 for sides in owners.values()), "enemies share a hex"
    for place, (side,) in owners.items():
        assert position.side(after.controller(place) or "") == side, f"{place} is not its own"
        assert excess(position, place, land=True) == 0
        assert excess(position, place, land=False) == 0
    fought = [e.body["facts"] for e in outcome.ledger.entries
              if e.kind == "verdict" and e.body["verdict"] == "land-combat"]  # fmt: skip
    attackers = [unit["unit"] for facts in fought for unit in facts["attackers"]]
    assert len(attackers) == len(set(attackers)), "a unit attacked twice"
    for player in ("anna", "hans", ""):
        lines = report_text(report_for(game, outcome, player)).splitlines()
        assert max(len(line) for line in lines) <= 78


def test_the_same_orders_and_keys_give_the_same_ledger() -> None:
    assert played(3).ledger.public_text() == played(3).ledger.public_text()


def test_the_battles_have_something_of_everything() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(10):
        entries = played(seed).ledger.entries
        kinds.update(entry.body["verdict"] for entry in entries if entry.kind == "verdict")
    assert {"air-combat", "ground-strike", "land-combat"} <= set(kinds)
    assert kinds["land-combat"] > 20
