"""Facilities: factories, roads, railways, oil works and forts that powers build (4.2.2, 13.6.6).

Decides which can be built, what they cost and how long they take, and what of a power's is on its
way. A kind is written `factory`, `road-3` (built in three turns), `oil-germany-2`, `fort-ussr`,
`site-E2703`: counted by `works.TURN.KIND` of its power until it is placed. Leaves orders to
`orders`, coastal forts to the sea, shipyards to Factories in Flames.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.systems.flames.economy.holdings import BLUE, FACTORY, OIL, built_at, factories_at, is_held
from pbem.systems.flames.economy.ruins import ruins_of
from pbem.systems.flames.world.arrivals import home_cities
from pbem.systems.flames.world.control import main_home
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.rounding import rounded
from pbem.systems.flames.world.terrain import FORT, MOTORISED, OFF_MAP, RAIL, ROAD, entry_cost
from pbem.systems.flames.world.vocabulary import (
    Marker,
    PowerCount,
    Weather,
    next_turn,
    number_of,
    turn_after,
    year_of,
)
from pbem.systems.flames.world.zoc import enemy_zoc

CHART: Final = "facilities"
SITE: Final = "site"
MOST_BLUE: Final = 2
KINDS: Final = (FACTORY, ROAD, RAIL, OIL, FORT)
GEARING: Final = "FACT"


@dataclass(frozen=True, slots=True)
class Facility:
    """A facility that could be built: its kind with what tells it apart, cost and turns."""

    kind: str
    name: str
    cost: int
    turns: int

    @property
    def word(self) -> str:
        """`oil-germany-2`: the kind as states hold it."""
        return f"{self.kind}-{self.name}" if self.name else self.kind


# --- what can be built ---------------------------------------------------------------------------


@implements("WIF-13.6.6-3", "WIF-13.6.6-6")
def buildable(position: Position, power: str, kind: str, at: str = "") -> tuple[Facility, ...]:
    """The facilities of a kind that a power can build now; the cheapest first (13.6.6).

    Of a road and a railway the hex for which they are meant tells cost and turns.
    """
    found: tuple[Facility, ...]
    if kind == FACTORY:
        row = position.book.chart("unit-costs")
        cost, turns = (row.at(FACTORY, name, "others") for name in ("cost", "turns"))
        found = (Facility(FACTORY, "", int(cost.number), int(turns.number)),)
    elif kind in (ROAD, RAIL):
        found = (line_for(position, kind, at),) if at else ()
    else:
        found = tuple(_counters(position, power, kind, at))
    return tuple(sorted(found, key=lambda facility: (facility.cost, facility.name)))


@implements("WIF-13.6.6-4")
def line_for(position: Position, kind: str, at: str) -> Facility:
    """A road or railway fit for a hex: 1 turn more than a motor unit pays, half of it in points."""
    turns = 1 + motor_cost(position, at)
    return Facility(kind, str(turns), rounded(Fraction(turns, 2)), turns)


def motor_cost(position: Position, at: str) -> int:
    """What a motorised unit pays to enter a hex in fine weather."""
    ground = position.ground
    terrain = position.board.terrain(at) or OFF_MAP
    scale = "europe" if ground.is_off_map(at) else ground.scale(at)
    return entry_cost(ground.chart, terrain, Weather.FINE, f"{scale}-{MOTORISED}")


@implements("WIF-13.6.6-5")
def _counters(position: Position, power: str, kind: str, at: str) -> Iterator[Facility]:
    """Oil works, forts and sites of the counter mix that are neither built nor on their way."""
    if kind == FORT:
        yield from _forts(position, power)
    elif at in map(str, position.book.chart(CHART).table(SITE + "s").rows.names):
        if is_held(position, power, at) and not is_out(position, f"{SITE}-{at}"):
            yield _from_chart(position, SITE, at)
    elif not at or position.options.factories_in_flames:
        yield from _oil_works(position, power)


@implements("WIF-13.6.6-5", "WIF-13.6.10-14")
def _oil_works(position: Position, power: str) -> Iterator[Facility]:
    """Synthetic oil of a power: placed when it arrives; with option 40 begun in its hex."""
    chart = position.book.chart(CHART)
    for row in map(str, chart.table(OIL).rows.names):
        old = chart.at(row, "year", OIL).number <= year_of(position.clock.turn)
        if row.rpartition("-")[0] == power and old and not is_out(position, f"{OIL}-{row}"):
            yield _from_chart(position, OIL, row)


@implements("WIF-22.9-1", "WIF-1.3-2")
def _forts(position: Position, power: str) -> Iterator[Facility]:
    """The forts of a power that are neither on the map nor on their way."""
    chart = position.book.chart(CHART)
    if power not in chart.table(FORT + "s").rows.names:
        return
    out = _coming(position).get(f"{FORT}-{power}", 0)
    word = Marker.COUNTER.of(FORT)
    on_map = sum(
        str(p.markers.get(word, "")).split().count(power) for p in position.places.values()
    )
    if out + on_map < chart.at(power, "many", FORT + "s").number:
        yield _from_chart(position, FORT, power)


def _from_chart(position: Position, kind: str, row: str) -> Facility:
    chart = position.book.chart(CHART)
    table = kind if kind == OIL else f"{kind}s"
    cost, turns = (int(chart.at(row, name, table).number) for name in ("cost", "turns"))
    return Facility(kind, row, cost, turns)


def is_out(position: Position, word: str) -> bool:
    """Whether a counter is on the map or on its way."""
    if is_coming(position, word):
        return True
    name = word.partition("-")[2]
    marks = {Marker.COUNTER.of(kind) for kind in (OIL, "resource")}
    return any(
        name in str(place.markers.get(mark, "")).split()
        for place in position.places.values()
        for mark in marks
    )


def is_coming(position: Position, word: str) -> bool:
    """Whether a counter is on its way or waits to be placed."""
    return word in _coming(position)


# --- on the way ----------------------------------------------------------------------------------


def _coming(position: Position) -> dict[str, int]:
    """What of all powers is on its way or waits to be placed, by kind."""
    found: dict[str, int] = {}
    for power in position.powers.values():
        for name, many in PowerCount.COMING_WORKS.among(power.counters).items():
            word = name.partition(".")[2]
            found[word] = found.get(word, 0) + many
    for place in position.places.values():
        for word in Marker.BEGUN.among(place.markers):
            found[word] = found.get(word, 0) + 1
    return found


def waiting(position: Position, power: str, turn: str) -> dict[str, int]:
    """What a power has to place by a turn: the oldest first, as `TURN.KIND`."""
    counters = PowerCount.COMING_WORKS.among(position.powers[power].counters)
    ready = [name for name in counters if number_of(name.partition(".")[0]) <= number_of(turn)]
    ready.sort(key=lambda name: (number_of(name.partition(".")[0]), name))
    return {name: counters[name] for name in ready if counters[name]}


def one_more(position: Position, power: str, facility: Facility) -> tuple[Event, ...]:
    """A facility is begun: it arrives when its turns are over (13.6.6)."""
    arrives = turn_after(position.clock.turn, facility.turns)
    return coming(position, power, f"{arrives}.{facility.word}", 1)


def coming(position: Position, power: str, name: str, more: int) -> tuple[Event, ...]:
    """The change of what is on its way."""
    word = PowerCount.COMING_WORKS.of(name)
    many = position.state.counter(power, word) + more
    return set_power(position.state, power, "counter", word, many or None)


# --- where they may stand ------------------------------------------------------------------------


@implements("WIF-4.2.2-1", "WIF-4.2.2-3", "WIF-4.2.2-6", "WIF-4.2.2-7")
def why_not_there(position: Position, power: str, word: str, place: str) -> str:
    """Why a facility may not be placed in a hex; nothing if it may (4.2.2)."""
    kind, _, name = word.partition("-")
    if not is_held(position, power, place):
        return f"{position.called(power)} does not hold it"
    if kind in (FACTORY, OIL):
        return _no_site(position, power, kind, place)
    if place in enemy_zoc(position, power):
        return "it is in an enemy zone of control"
    if kind == FORT:
        return "it is off the map" if position.ground.is_off_map(place) else ""
    return _no_line(position, kind, int(name), place)


def _no_site(position: Position, power: str, kind: str, place: str) -> str:
    """Factories and oil works stand in cities and major ports at home."""
    ports = position.ground.port(place) == "major"
    home = position.country(place) == main_home(position.state, power)
    if not home or not (ports or place in home_cities(position, power)):
        return f"it is no city or major port in the home country of {position.called(power)}"
    if kind == OIL:
        return "oil works stand there" if built_at(position, place, OIL) else ""
    blue = factories_at(position, place).count(BLUE) + ruins_of(position, place).get(BLUE, 0)
    return f"it has {MOST_BLUE} blue factories" if blue >= MOST_BLUE else ""


def _no_line(position: Position, kind: str, turns: int, place: str) -> str:
    """Roads and railways need as many turns as their hex is hard, and one road is enough."""
    ground = position.ground
    if not ground.is_land(place):
        return "it is no land"
    if motor_cost(position, place) >= turns:
        return f"it takes {1 + motor_cost(position, place)} turns to build there, this took {turns}"
    if built_at(position, place, kind):
        return f"a {kind} was built there"
    near = position.board.neighbours[place]
    has_line = any(ground.lines(place, other) for other in near) or built_at(position, place, ROAD)
    return "there is no road to be made a railway" if kind == RAIL and not has_line else ""


def waiting_told(scene: Scene, position: Position, power: str) -> Iterator[str]:
    """`The USSR can place: 1 factory`."""
    works = waiting(position, power, next_turn(position.clock.turn))
    if works:
        kinds = [f"{n} {word.partition('.')[2].partition('-')[0]}" for word, n in works.items()]
        yield f"{scene.title(power)} can place: {', '.join(kinds)}"
