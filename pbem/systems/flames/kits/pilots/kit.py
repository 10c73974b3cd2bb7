"""What pilots answer (14.6, option 46).

Decides nothing. Leaves each answer to its module.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.counters import Counter
from pbem.systems.flames.kits.pilots.crews import (
    CHEAPER,
    all_lost,
    go_along,
    in_reserve,
    manned,
    pilots_arrive,
    set_free,
    survives,
    why_no_pilot,
)
from pbem.systems.flames.kits.pilots.internment import interned
from pbem.systems.flames.kits.pilots.reserve import arrive_in_reserve, man_aircraft
from pbem.systems.flames.world.kits import Crews, Kits, Moment
from pbem.systems.flames.world.position import Piece


def needs_crew(piece: Piece) -> bool:
    """Whether a unit comes on the map with a pilot alone."""
    return piece.is_air


def price_off(counter: Counter) -> int:
    """How much less a counter costs without its crew (13.6.5)."""
    return CHEAPER if counter.is_a("air") else 0


KIT: Final = Kits(
    crews=Crews(
        set_free=set_free,
        go_along=go_along,
        survives=survives,
        needs_crew=needs_crew,
        in_reserve=in_reserve,
        why_not_manned=why_no_pilot,
        manned=manned,
        all_lost=all_lost,
    ),
    price_off=price_off,
    interned=interned,
    moments=(
        (Moment.ARRIVALS, pilots_arrive),
        (Moment.ARRIVALS, arrive_in_reserve),
        (Moment.PLACED, man_aircraft),
    ),
)
