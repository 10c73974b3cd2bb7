"""What is drawn: a counter's kind, and what is printed on it (2.4); on a map battles and works.

Decides the picture alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.ledger import Entry
from pbem.core.record.state import State, Unit
from pbem.core.rules.game import Game
from pbem.core.rules.picture import BattleMark, Face, Sign, plain_marks
from pbem.systems.tw.world.units import piece_of
from pbem.systems.tw.world.vocabulary import Marker

GROUND_COMBAT: Final = "ground-combat"
DRAWN: Final = {
    Marker.FORTRESS: "fort",
    Marker.FORTIFICATION: "earthwork",
    Marker.AIRBASE: "airbase",
}


def face(game: Game, unit: Unit) -> Face:
    """A counter as it is drawn: its kind and its printed numbers."""
    piece = piece_of(game.book, unit)
    return Face(piece.kind, "", piece.counter.name.split()[0])


def signs(state: State, place: str) -> Sequence[Sign]:
    """The works that stand in a hex."""
    found = state.places.get(place)
    markers = {} if found is None else found.markers
    return [Sign(symbol, one.meaning) for one, symbol in DRAWN.items() if markers.get(one)]


def battle_marks(entry: Entry, scene: Scene) -> Sequence[BattleMark]:
    """Odds and result of an attack on the ground; aircraft over it have no mark."""
    return plain_marks(entry, scene) if entry.body.get("verdict") == GROUND_COMBAT else ()
