"""The Coastal Artillery of a land zone: how much of it fires on a sea zone (12.8, 12.9).

Decides: how many guns bear.
Leaves to `narrows` and `combat`: when they fire, and what they hit.
"""

from __future__ import annotations

from collections.abc import Collection

from pbem.core.data.rulebook import implements
from pbem.core.rules.position import Position
from pbem.systems.gw.world.zones import GUNS, built_on, guards_every_border, listed


@implements("GW-12.9-1", "GW-12.8-1")
def guns_facing(position: Position, zone: str, seas: Collection[str]) -> int:
    """How much Coastal Artillery of a land zone fires on sea zones beside it (12.9).

    What the map prints stands on no coast of its own and fires on all of them.
    """
    place, board = position.places.get(zone), position.board
    built = built_on(place, GUNS)
    every = guards_every_border(board, zone)
    number = sum(many for border, many in built.items() if every or border in seas)
    printed = listed(board, zone, "facilities").count(GUNS)
    if place is not None and GUNS in place.facts:
        printed = int(place.facts[GUNS] or 0) - sum(built.values())
    return number + printed
