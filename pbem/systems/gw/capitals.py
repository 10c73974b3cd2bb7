"""Capitals (9.23): what their loss costs, and where some nations move theirs.

A capital that was moved is the flag `capital` of its nation. The National Reference Sheets that may
say where a capital can go are not to be had: any zone of the Home Country that it possesses serves.
"""

from __future__ import annotations

from typing import Final

from pbem.core.game import Game
from pbem.core.state import State

CAPITAL: Final = "capital"


def printed_capital(game: Game, nation: str) -> str:
    """The zone that the map shows as a nation's capital; nothing if none is."""
    board = game.board
    capitals = board.by_fact.get(CAPITAL, {})
    return next((z for z, so in capitals.items() if so and board.text(z, "nation") == nation), "")


def capital_of(game: Game, state: State, nation: str) -> str:
    """A nation's capital now: where it was moved, or as printed."""
    known = state.powers.get(nation)
    moved = known.flags.get(CAPITAL) if known else None
    return str(moved) if moved else printed_capital(game, nation)
