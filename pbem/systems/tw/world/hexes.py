"""Hexes and hexsides (1.2, 9.4, 10.6): what ground units enter and cross.

Decides which hexes are land, which sides are water, and what kind of ground a hex is in the weather
of its front. Leaves what it does to combat to `battle`, and what it costs to `move`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.calendar import season_of
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import Front, Marker, Season, TrackName

CLEAR: Final = "clear"
DESERT: Final = ("desert", "desert-mountain")
MOUNTAIN: Final = ("mountain", "desert-mountain")
FOREST: Final = "forest"
SWAMP: Final = "swamp"
WATER: Final = ("sea", "lake", "")
ALL_WATER: Final = frozenset({"all-sea", "lake"})
RIVERS: Final = ("river", "canal", "straits")
NO_BASE: Final = 3  # siege markers of a fortress in which nobody is based
ALWAYS_CLEAR: Final = (Land.SAUDI_ARABIA, Land.KUWAIT, Land.PALESTINE, Land.EGYPT, Land.LIBYA)


def is_land(board: Board, place: str) -> bool:
    """Whether a hex holds land; boxes and sea areas do not."""
    return board.terrain(place) not in WATER


@implements("TW-1.2a-1", "TW-9.4-4", "TW-10.6.11-1", "TW-2.1-2", "TW-META-5")
def crosses(board: Board, a: str, b: str) -> bool:
    """Whether ground units may move or fight across a hexside: between land, not open water."""
    return b in _crossings(board).get(a, ())


@lru_cache(maxsize=8)
def _crossings(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Where ground units can go from each hex of a map."""
    return {
        a: tuple(b for b in board.neighbours[a] if _is_passable(board, a, b)) for a in board.spots
    }


def _is_passable(board: Board, a: str, b: str) -> bool:
    return is_land(board, b) and ALL_WATER.isdisjoint(board.border(a, b))


@implements("TW-1.2a-13")
def is_one_hex_island(board: Board, place: str) -> bool:
    """Whether an island lies in one hex alone: nobody walks from it to any other."""
    lonely = not any(crosses(board, place, near) for near in board.neighbours[place])
    return is_land(board, place) and lonely


@implements("TW-10.6.10-1", "TW-9.7-3")
def has_river(position: Position, a: str, b: str) -> bool:
    """Whether a river, canal or crossable strait parts two hexes, and is not frozen."""
    if not any(one in RIVERS for one in position.board.border(a, b)):
        return False
    return not (is_frozen(position, a) and is_frozen(position, b))


@implements("TW-26.1.1-6", "TW-26.1.1-4")
def is_frozen(position: Position, place: str) -> bool:
    """Whether rivers and swamps of a hex are frozen: on the Eastern Front in Winter."""
    winter = season_of(position.clock.turn) is Season.WINTER
    return winter and front_at(position, place) == Front.EASTERN


def ground(position: Position, place: str) -> str:
    """The terrain of a hex as it counts now: frozen swamps are clear, as are boxes."""
    terrain = position.board.terrain(place) if place in position.board.spots else CLEAR
    return CLEAR if terrain == SWAMP and is_frozen(position, place) else terrain


def is_mountain(position: Position, place: str) -> bool:
    return ground(position, place) in MOUNTAIN


def is_desert(position: Position, place: str) -> bool:
    return ground(position, place) in DESERT


def is_swamp(position: Position, place: str) -> bool:
    return ground(position, place) == SWAMP


@implements("TW-13.2.1-1")
def has_fortress(position: Position, place: str) -> bool:
    """Whether a fortress stands in a hex: set-ups put a marker there."""
    return bool(position.state.marker(place, Marker.FORTRESS))


@implements("TW-7.1-1", "TW-7.7.4-1", "TW-12.5-1")
def is_port(position: Position, place: str) -> bool:
    """Whether a place is a port, or a beachhead, which counts as one while it lasts."""
    port = bool(position.board.fact(place, "port"))
    return port or position.state.marker(place, Marker.BEACHHEAD) is not None


def ports_of(position: Position) -> tuple[str, ...]:
    """All ports of the map, and beachheads."""
    known = position.board.by_fact.get("port", {})
    beaches = (
        place.id
        for _, place in sorted(position.state.places.items())
        if place.markers.get(Marker.BEACHHEAD) is not None and place.id not in known
    )
    return (*known, *beaches)


@implements("TW-13.2.3-1")
def is_starved(position: Position, place: str) -> bool:
    """Whether no aircraft and no ships are based in a fortress any more, as its siege is long."""
    siege = position.state.marker(place, Marker.SIEGE)
    return siege is not None and int(siege) >= NO_BASE


def is_fortified(position: Position, place: str) -> bool:
    """Whether a fortification stands in a hex."""
    return bool(position.state.marker(place, Marker.FORTIFICATION))


def is_city(board: Board, place: str) -> bool:
    return bool(board.fact(place, "city"))


def front_of(board: Board, place: str) -> str:
    """The front, or weather zone, of a hex (1.2)."""
    return board.text(place, "front")


class SwedishWinter(Reading, id="TW-R-26.1.1-a"):
    """Which winter Sweden has, which two lists name."""

    WESTERN = "western"
    EASTERN = "eastern"


@implements("TW-26.1.1-4")
def front_at(position: Position, place: str) -> str:
    """The front whose weather a hex has now: Sweden's in Winter is read in two ways."""
    swedish = position.board.country(place) == Land.SWEDEN
    if swedish and season_of(position.clock.turn) is Season.WINTER:
        east = position.reading(SwedishWinter) is SwedishWinter.EASTERN
        return Front.EASTERN if east else Front.WESTERN
    return front_of(position.board, place)


@implements("TW-26.3-2")
def weather_at(position: Position, place: str) -> str:
    """The weather of the front of a hex; nothing where it is clear, as always in the desert."""
    if position.board.country(place) in ALWAYS_CLEAR:
        return ""
    return str(position.track(TrackName.WEATHER.of(front_at(position, place))) or "")
