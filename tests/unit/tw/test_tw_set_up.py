"""Scenarios of The War: their set-ups are what the builder makes of the tables, and sound.

Written anew by `python tests/unit/tw/test_tw_set_up.py`, when a change of a table is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from pbem.core.data.yamlio import read_data
from pbem.core.record.state import State
from pbem.core.record.statefile import write_state
from pbem.core.rules.fit import misfits
from pbem.core.rules.setup import default_roster, first_state, load_game
from pbem.systems.tw.scenarios.setting_up import set_up
from pbem.systems.tw.world.hexes import is_land
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.stacking import excess

HOME: Final = Path(__file__).parents[3] / "scenarios/tw"
SCENARIOS: Final = ("france-1940", "barbarossa-1941")


def table_of(name: str) -> Mapping[str, Any]:
    """The table of forces of a scenario."""
    return read_data(HOME / name / "forces.yaml")


def built(name: str) -> State:
    """A scenario's position anew from its table of forces."""
    return set_up(load_game(default_roster("tw", name)), table_of(name))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_is_made_of_its_table(name: str) -> None:
    assert built(name) == first_state(default_roster("tw", name))


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_set_up_fits_its_game_and_the_limits_of_stacking(name: str) -> None:
    game = load_game(default_roster("tw", name))
    state = first_state(game.roster)
    position = Position(game, state, state)
    assert list(misfits(game, state)) == []
    board = game.board
    lands = (p for p in board.places if is_land(board, p) and board.country(p))
    assert [p for p in lands if state.controller(p) is None] == []
    for piece in map(position.piece, state.units.values()):
        if piece.at in board.spots:
            assert not excess(position, piece.owner, piece.at), piece.at
            assert board.fact(piece.at, "port") or not piece.is_naval, piece.id


if __name__ == "__main__":
    for scenario in SCENARIOS:
        (HOME / scenario / "setup.yaml").write_text(write_state(built(scenario)), encoding="utf-8")
