"""Advances after combat (10.5), breaches and bridgeheads (9.6.2), captured works (10.7).

Decides who may enter a cleared hex, what stands there then, and whose it is. Leaves what a breach
gives to movement and to the second impulse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.core.choices.decisions import AnswerKey, DecisionKind, Option, one_of
from pbem.core.data.rulebook import implements
from pbem.core.record.changes import set_controller, set_mark, set_place
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.readings import Reading
from pbem.systems.tw.combat.forces import SPEARHEADS, Forces
from pbem.systems.tw.sea.beaches import beachhead
from pbem.systems.tw.world.calendar import next_own_player_turn
from pbem.systems.tw.world.capturing import may_be_kept, openings_close, works_fall
from pbem.systems.tw.world.hexes import crosses
from pbem.systems.tw.world.homes import are_apart, may_be_in
from pbem.systems.tw.world.partisans import are_partisans, occupied
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.stacking import counts, limit_of
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import Marker, UnitMark

DISMANTLE: Final = "dismantle"
FORTIFY: Final = "fortify"

ADVANCE: Final = DecisionKind(
    "advance",
    "Who advances after combat",
    "when an attack of yours has cleared a hex; default: into a breach all ARM, MECH and CAV units "
    "that attacked or stand beside it, but those whose own attack is still to come, else the "
    "strongest unit of the attack; more than may stand there go in the order in which they are "
    "named",
    "10.5",
    (AnswerKey("advances", "advance"),),
    {"result": "the result of the table", "breach": "whether the hex is a breach"},
    values={"breach": one_of("open", "none")},
)
WORKS: Final = DecisionKind(
    "captured-fortress",
    "What becomes of a captured fortress",
    "when you take a fortress; default: a fortification stands there",
    "10.7",
    (AnswerKey("advances", "fortress"),),
)


class SecondBreach(Reading, id="TW-R-10.5-b"):
    """Whether a unit that has advanced goes on into another breach of the same impulse."""

    AGAIN = "again"
    ONCE = "once"


@implements("TW-10.2.3-3", "TW-9.6.2-1", "TW-9.6.2-2", "TW-10.5-2", "TW-1.2d-3")
def open_up(umpire: Umpire, forces: Forces) -> bool:
    """A cleared hex is a breach where ARM attacked, a bridgehead where a river helped in vain."""
    breach = any(piece.kind == Kind.ARM for piece in forces.attackers)
    place, power = forces.attack.place, forces.power
    marker = Marker.BREACH if breach else Marker.BRIDGEHEAD
    if breach or forces.how.across:
        until = next_own_player_turn(umpire.state.clock)
        umpire.apply(*set_place(umpire.state, place, "marker", marker, power))
        umpire.apply(*set_place(umpire.state, place, "marker", Marker.BREACH_UNTIL, until))
    return breach


@implements("TW-10.1.1-3", "TW-10.5-1", "TW-10.5-2")
def candidates(position: Position, forces: Forces, breach: bool) -> tuple[Piece, ...]:
    """Who may enter a cleared hex: attackers that are left, into a breach fast units beside it;
    nobody whom his country keeps out.
    """
    place = forces.attack.place
    own = [piece for piece in position.still_at(forces.attackers) if piece.at != place]
    beside = _beside(position, forces) if breach else ()
    known = {piece.id: piece for piece in (*own, *beside)}
    return tuple(p for p in known.values() if may_be_in(position, p.owner, place))


def _beside(position: Position, forces: Forces) -> Iterator[Piece]:
    """The fast units beside the hex of powers that attack it."""
    board, place = position.board, forces.attack.place
    owners = dict.fromkeys(piece.owner for piece in forces.attackers)
    for hex_ in sorted(board.neighbours[place]):
        if crosses(board, hex_, place):
            ground = position.ground_at(hex_)
            yield from (p for p in ground if p.exploits and p.owner in owners)


@implements("TW-9.2-3")
def advance(umpire: Umpire, forces: Forces, result: str, breach: bool) -> tuple[str, ...]:
    """The attacker takes a cleared hex with whom he likes, as far as there is room."""
    position = umpire.position
    there = candidates(position, forces, breach)
    if umpire.reading(SecondBreach) is SecondBreach.ONCE:
        there = tuple(piece for piece in there if not _has_advanced(umpire, piece))
    if not there:
        return ()
    place = forces.attack.place
    answer = umpire.decide(
        ADVANCE.ask(
            f"Who advances into {position.label(place)}?",
            _players(position, forces),
            [_option(piece) for piece in there],
            [piece.id for piece in _usual(position, there, place, breach)],
            at=place,
            least=0,
            most=len(there),
            facts={"result": result, "breach": "open" if breach else "none"},
            ordered=forces.attack.advance,
        )
    )
    gone = _with_room(position, there, answer.picks, place)
    if gone:
        umpire.apply(*(UnitMoved(p.id, p.at, place) for p in there if p.id in gone))
        _take(umpire, forces, gone)
    return gone


def _has_advanced(umpire: Umpire, piece: Piece) -> bool:
    """Whether a unit stands elsewhere than as the combat of this impulse began."""
    began = umpire.since(f"step:{umpire.path.split('/')[1]}")
    return began.units[piece.id].at != piece.at


def _with_room(
    position: Position, there: Sequence[Piece], named: Iterable[str], place: str
) -> tuple[str, ...]:
    """Of units in the order in which they were named as many as the hex has room for."""
    taken: tuple[str, ...] = ()
    for unit in named:
        if not _no_room(position, there, (*taken, unit), place):
            taken = (*taken, unit)
    return taken


@implements("TW-10.6.8-2", "TW-11.14.3-1")
def settle_in(umpire: Umpire, forces: Forces) -> bool:
    """Attackers who dropped on the hex hold it now; whether there are any."""
    place = forces.attack.place
    there = [p for p in umpire.position.still_at(forces.attackers) if p.at == place]
    if any(piece.unit.marked(UnitMark.LANDED) for piece in there):
        umpire.apply(*beachhead(umpire.position, forces.power, place))
    if there and umpire.state.holder(place) != forces.power:
        _take(umpire, forces, [piece.id for piece in there])
    return bool(there)


def _take(umpire: Umpire, forces: Forces, units: Sequence[str]) -> None:
    """A hex goes to the power that attacked if units of its have entered, else to theirs; with its
    works.
    """
    owners = [umpire.state.units[unit].owner for unit in units]
    power = forces.power if forces.power in owners else owners[0]
    place, position = forces.attack.place, umpire.position
    if are_partisans([position.piece(position.units[unit]) for unit in units]):
        umpire.apply(*occupied(position, power, place))
    else:
        umpire.apply(*set_controller(umpire.state, place, power))
    umpire.apply(*openings_close(position, power, place))
    _take_works(umpire, forces)


def _option(piece: Piece) -> Option:
    return Option(
        piece.id, piece.counter.name, frozenset({piece.kind, piece.owner}), piece.strength
    )


def _players(position: Position, forces: Forces) -> tuple[str, ...]:
    owners = dict.fromkeys(piece.owner for piece in forces.attackers)
    return tuple(dict.fromkeys(p for owner in owners for p in position.powers[owner].players))


def _usual(
    position: Position, there: tuple[Piece, ...], place: str, breach: bool
) -> Iterator[Piece]:
    """Into a breach the fast units that attack nobody else, while there is room; else the strongest
    unit.
    """
    strongest = sorted(there, key=lambda p: (p.is_depleted, not p.exploits, -p.strength, p.id))
    free = [piece for piece in strongest if not piece.unit.marked(UnitMark.ATTACKS)]
    fast = [piece for piece in free if piece.exploits] if breach else []
    gone = _with_room(position, there, [piece.id for piece in fast or free[:1]], place)
    yield from (piece for piece in strongest if piece.id in gone)


def _no_room(position: Position, there: Sequence[Piece], picks: Sequence[str], place: str) -> str:
    """Why so many cannot enter a hex."""
    picked = [piece for piece in there if piece.id in picks]
    if are_apart(picked):
        return "Hungarians and Romanians never stand together"
    pieces = [piece for piece in picked if counts(piece)]
    limit = limit_of(position, place, pieces) if pieces else 0
    return f"{len(pieces)} units, {limit} may stand there" if len(pieces) > limit else ""


@implements("TW-10.7-1", "TW-10.6.4-5")
def _take_works(umpire: Umpire, forces: Forces) -> None:
    """A fortification falls with its hex; of a fortress the captor may keep a fortification."""
    position, place = umpire.position, forces.attack.place
    kept = may_be_kept(position, place) and _is_kept(umpire, forces)
    umpire.apply(*works_fall(position, place, kept=kept))


def _is_kept(umpire: Umpire, forces: Forces) -> bool:
    place = forces.attack.place
    position = umpire.position
    answer = umpire.decide(
        WORKS.ask(
            f"What becomes of the fortress {position.label(place)}?",
            _players(position, forces),
            [Option(FORTIFY, "a fortification"), Option(DISMANTLE, "nothing")],
            [FORTIFY],
            at=place,
        )
    )
    return answer.pick == FORTIFY


@implements("TW-10.5-2", "TW-10.2.5-2")
def mark_spearheads(umpire: Umpire) -> None:
    """As the second impulse begins: the ARM and MECH units that stand in a breach of their own."""
    position = umpire.position
    for power in position.state.powers_of(position.clock.side):
        for piece in position.pieces_of(power.id):
            owner = position.state.marker(piece.at, Marker.BREACH)
            if piece.kind in SPEARHEADS and owner and position.stand_together(power.id, str(owner)):
                mark = Mark(UnitMark.SPEARHEAD.until)
                umpire.apply(*set_mark(piece.unit, UnitMark.SPEARHEAD, mark))
