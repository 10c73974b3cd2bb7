"""Names of powers, sides, marks and turns, and units in the words of reports.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.rules.position import Position
from pbem.systems.tw.world.calendar import season_of, year_of
from pbem.systems.tw.world.vocabulary import (
    Effort,
    Front,
    Pool,
    PowerCount,
    PowerName,
    Season,
    Side,
    TrackName,
    UnitMark,
)

COUNTRIES: Final = (  # minor countries whose names are their ids
    "albania", "belgium", "bulgaria", "denmark", "estonia", "greece", "hungary", "iran", "iraq",
    "ireland", "latvia", "lithuania", "netherlands", "norway", "poland", "portugal", "romania",
    "saudi-arabia", "slovakia", "spain", "sweden", "switzerland", "turkey", "vichy-france",
    "yugoslavia",
)  # fmt: skip
_YEARS: Final = range(1938, 1947)
NAMES: Final[Mapping[str, str]] = {
    **{term: term.meaning for terms in (Side, Front, Pool, PowerName) for term in terms},
    **{effort: effort.upper() for effort in Effort},
    **{mark: mark.replace("-", " ") for mark in UnitMark},
    TrackName.FIRST_TURN: "first turn",
    TrackName.LAST_TURN: "last turn",
    PowerCount.NARFS: "NARFs",
    PowerCount.BASE: "NARF base",
    PowerCount.ARMY: "rating of the army",
    PowerCount.SMP: "SMPs",
    **{name: name.replace("-", " ").title() for name in COUNTRIES},
    **{f"{year}-{season}": f"{season.meaning} {year}" for year in _YEARS for season in Season},
}


def turn_name(turn: str) -> str:
    """`Spring 1940` for `1940-spring`."""
    return f"{season_of(turn).meaning} {year_of(turn)}"


def heading(position: Position) -> str:
    """When it is: `Spring 1940, Axis player turn`."""
    clock = position.clock
    return f"{turn_name(clock.turn)}, {NAMES.get(clock.side, clock.side)} player turn"


def told_units(scene: Scene, units: Iterable[str]) -> str:
    """Units by what is printed on them, like ones together, with the power of each kind."""
    counted: dict[str, int] = {}
    for unit in units:
        name = scene.unit(unit)
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counted.items())
