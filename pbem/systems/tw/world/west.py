"""The surprise of the West (18.2): in which turn it is, and whom it strikes.

The scenario says in which turn Germany has declared war on the Low Countries (the track
`low-countries-attacked`); play says in which turn the West is surprised. Decides who is surprised.
Leaves what it does to movement and combat.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import PowerName, TrackName

SURPRISED: Final = (PowerName.FRANCE, PowerName.BELGIUM, PowerName.NORWAY, PowerName.NETHERLANDS)


@implements("TW-18.2-1")
def may_be_surprised(position: Position) -> bool:
    """Whether the West is surprised if Germany attacks French home ground in this turn."""
    return position.track(TrackName.LOW_COUNTRIES_ATTACKED) == position.clock.turn


def is_surprise_turn(position: Position) -> bool:
    """Whether the West has been surprised in this turn."""
    return position.track(TrackName.WESTERN_SURPRISE) == position.clock.turn
