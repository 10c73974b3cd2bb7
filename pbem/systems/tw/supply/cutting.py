"""Units without supply (12.6, 13.2.3): marked as operations begin, gone as the turn ends.

Decides who is marked, eliminated or besieged. Leaves what marks do to movement to `move`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import NEUTRAL, Mark
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.tw.supply.lines import (
    FULL,
    LIMITED,
    NONE,
    limited_sources,
    supply_of,
)
from pbem.systems.tw.world.hexes import has_fortress
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, Pool, UnitMark

MARK_OF: Final = {NONE: UnitMark.OUT_OF_SUPPLY, LIMITED: UnitMark.LIMITED}
STARVED: Final = 4  # supply segments without supply after which a fortress falls


@dataclass(frozen=True, slots=True)
class SupplyVerdict(Verdict):
    """The units of a side that have no supply, or a limited one, as its operations begin."""

    kind: ClassVar[str] = "supply"
    cite: ClassVar[str] = "12.0"

    without: tuple[UnitId, ...]
    limited: tuple[UnitId, ...]

    @property
    def outcome(self) -> str:
        return "cut-off" if self.without else "limited"


@dataclass(frozen=True, slots=True)
class StarvedVerdict(Verdict):
    """Units are eliminated out of supply; aircraft Depleted."""

    kind: ClassVar[str] = "starved"
    cite: ClassVar[str] = "12.6.3"

    units: tuple[UnitId, ...]
    depleted: tuple[UnitId, ...] = ()

    @property
    def outcome(self) -> str:
        return "eliminated" if self.units else "depleted"


@dataclass(frozen=True, slots=True)
class SiegeVerdict(Verdict):
    """A fortress has been without supply for so many supply segments, or is relieved."""

    kind: ClassVar[str] = "siege"
    cite: ClassVar[str] = "13.2.3"

    stage: int

    @property
    def outcome(self) -> str:
        return "besieged" if self.stage else "relieved"


def _ground(position: Position) -> Iterator[Piece]:
    """All ground units on the map whose power is on a side."""
    return (piece for piece in _on_the_map(position) if piece.is_ground)


def _air(position: Position) -> Iterator[Piece]:
    """All aircraft on the map whose power is on a side, but for those on carriers."""
    return (p for p in _on_the_map(position) if p.is_air and p.kind != Kind.NAC)


def _on_the_map(position: Position) -> Iterator[Piece]:
    for power in position.powers.values():
        if power.side != NEUTRAL:
            own = position.pieces_of(power.id)
            yield from (p for p in own if p.at in position.board.spots)


def _own_ground(position: Position) -> Iterator[Piece]:
    """The ground units of the side that moves, on the map."""
    side = position.clock.side
    return (piece for piece in _ground(position) if position.side_of(piece.owner) == side)


@implements("TW-12.0-1", "TW-12.6.2-1", "TW-12.2.3-1")
def supply_check(umpire: Umpire) -> None:
    """As operations begin: who has no supply is marked, and who has a limited source alone.

    Units of the other side too: they are in supply through this player turn or they are not.
    """
    position = umpire.position
    both = (*_ground(position), *_air(position))
    for piece, supply in [(piece, _supply_at_hand(position, piece)) for piece in both]:
        if supply in MARK_OF and (piece.is_ground or supply == LIMITED):
            mark = MARK_OF[supply]
            umpire.apply(*set_mark(piece.unit, mark, Mark(mark.until)))
    own = [piece.id for piece in both if position.side_of(piece.owner) == position.clock.side]
    marked = {mark: _with(umpire, own, mark) for mark in MARK_OF.values()}
    if any(marked.values()):
        without, limited = marked[UnitMark.OUT_OF_SUPPLY], marked[UnitMark.LIMITED]
        umpire.tell(SupplyVerdict(None, without, limited))


@implements("TW-13.2.3-1")
def _supply_at_hand(position: Position, piece: Piece) -> str:
    """The supply of a unit: none of ground units in a besieged fortress that is their source."""
    besieged = piece.is_ground and bool(position.state.marker(piece.at, Marker.SIEGE))
    return NONE if besieged and not _is_relieved(position, piece) else supply_of(position, piece)


def _with(umpire: Umpire, units: Iterable[str], mark: UnitMark) -> tuple[str, ...]:
    return tuple(unit for unit in units if umpire.state.units[unit].marked(mark))


@implements("TW-12.0-1", "TW-12.6.2-1")
def second_check(umpire: Umpire) -> None:
    """Before the second impulse: ARM, MECH and CAV that have supply again are free to move, at
    full strength if their source is a full one; nobody is worse off than as operations began.
    """
    position = umpire.position
    _supplied_again(umpire, [piece for piece in _own_ground(position) if piece.exploits])


def _supplied_again(umpire: Umpire, pieces: Iterable[Piece]) -> None:
    """Marked units that have supply again lose the mark, or keep that of a limited source."""
    position = umpire.position
    for piece in pieces:
        supply = _supply_at_hand(position, piece)
        if supply == NONE or not any(map(piece.unit.marked, MARK_OF.values())):
            continue
        limited = Mark(UnitMark.LIMITED.until) if supply == LIMITED else None
        umpire.apply(*set_mark(piece.unit, UnitMark.OUT_OF_SUPPLY, None))
        umpire.apply(*set_mark(umpire.state.units[piece.id], UnitMark.LIMITED, limited))


@implements("TW-12.7.2-1")
def look_again(umpire: Umpire) -> None:
    """Once supply has been run: who has it again is free to act, as if he had never lacked it."""
    position = umpire.position
    side = position.clock.side
    both = (*_ground(position), *_air(position))
    _supplied_again(umpire, [piece for piece in both if position.side_of(piece.owner) == side])


class FromWhen(Reading, id="TW-R-7.8.4-b"):
    """From when units are out of supply whose line has been cut at sea."""

    AT_ONCE = "at-once"
    LATER = "later"


@implements("TW-7.8.4-2", "TW-12.2.3-1")
def cut_off(umpire: Umpire, before: Position, power: str) -> tuple[str, ...]:
    """Units of a power that have lost supply since a position: they are marked at once."""
    position = umpire.position
    hit: list[str] = []
    for piece in (*_ground(position), *_air(position)):
        supply = supply_of(position, piece)
        if piece.owner != power or supply not in MARK_OF:
            continue
        if supply_of(before, before.piece(before.units[piece.id])) not in (supply, NONE):
            hit.append(piece.id)
            at_once = umpire.reading(FromWhen) is FromWhen.AT_ONCE
            if at_once and (piece.is_ground or supply == LIMITED):
                mark = MARK_OF[supply]
                umpire.apply(*set_mark(piece.unit, mark, Mark(mark.until)))
    return tuple(hit)


@implements(
    "TW-12.6.3-1",
    "TW-12.0-2",
    "TW-3.9.1-1",
    "TW-3.9.1-2",
    "TW-12.3-2",
    "TW-10.2.7-1",
    "TW-12.6.2-2",
)
def supply_segment(umpire: Umpire) -> None:
    """Units without supply as operations began and still now are eliminated; fortresses starve."""
    position = umpire.position
    lost = [
        piece
        for piece in _own_ground(position)
        if piece.unit.marked(UnitMark.OUT_OF_SUPPLY)
        and not piece.unit.marked(UnitMark.EXPLOITED)
        and not has_fortress(position, piece.at)
        and supply_of(position, piece) == NONE
    ]
    if lost:
        umpire.apply(*(event for piece in lost for event in gone(piece, Pool.OUT_OF_SUPPLY)))
        umpire.tell(StarvedVerdict(None, tuple(piece.id for piece in lost)))
    _ground_aircraft(umpire)
    _sieges(umpire)


@implements("TW-12.6.3-2")
def _ground_aircraft(umpire: Umpire) -> None:
    """Aircraft of the side that moves that are without supply still: Depleted, or eliminated."""
    cut_off = tuple(_aircraft_without(umpire.position))
    lost = [piece for piece in cut_off if piece.unit.marked(UnitMark.DEPLETED)]
    worn = [piece for piece in cut_off if piece not in lost]
    umpire.apply(*(event for piece in lost for event in eliminated(piece)))
    for piece in worn:
        umpire.apply(*set_mark(piece.unit, UnitMark.DEPLETED, Mark(UnitMark.DEPLETED.until)))
    if cut_off:
        umpire.tell(StarvedVerdict(None, _ids(lost), _ids(worn)))


def _aircraft_without(position: Position) -> Iterator[Piece]:
    """The aircraft of the side that moves, but for those on ships, that have no supply."""
    for power in position.state.powers_of(position.clock.side):
        for piece in position.pieces_of(power.id):
            flies = piece.is_air and piece.kind != Kind.NAC
            if flies and supply_of(position, piece) == NONE:
                yield piece


def _ids(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces)


@implements("TW-15.3-1", "TW-12.6.4-1", "TW-10.3.3-2", "TW-1.2b-7")
def eliminated(piece: Piece) -> Iterator[Event]:
    """A unit goes to its force pool; ground units without supply to a pool of their own."""
    cut_off = piece.is_ground and piece.unit.marked(UnitMark.OUT_OF_SUPPLY)
    yield from gone(piece, Pool.OUT_OF_SUPPLY if cut_off else Pool.FORCE)


@implements("TW-13.2.3-2")
def eliminated_at(position: Position, piece: Piece) -> Iterator[Event]:
    """The same where a unit stands: who has come into a besieged fortress since its operations
    began is without supply there too.
    """
    besieged = piece.is_ground and bool(position.state.marker(piece.at, Marker.SIEGE))
    cut_off = besieged and _supply_at_hand(position, piece) == NONE
    yield from gone(piece, Pool.OUT_OF_SUPPLY) if cut_off else eliminated(piece)


def gone(piece: Piece, pool: Pool) -> Iterator[Event]:
    """A unit goes to a pool, with no mark."""
    for name in piece.unit.marks:
        yield from set_mark(piece.unit, name, None)
    yield UnitMoved(piece.id, piece.at, f"pool:{piece.owner}/{pool}")


@implements("TW-13.2.3-1", "TW-13.2.3-2", "TW-12.8-1")
def _sieges(umpire: Umpire) -> None:
    """Each fortress of the side that moves: besieged one stage more, starved, or relieved."""
    position = umpire.position
    held: dict[str, list[Piece]] = {}
    for piece in _own_ground(position):
        if has_fortress(position, piece.at):
            held.setdefault(piece.at, []).append(piece)
    for place, pieces in held.items():
        _siege(umpire, place, pieces)


def _siege(umpire: Umpire, place: PlaceId, pieces: list[Piece]) -> None:
    position = umpire.position
    before = int(position.state.marker(place, Marker.SIEGE) or 0)
    stage = 0 if any(_is_relieved(position, piece) for piece in pieces) else before + 1
    if stage == before == 0:
        return
    if stage == STARVED:
        umpire.apply(*(event for piece in pieces for event in gone(piece, Pool.OUT_OF_SUPPLY)))
        umpire.apply(*set_place(umpire.state, place, "marker", Marker.SIEGE, None))
        umpire.tell(StarvedVerdict(place, tuple(piece.id for piece in pieces)))
        return
    umpire.apply(*set_place(umpire.state, place, "marker", Marker.SIEGE, stage or None))
    umpire.tell(SiegeVerdict(place, stage))


def _is_relieved(position: Position, piece: Piece) -> bool:
    """Whether a line reaches a fortress from outside: its own limited source does not count."""
    supply = supply_of(position, piece)
    own = piece.at in limited_sources(position, piece.owner)
    return supply == FULL or (supply == LIMITED and not own)
