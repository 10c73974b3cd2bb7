"""What weather does (26): the effects of a hex's weather on units of a power.

Decides which row of the chart of effects holds, and what movement loses. Leaves the throws to
`turn`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.hexes import front_of, weather_at
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Front, PowerName

CLEAR: Final = "clear"
WEATHERS: Final = (  # of the Eastern Front
    CLEAR, "light-mud", "heavy-mud", "morass", "hard-freeze", "snow-and-sleet", "russian-winter",
    "harsh-russian-winter", "severe-russian-winter", "extreme-russian-winter", "arctic-conditions",
)  # fmt: skip
SOVIET: Final = "eastern-soviet"
UNDER_SOVIET: Final = (PowerName.SOVIET_UNION, PowerName.FINLAND, "sweden")
FAST: Final = {
    Front.EASTERN: ("ARM", "MECH"),
    Front.WESTERN: ("ARM", "MOT", "MECH"),
    Front.MEDITERRANEAN: ("ARM", "MOT", "MECH"),
}


@implements("TW-26.1.1-5")
def effect(position: Position, power: str, place: str, what: str) -> int:
    """One effect of the weather of a hex on the units of a power."""
    weather = weather_at(position, place) or CLEAR
    chart = position.book.chart("weather-effects")
    table = front_of(position.board, place) or Front.WESTERN
    if power in UNDER_SOVIET and weather in chart.table(SOVIET).rows.names:
        table = SOVIET if table == Front.EASTERN else table
    return int(chart.at(weather, what, table).number)


@implements("TW-26.2-2", "TW-26.1.1-7")
def points_lost(position: Position, piece: Piece) -> int:
    """The movement points that the weather takes from a unit that starts where it stands."""
    front = Front.term_for(front_of(position.board, piece.at)) or Front.WESTERN
    fast = piece.kind in FAST[front]
    return effect(position, piece.owner, piece.at, "fast" if fast else "foot")
