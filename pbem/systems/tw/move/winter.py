"""What a bitter winter leaves of movement by rail and strategically in Russia (26.1.1).

Decides how many units of the Axis go so in a player turn, all its powers together. Leaves what a
move costs to `rail` and `points`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_power
from pbem.systems.tw.world.east import is_inside
from pbem.systems.tw.world.hexes import weather_at
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, Side
from pbem.systems.tw.world.weather import UNDER_SOVIET

CHART: Final = "weather-effects"
MOVES: Final = "moves"
KINDS: Final = (PowerCount.RAILED_IN_RUSSIA, PowerCount.SHIFTED_IN_RUSSIA)


@implements("TW-26.1.1-7")
def is_let(check: Check, pieces: Sequence[Piece], places: Sequence[str], kind: PowerCount) -> None:
    """Units of the Axis that touch Russia by rail or strategically: few in harsh winters, of the
    strategic moves fewer in an extreme one; none anywhere in arctic conditions.
    """
    position, power = check.position, pieces[0].owner
    weather = _bitter(position, places)
    if not weather or position.side_of(power) != Side.AXIS or power in UNDER_SOVIET:
        return
    railed, shifted = (_gone(check, one) + (one is kind) * len(pieces) for one in KINDS)
    of_all, of_shifts = (_most(position, weather, what) for what in ("all", "strategic"))
    if railed + shifted > of_all or shifted > of_shifts:
        by_rail = kind is PowerCount.RAILED_IN_RUSSIA
        most, how = (of_all, "by rail") if by_rail else (of_shifts, "strategically")
        many = f"{most} Axis units move {how} in Russia" if most else f"no Axis units move {how}"
        message = f"in {weather.replace('-', ' ')} {many}"
        check.complain("winter", message, cite="26.1.1")
    own = check.state.counter(power, kind) + len(pieces)
    check.does(set_power(check.state, power, "counter", kind, own))


def _bitter(position: Position, places: Sequence[str]) -> str:
    """The winter in which few move, where one of some hexes lies in Russia in it; one in which
    nobody does, wherever it lies.
    """
    known = position.book.chart(CHART).table(MOVES).rows.names
    found = ((weather_at(position, place), is_inside(position, place)) for place in places)
    bitter = ((weather, inside) for weather, inside in found if weather in known)
    return next((one for one, inside in bitter if inside or not _most(position, one, "all")), "")


def _most(position: Position, weather: str, what: str) -> int:
    return int(position.book.chart(CHART).at(weather, what, MOVES).number)


def _gone(check: Check, kind: PowerCount) -> int:
    """How many units of all powers have gone so in this player turn."""
    return sum(check.state.counter(power, kind) for power in check.position.powers)
