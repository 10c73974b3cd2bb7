"""Boxes of the map (8.8): regions beyond its edges, which have no hexes.

Decides who may be in which box, and what a chart says of each. Leaves the ways to them to `move`
and `sea`, and what they are worth to strategic warfare.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.calendar import order_of
from pbem.systems.tw.world.geography import Box, Land
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import BRITAIN_AND_AMERICA, PowerName, Side

CHART: Final = "boxes"
STRANGERS: Final = "strangers"
AXIS: Final = "axis"
ANY: Final = "any"
NONE: Final = "none"
AZORES_FREE: Final = "1943-fall"  # from when on the British come as they like
NORTH: Final = (Land.NORWAY, Land.SWEDEN, Land.FINLAND)
"""From whose bases aircraft fly to Narvik and Murmansk."""


def is_box(place: str) -> bool:
    """Whether a place is a box of the map."""
    return place.startswith("box:")


def said_of(position: Position, box: str, column: str) -> str:
    """What the chart says of a box."""
    return position.book.chart(CHART).at(box, column, CHART).text


def is_flown_to(position: Position, place: str) -> bool:
    """Whether a place is a box to which aircraft fly."""
    return is_box(place) and said_of(position, place, "flown") == "1"


def takes_missions(position: Position, place: str) -> bool:
    """Whether a place is reached by other ways than strategic movement: hexes, and Narvik."""
    return not is_box(place) or said_of(position, place, "missions") == "1"


def room_of(position: Position, box: str) -> int:
    """The Fleets that a box bases."""
    said = said_of(position, box, "room")
    return len(position.units) if said == ANY else int(said)


class ToAmerica(Reading, id="TW-R-8.8.3-a"):
    """Which of the Allies enter the U.S. Box."""

    NAMED = "named"
    ALLIES = "allies"


@implements("TW-8.8.1-1", "TW-8.8.2-1", "TW-8.8.3-1", "TW-8.8.6-1", "TW-8.8.7-3")
def why_shut(position: Position, piece: Piece, box: str) -> str:
    """How it is told that a unit may not be in a box; nothing where it may."""
    closed, power = said_of(position, box, "closed"), piece.owner
    axis = position.side_of(power) == Side.AXIS
    if closed == STRANGERS and power != PowerName.SOVIET_UNION:
        return f"{position.label(box)} is closed to all but Soviet units"
    if closed == AXIS and axis:
        return f"{position.label(box)} is closed to Axis units"
    if (
        box == Box.US
        and power not in BRITAIN_AND_AMERICA
        and position.reading(ToAmerica) is ToAmerica.NAMED
    ):
        return f"{position.label(box)} is open to American and British units alone"
    if position.is_friendly(power, box) or _is_let_in(position, piece, box):
        return ""
    return f"{position.label(box)} is not in friendly hands"


def _is_let_in(position: Position, piece: Piece, box: str) -> bool:
    """Whether a unit goes into a box that others hold."""
    power, holder = piece.owner, position.holder(box)
    if box == Box.MURMANSK:
        northern = power == PowerName.GERMANY and not piece.is_ground
        return northern and position.at_war(power, holder)
    if box == Box.ITALIAN_EAST_AFRICA:
        return power == PowerName.BRITAIN and position.at_war(power, holder)
    return box == Box.AZORES and _may_take_azores(position, power)


@implements("TW-23.41-4", "TW-23.41-7")
def _may_take_azores(position: Position, power: str) -> bool:
    """Britain and America come to the Azores where the Axis is, the British from 1943 anyway."""
    late = order_of(position.clock.turn) >= order_of(AZORES_FREE)
    if power == PowerName.BRITAIN and late:
        return True
    enemies = any(position.at_war(power, piece.owner) for piece in position.at(Box.AZORES))
    return power in BRITAIN_AND_AMERICA and enemies
