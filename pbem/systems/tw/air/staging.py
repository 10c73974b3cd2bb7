"""Staging and changes of base (11.2.1.1): `{fly: {1-5-4 TAC: 1}, from: Berlin, to: Cologne}`.

Aircraft and parachutists hop from base to base, three times at most in an impulse, each hop twice
their range. Decides who may go where. Leaves missions to their orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_mark
from pbem.core.record.events import UnitMoved
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.air.basing import is_aboard, is_base, may_stay, why_not_stay
from pbem.systems.tw.air.carrying import Transfer, transfers
from pbem.systems.tw.air.flights import reached_from, staging_range
from pbem.systems.tw.supply.lines import NONE, lines_of, supply_of
from pbem.systems.tw.world.activity import allows, is_active
from pbem.systems.tw.world.naming import Check, told
from pbem.systems.tw.world.placing import why_not_there
from pbem.systems.tw.world.position import Position, Umpire
from pbem.systems.tw.world.units import Kind, Piece
from pbem.systems.tw.world.vocabulary import UnitMark

LEGS: Final = 3
FIRST: Final = 1
SECOND: Final = 2


@implements("TW-11.2.1-3", "TW-11.2.3-4")
def check_staging(position: Position, order: Order, impulse: int) -> Ruling:
    """Aircraft of one base go to another."""
    check = Check(position, order)
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    pieces = check.pieces(origin, order.data["fly"]) if check.ok else ()
    via = check.places(order.data.get("via"))
    why, cite = why_not_there(position, pieces, goal)
    if why:
        check.complain("placing", why, cite=cite, about=order.data["to"])
    stops: list[tuple[str, tuple[str, ...]]] = []
    for piece in pieces:
        _may_stage(check, piece, impulse)
        if check.ok:
            stops.append((piece.id, _goes(check, piece, (*via, goal), impulse)))
    if not pieces:
        return check.ruling("")
    way = " > ".join(map(check.label, (origin, *via, goal)))
    return check.ruling(f"{told(pieces)}: stage {way}", Transfer(goal, tuple(stops)))


@implements("TW-12.6.3-2", "TW-4.0-1", "TW-11.2.1.2-3")
def _may_stage(check: Check, piece: Piece, impulse: int) -> None:
    """Active aircraft and parachutists, once an impulse; without supply they need no effort."""
    name = piece.counter.name
    check.first(_hindrances(check.position, piece, impulse), before=f"{name} ", about=name)


def _hindrances(
    position: Position, piece: Piece, impulse: int
) -> Iterator[tuple[str, bool, str, str]]:
    """What may keep a unit from staging: whether it does, and how it is told."""
    flies = piece.is_air or piece.kind == Kind.PARA
    yield "kind", not flies, "does not stage", "11.2.1.1"
    yield "aboard", is_aboard(position, piece), "stays with its carrier", "11.2.1.2"
    last = piece.unit.marks.get(UnitMark.STAGED)
    again = last is not None and last.value == impulse
    yield "twice", again, "has staged in this impulse", "11.2.1.1"
    ground = any(map(piece.unit.marked, (UnitMark.MOVED, UnitMark.DROPPED, UnitMark.RAILED)))
    yield "moved", ground, "has moved already", "11.14.1"
    cut_off = supply_of(position, piece) == NONE
    yield "not-active", not (is_active(piece) or cut_off), "is not activated", "4.0"
    barred = not cut_off and not allows(position, piece.owner, "shifts")
    yield "effort", barred, "stays where it is on a Pass", "4.5"


@implements("TW-11.2.1-3", "TW-12.6.3-2")
def _goes(check: Check, piece: Piece, stops: Sequence[str], impulse: int) -> tuple[str, ...]:
    """One unit hops from stop to stop; the last must have room, and supply if it had none. Its
    stops.
    """
    position, name, goal = check.position, piece.counter.name, stops[-1]
    legs = stops if len(stops) > 1 else hops_to(position, piece, goal, LEGS)
    if len(stops) > LEGS or not _is_way(position, piece, legs):
        message = f"{name} does not reach {check.label(goal)} in {LEGS} hops"
        hint = f"each from base to base, {staging_range(piece)} hexes at most"
        check.complain("too-far", message, hint, "11.2.1.1", about=name)
    elif not lands(position, piece, goal):
        message = why_not_stay(position, piece, goal)
        check.complain("no-room", message, "a friendly city or airbase", "11.1", about=goal)
    elif supply_of(position, piece) == NONE and goal not in lines_of(position, piece.owner).full:
        message = f"{name} is out of supply, and so is {check.label(goal)}"
        check.complain("cut-off", message, cite="12.6.3", about=goal)
    else:
        mark = Mark(UnitMark.STAGED.until, impulse)
        check.does(set_mark(piece.unit, UnitMark.STAGED, mark))
        check.does((UnitMoved(piece.id, piece.at, goal),))
        return tuple(legs)
    return ()


def lands(position: Position, piece: Piece, goal: str) -> bool:
    """Whether a unit may end there: parachutists take no room from aircraft."""
    if piece.is_air:
        return may_stay(position, piece, goal)
    return is_base(position, piece, goal)


def _is_way(position: Position, piece: Piece, legs: Sequence[str]) -> bool:
    """Whether each hop is near enough, from base to base."""
    here = piece.at
    for stop in legs:
        if stop not in reached_from(position, piece, here, staging_range(piece)):
            return False
        if stop != legs[-1] and not is_base(position, piece, stop):
            return False
        here = stop
    return bool(legs) and legs[-1] != piece.at


def hops_to(
    position: Position, piece: Piece, goal: str, most: int, *, at_home: bool = False
) -> tuple[str, ...]:
    """The fewest hops to a base, where an order names none; nothing where there are none."""
    far = staging_range(piece)
    ways: dict[str, tuple[str, ...]] = {piece.at: ()}
    ring = [piece.at]
    while ring and len(ways[ring[0]]) < most:
        after: list[str] = []
        for here in ring:
            near = reached_from(position, piece, here, far, at_home=at_home)
            if goal in near:
                return (*ways[here], goal)
            for stop in near:
                if stop not in ways and is_base(position, piece, stop):
                    ways[stop] = (*ways[here], stop)
                    after.append(stop)
        ring = after
    return ()


def stage(umpire: Umpire) -> None:
    """The Stage Air Units step of the first impulse."""
    transfers(umpire, STAGING.name)


def stage_again(umpire: Umpire) -> None:
    """Aircraft that stage in the second impulse."""
    transfers(umpire, SECOND_STAGING.name)


def _section(name: str, title: str, step: str, impulse: int) -> Section[Position]:
    check = partial(check_staging, impulse=impulse)
    return Section(name, title, step, f"tw/{name}", "11.2.1.1", check)


STAGING: Final = _section("staging", "Aircraft stage", "stage-air-units", FIRST)
SECOND_STAGING: Final = _section(
    "second_staging", "Aircraft stage in the second impulse", "stage-again", SECOND
)
