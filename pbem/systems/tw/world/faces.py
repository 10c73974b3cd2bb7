"""What is drawn on a counter: its kind, and what is printed on it (2.4).

Decides the picture alone.
"""

from __future__ import annotations

from pbem.core.record.state import Unit
from pbem.core.rules.game import Game
from pbem.core.rules.picture import Face
from pbem.systems.tw.world.units import piece_of


def face(game: Game, unit: Unit) -> Face:
    """A counter as it is drawn: its kind and its printed numbers."""
    piece = piece_of(game.book, unit)
    return Face(piece.kind, "", piece.counter.name.split()[0])
