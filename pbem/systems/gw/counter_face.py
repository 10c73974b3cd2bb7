"""What a drawn counter shows: the sign of the unit type and its values as in the tables of 12.2.

Ratings are attack, defence and movement (2-4-1); a value that a type does not have is a dash.
"""

from __future__ import annotations

from typing import Final

from pbem.core.game import Game
from pbem.core.picture import Face
from pbem.core.state import Unit

_RATINGS: Final = ("attack", "defence", "move")


def face(game: Game, unit: Unit) -> Face:
    """The face of a counter of Global War: the types have the names of their signs."""
    counter = game.counters[unit.counter]
    ratings = "-".join(str(counter.ratings.get(name, "–")) for name in _RATINGS)
    return Face(symbol=counter.id, title=counter.name, ratings=ratings)
