"""The surprise of the West (18.2): in which turn it is, and whom it strikes.

The scenario says in which turn Germany has declared war on the Low Countries (the track
`low-countries-attacked`); play says in which turn the West is surprised. Decides who is surprised,
and when Britain has bled for France. Leaves what it does to movement and combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.core.record.events import Event
from pbem.core.rules.readings import Reading
from pbem.systems.tw.world.geography import Land
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import PowerFlag, PowerName, Side, TrackName, UnitMark

NO_RESERVES: Final = (PowerName.FRANCE, PowerName.BRITAIN)
AT_THE_BORDER: Final = "1940-spring"  # the turn in which French aircraft are based there
BORDERS: Final = (frozenset({Land.FRANCE, Land.GERMANY}), frozenset({Land.FRANCE, Land.BELGIUM}))
WHOLE: Final = (Kind.ARM, Kind.MOT, Kind.FTR, Kind.TAC)
"""British units whose losses France does not overlook."""
SURPRISED: Final = (PowerName.FRANCE, PowerName.BELGIUM, PowerName.NORWAY, PowerName.NETHERLANDS)


@implements("TW-18.2-1")
def may_be_surprised(position: Position) -> bool:
    """Whether the West is surprised if Germany attacks French home ground in this turn."""
    return position.track(TrackName.LOW_COUNTRIES_ATTACKED) == position.clock.turn


class SurpriseBegins(Reading, id="TW-R-18.2-a"):
    """From when on in its turn the West is surprised."""

    ATTACK = "attack"
    TURN = "turn"


def is_surprise_turn(position: Position) -> bool:
    """Whether the West is surprised now: from the announcement of the attack on, by the other
    reading also while aircraft fly before it.
    """
    if position.track(TrackName.WESTERN_SURPRISE) == position.clock.turn:
        return True
    axis = position.clock.side == Side.AXIS and may_be_surprised(position)
    return axis and position.reading(SurpriseBegins) is SurpriseBegins.TURN


@implements("TW-18.5.7-2")
def is_in_hostile_france(position: Position, piece: Piece) -> bool:
    """Whether a British unit stands in a France that has surrendered and is hostile to it."""
    lingers = piece.unit.marked(UnitMark.LINGERS)
    return lingers and position.board.country(piece.at) == Land.FRANCE


@implements("TW-18.2-9")
def keeps_no_reserves(position: Position, power: str) -> bool:
    """Whether a power puts nobody in reserve: France and Britain, before the surprise is over or
    can come no more.
    """
    attacked = position.track(TrackName.LOW_COUNTRIES_ATTACKED)
    return power in NO_RESERVES and not attacked and not has_fallen(position)


def has_fallen(position: Position) -> bool:
    """Whether France has surrendered."""
    return bool(position.track(TrackName.SURRENDERED.of(PowerName.FRANCE)))


@implements("TW-18.2-3")
def may_base_french(position: Position, place: str) -> bool:
    """Whether French aircraft may be based in a hex: in Spring 1940 at the borders of France with
    Germany and Belgium alone.
    """
    if position.clock.turn != AT_THE_BORDER:
        return True
    board, near = position.board, position.board.neighbours[place]
    return any(frozenset({board.country(place), board.country(one)}) in BORDERS for one in near)


@implements("TW-18.4-3")
def hurt_in_france(position: Position, pieces: Iterable[Piece], over: str = "") -> Iterator[Event]:
    """Once Britain has lost or Depleted a whole unit in France, or over it, her ally no longer
    doubts her.
    """
    power, country = PowerName.BRITAIN, position.board.country
    there = (p for p in pieces if p.owner == power and p.kind in WHOLE and not p.is_depleted)
    if any(country(over or piece.at) == Land.FRANCE for piece in there):
        yield from set_power(position.state, power, "flag", PowerFlag.HURT_IN_FRANCE, True)
