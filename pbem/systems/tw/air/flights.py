"""How far aircraft fly (11.2): ranges in the weather of the base, and hexes around closed skies.

Decides what an aircraft can reach. Leaves what it does there to the missions.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.hexes import front_at, is_swamp, weather_at
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Front, PowerName
from pbem.systems.tw.world.weather import effect
from pbem.systems.tw.world.west import is_surprise_turn

SHORTER: Final = {  # hexes that Soviet aircraft lose
    "severe-russian-winter": 1,
    "extreme-russian-winter": 1,
    "arctic-conditions": 2,
}
HALF: Final = 1  # the effects of weather on range; two is none
ONE_HEX: Final = 0
GROUNDED: Final = -1
FAR: Final = 4  # hexes from the airbase of parachutists to their drop
STAGING: Final = 2  # times the printed range, from base to base


@implements("TW-11.2.1-1", "TW-11.2.1.2-1", "TW-1.2b-15", "TW-2.4-3")
def offensive_range(position: Position, piece: Piece) -> int:
    """The hexes that an aircraft flies to a target in its own player turn."""
    return _in_weather(position, piece, int(piece.counter.rating("range")))


@implements("TW-11.2.1-1", "TW-11.2.1.2-2", "TW-2.4-3")
def defensive_range(position: Position, piece: Piece) -> int:
    """The hexes that an aircraft flies to one in the enemy's player turn."""
    return _in_weather(position, piece, int(piece.counter.rating("interception")))


@implements("TW-11.2.1-3")
def staging_range(piece: Piece) -> int:
    """The hexes of a flight from base to base; parachutists as far as they drop, twice."""
    far = FAR if piece.kind == Kind.PARA else int(piece.counter.rating("range"))
    return STAGING * far


@implements("TW-26.1.1-5", "TW-26.2-1")
def _in_weather(position: Position, piece: Piece, printed: int) -> int:
    """A range in the weather of the base: halved, rounded down in the east and up in the west;
    Soviet aircraft lose a hex or two in the worst winters.
    """
    if _is_halved_by_surprise(position, piece):
        printed = -(-printed // 2)
    if piece.owner == PowerName.SOVIET_UNION:
        printed = max(0, printed - SHORTER.get(weather_at(position, piece.at), 0))
    said = effect(position, piece.owner, piece.at, "range")
    if said == GROUNDED:
        return 0
    if said == ONE_HEX:
        return 1
    if said != HALF:
        return printed
    up = front_at(position, piece.at) != Front.EASTERN
    return (printed + up) // 2


@implements("TW-18.2-6")
def _is_halved_by_surprise(position: Position, piece: Piece) -> bool:
    """Whether surprise halves the range of an aircraft: of the French, who have FTR and TAC."""
    return piece.owner == PowerName.FRANCE and is_surprise_turn(position)


def reached(position: Position, piece: Piece, most: int) -> dict[str, int]:
    """The hexes within a range, over land and sea, without flying over neutrals: how far each."""
    return reached_from(position, piece, piece.at, most)


class SwampsByAir(Reading, id="TW-R-8.1.3-a"):
    """Whether aircraft that move strategically fly over swamps."""

    SHUT = "shut"
    OPEN = "open"


@implements("TW-11.2-1", "TW-11.2.3-1")
def reached_from(
    position: Position, piece: Piece, start: str, most: int, *, at_home: bool = False
) -> dict[str, int]:
    """The hexes that an aircraft reaches from one where it is not based; `at_home`, as it moves
    strategically, it flies over no enemy country and no swamp.
    """
    spots, neighbours = position.board.spots, position.board.neighbours
    found = {start: 0}
    ring = [start]
    for far in range(1, most + 1):
        after: list[str] = []
        for here in ring:
            for there in neighbours[here]:
                closed = at_home and _is_shut(position, piece, there)
                known = there not in spots or there in found or closed
                if not known and is_open(position, piece, there):
                    found[there] = far
                    after.append(there)
        ring = after
    return found


@implements("TW-8.3.2-1", "TW-8.1.3-2")
def _is_shut(position: Position, piece: Piece, place: str) -> bool:
    """Whether nobody flies over a hex who moves strategically: the enemy's, and swamps."""
    if position.at_war(piece.owner, position.holder(place) or ""):
        return True
    shut = position.reading(SwampsByAir) is SwampsByAir.SHUT
    return shut and is_swamp(position, place)


def is_open(position: Position, piece: Piece, place: str) -> bool:
    """Whether an aircraft may fly over a hex: nobody's, a friend's or an enemy's."""
    holder = position.holder(place)
    if not holder or position.at_war(piece.owner, holder):
        return True
    return position.stand_together(piece.owner, holder)
