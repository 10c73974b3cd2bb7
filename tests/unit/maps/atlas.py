"""What can be asked of a map in the words of an atlas: banks, shores, straits, railways, borders.

Each kind of fact is a function of an Atlas and of the words of the fact, and answers yes or no.
What cannot be asked, since a place is not on the map, is a Missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pbem.core.maps.board import Board
from pbem.core.maps.hexes import SECTORS
from pbem.core.maps.paths import within

Graph = Mapping[str, tuple[str, ...]]
WATER = ("sea", "lake")
APART = {"all-sea", "lake", "straits"}
# how long a hex is, as lengths between known towns of each map have it
KILOMETRES = {
    "wif-europe": 72,
    "wif-barbarossa-12": 72,
    "wif-pacific": 236,
    "aif-americas": 215,
    "wif-america": 620,
    "awaw-europe": 102,
    "awaw-pacific": 234,
    "tw-europe": 105,
}


class Missing(Exception):
    """A place that a fact names and the map does not."""


@dataclass(frozen=True)
class Atlas:
    """A board with what is looked at again and again."""

    board: Board

    def place(self, name: str) -> str:
        found = self.board.find(name)
        if found.place is None:
            raise Missing(found.problem)
        return found.place

    def country(self, name: str) -> Mapping[str, object]:
        if name not in self.board.countries:
            raise Missing(f"there is no country '{name}'")
        return self.board.countries[name]

    def is_land(self, place: str) -> bool:
        return place in self.board.spots and self.board.terrain(place) not in WATER

    def towards(self, place: str, side: str) -> Iterator[str]:
        """What lies on a side of a hex: north, east … or one hexside."""
        for direction in SECTORS.get(side, (side,)):
            other = self.board.neighbour(place, direction)
            if other is not None:
                yield other

    def graph(self, but: set[str], land: Callable[[str], bool] | None = None) -> Graph:
        """Which land hexes touch over sides without these features."""
        inside = land or self.is_land
        here = {place for place in self.board.spots if inside(place)}
        return {
            place: tuple(
                other
                for other in self.board.neighbours[place]
                if other in here and not but & set(self.board.border(place, other))
            )
            for place in self.board.spots
            if place in here
        }

    @cached_property
    def dry(self) -> Graph:
        return self.graph(APART)

    @cached_property
    def ferried(self) -> Graph:
        return self.graph(APART - {"straits"})

    @cached_property
    def fordless(self) -> Graph:
        """By land and over no river."""
        return self.graph(APART | {"river"})

    def low(self, *ends: str) -> Graph:
        """By land and over no mountain; towns at the ends may lie among mountains."""
        return self.graph(APART | {"alpine", "impassable"}, lambda p: self._low(p) or p in ends)

    def _low(self, place: str) -> bool:
        return self.is_land(place) and "mountain" not in self.board.terrain(place)

    @cached_property
    def rails(self) -> Graph:
        return {
            place: tuple(o for o in near if "rail" in self.board.border(place, o))
            for place, near in self.board.neighbours.items()
        }

    def way(self, graph: Graph, a: str, b: str, detour: int | None = None) -> bool:
        """Whether a way leads from a to b, this many hexes longer than the shortest one may be."""
        start, end = self.place(a), self.place(b)
        if start not in graph or end not in graph:
            return False
        reach = len(graph) if detour is None else self.apart(start, end) + detour
        return end in within(graph, start, reach)

    def apart(self, start: str, end: str) -> int:
        length = self.board.distance(start, end)
        assert length is not None, f"{start} and {end} are on different grids"
        return length

    def near(self, name: str, reach: str) -> Iterator[str]:
        """The places within so many hexes."""
        start = self.place(name)
        yield from within(self.board.neighbours, start, int(reach))


Kind = Callable[..., bool]
KINDS: dict[str, Kind] = {}


def kind(name: str) -> Callable[[Kind], Kind]:
    def keep(function: Kind) -> Kind:
        KINDS[name] = function
        return function

    return keep


@kind("a river on its side")
def river_side(atlas: Atlas, town: str, side: str) -> bool:
    """The town lies on a bank: a river is on that side of its hex."""
    where = atlas.place(town)
    return any("river" in atlas.board.border(where, o) for o in atlas.towards(where, side))


@kind("a river between")
def river_between(atlas: Atlas, a: str, b: str) -> bool:
    """Whoever goes from a to b and makes no detour of two hexes crosses a river."""
    return atlas.way(atlas.ferried, a, b, 2) and not atlas.way(atlas.fordless, a, b, 1)


@kind("mountains between")
def mountains_between(atlas: Atlas, a: str, b: str) -> bool:
    """Whoever goes from a to b and makes no detour of two hexes crosses mountains."""
    low = atlas.low(atlas.place(a), atlas.place(b))
    return atlas.way(atlas.ferried, a, b, 2) and not atlas.way(low, a, b, 1)


@kind("a lake within")
def lake_within(atlas: Atlas, town: str, reach: str) -> bool:
    """A lake is on a side of one of the hexes so near, or fills one."""
    board = atlas.board
    return any(
        board.terrain(hexagon) == "lake"
        or any("lake" in board.border(hexagon, other) for other in board.neighbours[hexagon])
        for hexagon in atlas.near(town, reach)
    )


@kind("a canal within")
def canal_within(atlas: Atlas, town: str, reach: str) -> bool:
    board = atlas.board
    return any(
        "canal" in board.border(hexagon, other)
        for hexagon in atlas.near(town, reach)
        for other in board.neighbours[hexagon]
    )


@kind("a railway")
def railway(atlas: Atlas, a: str, b: str) -> bool:
    """A line that is no great detour: at most three hexes or half the way longer."""
    start, end = atlas.place(a), atlas.place(b)
    return atlas.way(atlas.rails, a, b, max(3, atlas.apart(start, end) // 2))


@kind("joined by rail")
def joined_by_rail(atlas: Atlas, a: str, b: str) -> bool:
    """However long the way."""
    return atlas.way(atlas.rails, a, b)


@kind("joined by land")
def joined_by_land(atlas: Atlas, a: str, b: str) -> bool:
    """Without a strait or a ferry, however long the way."""
    return atlas.way(atlas.dry, a, b)


@kind("a strait between")
def strait_between(atlas: Atlas, a: str, b: str) -> bool:
    """Land units cross here, and by land alone nobody comes over so near."""
    return atlas.way(atlas.ferried, a, b, 2) and not atlas.way(atlas.dry, a, b, 2)


@kind("on the sea")
def on_sea(atlas: Atlas, town: str, sea: str) -> bool:
    if f"sea:{sea}" not in atlas.board:
        raise Missing(f"there is no sea area '{sea}'")
    return f"sea:{sea}" in atlas.board.seas(atlas.place(town))


@kind("on these seas alone")
def on_seas(atlas: Atlas, town: str, *seas: str) -> bool:
    return sorted(atlas.board.seas(atlas.place(town))) == sorted(f"sea:{sea}" for sea in seas)


@kind("on a coast")
def on_coast(atlas: Atlas, town: str) -> bool:
    return atlas.board.fact(atlas.place(town), "coast") is True


@kind("a port")
def port(atlas: Atlas, town: str) -> bool:
    return bool(atlas.board.fact(atlas.place(town), "port"))


@kind("a major port")
def major_port(atlas: Atlas, town: str) -> bool:
    return atlas.board.text(atlas.place(town), "port") == "major"


@kind("an iced-in port")
def iced_in(atlas: Atlas, town: str) -> bool:
    return bool(atlas.board.fact(atlas.place(town), "iced_in"))


@kind("a city")
def city(atlas: Atlas, town: str) -> bool:
    return bool(atlas.board.fact(atlas.place(town), "city"))


@kind("the capital")
def capital(atlas: Atlas, town: str, country: str) -> bool:
    return atlas.country(country).get("capital") == atlas.place(town)


@kind("in the country")
def in_country(atlas: Atlas, town: str, country: str) -> bool:
    where = atlas.place(town)
    return country in (atlas.board.country(where), atlas.board.text(where, "nation"))


@kind("in the region")
def in_region(atlas: Atlas, town: str, region: str) -> bool:
    return atlas.board.text(atlas.place(town), "region") == region


@kind("countries that touch")
def touch(atlas: Atlas, a: str, b: str) -> bool:
    touches = atlas.country(a)["touches"]
    assert isinstance(touches, tuple)
    return b in touches and bool(atlas.country(b))


@kind("in the weather zone")
def in_zone(atlas: Atlas, town: str, zone: str) -> bool:
    return atlas.board.zone(atlas.place(town)) == zone


@kind("terrain within")
def terrain_within(atlas: Atlas, town: str, terrain: str, reach: str) -> bool:
    return any(
        terrain in atlas.board.terrain(place).split("-") for place in atlas.near(town, reach)
    )


@kind("further north")
def further_north(atlas: Atlas, a: str, b: str) -> bool:
    """a lies north of b, by the rows of one plane."""
    return _point(atlas, a)[1] > _point(atlas, b)[1]


@kind("further east")
def further_east(atlas: Atlas, a: str, b: str) -> bool:
    return _point(atlas, a)[0] > _point(atlas, b)[0]


def _point(atlas: Atlas, town: str) -> tuple[int, int]:
    return atlas.board.spots[atlas.place(town)][1]


@kind("kilometres between")
def kilometres(atlas: Atlas, a: str, b: str, length: str) -> bool:
    """To a hex and a half, or to a sixth of the way: a plane sheet of a round world."""
    scale = KILOMETRES[atlas.board.id]
    found = atlas.apart(atlas.place(a), atlas.place(b)) * scale
    return abs(found - int(length)) <= max(1.5 * scale, int(length) / 6)


@kind("one place")
def one_place(atlas: Atlas, a: str, b: str) -> bool:
    """Two names of one place."""
    return atlas.place(a) == atlas.place(b)


@kind("neighbours")
def neighbours(atlas: Atlas, a: str, b: str) -> bool:
    return atlas.board.adjacent(atlas.place(a), atlas.place(b))


@kind("on the border")
def on_border(atlas: Atlas, a: str, b: str, feature: str) -> bool:
    """What lies between two neighbours, on one way or both."""
    marks = atlas.board.border(atlas.place(a), atlas.place(b))
    return any(mark.split(":")[0] == feature for mark in marks)


@kind("the map has")
def has(atlas: Atlas, town: str, fact: str) -> bool:
    """Oil, resources, factories, an objective."""
    return bool(atlas.board.fact(atlas.place(town), fact))
