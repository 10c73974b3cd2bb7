"""What is drawn on a counter: its kind, and what is printed on it (6.11).

Decides the picture alone.
"""

from __future__ import annotations

from typing import Final

from pbem.core.record.state import Unit
from pbem.core.rules.game import Game
from pbem.core.rules.picture import Face
from pbem.systems.awaw.world.units import Piece, piece_of

PACIFIC: Final = "awaw-pacific"
WITHOUT_MOVEMENT: Final = ("replacement", "flak")
SHORT: Final = {
    "replacement": "R", "air transport": "AT", "transport": "TP", "submarine": "sub",
    "strategic bomber": "bomber", "interceptor": "int", "AAF": "air", "NAS": "NAS",
}  # fmt: skip


def face(game: Game, unit: Unit) -> Face:
    """A counter as it is drawn: ground units with their factors, named ships with their names."""
    piece = piece_of(game.book, unit)
    title = piece.counter.name if piece.is_single else ""
    return Face(SHORT.get(piece.kind, piece.kind), title, _printed(game, piece))


def _printed(game: Game, piece: Piece) -> str:
    """Combat and movement factor as printed for this map; replacements print one alone."""
    if not piece.is_ground or piece.kind in WITHOUT_MOVEMENT:
        return str(piece.counter.rating("attack")) if piece.is_ground else ""
    name = "move-pacific" if game.board.id == PACIFIC else "move"
    other = "move" if name == "move-pacific" else "move-pacific"
    attack = str(piece.counter.rating("attack"))
    printed = next((one for one in (name, other) if one in piece.counter.ratings), "")
    moves = piece.counter.ratings.get(printed)
    return f"{attack}-{moves}" if moves is not None else attack
