"""Random games of The War: four quarters of a few units on both sides, who are sent anywhere.

Every order is one that its receipt accepts as things stand; at play it is done, or told why it is
not. What must hold after every run is looked at. Ten games here, more in `make soak`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from property.test_wif_games import files_of, run, text_of
from property.tw_marshals import Marshal

from pbem.core.orders.orders import open_window
from pbem.core.record.state import State
from pbem.core.rules.fit import misfits
from pbem.core.rules.game import Game
from pbem.core.rules.sequence import OVER
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.world.position import Position

SCENARIO: Final = "barbarossa-1941"
LEFT: Final = 16  # units on the map as a game begins
SENT: Final = 4  # moves in a player turn
GAMES: Final = 10


def sparse(state: State, random: Random) -> State:
    """The position with a few of its units, drawn at random."""
    on_map = sorted(unit.id for unit in state.units.values() if unit.at.isdigit())
    kept = set(random.sample(on_map, LEFT))
    units = {key: unit for key, unit in state.units.items() if key in kept}
    return replace(state, units=units)


def sections(game: Game, state: State, player: str, random: Random) -> Mapping[str, Any]:
    """What a player sends who does not know what he wants."""
    marshal = Marshal(game, state, player, random, wild=True)
    for power in marshal.powers():
        marshal.effort(power)
    for piece in marshal.fighters()[:SENT]:
        beside = list(game.board.neighbours[piece.at])
        random.shuffle(beside)
        for goal in beside[:2]:
            if marshal.order("movement", {"units": piece.id, "from": piece.at, "to": goal}):
                break
    marshal.attacks("attacks", 1)
    idle: dict[str, list[Any]] = {"exploitation": [], "second_attacks": []}
    return {name: rows for name, rows in marshal.said.items() if rows} | idle


def play(seed: int) -> Iterator[State]:
    """The positions of a game from one run to the next."""
    roster = default_roster("tw", SCENARIO)
    game, random = load_game(roster), Random(f"tw {seed}")
    state = began = impulse = sparse(first_state(roster), random)
    while state.clock.window != OVER:
        head = {"window": open_window(game, state), "for_state": "any"}
        sent = {
            player: text_of({**head, "player": player, **sections(game, state, player, random)})
            for player in state.due
        }
        files = files_of(game, sent, {}, state)
        files = replace(files, since={"impulse": impulse, "turn": began})
        before = state
        outcome, _ = run(game, state, files, f"tw {seed}")
        state = outcome.state
        began = began if state.clock.turn == before.clock.turn else state
        impulse = impulse if state.clock.name == before.clock.name else state
        wrong = list(misfits(game, state))
        assert not wrong, wrong
        position = Position(game, state, state)
        for piece in map(position.piece, state.units.values()):
            if piece.is_ground and piece.at in game.board.spots:
                assert not position.enemy_ground(piece.owner, piece.at), piece.id
        yield state


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_at_random_plays_four_quarters(seed: int) -> None:
    turns = {state.clock.turn for state in play(seed)}
    assert turns >= {"1941-fall", "1941-winter", "1942-spring"}
