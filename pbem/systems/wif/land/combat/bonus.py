"""Units destroyed in land combat, and the build points that they are worth at home (13.6.3).

Decides which losses count: corps of major powers, in supply, in their home country; for the USSR in
East Poland and the Baltic States too, while it holds a city there. Leaves option 36, the cadres of
units lost abroad, to a later chapter.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.systems.wif.world.control import major
from pbem.systems.wif.world.position import Position
from pbem.systems.wif.world.supply import in_supply
from pbem.systems.wif.world.units import PARTISAN, Piece, destroyed
from pbem.systems.wif.world.vocabulary import MinorName, PowerCount, PowerName

BALTIC_STATES: Final = (MinorName.ESTONIA, MinorName.LATVIA, MinorName.LITHUANIA)
EAST_POLAND: Final = "east-poland"


def killed(position: Position, piece: Piece) -> tuple[Event, ...]:
    """The changes when a unit is destroyed in the land combat step."""
    if not is_worth_a_point(position, piece):
        return destroyed(piece)
    points = position.state.counter(piece.owner, PowerCount.BONUS_POINTS) + 1
    return (
        *destroyed(piece),
        *set_power(position.state, piece.owner, "counter", PowerCount.BONUS_POINTS, points),
    )


@implements("WIF-13.6.3-5", "WIF-13.6.3-7")
def is_worth_a_point(position: Position, piece: Piece) -> bool:
    """Whether the loss of a unit brings its power a build point (13.6.3)."""
    if not piece.is_land or piece.is_division or piece.kind == PARTISAN:
        return False
    if major(position.state, piece.owner) != piece.owner:
        return False
    return is_home(position, piece.owner, piece.at) and in_supply(position, piece)


@implements("WIF-13.6.3-6")
def is_home(position: Position, power: str, place: str) -> bool:
    """Whether a hex counts as a power's home for bonus points (13.6.3)."""
    if position.board.country(place) in position.powers[power].home_countries:
        return True
    claimed = claimed_region(position, place)
    if power != PowerName.USSR or not claimed:
        return False
    cities = position.board.by_fact.get("city", {})
    return any(
        claimed_region(position, city) == claimed and position.controller(city) == power
        for city in cities
    )


def claimed_region(position: Position, place: str) -> str:
    """East Poland or the Baltic States, where a hex lies in one of them."""
    if position.board.country(place) in BALTIC_STATES:
        return "baltic-states"
    region = position.board.text(place, "region")
    return region if region == EAST_POLAND else ""
