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
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerCount, Side
from pbem.systems.tw.world.weather import UNDER_SOVIET

MOVES: Final = "moves"
KINDS: Final = (PowerCount.RAILED_IN_RUSSIA, PowerCount.SHIFTED_IN_RUSSIA)


@implements("TW-26.1.1-7")
def is_let(check: Check, pieces: Sequence[Piece], places: Sequence[str], kind: PowerCount) -> None:
    """Units of the Axis that touch Russia by rail or strategically: few in harsh winters, none in
    arctic conditions; of the strategic moves fewer in an extreme one.
    """
    position, power = check.position, pieces[0].owner
    inside = next((place for place in places if is_inside(position, place)), "")
    if not inside or position.side_of(power) != Side.AXIS or power in UNDER_SOVIET:
        return
    chart, weather = position.book.chart("weather-effects"), weather_at(position, inside)
    if weather not in chart.table(MOVES).rows.names:
        return
    done = {one: _done(check, one) + (len(pieces) if one is kind else 0) for one in KINDS}
    of_all, of_shifts = (
        int(chart.at(weather, what, MOVES).number) for what in ("all", "strategic")
    )
    if sum(done.values()) > of_all or done[PowerCount.SHIFTED_IN_RUSSIA] > of_shifts:
        most = of_all if kind is PowerCount.RAILED_IN_RUSSIA else min(of_all, of_shifts)
        how = "by rail" if kind is PowerCount.RAILED_IN_RUSSIA else "strategically"
        message = f"in {weather.replace('-', ' ')} {most or 'no'} Axis units move {how} in Russia"
        check.complain("winter", message, cite="26.1.1")
    own = check.state.counter(power, kind) + len(pieces)
    check.does(set_power(check.state, power, "counter", kind, own))


def _done(check: Check, kind: PowerCount) -> int:
    """How many units of all powers have gone so in this player turn."""
    return sum(check.state.counter(power, kind) for power in check.position.powers)
