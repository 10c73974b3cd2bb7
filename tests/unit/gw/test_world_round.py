"""What the first rounds of the world scenarios brought to light."""

from __future__ import annotations

from dataclasses import replace

from pbem.core.orders.orders import read_orders
from pbem.core.play.run import RunFiles, adjudicate
from pbem.core.record.dice import seed_keys
from pbem.core.record.state import REMOVED, State
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.gw.combat.battle_orders import attacked_zones


def start() -> State:
    return first_state(default_roster("gw", "global-war-1939"))


def test_the_lost_units_of_two_enemies_fight_no_battle() -> None:
    state = start()
    lost = {
        name: replace(unit, at=REMOVED) if unit.owner in ("germany", "france") else unit
        for name, unit in state.units.items()
    }
    game = load_game(default_roster("gw", "global-war-1939"))
    assert attacked_zones(game.at(replace(state, units=lost))) == ()


def test_a_nation_that_has_surrendered_gains_no_income() -> None:
    """France has fallen; Germany attacks the Soviet Union, which would raise French income."""
    roster = default_roster("gw", "global-war-1939")
    state = start()
    fallen = replace(state.powers["france"], flags={"surrendered": "germany"}, relations={})
    state = replace(
        state, powers={**state.powers, "france": replace(fallen, counters={"wartime-income": 18})}
    )
    head = f"window: {state.game} {state.clock.name}/combat\nfor_state: any\nplayer: hans\n"
    move = "combat_moves: [{units: {infantry: 1}, from: Königsberg, to: Lithuania}]\n"
    text = f"{head}{move}non_combat_moves: []\n"
    game = load_game(roster)
    files = RunFiles(submissions={"hans": read_orders(game, text.encode(), "hans.yaml")})
    outcome = adjudicate(game, state, files, seed_keys("fallen", 1))
    assert "income" not in outcome.state.powers["france"].counters
    raised = [
        e.body["facts"]["nation"]
        for e in outcome.ledger.entries
        if e.body.get("verdict") == "income-increase"
    ]
    assert raised == ["soviet-union"]  # its roll at the start of its turn
