"""How often aircraft fly (11.2.3): one mission of each kind in an impulse, on each front.

The mark of a kind of mission holds the hexes to which it was flown. Decides who has done his part.
Leaves who may fly at all to the missions.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark, Unit
from pbem.systems.tw.world.hexes import front_of
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark


@implements("TW-11.2.3-2", "TW-1.2a-7")
def has_flown(position: Position, unit: Unit, mark: UnitMark, place: str) -> bool:
    """Whether a unit has flown a mission of a kind on the front of a hex in this impulse."""
    board = position.board
    front = front_of(board, place)
    return any(front_of(board, one) == front for one in _flown_to(unit, mark))


def _flown_to(unit: Unit, mark: UnitMark) -> tuple[str, ...]:
    """The hexes to which a unit has flown on missions of a kind."""
    said = unit.marks.get(mark)
    return tuple(str(said.value).split()) if said is not None else ()


def flies(unit: Unit, mark: UnitMark, place: str) -> Iterator[Event]:
    """A unit flies a mission of a kind to a hex."""
    places = dict.fromkeys((*_flown_to(unit, mark), place))
    yield from set_mark(unit, mark, Mark(mark.until, " ".join(places)))
