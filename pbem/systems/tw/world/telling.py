"""Names of powers, sides, marks and turns, and units in the words of reports.

Decides the words alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.core.reading.scene import Scene
from pbem.core.record.state import State
from pbem.core.rules.position import Position
from pbem.systems.tw.world.calendar import season_of, year_of
from pbem.systems.tw.world.vocabulary import (
    Effort,
    Front,
    Marker,
    Pool,
    PowerCount,
    PowerName,
    Season,
    Side,
    TrackName,
    UnitMark,
)

COUNTRIES: Final = (  # minor countries that no rule names, and whose names are their ids
    "albania", "bulgaria", "estonia", "iran", "iraq", "ireland", "latvia", "lithuania", "poland",
    "portugal", "saudi-arabia", "slovakia", "switzerland", "yugoslavia",
)  # fmt: skip
MODIFIERS: Final[Mapping[str, str]] = {  # what dice are modified for, where the id is not enough
    "western-surprise-german": "surprise of the West",
    "western-surprise-allied": "surprise of the West",
    "western-surprise-para": "surprise of the West",
    "barbarossa": "surprise of the East",
    "low-countries": "Low Countries lost",
    "maginot": "Maginot Line broken",
    "beside-paris": "Germans beside Paris",
    "paris": "Paris lost",
    "sedan": "Sedan lost",
    "lyons": "Lyons lost",
    "marseilles": "Marseilles lost",
    "italy-at-war": "Italy at war",
    "unbuilt": "units unbuilt",
    "depleted-fleet": "a Fleet Depleted",
    "britain-unhurt": "Britain unhurt in France",
    "british-army": "British army in France",
    "soviet-union-at-war": "Soviet Union at war",
    "united-states-at-war": "United States at war",
    "moscow": "Moscow lost",
    "leningrad": "Leningrad lost",
    "stalingrad": "Stalingrad lost",
    "kiev-and-sevastopol": "Kiev and Sevastopol lost",
    "baku": "Baku lost",
    "beside-urals": "Germans beside the Urals",
    "lost": "units lost",
    "france-fights": "France fights",
    "lend-lease": "Lend-Lease",
    "italy-invaded": "Italy invaded",
    "turkey-attacked": "Turkey attacked",
    "lle": "LLE",
    "german-flak": "German Flak",
    "soviet-attacker": "Soviet attacker",
}
OWNED: Final = (Marker.BREACH, Marker.BRIDGEHEAD)
LAID: Final = (  # markers that lie on a real board from one player turn to the next
    Marker.FORTRESS, Marker.FORTIFICATION, Marker.AIRBASE, Marker.SIEGE, Marker.EVACUATED, *OWNED,
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


def told_modifiers(modifiers: Mapping[str, int]) -> str:
    """What is added to a die, in words: `nationality -1; second impulse -1`."""
    words = ((MODIFIERS.get(name, name.replace("-", " ")), n) for name, n in modifiers.items())
    return "; ".join(f"{word} {n:+d}" for word, n in words)


def works(scene: Scene, place: str) -> Sequence[str]:
    """What was built, broken or opened at a place in a run: markers to lay and to take off."""
    was, now = _standing(scene, scene.before, place), _standing(scene, scene.after, place)
    come = [f"now {word}" for word in now if word not in was]
    return (*come, *(f"no longer {word}" for word in was if word not in now))


def _standing(scene: Scene, state: State, place: str) -> Sequence[str]:
    """The markers at a place that lie on a real board, in words."""
    found = state.places.get(place)
    markers = {} if found is None else found.markers
    return [_marker(scene, one, markers[one]) for one in LAID if markers.get(one)]


def _marker(scene: Scene, marker: Marker, value: object) -> str:
    """`a fortress`, `a breach of Germany`, `siege 2`."""
    if marker in OWNED:
        return f"a {marker} of {scene.title(str(value))}"
    if marker is Marker.SIEGE:
        return f"{marker} {value}"
    return "evacuated" if marker is Marker.EVACUATED else marker.meaning
