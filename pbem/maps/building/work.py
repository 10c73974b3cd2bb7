"""The map while it is being built: facts of hexes, features of sides, lines, and their origins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from pbem.core.maps.areas import Pair, pair
from pbem.core.maps.board import Value
from pbem.core.maps.hexes import DIRECTIONS, Point, Sheet, distance
from pbem.maps.building.geodata import Floats
from pbem.maps.building.plane import Bools, Plane

SEA: Final = "sea"
LAKE: Final = "lake"


@dataclass(slots=True)
class Work:
    """Everything known so far; later steps of the builder overwrite earlier ones."""

    data: Mapping[str, Any]
    sheets: dict[str, Sheet]
    plane: Plane
    facts: dict[str, dict[str, Value]] = field(default_factory=dict)
    sides: dict[str, dict[Pair, str]] = field(default_factory=dict)
    lines: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    origins: dict[tuple[str, str], str] = field(default_factory=dict)
    ends: dict[Pair, Floats] = field(default_factory=dict)
    towns: dict[str, str] = field(default_factory=dict)
    joins: dict[str, list[str]] = field(default_factory=dict)
    off_map: dict[str, dict[str, Any]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    by_point: dict[Point, str] = field(default_factory=dict)
    land: Bools = field(default_factory=lambda: np.zeros((0, 0), bool))  # as the outlines show it

    def __post_init__(self) -> None:
        self.by_point = {point: place for place, point in self.plane.hexes.items()}
        self.ends = self.plane.sides()

    @property
    def hexes(self) -> Mapping[str, Point]:
        return self.plane.hexes

    def fact(self, name: str) -> dict[str, Value]:
        """The values of one fact by hex."""
        return self.facts.setdefault(name, {})

    def put(self, place: str, name: str, value: Value | None) -> None:
        """Set one fact of a hex, or take it away."""
        if value is None:
            self.fact(name).pop(place, None)
        else:
            self.fact(name)[place] = value

    def is_sea(self, place: str) -> bool:
        return self.fact("terrain").get(place) == SEA

    def is_land(self, place: str) -> bool:
        return self.fact("terrain").get(place) not in (SEA, LAKE, None)

    def is_coast(self, place: str) -> bool:
        return bool(self.fact("coast").get(place))

    def features(self, side: Pair) -> tuple[str, ...]:
        return tuple(feature for feature, sides in self.sides.items() if side in sides)

    def lay(self, feature: str, a: str, b: str, name: str) -> None:
        """Put a feature on the side between two hexes, under the name of what it belongs to."""
        self.sides.setdefault(feature, {})[pair(a, b)] = name

    def clear(self, a: str, b: str) -> None:
        """Take every feature off a side."""
        for sides in self.sides.values():
            sides.pop(pair(a, b), None)

    def around(self, place: str) -> list[str]:
        """The hexes around one, clockwise from the north-east."""
        x, y = self.hexes[place]
        found = (self.at((x + dx, y + dy)) for dx, dy in DIRECTIONS.values())
        return [other for other in found if other is not None]

    def at(self, point: Point) -> str | None:
        return self.by_point.get(point)

    def distance(self, a: str, b: str) -> int:
        return distance(self.hexes[a], self.hexes[b])
