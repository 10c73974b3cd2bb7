"""The surrender of the Soviet Union (21.1): at the end of an Allied player turn.

Decides when she rolls, what is added to the die, and that the scenario is over with it. Leaves who
has won to `victory`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.changes import set_track
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import REMOVED
from pbem.core.rules.system import Modifier
from pbem.systems.tw.economy.income import granted_lend_lease
from pbem.systems.tw.economy.prices import price_of
from pbem.systems.tw.economy.prizes import is_out
from pbem.systems.tw.politics.surrender import SurrenderVerdict, limit_of, surrenders
from pbem.systems.tw.world.geography import Box, City, Land, Region
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind
from pbem.systems.tw.world.vocabulary import (
    BRITAIN_AND_AMERICA,
    Pool,
    PowerName,
    Side,
    TrackName,
    UnitMark,
)

CHART: Final = "surrender-soviet-union"
BEST: Final = 10  # of the die
GREAT: Final = (City.MOSCOW, City.LENINGRAD, City.STALINGRAD)
FEW: Final = (Kind.PART, Kind.CDO, Kind.PARA)


@dataclass(frozen=True, slots=True)
class SovietSurrenderVerdict(SurrenderVerdict):
    """The Soviet Union surrenders, or fights on."""

    kind: ClassVar[str] = "soviet-surrender"
    cite: ClassVar[str] = "21.1"
    chart: ClassVar[str] = CHART


@implements("TW-21.1-1", "TW-21.1-2")
def soviet_surrender(umpire: Umpire) -> None:
    """As an Allied player turn ends: the Soviet Union rolls if it may come to surrender."""
    position, power = umpire.position, PowerName.SOVIET_UNION
    if position.clock.side != Side.ALLIED:
        return
    if not any(_is_occupied(position, city) for city in GREAT):
        return
    modifiers = tuple(modifiers_of(position))
    limit = limit_of(umpire, SovietSurrenderVerdict)
    if BEST + sum(one.value for one in modifiers) < limit:
        return
    if surrenders(umpire, power, modifiers, SovietSurrenderVerdict):
        _give_up(umpire)


def _give_up(umpire: Umpire) -> None:
    """All Soviet units leave the game, and the scenario is over."""
    turn, power = umpire.state.clock.turn, PowerName.SOVIET_UNION
    for unit in [u for _, u in sorted(umpire.state.units.items()) if u.owner == power]:
        umpire.apply(UnitMoved(unit.id, unit.at, REMOVED))
    umpire.apply(*set_track(umpire.state, TrackName.SURRENDERED.of(power), turn))
    umpire.apply(*set_track(umpire.state, TrackName.LAST_TURN, turn))


def _is_occupied(position: Position, city: str) -> bool:
    """Whether enemy ground units are in a city."""
    return bool(position.enemy_ground(PowerName.SOVIET_UNION, position.city(city)))


def _is_german(position: Position, city: str) -> bool:
    return position.holder(position.city(city)) == PowerName.GERMANY


@implements("TW-21.1-1", "TW-21.1-3")
def modifiers_of(position: Position) -> Iterator[Modifier]:
    """What is added to the die of the Soviet surrender, row by row of its chart."""
    chart = position.book.chart(CHART)
    for row, times in (*_lost_places(position), *_allies(position)):
        if times:
            yield Modifier(row, int(times) * int(chart.at(row, "modifier").number))


def _lost_places(position: Position) -> Iterator[tuple[str, int]]:
    """What Germany holds, and what the Soviet Union has lost."""
    for city in GREAT:
        yield city.casefold(), _is_german(position, city)
    both = _is_german(position, City.KIEV) and _is_german(position, City.SEVASTOPOL)
    yield "kiev-and-sevastopol", both
    yield "baku", _is_german(position, City.BAKU)
    edge = position.board.neighbours[Box.URALS]
    german = (piece for place in edge for piece in position.ground_at(place))
    yield "beside-urals", any(piece.owner == PowerName.GERMANY for piece in german)
    yield "lost", _lost_units(position)


@implements("TW-21.1-3")
def _lost_units(position: Position) -> int:
    """How many times 50 NARFs of ground and air units are lost and not rebuilt; without supply
    they count double, and what has never been built counts for nothing.
    """
    chart, power = position.book.chart(CHART), PowerName.SOVIET_UNION
    pools = (f"pool:{power}/{pool}" for pool in (Pool.FORCE, Pool.OUT_OF_SUPPLY))
    pieces = [
        piece
        for pool in pools
        for piece in position.at(pool)
        if not piece.unit.marked(UnitMark.FREE) and not piece.unit.marked(UnitMark.UNBUILT)
    ]
    worth = sum(price_of(position, piece) for piece in pieces if piece.is_ground or piece.is_air)
    return worth // int(chart.at("lost-narfs", "modifier").number)


def _allies(position: Position) -> Iterator[tuple[str, int]]:
    """What her allies do, and fail to do."""
    chart = position.book.chart(CHART)
    yield "france-fights", not is_out(position, PowerName.FRANCE)
    western = [p for power in BRITAIN_AND_AMERICA for p in position.pieces_of(power) if p.is_ground]
    country = position.board.country
    firm = [piece for piece in western if piece.kind not in FEW]
    yield "second-front", any(country(piece.at) == Land.FRANCE for piece in firm)
    at_war = position.at_war
    yield "united-states-at-war", at_war(PowerName.UNITED_STATES, PowerName.GERMANY)
    enough = int(chart.at("lend-lease-narfs", "modifier").number)
    yield "lend-lease", granted_lend_lease(position) >= enough
    regular = [piece for piece in western if piece.kind != Kind.PART]
    yield "italy-invaded", any(_is_on_the_mainland(position.board, p.at) for p in regular)
    yield "turkey-attacked", at_war(PowerName.GERMANY, PowerName.TURKEY)


def _is_on_the_mainland(board: Board, place: str) -> bool:
    """Whether a hex is in Italy, and not on Sicily."""
    return board.country(place) == Land.ITALY and board.text(place, "region") != Region.SICILY
