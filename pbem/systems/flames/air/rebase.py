"""Aircraft rebases (11.16): the order, and aircraft that go over to a friend (13.6.4).

Decides which of the named bases is taken. Leaves where aircraft may be based and how far they fly
to `flights`, rebases from a TRS and over sea areas to rules that are not played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.core.data.findings import Finding, error
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.events import Event, UnitMoved
from pbem.core.rules.system import Ruling, Section
from pbem.systems.flames.air.flights import base_ban, flown_distance, no_room, within_range
from pbem.systems.flames.impulse.actions import refusals, spent
from pbem.systems.flames.world.kits import LENDING
from pbem.systems.flames.world.minor_units import abroad_ban
from pbem.systems.flames.world.named import AIRCRAFT, LIFTER, places_in, units_in
from pbem.systems.flames.world.partisans import strangers_to
from pbem.systems.flames.world.position import Piece, Position, Umpire, marked
from pbem.systems.flames.world.stacking import check_stacking
from pbem.systems.flames.world.vocabulary import UnitMark


@implements(
    "WIF-22.12-3", "WIF-11.16-1", "WIF-11.16-4", "WIF-14.2.2-1", "AIF-11.17-1", "AIF-11.17-5",
    "AIF-11.17-9",
)  # fmt: skip
def check_rebase(position: Position, order: Order) -> Ruling:
    """`{units: Ju-87D, to: Minsk}`: aircraft fly to another base (11.16)."""
    fliers = AIRCRAFT if "lend" in order.data else LIFTER
    named = units_in(position, order, "units", fliers)
    places, troubles = places_in(position, order, "to")
    findings = [*named.findings, *troubles]
    if findings:
        return Ruling(tuple(findings))
    if "lend" in order.data:
        return _lent(position, order, named.pieces, places[0])
    plan: list[tuple[Piece, str]] = []
    for piece in named.pieces:
        findings += _piece_troubles(piece)
        base, reasons = _first_base(position, piece, places, plan)
        findings += reasons
        plan.append((piece, base))
    stays = abroad_ban(position, plan)
    findings += [stays] if stays else []
    counted = [piece for piece in named.pieces if not piece.is_air_cav]
    findings += refusals(position, counted, "rebase")
    if findings:
        return Ruling(tuple(findings))
    events = [change for piece, base in plan for change in _flight(position, piece, base)]
    words = [
        f"{piece.name} {position.label(piece.at)} > {position.label(base)} "
        f"(range {flown_distance(position, piece.at, base)})"
        for piece, base in plan
    ]
    return Ruling((), "; ".join(words), (*events, *spent(position, counted, "rebase")))


def _piece_troubles(piece: Piece) -> list[Finding]:
    if piece.face_down:
        message = f"{piece.name} is face-down"
        return [error("face-down", message, cite="14.2.2", about=piece.id)]
    if piece.unit.marked(UnitMark.MOVED):
        message = f"{piece.name} has already rebased"
        return [error("moved", message, cite="10.2", about=piece.id)]
    return []


def _first_base(
    position: Position, piece: Piece, places: tuple[str, ...], plan: list[tuple[Piece, str]]
) -> tuple[str, list[Finding]]:
    """The first hex of those named to which the aircraft may go."""
    reasons: list[str] = []
    for place in places:
        arriving = [other for other, base in plan if base == place]
        reason = _base_problem(position, piece, place, arriving)
        if not reason:
            return place, []
        reasons.append(reason)
    message = f"{piece.name}: {reasons[0]}"
    return places[0], [error("no-base", message, cite="11.16", about=places[0])]


def _base_problem(position: Position, piece: Piece, place: str, arriving: list[Piece]) -> str:
    if place == piece.at:
        return "it is there already"
    if position.kits.interned(position, piece, place):
        return _too_far(position, piece, place)
    reason = base_ban(position, piece, place)
    if reason:
        return reason
    strange = strangers_to(position, piece, arriving)
    if strange:
        others = f"{strange[0].name}, which goes there too"
        return f"{position.called(piece.owner)} does not co-operate with {others}"
    return no_room(position, piece, place, arriving) or _too_far(position, piece, place)


def _too_far(position: Position, piece: Piece, place: str) -> str:
    """Why an aircraft cannot reach a base."""
    if within_range(position, piece, place):
        return ""
    far = flown_distance(position, piece.at, place)
    return f"{position.label(place)} is {far} hexes away, too far to rebase"


@implements("WIF-11.16-5", "WIF-14.2.4-3", "AIF-11.17-6")
def _flight(position: Position, piece: Piece, base: str) -> tuple[Event, ...]:
    """A rebase leaves the aircraft face-up, even out of supply (11.16)."""
    return position.kits.interned(position, piece, base) or (
        UnitMoved(piece.id, piece.at, base, piece.unit.count),
        *marked(piece, UnitMark.MOVED),
    )


def _lent(position: Position, order: Order, pieces: Sequence[Piece], place: str) -> Ruling:
    """`{units: P-51C, to: London, lend: Commonwealth}`: one aircraft changes hands (13.6.4)."""
    name = str(order.data["lend"])
    takers = position.game.powers_called(name, list(position.powers))
    if len(pieces) != 1 or len(takers) != 1:
        message = f"one aircraft is lent to one power, not {len(pieces)} to '{name}'"
        return Ruling((error("lend", message, cite=LENDING, about="lend"),))
    piece, taker = pieces[0], takers[0]
    lent = position.kits.lend(position, piece, taker, place)
    why = lent.why or _too_far(position, piece, place)
    findings = [error("no-lend-lease", why, cite=LENDING, about="lend")] if why else []
    findings += [*_piece_troubles(piece), *refusals(position, pieces, "rebase")]
    if findings:
        return Ruling(tuple(findings))
    words = f"{piece.name} for {position.called(taker)} in {position.label(place)}"
    events = (*lent.events, *spent(position, pieces, "rebase"))
    return Ruling((), words, events)


def rebases(umpire: Umpire) -> None:
    """The rebase step (11.16)."""
    umpire.carry_out("rebase")
    check_stacking(umpire)


REBASE: Final = Section(
    name="rebase",
    title="Aircraft rebases",
    step="rebase",
    schema="rebase",
    cite="11.16",
    check=check_rebase,
)
