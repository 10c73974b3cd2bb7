"""A hex that enemies take, and what is there (9.6.2, 10.6.4, 10.7).

Decides whose the hex is, and what becomes of its works: a fortification is destroyed, a fortress
becomes a fortification, but those of the Maginot Line and of Leningrad, of which nothing is left;
and of breaches, bridgeheads and beachheads of those who lose it, which close. Leaves what the
captor of a fortress prefers after combat to `combat`, airbases to `air`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_place
from pbem.core.record.events import Event
from pbem.systems.tw.world.geography import MAGINOT, City
from pbem.systems.tw.world.hexes import has_fortress
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import Marker

OPENINGS: Final = (Marker.BREACH, Marker.BRIDGEHEAD, Marker.BEACHHEAD)


@implements("TW-1.2c-1", "TW-10.6.4-5", "TW-10.7-1")
def captured(position: Position, power: str, place: str) -> Iterator[Event]:
    """A hex goes to a power, with what is left of its works."""
    yield from set_controller(position.state, place, power)
    yield from openings_close(position, power, place)
    yield from works_fall(position, place, kept=may_be_kept(position, place))


@implements("TW-9.6.2-1", "TW-9.6.2-2", "TW-7.7.4-1")
def openings_close(position: Position, power: str, place: str) -> Iterator[Event]:
    """What others than who takes a hex have opened there is no more."""
    for marker in OPENINGS:
        owner = position.state.marker(place, marker)
        if owner is not None and not position.stand_together(power, str(owner)):
            yield from set_place(position.state, place, "marker", marker, None)


def works_fall(position: Position, place: str, *, kept: bool) -> Iterator[Event]:
    """No works are left of a captured hex, or a fortification of a fortress that is kept."""
    left = {Marker.FORTIFICATION: kept or None}
    for marker in (Marker.FORTRESS, Marker.SIEGE, Marker.EMPTY_SINCE, Marker.FORTIFICATION):
        yield from set_place(position.state, place, "marker", marker, left.get(marker))


@implements("TW-10.7-1")
def may_be_kept(position: Position, place: str) -> bool:
    """Whether a captor may keep a fortification of a fortress."""
    dismantled = place in MAGINOT or position.board.name(place) == City.LENINGRAD
    return has_fortress(position, place) and not dismantled
