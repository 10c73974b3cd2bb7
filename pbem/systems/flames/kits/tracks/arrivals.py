"""Units that come from production tracks to the map (13.6.10, option 40).

Decides who is complete, where it comes in, where a shattered unit waits. Leaves the work on units
to `construction`, all else about coming in to `world.arrivals`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.events import Event
from pbem.systems.flames.kits.tracks.boxes import (
    BEYOND,
    DEPLOY,
    OPEN,
    Box,
    box_of,
    on_tracks,
    work_of,
)
from pbem.systems.flames.kits.tracks.choice import SHATTERED, chosen_site
from pbem.systems.flames.world.arrivals import gates, home_cities, ways_in
from pbem.systems.flames.world.position import Piece, Position, Umpire, leaves_map, option_pool_of
from pbem.systems.flames.world.vocabulary import Pool

LAST: Final = {0: DEPLOY, 1: 3}  # by turns from now, the highest box from which a unit is complete


def under_way(position: Position, turns: int) -> tuple[Piece, ...]:
    """The units on the tracks that are complete now, or may be in the next turn."""
    there = on_tracks(position, position.powers)
    return tuple(piece for piece in there if work_of(piece).box <= LAST[turns])


@implements("WIF-13.6.10-35a", "WIF-13.6.10-35b")
def entries(position: Position, piece: Piece) -> tuple[str, ...] | None:
    """Where a unit comes in: at its track's place, from the reserve pool at works (13.6.10).

    Nothing is said of a militia and a garrison, whose track has no place: they come in as always.
    """
    box = box_of(piece.at)
    if box is not None and box.site == BEYOND:
        return ways_in(position, piece.owner)
    if box is not None and box.site != OPEN:
        return (box.site,)
    reserve = option_pool_of(piece.owner, Pool.AIRCRAFT)
    return home_works(position, piece.owner) if piece.at == reserve else None


@implements("WIF-13.6.10-35b")
def home_works(position: Position, power: str) -> tuple[str, ...]:
    """The home cities with factories, where aircraft of the reserve pool come in (13.6.10)."""
    works = position.board.by_fact.get("factories", {})
    beyond = gates(position, power)
    return tuple(city for city in home_cities(position, power) if city in works or city in beyond)


@implements("WIF-13.6.10-36a")
def deployed(power: str, place: str) -> str:
    """Where units of a power wait that come in at a place in the next turn: its Deploy box."""
    return Box(power, place, DEPLOY).at


@implements("WIF-13.6.10-36b")
def shattered(umpire: Umpire, piece: Piece) -> tuple[Event, ...]:
    """A shattered unit comes back next turn in a home city that its player chooses, if any is."""
    cities = home_cities(umpire.position, piece.owner)
    if not cities:
        return ()
    city = chosen_site(umpire, piece, cities, (SHATTERED, DEPLOY))
    return leaves_map(piece, deployed(piece.owner, city))


@implements("WIF-13.6.10-25")
def unpaid(position: Position) -> tuple[Piece, ...]:
    """The units on the tracks for which something is still to be paid (13.6.10)."""
    return tuple(p for p in on_tracks(position, position.powers) if work_of(p).due)
