"""How reports of America in Flames name powers, sides, zones and turns.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.systems.aif.world.vocabulary import MinorName, PowerName
from pbem.systems.flames.world.vocabulary import Months, Pool, Side, UnitMark

YEARS: Final = range(1945, 1951)
ZONES: Final = {
    "arctic": "Arctic",
    "n-temperate": "North Temperate",
    "n-monsoon": "North Monsoon",
    "s-monsoon": "South Monsoon",
    "s-temperate": "South Temperate",
}
NAMES: Final[Mapping[str, str]] = {
    **{term: term.meaning for terms in (Side, PowerName, MinorName, Pool) for term in terms},
    **{mark: mark.replace("-", " ") for mark in UnitMark},
    UnitMark.FACE_DOWN: "face-down",
    UnitMark.COUNTRY: "partisan of",
    **ZONES,
    **{f"{year}-{pair}": f"{pair.meaning} {year}" for year in YEARS for pair in Months},
}
WITH_ARTICLE: Final = frozenset(
    {PowerName.USA, PowerName.COMMONWEALTH, MinorName.NETHERLANDS, MinorName.DOMINICAN_REPUBLIC}
)
NUMBERS: Final[Mapping[str, str]] = {  # what the rules of the engine are called in this book
    "2.5.3": "2.5",
    "11.8": "11.9",
    "11.9": "11.10",
    "11.10": "11.11",
    "11.11": "11.12",
    "11.12": "11.13",
    "11.13": "11.14",
    "11.14": "11.15",
    "11.15": "11.16",
    "11.16": "11.17",
    "11.17": "11.18",
    "13.1.3": "13.1",
    "13.9": "13.8",
    "14.1.1": "14.1",
    "14.2.1": "14.2",
    "14.2.2": "14.2",
    "14.2.4": "14.2",
    "14.2.5": "14.2.1",
    "14.2.6": "14.2.2",
    "15.1": "15",
}
