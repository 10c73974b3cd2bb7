"""Gearing limits (13.6.8, option 39).

Decides how many units of a class a power may build. Leaves facilities to `works/orders`, chits to
`offensive/chits`, ships to rules that are not played.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.countries import power_over
from pbem.systems.flames.world.kits import Kits
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.vocabulary import PowerCount, TrackName


@implements("WIF-13.6.8-1")
def gearing_limit(last: int) -> int:
    """As many as were built last turn, and one (13.6.8)."""
    return last + 1


@implements("WIF-13.6.8-4")
def is_geared(position: Position, power: str) -> bool:
    """Whether limits hold: not in the first turn, nor for a power just attacked (13.6.8)."""
    state = position.state
    is_first = state.track(TrackName.FIRST_TURN) == state.clock.turn
    attacked = state.counter(power_over(position, power), PowerCount.ATTACKED) > 0
    return not is_first and not attacked


def gearing_left(position: Position, power: str, gearing: str) -> int | None:
    """How many units of a class a power may still build in this turn; None for any number.

    Its countries that produce apart (option 40) count with it.
    """
    if not is_geared(position, power):
        return None
    state, power = position.state, power_over(position, power)
    last = state.counter(power, PowerCount.BUILT.of(gearing.casefold()))
    now = state.counter(power, PowerCount.BUILDING.of(gearing.casefold()))
    return max(0, gearing_limit(last) - now)


KIT: Final = Kits(gearing_left=gearing_left)
