"""What weather does (26): the effects of a hex's weather on units of a power.

Decides which row of the chart of effects holds, and what movement loses. Leaves the throws to
`turn`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.calendar import season_of
from pbem.systems.tw.world.east import NORTHERN, SIBERIAN
from pbem.systems.tw.world.hexes import front_at, weather_at
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Front, PowerName, Season, Side, TrackName

CLEAR: Final = "clear"
WEATHERS: Final = (  # of the Eastern Front
    CLEAR, "light-mud", "heavy-mud", "morass", "hard-freeze", "snow-and-sleet", "russian-winter",
    "harsh-russian-winter", "severe-russian-winter", "extreme-russian-winter", "arctic-conditions",
)  # fmt: skip
EFFECTS: Final = (  # columns of the chart
    "fast", "foot", "second", "overruns", "drops", "landings", "support", "range", "zones", "rail",
    "building",
)  # fmt: skip
SOVIET: Final = "eastern-soviet"
HARD_FREEZE: Final = "hard-freeze"
UNDER_SOVIET: Final = (PowerName.SOVIET_UNION, *NORTHERN)
FAST: Final[Mapping[str, tuple[str, ...]]] = {
    Front.EASTERN: (Kind.ARM, Kind.MECH),
    Front.WESTERN: (Kind.ARM, Kind.MOT, Kind.MECH),
    Front.MEDITERRANEAN: (Kind.ARM, Kind.MOT, Kind.MECH),
}


def effect(position: Position, power: str, place: str, what: str) -> int:
    """One effect of the weather of a hex on the units of a power."""
    return effect_of(position, power, place, (_weather_for(position, power, place), what))


@implements("TW-26.1.1-5", "TW-23.50-5")
def _weather_for(position: Position, power: str, place: str) -> str:
    """The weather that units of a power have in a hex: in Winter Finns and Swedes that of the east
    wherever they are, Swedes of the Axis a hard freeze.
    """
    winter = season_of(position.clock.turn) is Season.WINTER
    if not winter or power not in NORTHERN:
        return weather_at(position, place) or CLEAR
    if power == PowerName.SWEDEN and position.side_of(power) == Side.AXIS:
        return HARD_FREEZE
    return str(position.track(TrackName.WEATHER.of(Front.EASTERN)) or CLEAR)


@implements("TW-26.1.1-5", "TW-26.1.1-7", "TW-26.2-2")
def effect_of(position: Position, power: str, place: str, cell: tuple[str, str]) -> int:
    """One effect of a weather in a hex on the units of a power."""
    weather, what = cell
    chart = position.book.chart("weather-effects")
    soviet = power in UNDER_SOVIET and weather in chart.table(SOVIET).rows.names
    table = SOVIET if soviet else front_at(position, place) or Front.WESTERN
    return int(chart.at(weather, what, table).number)


@implements("TW-26.2-2", "TW-26.1.1-7")
def points_lost(position: Position, piece: Piece) -> int:
    """The movement points that the weather takes from a unit that starts where it stands."""
    front = front_at(position, piece.at) or Front.WESTERN  # in a box
    column = "fast" if piece.kind in FAST[front] else "foot"
    weather = _weather_for(position, piece.owner, piece.at)
    if front == Front.EASTERN and _is_used_to_it(position, piece):
        weather = HARD_FREEZE
    return effect_of(position, piece.owner, piece.at, (weather, column))


@implements("TW-26.1.1-5")
def _is_used_to_it(position: Position, piece: Piece) -> bool:
    """Whether a winter is a hard freeze and no more to a unit: to Siberians."""
    winter = season_of(position.clock.turn) is Season.WINTER
    return winter and piece.counter.is_a(SIBERIAN)
