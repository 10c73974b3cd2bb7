"""How often aircraft fly (11.2.3): one mission of each kind in an impulse, on each front.

The mark of a kind of mission holds the hexes and sea areas to which it was flown. Decides who has
done his part. Leaves who may fly at all to the missions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pbem.core.data.rulebook import implements
from pbem.core.maps.board import Board
from pbem.core.record.changes import set_mark
from pbem.core.record.events import Event
from pbem.core.record.state import Mark, Unit
from pbem.systems.tw.world.hexes import front_of
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark


@implements("TW-11.2.3-2", "TW-1.2a-7", "TW-META-9")
def has_flown(position: Position, unit: Unit, mark: UnitMark, place: str) -> bool:
    """Whether a unit has flown a mission of a kind on the front of a place in this impulse."""
    board = position.board
    return any(_front(board, one) == _front(board, place) for one in flown_to(unit, mark))


def _front(board: Board, place: str) -> str:
    """The front of a hex; of a sea area that of most of its hexes."""
    return front_of(board, place) or _fronts_of_areas(board).get(place, "")


@lru_cache(maxsize=8)
def _fronts_of_areas(board: Board) -> Mapping[str, str]:
    """The front of each sea area that has hexes."""
    found: dict[str, list[str]] = {}
    for place in board.spots:
        for area in board.seas(place):
            found.setdefault(area, []).append(front_of(board, place))
    return {area: max(sorted(set(fronts)), key=fronts.count) for area, fronts in found.items()}


def flown_to(unit: Unit, mark: UnitMark) -> tuple[str, ...]:
    """Where a unit has flown on missions of a kind."""
    said = unit.marks.get(mark)
    return tuple(str(said.value).split()) if said is not None else ()


def flies(unit: Unit, mark: UnitMark, *places: str) -> Iterator[Event]:
    """A unit flies a mission of a kind to a place; at sea against a mission of ships, too."""
    all_ = dict.fromkeys((*flown_to(unit, mark), *places))
    yield from set_mark(unit, mark, Mark(mark.until, " ".join(all_)))
