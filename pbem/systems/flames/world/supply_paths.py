"""Supply paths on the ground (2.4.2): how long they may be, and which hexes they reach.

Decides: basic and railway paths with their length by weather, chains of secondary sources. Leaves
whose hexes and sources they are to `supply`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.paths import cheapest_path
from pbem.systems.flames.world.terrain import PATH_LENGTHS, WET, Ground

FARTHEST: Final = max(PATH_LENGTHS.values())
OUT: Final = FARTHEST + 1  # farther than any path

Cost = Callable[[str, str], int | None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds the supply paths of a power: hexes and straits shut to them, two readings, and
    whether a source in the next hex is always near enough.
    """

    shut: frozenset[str]
    straits: frozenset[tuple[str, str]]
    weather_on_the_way: bool
    next_door_always: bool
    next_door: bool = True


@dataclass(frozen=True, slots=True)
class Network:
    """What the supply of a power depends on: the limits of its paths and its sources."""

    limits: Limits
    primary: frozenset[str]
    secondary: frozenset[str]


# --- one path ------------------------------------------------------------------------------------


@implements("WIF-2.4.2-17", "AIF-2.4.2-6")
def basic_path(
    ground: Ground, bounds: Limits, start: str, goals: frozenset[str]
) -> tuple[str, ...] | None:
    """The best basic path from a hex to one of the sources, or None (2.4.2)."""
    shut, straits, lengths = bounds.shut, bounds.straits, _lengths(ground, bounds, start)

    def cost(here: str, there: str) -> int | None:
        return None if there in shut or (here, there) in straits else lengths[there]

    return _path(_Search(ground, bounds, start), goals, cost)


@implements("WIF-2.4.2-17", "WIF-2.4.2-21", "WIF-2.4.2-22", "AIF-2.4.2-6", "AIF-2.4.2-8")
def railway_path(
    ground: Ground, bounds: Limits, start: str, goals: frozenset[str]
) -> tuple[str, ...] | None:
    """The best railway path from a secondary source to a primary one, or None (2.4.2)."""
    shut, straits, lengths = bounds.shut, bounds.straits, _lengths(ground, bounds, start)

    def cost(here: str, there: str) -> int | None:
        if there in shut or (here, there) in straits:
            return None
        return 0 if there in ground.line_reach[here] else lengths[there]

    return _path(_Search(ground, bounds, start), goals, cost)


def _lengths(ground: Ground, bounds: Limits, start: str) -> Mapping[str, int]:
    """What each hex counts; by one reading double where bad weather meets a path from better."""
    worse = bounds.weather_on_the_way and ground.weather[start] not in WET
    return ground.lengths_in_weather if worse else ground.lengths


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for a supply path: on which ground, within which limits, and from where."""

    ground: Ground
    bounds: Limits
    start: str


@implements("WIF-2.4.2-19")
def _path(search: _Search, goals: frozenset[str], cost: Cost) -> tuple[str, ...] | None:
    """The best path within the limit; a source in the next hex is always near enough (2.4.2)."""
    ground, start = search.ground, search.start
    limit = ground.path_limits[start]
    found = cheapest_path(ground.path_reach, start, goals, cost, limit=limit)
    if found is not None:
        return found.places
    if not search.bounds.next_door:
        return None
    shut = frozenset() if search.bounds.next_door_always else search.bounds.shut
    doors = over(search.bounds.straits, start, ground.path_reach[start])
    near = [there for there in doors if there in goals and there not in shut]
    return (start, near[0]) if near else None


# --- every hex at once -------------------------------------------------------------------------


class _Tide:
    """How far hexes lie from sources, as supply paths count, found by spreading outward from them.

    What a path counts depends on the hexes that it enters alone, so one search serves every unit.
    """

    def __init__(self, ground: Ground, bounds: Limits, costs: Mapping[str, int]) -> None:
        self.ground, self.bounds, self.costs = ground, bounds, costs
        self.lengths: dict[str, int] = {}
        self.sources: frozenset[str] = frozenset()

    @implements(
        "WIF-2.4.2-16", "WIF-2.4.2-20", "WIF-2.4.2-21", "WIF-2.4.2-22", "WIF-2.4.2-37",
        "AIF-2.4.2-5", "AIF-2.4.2-7", "AIF-2.4.2-8",
    )  # fmt: skip
    def spread(self, sources: frozenset[str], by_rail: bool = False) -> None:
        """Search on from further sources; along railways and roads for nothing (2.4.2)."""
        self.sources |= sources
        costs, shut, lengths = self.costs, self.bounds.shut, self.lengths
        reach, lines = self.ground.path_reach, self.ground.line_reach
        straits = self.bounds.straits
        done: set[str] = set()
        rings: list[list[str]] = [sorted(sources), *([] for _ in range(FARTHEST))]
        for far, ring in enumerate(rings):
            for place in ring:
                if place in done:
                    continue
                done.add(place)
                if lengths.get(place, OUT) <= far:
                    continue
                lengths[place] = far
                if place in shut:
                    continue
                if by_rail:
                    ring += over(straits, place, lines[place])
                onward = far + costs[place]
                if onward <= FARTHEST:
                    rings[onward] += over(straits, place, reach[place])

    @implements("WIF-2.4.2-18", "WIF-2.4.2-19", "WIF-2.4.2-23", "AIF-2.4.2-7")
    def reaches(self, place: str) -> bool:
        """Whether a path from a hex is short enough; a source next door always is near (2.4.2)."""
        if self.lengths.get(place, OUT) <= self.ground.path_limits[place]:
            return True
        if not self.bounds.next_door:
            return False
        doors = over(self.bounds.straits, place, self.ground.path_reach[place])
        near = self.sources.intersection(doors)
        return bool(near if self.bounds.next_door_always else near - self.bounds.shut)


class Supply:
    """Which hexes are in supply within a network, and from which sources (2.4.2).

    First railway paths, searched back from the primary sources, tell which secondary ones are
    supplied; then basic paths, back from all of these, tell which others are, in chains of any
    length, and which hexes.
    """

    @implements("WIF-2.4.2-13", "WIF-2.4.2-14", "WIF-2.4.2-17", "AIF-2.4.2-3", "AIF-2.4.2-6")
    def __init__(self, ground: Ground, net: Network) -> None:
        self._ground = ground
        self._tides = _tides(ground, net.limits)
        self._spread(net.primary, by_rail=True)
        left = sorted(net.secondary)
        self.supplied = fresh = frozenset(source for source in left if self.reaches(source))
        self._tides = _tides(ground, net.limits)
        self._spread(net.primary | fresh)
        while fresh:
            left = [source for source in left if source not in fresh]
            fresh = frozenset(source for source in left if self.reaches(source))
            self._spread(fresh)
            self.supplied |= fresh

    def _spread(self, sources: frozenset[str], by_rail: bool = False) -> None:
        for tide in self._tides:
            tide.spread(sources, by_rail)

    def reaches(self, place: str) -> bool:
        """Whether a path leads from a hex to a source; one from good weather may count more."""
        if len(self._tides) == 1:
            return self._tides[0].reaches(place)
        wet, dry = self._tides
        return (wet if self._ground.weather[place] in WET else dry).reaches(place)


def _tides(ground: Ground, bounds: Limits) -> tuple[_Tide, ...]:
    """The searches: by one reading two, the second for paths that start in good weather."""
    plain = _Tide(ground, bounds, ground.lengths)
    if not bounds.weather_on_the_way:
        return (plain,)
    return plain, _Tide(ground, bounds, ground.lengths_in_weather)


def over(
    straits: frozenset[tuple[str, str]], here: str, neighbours: tuple[str, ...]
) -> tuple[str, ...]:
    """The neighbours of a hex to which no closed straits lie in the way."""
    if not straits:
        return neighbours
    return tuple(there for there in neighbours if (here, there) not in straits)
