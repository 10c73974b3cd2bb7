"""The map under the present weather (2.1, 8.1, 8.2.1, 11.10.2): what movement and supply ask of it.

Decides: the weather of a hex, frozen swamps and lakes, the cost of entering a hex, which hexsides
may be crossed by whom, where a zone of control or a supply path can go as far as the map says; what
play has built and ruined of railways, roads and forts (4.2.2, 11.7, 22.9). Costs come from the
terrain effects chart. Leaves building and ruining to `economy`, the sea to rules that are not
played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.changes import set_place
from pbem.core.record.events import Event
from pbem.core.record.state import State
from pbem.core.rules.game import Game
from pbem.systems.flames.world.vocabulary import Marker, TrackName, Weather

ROAD: Final = "road"
RAIL: Final = "rail"
FORT: Final = "fort"
KEPT_WHEN_TAKEN: Final = ("oil", "resource")  # facilities that serve whoever holds their hex
_KEPT: Final = "works"

COLD: Final = (Weather.SNOW, Weather.BLIZZARD)
WET: Final = (Weather.RAIN, Weather.STORM, Weather.BLIZZARD)
DESERT: Final = ("desert", "desert-mountain")
WATER: Final = ("sea", "lake")
STRAITS: Final = "straits"
HEXSIDES: Final = ("river", "canal", "straits", "alpine", "lake", "frozen-lake", "all-sea", "fort")
NO_ZOC: Final = frozenset({"alpine", "all-sea", "straits", "lake"})
NO_PATH: Final = frozenset({"alpine", "all-sea", "lake"})
LINES: Final = (RAIL, ROAD)
FORT_MARKER: Final = "fort-marker"  # a fort that was built, on the side of an attack into its hex
NO_LINE: Final = frozenset({"all-sea", "alpine"})  # hexsides over which built lines do not join
OFF_MAP: Final = "off-map"
ON_FOOT: Final = "leg"
MOTORISED: Final = "motorised"

FLIGHT: Final = {"europe": 1, "pacific": 2, OFF_MAP: 6}  # range that a hex costs an aircraft

T = TypeVar("T")
V = TypeVar("V")

GROUNDS: Final = "grounds"  # under which name a game keeps the grounds
_LATELY: Final = 16
PATH_LENGTHS: Final[Mapping[str, int]] = {
    Weather.FINE: 4,
    Weather.SNOW: 3,
    Weather.RAIN: 2,
    Weather.STORM: 2,
    Weather.BLIZZARD: 2,
}
_LENGTHS: Final = {"europe": 1, "pacific": 2, OFF_MAP: 4}
_MILDER: Final[Mapping[str, str]] = {
    Weather.BLIZZARD: Weather.SNOW,
    Weather.STORM: Weather.RAIN,
    Weather.RAIN: Weather.FINE,
    Weather.SNOW: Weather.FINE,
}


@implements("WIF-8.2.1-1", "AIF-8.2.1-1")
def weather_for(zone_weather: str, terrain: str) -> str:
    """The weather that a hex suffers: one degree milder in deserts (8.2.1)."""
    if terrain in DESERT:
        return _MILDER.get(zone_weather, zone_weather)
    return zone_weather


@implements("WIF-8.2.1-2", "WIF-8.2.1-3", "AIF-8.2.9-1", "AIF-8.2.9-3")
def terrain_in(terrain: str, weather: str) -> str:
    """Swamp counts as forest and lake as clear while they are frozen (8.2.1)."""
    if weather in COLD:
        return {"swamp": "forest", "lake": "clear"}.get(terrain, terrain)
    return terrain


@implements("WIF-8.2.1-5", "AIF-8.2.9-2")
def hexside_in(feature: str, weather: str, other_weather: str) -> str:
    """A lake hexside is frozen when both its hexes are in snow or blizzard (8.2.1)."""
    if feature == "lake" and weather in COLD and other_weather in COLD:
        return "frozen-lake"
    return feature


@implements(
    "WIF-2.1.1-1", "WIF-11.10.2-1", "WIF-11.10.2-3", "WIF-11.10.2-5", "AIF-8.2.5-1",
    "AIF-11.11.1-2",
)  # fmt: skip
def entry_cost(chart: Chart, terrain: str, weather: str, column: str) -> int:
    """Movement points to enter a hex: by terrain, then doubled in bad weather (11.10.2).

    The column names the scale of the map and how the unit moves: `europe-leg`.
    """
    cost = chart.at(terrain, column, "movement").number
    return int(cost * chart.at(weather, table="weather").number)


@implements(
    "WIF-11.10.2-7", "WIF-11.10.2-8a", "WIF-11.10.2-8b", "WIF-11.10.2-8c", "WIF-11.10.2-8e",
    "WIF-11.10.2-12", "AIF-11.11.2-2",
)  # fmt: skip
def crossing_cost(chart: Chart, features: tuple[str, ...], kind: str) -> int | None:
    """Points added for the hexside, after weather; None where the unit may not cross (11.10.2)."""
    column = kind if kind in ("MTN", "MAR") else "others"
    total = 0
    for feature in features:
        if feature == "fort":
            continue
        cell = chart.at(feature, column, "hexsides")
        if cell.text == "none":
            return None
        total += int(cell.number)
    return total


@implements("WIF-2.4.2-18", "WIF-2.4.2-23", "AIF-2.4.2-7", "AIF-8.2.2-1")
def path_limit(weather: str) -> int:
    """How many hexes a supply path may count, by the weather where it starts (2.4.2)."""
    return PATH_LENGTHS[weather]


@implements("WIF-2.4.2-20", "AIF-2.4.2-7", "AIF-1.2-3")
def hex_length(terrain: str, scale: str = "europe") -> int:
    """What a hex counts that a supply path enters (2.4.2)."""
    return _LENGTHS[scale] + (1 if terrain in DESERT else 0)


# --- works ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Works:
    """Hexes that are not as printed; of each fort that was built the hexes that it looks at."""

    ruined: frozenset[str] = frozenset()
    roads: frozenset[str] = frozenset()
    rails: frozenset[str] = frozenset()
    razed: frozenset[str] = frozenset()
    forts: tuple[tuple[str, frozenset[str]], ...] = ()

    def looks_at(self, place: str) -> frozenset[str]:
        """The hexes towards which a fort was built in a hex."""
        return next((sides for at, sides in self.forts if at == place), frozenset())


UNCHANGED: Final = Works()


def works_of(state: State, shelf: dict[str, Any]) -> Works:
    """What was built and ruined; kept on a shelf for as long as no place changes."""
    kept: tuple[object, Works] = shelf.get(_KEPT, (None, UNCHANGED))
    if kept[0] is not state.places:
        kept = shelf[_KEPT] = (state.places, _found(state))
    return kept[1]


def _found(state: State) -> Works:
    marked = [place for place in state.places.values() if place.markers]
    fort = Marker.BUILT.of(FORT)
    if not marked:
        return UNCHANGED

    def bearing(name: str) -> frozenset[str]:
        return frozenset(place.id for place in marked if place.markers.get(name))

    return Works(
        bearing(Marker.DESTROYED_RAIL),
        bearing(Marker.BUILT.of(ROAD)),
        bearing(Marker.BUILT.of(RAIL)),
        bearing(Marker.RAZED_FORT),
        tuple(
            (place.id, frozenset(str(place.markers[fort]).split()))
            for place in marked
            if place.markers.get(fort)
        ),
    )


@implements("WIF-11.10.2-6", "WIF-11.10.6-19")
def overrun_works(board: Board, state: State, place: str) -> tuple[Event, ...]:
    """What enemies destroy who come into a hex: its printed fort, facilities but oil and resources.

    What was built there serves nobody else; oil and resources do (11.10.6).
    """
    razed = bool(board.fact(place, FORT))
    return (
        *(set_place(state, place, "marker", Marker.RAZED_FORT, True) if razed else ()),
        *overrun_facilities(state, place),
    )


@implements("WIF-11.10.6-19", "WIF-13.1.3-7")
def overrun_facilities(state: State, place: str) -> tuple[Event, ...]:
    """What was built in a hex goes when enemies come, partisans too; oil and resources stay."""
    known = state.places.get(place)
    built = Marker.BUILT.among(known.markers) if known else {}
    return tuple(
        change
        for kind in sorted(built)
        if kind not in KEPT_WHEN_TAKEN
        for change in demolished(state, place, kind)
    )


@implements("WIF-13.6.6-7")
def demolished(state: State, place: str, kind: str, left: int = 0) -> tuple[Event, ...]:
    """A facility is gone, and its counter can be built anew; `left`: so many stand (13.6.6)."""
    return (
        *set_place(state, place, "marker", Marker.BUILT.of(kind), left or None),
        *set_place(state, place, "marker", Marker.COUNTER.of(kind), None),
    )


# --- the ground -----------------------------------------------------------------------------------


class _Worked(dict[str, T]):
    """A value for each place, worked out when it is first asked for."""

    def __init__(self, make: Callable[[str], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, place: str) -> T:
        value = self[place] = self._make(place)
        return value


class Ground:
    """The map under one weather; what is asked for is worked out once.

    Mappings by hex: `weather`, `terrain` (as the weather leaves it), `legs` and `motors` (points to
    enter on foot or motorised, None where no land unit can stand), `zoc_reach`, `path_reach` and
    `lengths`, `line_reach` and `path_limits` (for supply paths).
    """

    def __init__(
        self, board: Board, chart: Chart, by_zone: Mapping[str, str], works: Works = UNCHANGED,
        *, motor_costs: bool = True,
    ) -> None:  # fmt: skip
        motors = MOTORISED if motor_costs else ON_FOOT
        self.board = board
        self.works = works
        self.chart = chart
        self.by_zone = by_zone
        self.weather = _Worked(self._weather)
        self.terrain = _Worked(self._terrain)
        self.clear = _Worked(self._clear)
        self.legs = _Worked(lambda place: self._entry(place, ON_FOOT))
        self.motors = _Worked(lambda place: self._entry(place, motors))
        self.zoc_reach = _Worked(self._zoc_reach)
        self.path_reach = _Worked(self._path_reach)
        self.line_reach = _Worked(self._line_reach)
        self.path_limits = _Worked(lambda place: path_limit(self.weather[place]))
        self.lengths = _Worked(lambda place: hex_length(self.terrain[place], self.scale(place)))
        self.lengths_in_weather = _Worked(self._length_in_weather)
        self._scales = _Worked(self._scale)
        self._sides: dict[tuple[str, str], tuple[str, ...]] = {}
        self._lines: dict[tuple[str, str], tuple[str, ...]] = {}
        self._cross: dict[tuple[str, str, str], int | None] = {}
        self._kept: dict[Any, Any] = {}
        self._lately: dict[Any, Any] = {}

    def kept(self, key: Any, make: Callable[[], V]) -> V:
        """A value that depends on the ground and the key alone, worked out once."""
        if key not in self._kept:
            self._kept[key] = make()
        value: V = self._kept[key]
        return value

    def forget(self) -> None:
        """Nothing that was asked for lately is known any more."""
        self._lately.clear()

    def lately(self, key: Any, make: Callable[[], V]) -> V:
        """The same for values that are large: only those that were asked for last are kept."""
        value: V = self._lately.pop(key) if key in self._lately else make()
        self._lately[key] = value
        if len(self._lately) > _LATELY:
            del self._lately[next(iter(self._lately))]
        return value

    @implements("WIF-8.1-1", "WIF-8.1-2", "WIF-8.1-3", "AIF-8.1-1", "AIF-8.1-2")
    def _weather(self, place: str) -> str:
        """The weather in a hex: that of its zone (8.1)."""
        zone = self.by_zone.get(self.board.zone(place), Weather.FINE)
        return str(weather_for(zone, self.board.terrain(place)))

    def _terrain(self, place: str) -> str:
        unprinted = OFF_MAP if self.is_off_map(place) else ""
        return terrain_in(self.board.terrain(place) or unprinted, self.weather[place])

    @implements("WIF-2.1.1-13", "AIF-2.1.1-3")
    def is_land(self, place: str) -> bool:
        """Whether a land unit could stand there."""
        there = place in self.board.spots or self.is_off_map(place)
        return there and self.terrain[place] not in WATER

    def is_city(self, place: str) -> bool:
        return bool(self.board.fact(place, "city"))

    def port(self, place: str) -> str:
        """`major`, `minor` or nothing."""
        return self.board.text(place, "port")

    def is_off_map(self, place: str) -> bool:
        """Whether a hex is printed in the border of a map (2.1.1)."""
        return bool(self.board.fact(place, "off_map"))

    @implements("WIF-1.2.3-1", "AIF-1.2-3")
    def scale(self, place: str) -> str:
        """The scale of the map sheet that the hex lies on; off the map it is one of its own."""
        return self._scales[place]

    def _scale(self, place: str) -> str:
        if self.is_off_map(place):
            return OFF_MAP
        sheets = self.board.sheets.values()
        return next((s.scale for s in sheets if s.numbering.read(place)), "") or "europe"

    def sides(self, here: str, there: str) -> tuple[str, ...]:
        """What lies on a hexside, as the weather leaves it."""
        known = self._sides.get((here, there))
        if known is None:
            weather, other = self.weather[here], self.weather[there]
            known = tuple(
                hexside_in(feature, weather, other)
                for feature in self.board.border(here, there)
                if feature in HEXSIDES and (feature != FORT or self._stands(here, there))
            )
            self._sides[here, there] = known
        return known

    @implements("WIF-11.10.2-6")
    def _stands(self, here: str, there: str) -> bool:
        """Whether a printed fort between two hexes is not destroyed with the hex it belongs to."""
        owners = [place for place in (here, there) if self.board.fact(place, FORT)]
        return not owners or any(self._is_fort(place) for place in owners)

    def _is_fort(self, place: str) -> bool:
        """Whether a hex bears the symbol of a printed fort, and that is not destroyed."""
        return bool(self.board.fact(place, FORT)) and place not in self.works.razed

    @implements("WIF-11.15.1-9c", "WIF-22.9-4")
    def attacked_sides(self, here: str, there: str) -> tuple[str, ...]:
        """What an attack into the next hex crosses: a fort does not hinder those in it (11.15.1).

        A fort hex has the fact `fort`, as it bears the symbol on the map. Behind a printed fort one
        that was built adds nothing (22.9).
        """
        features = self.sides(here, there)
        if self._is_fort(here) and not self._is_fort(there):
            features = tuple(feature for feature in features if feature != FORT)
        if FORT not in features and here in self.works.looks_at(there):
            return (*features, FORT_MARKER)
        return features

    @implements("WIF-11.7-16", "WIF-4.2.2-4")
    def lines(self, here: str, there: str) -> tuple[str, ...]:
        """The lines to the next hex: printed ones, a ruined railway as a road, built ones."""
        known = self._lines.get((here, there))
        if known is None:
            printed = [kind for kind in self.board.border(here, there) if kind in LINES]
            if RAIL in printed and {here, there} & self.works.ruined:
                printed[printed.index(RAIL)] = ROAD
            built = self._built_line(here, there) or self._built_line(there, here)
            known = self._lines[here, there] = tuple(dict.fromkeys((*printed, *built)))
        return known

    def _built_line(self, here: str, there: str) -> tuple[str, ...]:
        """The line that was built in a hex, as it joins the lines of the next one (4.2.2)."""
        works = self.works
        if here not in works.roads | works.rails or not NO_LINE.isdisjoint(self.sides(here, there)):
            return ()
        met = self._lines_of(there)
        if here in works.rails and RAIL in met:
            return (RAIL,)
        return (ROAD,) if met else ()

    def _lines_of(self, place: str) -> set[str]:
        """The kinds of lines in a hex."""
        works, board = self.works, self.board
        sides = (board.border(place, other) for other in board.neighbours[place])
        met = {kind for side in sides for kind in side if kind in LINES}
        if place in works.ruined:
            met = {ROAD}
        built = {RAIL: works.rails, ROAD: works.roads}
        return met | {kind for kind, places in built.items() if place in places}

    def has_line(self, here: str, there: str, kinds: tuple[str, ...] = LINES) -> bool:
        """Whether a railway (or road) runs from one hex to the next."""
        return any(kind in kinds for kind in self.lines(here, there))

    def same_line(self, before: str, here: str, there: str) -> bool:
        """Whether who came over one side of a hex may leave over another without changing lines.

        Where lines cross without a junction the fact `lines` names each: `W2513 W2414` (11.9);
        a line that is built there joins them (4.2.2).
        """
        if here in self.works.roads or here in self.works.rails:
            return True
        lines = self.board.fact(here, "lines")
        named = lines if isinstance(lines, tuple) else ()
        return not named or any({before, there} <= set(str(line).split()) for line in named)

    def on_railway(self, place: str) -> bool:
        """Whether a railway runs through the hex."""
        return place in self.works.rails or any(
            self.has_line(place, other, ("rail",)) for other in self.board.neighbours[place]
        )

    def _entry(self, place: str, how: str) -> int | None:
        if not self.is_land(place):
            return None
        terrain, weather = self.terrain[place], self.weather[place]
        scale = "europe" if self.is_off_map(place) else self.scale(place)  # no columns of its own
        return entry_cost(self.chart, terrain, weather, f"{scale}-{how}")

    def _clear(self, place: str) -> int:
        """Points on foot if the hex were clear."""
        scale = "europe" if self.is_off_map(place) else self.scale(place)
        return entry_cost(self.chart, "clear", self.weather[place], f"{scale}-{ON_FOOT}")

    def _length_in_weather(self, place: str) -> int:
        return self.lengths[place] * (2 if self.weather[place] in WET else 1)

    def cross(self, here: str, there: str, kind: str) -> int | None:
        """Points added for crossing into the next hex; None where the kind may not cross."""
        key = (here, there, kind)
        if key not in self._cross:
            self._cross[key] = crossing_cost(self.chart, self.sides(here, there), kind)
        return self._cross[key]

    @implements("WIF-2.2-7", "WIF-2.2-8", "WIF-2.2-9", "AIF-2.2-4")
    def _zoc_reach(self, place: str) -> tuple[str, ...]:
        """The neighbours into which a zone of control extends: none off the map (2.2)."""
        if self.is_off_map(place):
            return ()
        return tuple(t for t in self._land_across(place, NO_ZOC) if not self.is_off_map(t))

    @implements("WIF-2.4.2-40", "WIF-11.10.2-8d", "AIF-2.4.2-15")
    def _path_reach(self, place: str) -> tuple[str, ...]:
        """The neighbours into which a supply path could go: where an INF could (2.4.2)."""
        return self._land_across(place, NO_PATH)

    @implements("WIF-2.4.2-21", "AIF-2.4.2-8")
    def _line_reach(self, place: str) -> tuple[str, ...]:
        """Those of them to which a railway or road leads, or straits between railway hexes."""
        return tuple(there for there in self.path_reach[place] if self._joined(place, there))

    def _joined(self, here: str, there: str) -> bool:
        if self.has_line(here, there):
            return True
        straits = STRAITS in self.sides(here, there)
        return straits and self.on_railway(here) and self.on_railway(there)

    def _land_across(self, place: str, barriers: frozenset[str]) -> tuple[str, ...]:
        return tuple(
            there
            for there in self.board.neighbours[place]
            if self.is_land(place)
            and self.is_land(there)
            and barriers.isdisjoint(self.sides(place, there))
        )


def zone_weather(state: State) -> dict[str, str]:
    """The weather of every zone: the tracks `weather.ZONE`."""
    return {zone: str(track.value) for zone, track in TrackName.WEATHER.among(state.tracks).items()}


def ground_of(game: Game, state: State, *, motor_costs: bool = True) -> Ground:
    """The map of a game under the weather of a state, with what was built and ruined on it.

    Kept with the game for each weather.
    """
    by_zone, works = zone_weather(state), works_of(state, game.__dict__)
    grounds: dict[Any, Ground] = game.__dict__.setdefault(GROUNDS, {})
    key = works, tuple(sorted(by_zone.items()))
    if key not in grounds:
        chart = game.chart("terrain-effects")
        grounds[key] = Ground(game.board, chart, by_zone, works, motor_costs=motor_costs)
    return grounds[key]
