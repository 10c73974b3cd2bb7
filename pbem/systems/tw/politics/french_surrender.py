"""The surrender of France (18.3, 18.4): at the end of an Allied player turn.

Decides when France asks for terms, what is added to the die, and that the scenario is over with it.
Leaves the terms to `armistice`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_track
from pbem.core.rules.readings import Reading
from pbem.core.rules.system import Modifier
from pbem.systems.tw.economy.prices import price_of, worth_of
from pbem.systems.tw.politics.armistice import armistice
from pbem.systems.tw.politics.surrender import SurrenderVerdict, surrenders
from pbem.systems.tw.world.geography import MAGINOT, City, Land
from pbem.systems.tw.world.hexes import is_city
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import (
    GERMANY_AND_ITALY,
    Pool,
    PowerFlag,
    PowerName,
    Side,
    TrackName,
)

CHART: Final = "surrender-france"
LOW_COUNTRIES: Final = (Land.BELGIUM, Land.NETHERLANDS)
IN_THE_WEST: Final = (Land.FRANCE, *LOW_COUNTRIES)
BESIDE_PARIS: Final = (Kind.ARM, Kind.MECH, Kind.INF)


@dataclass(frozen=True, slots=True)
class FrenchSurrenderVerdict(SurrenderVerdict):
    """France asks for terms, or fights on."""

    kind: ClassVar[str] = "french-surrender"
    cite: ClassVar[str] = "18.4"
    chart: ClassVar[str] = CHART


@implements("TW-18.4-1", "TW-18.4-2", "TW-18.4-4", "TW-18.3-1")
def french_surrender(umpire: Umpire) -> None:
    """As an Allied player turn ends: France rolls while the Axis holds a city of hers."""
    position, power = umpire.position, PowerName.FRANCE
    known = power in position.powers
    if not known or position.clock.side != Side.ALLIED or not axis_cities(position):
        return
    if surrenders(umpire, power, modifiers_of(position), FrenchSurrenderVerdict):
        turn = position.clock.turn
        armistice(umpire)
        umpire.apply(*set_track(umpire.state, TrackName.SURRENDERED.of(power), turn))
        umpire.apply(*set_track(umpire.state, TrackName.LAST_TURN, turn))


def axis_cities(position: Position) -> tuple[str, ...]:
    """The cities at home in France that Germany or Italy controls."""
    board = position.board
    return tuple(
        place
        for place in board.places
        if is_city(board, place)
        and board.country(place) == Land.FRANCE
        and position.holder(place) in GERMANY_AND_ITALY
    )


class LostWithoutSupply(Reading, id="TW-R-18.4-a"):
    """What French units in the force pool are worth that were lost without supply."""

    SINGLE = "single"
    DOUBLE = "double"


@implements("TW-18.4-3")
def modifiers_of(position: Position) -> Iterator[Modifier]:
    """What is added to the die of the French surrender, row by row of its chart."""
    chart = position.book.chart(CHART)
    for row, times in _said(position):
        if times:
            yield Modifier(row, int(times) * int(chart.at(row, "modifier").number))


def _said(position: Position) -> Iterator[tuple[str, int]]:
    """How often each row of the chart holds."""
    lost = {position.board.name(place): position.holder(place) for place in axis_cities(position)}
    at_war = position.at_war
    yield "low-countries", _are_lost(position)
    yield "maginot", any(position.holder(place) == PowerName.GERMANY for place in MAGINOT)
    yield "beside-paris", _is_beside_paris(position)
    yield "paris", lost.get(City.PARIS) == PowerName.GERMANY
    yield "sedan", lost.get(City.SEDAN) == PowerName.GERMANY
    yield "lyons", City.LYONS in lost
    yield "marseilles", City.MARSEILLES in lost
    italy = at_war(PowerName.ITALY, PowerName.FRANCE) and at_war(PowerName.ITALY, PowerName.BRITAIN)
    yield "italy-at-war", italy
    yield "unbuilt", _unbuilt(position)
    yield "depleted-fleet", any(p.is_depleted for p in _french(position) if p.kind == Kind.FLEET)
    hurt = position.state.flag(PowerName.BRITAIN, PowerFlag.HURT_IN_FRANCE)
    yield "britain-unhurt", not hurt
    yield "soviet-union-at-war", at_war(PowerName.SOVIET_UNION, PowerName.GERMANY)
    yield "united-states-at-war", at_war(PowerName.UNITED_STATES, PowerName.GERMANY)
    yield "british-army", _british_army(position)


def _are_lost(position: Position) -> bool:
    """Whether enemies control both Low Countries: no place of them is in friendly hands."""
    board = position.board
    held = {
        board.country(place)
        for place in board.places
        if board.country(place) in LOW_COUNTRIES
        and is_city(board, place)
        and position.is_friendly(PowerName.FRANCE, place)
    }
    return not held


def _is_beside_paris(position: Position) -> bool:
    beside = position.board.neighbours[position.city(City.PARIS)]
    german = (
        p for place in beside for p in position.ground_at(place) if p.owner == PowerName.GERMANY
    )
    return any(piece.kind in BESIDE_PARIS for piece in german)


def _unbuilt(position: Position) -> int:
    """How many times 50 NARFs of French ground and air units lie in the force pool, those that
    were lost without supply among them.
    """
    chart = position.book.chart(CHART)
    pools = (f"pool:{PowerName.FRANCE}/{pool}" for pool in Pool)
    unbuilt = [p for pool in pools for p in position.at(pool) if p.is_ground or p.is_air]
    double = position.reading(LostWithoutSupply) is LostWithoutSupply.DOUBLE
    worth = sum((price_of if double else worth_of)(position, piece) for piece in unbuilt)
    return worth // int(chart.at("unbuilt-narfs", "modifier").number)


def _french(position: Position) -> tuple[Piece, ...]:
    return position.pieces_of(PowerName.FRANCE)


def _british_army(position: Position) -> bool:
    """Whether British ground units of ten factors are in France and the Low Countries."""
    chart, board = position.book.chart(CHART), position.board
    there = [
        piece.strength
        for piece in position.pieces_of(PowerName.BRITAIN)
        if piece.is_ground and board.country(piece.at) in IN_THE_WEST
    ]
    return sum(there) >= int(chart.at("british-factors", "modifier").number)
