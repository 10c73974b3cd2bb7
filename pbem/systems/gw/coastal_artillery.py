"""The Coastal Artillery of a land zone: how much of it fires on a sea zone (12.8, 12.9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from pbem.core.game import Game
from pbem.core.rulebook import implements
from pbem.core.state import State
from pbem.systems.gw.zones import built_on, features, guards_every_border, listed

GUNS: Final = "coastal-artillery"


@implements("GW-12.9-1", "GW-12.8-1")
def guns_facing(game: Game, state: State, zone: str, seas: Collection[str]) -> int:
    """How much Coastal Artillery of a land zone fires on sea zones beside it (12.9).

    Where the map's artillery stands on a coast it fires on that alone.
    """
    place, board = state.places.get(zone), game.board
    built = built_on(place, GUNS)
    every = guards_every_border(board, zone)
    number = sum(many for border, many in built.items() if every or border in seas)
    printed = listed(board, zone, "facilities").count(GUNS)
    if place is not None and GUNS in place.facts:
        printed = int(place.facts[GUNS] or 0) - sum(built.values())
    coasts = [other for other in board.neighbours[zone] if GUNS in features(board, zone, other)]
    reached = every or not coasts or any(sea in coasts for sea in seas)
    return number + (printed if reached else 0)
