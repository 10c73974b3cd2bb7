"""Beaches (7.7.2 to 7.7.4): who stands there, with a beachhead; who goes back to his port.

A beachhead holds six ground units: those too many are Depleted and go back with their ships, as
landings do that lack superiority in the air. Then second waves land. Decides who stays. Leaves who
lands where to `invading`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_mark, set_place
from pbem.core.record.events import Event, UnitMoved
from pbem.core.record.state import Mark
from pbem.systems.tw.sea.sea_verdicts import CrowdedVerdict, LandingVerdict
from pbem.systems.tw.supply.cutting import eliminated
from pbem.systems.tw.world.calendar import next_own_player_turn, turn_after
from pbem.systems.tw.world.capturing import captured
from pbem.systems.tw.world.commandos import is_stormed
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.stacking import counts, excess, excess_with
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, UnitMark

CROWDED: Final = DecisionKind(
    "crowded-beach",
    "Which units a beachhead does not hold",
    "when more than six units of yours have come ashore on a beach, which of those who landed are "
    "Depleted and go back to port; default: Depleted ones, then the weakest",
    "7.7.4",
    (AnswerKey("losses", "back"),),
    {"units": "how many go back"},
)


@implements("TW-7.7.2-1", "TW-12.5-1")
def ashore(position: Position, units: Sequence[str], goal: str, origin: str) -> Iterator[Event]:
    """Units of a port stand on a beach: theirs, with a beachhead, where nobody contests it."""
    for unit in units:
        piece = position.piece(position.units[unit])
        yield from set_mark(piece.unit, UnitMark.LANDED, Mark(UnitMark.LANDED.until, origin))
        yield from set_mark(piece.unit, UnitMark.MOVED, Mark(UnitMark.MOVED.until))
        yield from set_mark(piece.unit, UnitMark.AFLOAT, None)
        yield UnitMoved(unit, piece.at, goal)
    if _falls(position, units, goal):
        power = position.units[units[0]].owner
        yield from captured(position, power, goal)
        yield from beachhead(position, power, goal)


@implements("TW-7.7.4-1", "TW-1.2d-2")
def beachhead(position: Position, power: str, place: str) -> Iterator[Event]:
    """A beach that has been taken counts as a port, and holds six units, for three turns."""
    clock = position.clock
    last = next_own_player_turn(replace(clock, turn=turn_after(clock.turn)))
    yield from set_place(position.state, place, "marker", Marker.BEACHHEAD, power)
    yield from set_place(position.state, place, "marker", Marker.BEACHHEAD_UNTIL, last)


@implements("TW-2.6-CDO-4")
def _falls(position: Position, units: Sequence[str], goal: str) -> bool:
    """Whether a hex falls to those who land there: not yet in friendly hands, no enemies, and no
    city or port that Commandos must take by an attack.
    """
    pieces = [position.piece(position.units[unit]) for unit in units]
    power = pieces[0].owner
    stands = position.is_friendly(power, goal) or is_stormed(position, pieces, goal)
    return not (stands or position.enemy_ground(power, goal))


def landed_at(position: Position, place: str) -> tuple[Piece, ...]:
    """The units that have landed on a beach in this player turn, and stand there."""
    return tuple(p for p in position.ground_at(place) if p.unit.marked(UnitMark.LANDED))


@implements("TW-7.7.4-2", "TW-7.7.2-2")
def go_back(umpire: Umpire, pieces: Sequence[Piece], worn: bool) -> None:
    """Units that have landed are in their port again; with it they are lost."""
    for piece in pieces:
        position = umpire.position
        port = str(piece.unit.marks[UnitMark.LANDED].value)
        if not position.is_friendly(piece.owner, port):
            umpire.apply(*eliminated(piece))
            continue
        umpire.apply(*set_mark(piece.unit, UnitMark.LANDED, None))
        if worn:
            mark = Mark(UnitMark.DEPLETED.until)
            umpire.apply(*set_mark(umpire.state.units[piece.id], UnitMark.DEPLETED, mark))
        umpire.apply(UnitMoved(piece.id, piece.at, port))


# --- too many ------------------------------------------------------------------------------------


@implements("TW-7.7.4-2", "TW-9.6-4", "TW-7.7.1-2")
def settle_beaches(umpire: Umpire, waves: bool = True) -> None:
    """Once the assaults are over: who is too many goes back, and second `waves` land."""
    for place, landed in _beaches(umpire.position).items():
        _make_room(umpire, place, landed)
    if waves:
        _second_waves(umpire)


def _beaches(position: Position) -> dict[str, list[Piece]]:
    """The beaches on which units that count have landed in this player turn, with these."""
    found: dict[str, list[Piece]] = {}
    for _, unit in sorted(position.units.items()):
        piece = position.piece(unit)
        if unit.marked(UnitMark.LANDED) and counts(piece):
            found.setdefault(unit.at, []).append(piece)
    return found


@implements("TW-7.7.4-2", "TW-9.6-4")
def _make_room(umpire: Umpire, place: str, there: Sequence[Piece]) -> None:
    """Of those who landed so many are Depleted and go back that the beachhead holds the rest."""
    position, power = umpire.position, there[0].owner
    many = min(len(there), excess(position, power, place))
    if not many:
        return
    usual = sorted(there, key=lambda p: (not p.is_depleted, p.strength, p.id))[:many]
    answer = umpire.decide(
        CROWDED.ask(
            f"Which units does the beachhead of {position.label(place)} not hold?",
            position.powers[power].players[:1],
            [Option(p.id, p.counter.name, frozenset({p.kind, p.owner}), p.strength) for p in there],
            [piece.id for piece in usual],
            about=place,
            at=place,
            least=many,
            most=many,
            facts={"units": many},
        )
    )
    back = [piece for piece in there if piece.id in answer.picks]
    go_back(umpire, back, worn=True)
    umpire.tell(CrowdedVerdict(place, tuple(piece.id for piece in back)))


# --- second waves --------------------------------------------------------------------------------


@implements("TW-7.7.1-2")
def stay_aboard(position: Position, units: Sequence[str], goal: str) -> Iterator[Event]:
    """A second wave waits off a beach; behind a first one without ARM it has no second impulse."""
    armor = any(piece.kind == Kind.ARM for piece in landed_at(position, goal))
    for unit in units:
        found = position.units[unit]
        yield from set_mark(found, UnitMark.AFLOAT, Mark(UnitMark.AFLOAT.until, goal))
        yield from set_mark(found, UnitMark.MOVED, Mark(UnitMark.MOVED.until))
        if not armor:
            yield from set_mark(found, UnitMark.HELD_BACK, Mark(UnitMark.HELD_BACK.until))


@implements("TW-7.7.1-2", "TW-9.6-4")
def _second_waves(umpire: Umpire) -> None:
    """Units that wait off a beach of their own go ashore while there is room; others stay aboard
    and are in port again.
    """
    landed: dict[str, list[str]] = {}
    for unit in [u for _, u in sorted(umpire.state.units.items()) if u.marked(UnitMark.AFLOAT)]:
        position, piece = umpire.position, umpire.position.piece(unit)
        goal = str(unit.marks[UnitMark.AFLOAT].value)
        full = excess_with(position, piece, goal)
        if position.is_friendly(unit.owner, goal) and not full:
            umpire.apply(*ashore(position, [unit.id], goal, unit.at))
            landed.setdefault(goal, []).append(unit.id)
    for goal, units in landed.items():
        umpire.tell(LandingVerdict(goal, tuple(units), ()))
