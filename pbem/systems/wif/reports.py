"""The names that reports of World in Flames give to ids: powers, marks, zones, turns.

Decides the words. Leaves how they are put together to the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.systems.flames.world.vocabulary import Months, Pool, Side, UnitMark
from pbem.systems.wif.world.borderlands import BORDERLANDS
from pbem.systems.wif.world.spheres import EAST_POLAND
from pbem.systems.wif.world.vocabulary import MinorName, PoolOf1939, PowerName

_YEARS: Final = range(1936, 1948)

# Where partisans rise within the Soviet Union (13.1), as the fact `region` of hexes says it.
ZONES: Final = {
    "arctic": "Arctic",
    "n-temperate": "North Temperate",
    "mediterranean": "Mediterranean",
    "n-monsoon": "North Monsoon",
    "s-monsoon": "South Monsoon",
    "s-temperate": "South Temperate",
}
REGIONS: Final = ("baltic-states", "byelorussia", "russia", "siberia", "ukraine")
NAMES: Final[Mapping[str, str]] = {
    **{
        term: term.meaning
        for terms in (Side, PowerName, MinorName, Pool, PoolOf1939)
        for term in terms
    },
    **{mark: mark.replace("-", " ") for mark in UnitMark},
    UnitMark.FACE_DOWN: "face-down",
    UnitMark.COUNTRY: "partisan of",
    **ZONES,
    **{region: region.replace("-", " ").title() for region in REGIONS},
    **BORDERLANDS,
    EAST_POLAND: "East Poland",
    **{f"{year}-{pair}": f"{pair.meaning} {year}" for year in _YEARS for pair in Months},
}
WITH_ARTICLE: Final = frozenset(
    {PowerName.USSR, PowerName.USA, PowerName.COMMONWEALTH, MinorName.CZECH_REPUBLIC}
)
