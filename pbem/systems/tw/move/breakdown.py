"""Breakdown units (9.6.3): `{do: break down, units: {6-5 INF: 1}, at: Cologne}`, and `recombine`.

Decides which units may be exchanged for smaller ones and back. Leaves stacking to `world`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitCreated
from pbem.core.record.state import Unit
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Piece
from pbem.systems.tw.world.vocabulary import PowerName

BREAK_DOWN: Final = "break down"
RECOMBINE: Final = "recombine"


@implements("TW-9.6.3-1", "TW-3.9.3-1", "TW-9.6.3-3", "TW-9.6.3-2")
def check_breakdown(position: Position, order: Order) -> Ruling:
    """Whole units become their pieces, or pieces a whole unit."""
    check = Check(position, order)
    place = check.place(order.data["at"])
    pieces = check.pieces(place, order.data["units"]) if place else ()
    for piece in pieces:
        if piece.is_depleted:
            name = piece.counter.name
            message = f"{name} is Depleted: repair it first"
            check.complain("depleted", message, cite="9.6.3", about=name)
    if not check.ok or not pieces:
        return check.ruling("")
    if order.data["do"] == RECOMBINE:
        return _recombine(check, pieces)
    for piece in pieces:
        _break(check, piece)
    return check.ruling(f"{told(pieces)} in {check.label(place)}: broken down")


@implements("TW-1.2b-1", "TW-9.6.3-5", "TW-3.9.3-2")
def pieces_of(counter: Counter) -> tuple[str, ...]:
    """The counters that a unit breaks down into; none where it may not."""
    return tuple(str(counter.ratings.get("pieces", "")).split())


def _break(check: Check, piece: Piece) -> None:
    into = pieces_of(piece.counter)
    if not into:
        name = piece.counter.name
        message = f"{name} is not broken down"
        check.complain("whole", message, cite="9.6.3", about=name)
        return
    check.does((UnitCreated(piece.id, piece.unit, None),))
    for counter in into:
        check.does(_made(check, piece.unit, counter))


def _made(check: Check, like: Unit, counter: str) -> Iterator[Event]:
    """A unit of a counter where another stands, with its marks, under the first free id."""
    taken = check.state.units
    number = next(n for n in count(1) if f"{counter}.{n}" not in taken)
    name = f"{counter}.{number}"
    yield UnitCreated(name, None, Unit(name, counter, like.owner, like.at, marks=like.marks))


@implements("TW-9.6.3-4")
def _recombine(check: Check, pieces: Sequence[Piece]) -> Ruling:
    """Pieces become the whole unit that breaks down into them, of like ones the commonest; German
    ones never.
    """
    first, *_ = pieces
    wanted = sorted(piece.unit.counter for piece in pieces)
    whole = [one for one in check.book.counters if sorted(pieces_of(one)) == wanted]
    if first.owner == PowerName.GERMANY:
        check.complain("german", "German units are never recombined", cite="9.6.3")
    elif not whole:
        message = f"{told(pieces)} make no whole unit"
        check.complain("no-whole", message, "the pieces of one unit", "9.6.3")
    else:
        check.does(UnitCreated(piece.id, piece.unit, None) for piece in pieces)
        check.does(_made(check, first.unit, whole[0].id))
    return check.ruling(f"{told(pieces)} in {check.label(first.at)}: recombined")


def breakdown(umpire: Umpire) -> None:
    """The Breakdown Units phase."""
    umpire.carry_out(BREAKDOWN.name)


BREAKDOWN: Final = Section(
    "breakdown", "Breakdown units", "breakdown-units", "tw/breakdown", "9.6.3", check_breakdown
)
