"""Pilots apart from their aircraft (14.6, option 46): how many wait, who dies, who comes back.

Decides the markers track: pilots that wait, those that arrive in a later turn, what an aircraft
needs to be placed, whether its pilot outlives it. Leaves training to `training`, the
reserve pool to `reserve`, the flying bombs and kamikazes of options 47 and 48 to the sea.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.charts import Chart
from pbem.core.data.rulebook import implements
from pbem.core.reading.scene import Scene
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.record.verdicts import PowerId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.flames.world.control import enemies
from pbem.systems.flames.world.homes import is_out_of_pools
from pbem.systems.flames.world.position import Piece, Position, Umpire, option_pool_of
from pbem.systems.flames.world.vocabulary import Pool, PowerCount, year_of

CITE: Final = "14.6"
CHEAPER: Final = 2  # build points that an aircraft costs less without its crew
RED: Final = "red"  # a result that kills the pilot everywhere


WHY: Final[Mapping[str, str]] = {
    "arrived": "arrived",
    "disbanded": "of a disbanded aircraft",
    "isolated": "of an isolated aircraft",
    "on-their-way": "with their aircraft",
    "survived": "outlived the aircraft",
    "withdrawn": "of an aircraft in the reserve pool",
    "lost": "lost with their country",
}


class EarlyAircraft(Reading, id="WIF-4.2.1-R1"):
    """What an aircraft of a later year, which needs two pilots, takes from the track."""

    TWO = "two"
    ONE = "one"


@dataclass(frozen=True, slots=True)
class PilotsVerdict(Verdict):
    """Pilots that a power has more, or that are on their way; how many wait then."""

    kind: ClassVar[str] = "pilots"
    cite: ClassVar[str] = CITE

    power: PowerId
    more: int
    why: str
    left: int
    arrives: str = ""

    @property
    def outcome(self) -> str:
        return self.why


def pilots_lines(verdict: PilotsVerdict, scene: Scene) -> Sequence[str]:
    """How many pilots a power has more or fewer, why, and how many wait."""
    power, why = scene.title(verdict.power), WHY[verdict.why]
    head = f"PILOTS {power} ({verdict.cite})  {verdict.more:+} {why}"
    if verdict.arrives:
        return [f"{head}: {scene.said(verdict.arrives)}"]
    return [f"{head}: {verdict.left} without an aircraft"]


# --- the markers track ---------------------------------------------------------------------------


@implements("WIF-14.6-1", "WIF-14.6.3-1")
def available(position: Position, power: str, turn: str) -> int:
    """The pilots of a major power that have no aircraft when a turn begins."""
    return position.state.counter(power, PowerCount.PILOTS) + arriving(position, power, turn)


def arriving(position: Position, power: str, turn: str) -> int:
    """The pilots that arrive in a turn."""
    return position.state.counter(power, PowerCount.PILOTS_ARRIVE.of(turn))


def counted(position: Position, power: str, more: int) -> tuple[Event, ...]:
    """The change when a power has so many pilots more, or fewer."""
    state, word = position.state, PowerCount.PILOTS
    return set_power(state, power, "counter", word, state.counter(power, word) + more or None)


def on_their_way(position: Position, power: str, turn: str, many: int) -> tuple[Event, ...]:
    """The change when pilots will arrive in a turn."""
    return set_power(
        position.state,
        power,
        "counter",
        PowerCount.PILOTS_ARRIVE.of(turn),
        arriving(position, power, turn) + many,
    )


@implements("WIF-4.2.1-5", "WIF-14.6.2-1")
def pilots_arrive(umpire: Umpire) -> None:
    """The pilots of this turn join those that wait (4.2.1)."""
    turn = umpire.state.clock.turn
    for power in umpire.state.powers:
        many = arriving(umpire.position, power, turn)
        if many:
            word = PowerCount.PILOTS_ARRIVE.of(turn)
            umpire.apply(*set_power(umpire.state, power, "counter", word, None))
            _more(umpire, power, many, "arrived")


def _more(umpire: Umpire, power: str, many: int, why: str) -> None:
    """A power has so many pilots more, which is told."""
    umpire.apply(*counted(umpire.position, power, many))
    left = umpire.state.counter(power, PowerCount.PILOTS)
    umpire.tell(PilotsVerdict(None, power=power, more=many, why=why, left=left))


# --- who outlives his aircraft -------------------------------------------------------------------


@implements("WIF-14.6.3-1", "WIF-14.6.4-1")
def set_free(umpire: Umpire, pieces: Iterable[Piece], why: str) -> None:
    """Aircraft leave the map without their pilots, who wait for others (14.6.3, 14.6.4).

    A pilot of a minor country whose units are in nobody's pools goes with his aircraft.
    """
    for power, many in _by_power(umpire.position, pieces).items():
        _more(umpire, power, many, why)


def _by_power(position: Position, pieces: Iterable[Piece]) -> Tally[str]:
    """The pilots of some aircraft, by their major powers."""
    return Tally(
        position.major(piece.owner)
        for piece in pieces
        if piece.is_air and not is_out_of_pools(position, piece)
    )


@implements("WIF-8.2.1-4", "WIF-19.4.1-2", "WIF-19.4.3-4")
def go_along(umpire: Umpire, pieces: Iterable[Piece], turn: str) -> None:
    """Pilots go with their aircraft to the production circle, and arrive with them."""
    for power, many in _by_power(umpire.position, pieces).items():
        umpire.apply(*on_their_way(umpire.position, power, turn, many))
        left = umpire.state.counter(power, PowerCount.PILOTS)
        umpire.tell(PilotsVerdict(None, power, many, "on-their-way", left, turn))


@implements("WIF-14.6.4-1")
def survives(umpire: Umpire, piece: Piece, place: str, result: str) -> bool:
    """Whether a pilot outlives an aircraft that a result of air combat has destroyed (14.6.4)."""
    colour = colour_of(umpire.chart("air-to-air-colours"), result)
    return outlives(umpire.position, piece, place, colour)


@implements("WIF-14.6.4-1")
def outlives(position: Position, piece: Piece, place: str, colour: str) -> bool:
    """A red result kills a pilot, an orange one over any sea and over enemy hexes (14.6.4)."""
    if colour == RED or not position.ground.is_land(place):
        return False
    return position.controller(place) not in enemies(position, piece.owner)


def colour_of(chart: Chart, result: str) -> str:
    """The colour of an air combat result that destroys."""
    return chart.at(result, "colour").text


@implements("WIF-13.7.1-7c")
def all_lost(umpire: Umpire, power: str) -> None:
    """The pilots of a conquered power die, those that wait and those on their way (13.7.1)."""
    counters = umpire.state.powers[power].counters
    coming = PowerCount.PILOTS_ARRIVE.among(counters)
    many = counters.get(PowerCount.PILOTS, 0) + sum(coming.values())
    if not many:
        return
    words = (PowerCount.PILOTS, *(PowerCount.PILOTS_ARRIVE.of(turn) for turn in sorted(coming)))
    umpire.apply(*(c for w in words for c in set_power(umpire.state, power, "counter", w, None)))
    umpire.tell(PilotsVerdict(None, power=power, more=-many, why="lost", left=0))


# --- what an aircraft needs ----------------------------------------------------------------------


@implements("WIF-4.2.1-16")
def needed(piece: Piece, turn: str) -> int:
    """How many pilots must wait for an aircraft to be placed: two before its year (4.2.1)."""
    return 2 if piece.counter.or_nothing("year") > year_of(turn) else 1


def why_no_pilot(position: Position, piece: Piece, turn: str) -> str:
    """Why an aircraft may not come on the map for want of pilots; nothing if it may."""
    if not piece.is_air:
        return ""
    power, want = position.major(piece.owner), needed(piece, turn)
    has = available(position, power, turn)
    if has >= want:
        return ""
    return f"it needs {want} pilot{'s' * (want > 1)}, {position.called(power)} has {has}"


@implements("WIF-14.6.3-1")
def manned(position: Position, piece: Piece, turn: str) -> tuple[Event, ...]:
    """The change when an aircraft comes on the map: its pilot waits no more (14.6.3)."""
    if not piece.is_air:
        return ()
    want = needed(piece, turn)
    if want > 1 and position.reading(EarlyAircraft) is EarlyAircraft.ONE:
        want = 1
    return counted(position, position.major(piece.owner), -want)


def reserve_of(power: str) -> str:
    """Where a power's aircraft lie that wait for a pilot (14.6.1)."""
    return option_pool_of(power, Pool.AIRCRAFT)


def in_reserve(position: Position) -> Iterator[Piece]:
    """The aircraft in all reserve pools, in byte order of their powers and ids."""
    for power in sorted(position.powers):
        yield from sorted(position.at(reserve_of(power)), key=lambda piece: piece.id)
