"""The movement phase (8.24): units that move, and the operations of that phase.

`{units: {armor 4-6: 2}, from: Breslau, to: Lodz}` moves ground units by land and air units from
base to base, and ships between boxes and ports; `{do: overrun, …}` announces an operation. Decides
what may move whither. Leaves ways into boxes and out of them to `boxes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_controller, set_mark
from pbem.core.record.events import UnitMoved, after_change
from pbem.core.record.state import Mark
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.boxes.conditions import way_to_siberia
from pbem.systems.awaw.boxes.crossing import Wish, cross, leaves
from pbem.systems.awaw.combat.outcomes import rule_on
from pbem.systems.awaw.moves.marching import (
    cheapest,
    is_held_by_enemies,
    movement_of,
    taken,
)
from pbem.systems.awaw.operations.announcing import announced
from pbem.systems.awaw.operations.limits import is_own_base
from pbem.systems.awaw.operations.orders import check_operation
from pbem.systems.awaw.world.boxes import is_box
from pbem.systems.awaw.world.hexes import is_closed_to_air
from pbem.systems.awaw.world.naming import Check, Group, told
from pbem.systems.awaw.world.position import Position, Umpire
from pbem.systems.awaw.world.units import Piece
from pbem.systems.awaw.world.vocabulary import UnitMark

PHASE: Final = "movement"


@dataclass(frozen=True, slots=True)
class Moved:
    """Units that have moved from one place to another."""

    groups: tuple[Group, ...]
    origin: str
    goal: str


def check_movement(position: Position, order: Order) -> Ruling:
    """A move, or an operation of the movement phase."""
    if "do" in order.data:
        return check_operation(position, order, PHASE)
    return check_move(position, order)


@implements("AWAW-8.24-1", "AWAW-3.11-33")
def check_move(position: Position, order: Order) -> Ruling:
    """Units of one place move to another."""
    check = Check(position, order)
    check.refuse_keys(("with", "at", "front", "free"), "these belong to an operation, with `do`")
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    groups = check.groups(origin, order.data["units"]) if origin else ()
    if not check.ok or not groups:
        return check.ruling("")
    if check.state.side_of(groups[0][0].owner) != check.state.clock.side:
        check.complain("not-your-turn", "it is not its player turn", cite="8.2")
    for piece, many in groups:
        _moves(check, piece, many, goal)
    reading = f"{told(groups)}: {check.label(origin)} > {check.label(goal)}"
    return check.ruling(reading, Moved(groups, origin, goal))


def _moves(check: Check, piece: Piece, many: int, goal: str) -> None:
    """One unit or group moves: by land, or by air from base to base."""
    name = piece.counter.name
    if piece.unit.marked(UnitMark.MOVED):
        check.complain("moved", f"{name} has moved in this phase", cite="8.24", about=name)
    elif not piece.is_ground and (is_box(piece.at) or is_box(goal)):
        cross(check, [(piece, many)], Wish(piece.at, goal, PHASE))
    elif piece.is_ground:
        _marches(check, piece, many, goal)
    elif piece.is_air:
        _stages(check, piece, many, goal)
    else:
        message = f"{name} moves by operations, base changes and redeployment"
        check.complain("no-move", message, cite="8.24", about=name)


def _marches(check: Check, piece: Piece, many: int, goal: str) -> None:
    position, name = check.position, piece.counter.name
    if not way_to_siberia(position, piece.at, goal):
        message = "the way from the Urals to the Pacific map is not open to Russia"
        check.complain("no-way", message, cite="5.77", about=name)
        return
    if is_held_by_enemies(position, piece, goal):
        message = f"enemy ground units are in {check.label(goal)}"
        check.complain("held", message, "attack or overrun them", "4.51", about=name)
        return
    most = movement_of(check.board, piece)
    march = cheapest(position, piece, goal, most)
    if march is None:
        message = f"{name} cannot reach {check.label(goal)} with {most} movement points"
        check.complain("too-far", message, cite="13.41", about=name)
        return
    for place in taken(position, piece, march.way):
        check.does(set_controller(check.state, place, piece.owner))
    _arrives(check, piece, many, goal)
    leaves(check, piece, piece.at, goal)


def _stages(check: Check, piece: Piece, many: int, goal: str) -> None:
    position, name = check.position, piece.counter.name
    if is_closed_to_air(check.board, goal) or not is_own_base(position, piece.owner, goal):
        message = f"{check.label(goal)} is no air base of its own"
        check.complain("no-base", message, cite="3.11", about=name)
        return
    _arrives(check, piece, many, goal)


def _arrives(check: Check, piece: Piece, many: int, goal: str) -> None:
    """The unit stands at its goal and has moved."""
    count = piece.part(many)
    mark = Mark(UnitMark.MOVED.until)
    events = set_mark(piece.unit, UnitMark.MOVED, mark, count)
    unit = after_change(piece.unit, events[0])
    check.does([*events, UnitMoved(unit.id, unit.at, goal, count)])


def movement(umpire: Umpire) -> None:
    """Moves and operations of the phase, in the order of the files."""
    for order in umpire.orders(MOVEMENT.name):
        if "do" in order.data:
            _operation(umpire, order)
        else:
            _carry_out(umpire, order)


def _operation(umpire: Umpire, order: Order) -> None:
    """One operation: announced, paid, and ruled on."""
    rule_on(umpire, announced(umpire, MOVEMENT.name, lambda other: other is order))


def _carry_out(umpire: Umpire, order: Order) -> None:
    ruling = umpire.check(order)
    if ruling.ok:
        umpire.chart("terrain")  # whose movement costs count: reports tell where they come from
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
    else:
        umpire.reject(order, ruling.findings)


MOVEMENT: Final = Section(
    "movement",
    "Moves, and operations of the movement phase",
    "movement",
    "awaw/movement",
    "8.24",
    check_movement,
)
