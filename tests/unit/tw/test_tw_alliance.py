"""The order of an alliance: whose player is asked first where several have units."""

from __future__ import annotations

from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.world.position import Position, by_player


def test_the_french_player_is_asked_before_the_british_one() -> None:
    roster = default_roster("tw", "france-1940")
    state = first_state(roster)
    position = Position(load_game(roster), state, state)
    british, french = position.pieces_of("britain"), position.pieces_of("france")
    norwegian = position.pieces_of("norway")  # nobody plays her
    asked = tuple(by_player(position, (*british, *norwegian, *french)))
    assert asked == (("marie", french), ("anna", british))
