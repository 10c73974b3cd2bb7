"""What cases may calculate of the map itself: every hex, and what joins it to the next ones.

Decides what a case writes and what it gets. Leaves lines and forts that were built to
`works_calculations`.
"""

from __future__ import annotations

from typing import Any, Final

from pbem.core.rules.system import Answer, Calculations, Given
from pbem.systems.wif.cases.situation import situation
from pbem.systems.wif.world.terrain import Ground

CROSSING: Final = ("MTN", "MAR", "INF")


def hexes(given: Given) -> Answer:
    """`of`: weather, terrain, points on foot, motorised, as if clear, supply lengths, limit."""
    ground = situation(given).ground
    return {place: _hex(ground, place) for place in given["of"]}


def _hex(ground: Ground, place: str) -> list[Any]:
    return [
        ground.weather[place],
        ground.terrain[place],
        ground.is_land(place),
        [ground.legs[place], ground.motors[place], ground.clear[place]],
        [ground.lengths[place], ground.lengths_in_weather[place], ground.path_limits[place]],
    ]


def reaches(given: Given) -> Answer:
    """`of`: the next hexes that a zone of control, a supply path, its railway part go into."""
    ground = situation(given).ground
    return {
        place: [
            sorted(ground.zoc_reach[place]),
            sorted(ground.path_reach[place]),
            sorted(ground.line_reach[place]),
        ]
        for place in given["of"]
    }


def sides(given: Given) -> Answer:
    """`pairs`: what lies between, and the points to cross of a mountain unit, a marine, others."""
    ground = situation(given).ground
    return {
        f"{here}-{there}": [
            list(ground.sides(here, there)),
            [ground.cross(here, there, kind) for kind in CROSSING],
        ]
        for here, there in given["pairs"]
    }


TERRAIN_CALCULATIONS: Final[Calculations] = {
    "terrain.at-hexes": hexes,
    "terrain.reaches": reaches,
    "terrain.sides": sides,
}
