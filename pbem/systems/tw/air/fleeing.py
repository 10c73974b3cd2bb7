"""Aircraft whose base the enemy has taken (11.1.2): they fly off, or are lost.

Looked at after each movement of ground units, and as a hex falls in combat. Decides who must fly,
whither, and what it costs. Leaves the capture itself to movement and combat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.core.record.verdicts import PlaceId, UnitId, Verdict
from pbem.core.rules.readings import Reading
from pbem.systems.tw.air.basing import bases_within
from pbem.systems.tw.air.flights import staging_range
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.boxes import takes_missions
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import Marker, UnitMark


class CaughtOnTheGround(Reading, id="TW-R-11.1-a"):
    """Which aircraft are Depleted as their base is captured."""

    UNDEFENDED = "undefended"
    ALL = "all"


FLY_OFF: Final = DecisionKind(
    "fly-off",
    "Where aircraft fly that lose their base",
    "when the enemy takes the base of an aircraft of yours; default: the nearest base with room",
    "11.1.2",
    (AnswerKey("flights", "to"),),
    {"bases": "among how many bases you choose", "state": "whether it is Depleted"},
    values={"state": one_of("fresh", "depleted")},
)


@dataclass(frozen=True, slots=True)
class FlightVerdict(Verdict):
    """An aircraft has left a base that the enemy took; nowhere, where it is lost."""

    kind: ClassVar[str] = "flight"
    cite: ClassVar[str] = "11.1.2"

    unit: UnitId
    to: PlaceId | None
    depleted: bool

    @property
    def outcome(self) -> str:
        return "flies" if self.to else "eliminated"


@implements("TW-11.1.2-2", "TW-11.2-2")
def flights(umpire: Umpire) -> None:
    """After movement: aircraft leave the hexes that the enemy has entered or gone through."""
    position = umpire.position
    lost = dict.fromkeys(
        unit.at
        for _, unit in sorted(umpire.state.units.items())
        if takes_missions(position, unit.at) and _is_lost(position, position.piece(unit))
    )
    for place in lost:
        fought = bool(position.state.marker(place, Marker.OVERRUN))
        abandon(umpire, place, defended=fought)


def _is_lost(position: Position, piece: Piece) -> bool:
    """Whether an aircraft stands in a hex of the enemy's."""
    holder = position.holder(piece.at)
    return piece.is_air and bool(holder) and position.at_war(piece.owner, holder)


@implements("TW-11.1.2-2", "TW-11.1.2-3", "TW-11.2-2")
def abandon(umpire: Umpire, place: str, defended: bool) -> None:
    """The aircraft of a captured hex leave it, and its airbase is gone."""
    position = umpire.position
    umpire.apply(*set_place(umpire.state, place, "marker", Marker.AIRBASE, None))
    for piece in position.at(place):
        if _is_lost(position, piece):
            _leave(umpire, piece, defended)


def _leave(umpire: Umpire, piece: Piece, defended: bool) -> None:
    """One aircraft flies to another base, Depleted where nobody defended its own."""
    everywhere = umpire.reading(CaughtOnTheGround) is CaughtOnTheGround.ALL
    caught = everywhere or not defended
    bases = tuple(_bases(umpire.position, piece, nearest=defended))
    if not bases or (caught and piece.is_depleted):
        umpire.apply(*eliminated(piece))
        umpire.tell(FlightVerdict(piece.at, piece.id, None, False))
        return
    goal = _chosen(umpire, piece, bases, caught)
    if caught:
        umpire.apply(*_marked(piece, UnitMark.DEPLETED))
    umpire.apply(*_marked(umpire.position.piece(umpire.state.units[piece.id]), UnitMark.DISPLACED))
    umpire.apply(UnitMoved(piece.id, piece.at, goal))
    umpire.tell(FlightVerdict(piece.at, piece.id, goal, caught))


def _marked(piece: Piece, mark: UnitMark) -> Iterable[Event]:
    return set_mark(piece.unit, mark, Mark(mark.until))


def _bases(position: Position, piece: Piece, nearest: bool) -> Iterator[str]:
    """The bases within staging range, nearest first: of a defended hex the nearest alone."""
    found = bases_within(position, piece, staging_range(piece))
    least = next(iter(found.values()), None)
    yield from (place for place, far in found.items() if far == least or not nearest)


def _chosen(umpire: Umpire, piece: Piece, bases: tuple[str, ...], depleted: bool) -> str:
    """The base to which its owner sends it."""
    if len(bases) == 1:
        return bases[0]
    position = umpire.position
    answer = umpire.decide(
        FLY_OFF.ask(
            f"Where does {piece.counter.name} fly to?",
            position.powers[piece.owner].players,
            [Option(one, position.board.name(one) or one, frozenset({one})) for one in bases],
            [bases[0]],
            about=piece.id,
            at=piece.at,
            facts={"bases": len(bases), "state": "depleted" if depleted else "fresh"},
        )
    )
    return answer.pick
