"""What partisans hold (1.2): the hex in which they stand, and no longer than they stand there.

Decides who had a hex before them, and when it is his again. Leaves where partisans come from to
rules that are not played: TW-25.2-2, TW-25.4-2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_place
from pbem.core.record.events import Event
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker


def are_partisans(pieces: Sequence[Piece]) -> bool:
    return all(piece.kind == Kind.PART for piece in pieces)


@implements("TW-1.2c-2")
def occupied(position: Position, power: str, place: str) -> Iterator[Event]:
    """Partisans take a hex, which remembers whose it was."""
    before = position.holder(place)
    yield from set_controller(position.state, place, power)
    yield from set_place(position.state, place, "marker", Marker.HELD_BEFORE, before)


@implements("TW-1.2c-2", "TW-14.6.1-8")
def holder_but_for_partisans(position: Position, place: str) -> str:
    """Who holds a hex; where partisans stand, whoever had it before."""
    return str(position.state.marker(place, Marker.HELD_BEFORE) or position.holder(place))


@implements("TW-1.2c-2")
def partisans_go(umpire: Umpire) -> None:
    """Hexes that partisans have left, or lost, are again whose they were; other units of their side
    hold them for good.
    """
    for place in sorted(umpire.state.places):
        before = umpire.state.marker(place, Marker.HELD_BEFORE)
        if before is not None:
            _let_go(umpire, place, str(before))


def _let_go(umpire: Umpire, place: str, before: str) -> None:
    position = umpire.position
    holder = position.holder(place)
    there = [p for p in position.ground_at(place) if position.stand_together(p.owner, holder)]
    if there and are_partisans(there):
        return
    if not there:
        umpire.apply(*set_controller(umpire.state, place, before))
    umpire.apply(*set_place(umpire.state, place, "marker", Marker.HELD_BEFORE, None))
