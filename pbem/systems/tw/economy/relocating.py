"""Works that move (8.5.4): `{move: airbase, from: 1532, to: Paris}`, a point for each.

Decides which works go where. Leaves building them to `works`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.record.changes import set_place
from pbem.core.rules.system import Ruling, Section
from pbem.systems.tw.economy.works import FORTIFICATION, GARRISON, MARKERS, may_be_there
from pbem.systems.tw.move.points import WHOLE, use_points
from pbem.systems.tw.move.shifting import is_pressed, way_by_land
from pbem.systems.tw.world.activity import allows
from pbem.systems.tw.world.hexes import is_mountain
from pbem.systems.tw.world.naming import Check
from pbem.systems.tw.world.position import Position, Umpire


@implements("TW-8.5.4-1")
def check_relocation(position: Position, order: Order) -> Ruling:
    """An airbase or a fortification goes from one hex to another."""
    check = Check(position, order)
    what = str(order.data["move"])
    origin, goal = check.place(order.data["from"]), check.place(order.data["to"])
    power = check.own_power(order.data.get("by")) if check.ok else ""
    if not power:
        return check.ruling("")
    state, marker = position.state, MARKERS[what]
    if not state.marker(origin, marker) or position.holder(origin) != power:
        message = f"no {what} of {check.title(power)} is in {check.label(origin)}"
        check.complain("none", message, cite="8.5.4", about=order.data["from"])
        return check.ruling("")
    may_be_there(check, power, goal, what)
    _may_go(check, power, (origin, goal), what)
    use_points(check, power, WHOLE, "no strategic movement point is left")
    check.does(set_place(check.state, origin, "marker", marker, None))
    check.does(set_place(check.state, goal, "marker", marker, True))
    return check.ruling(f"{what}: {check.label(origin)} > {check.label(goal)}, 1 SMP")


@implements("TW-8.5.4-1")
def _may_go(check: Check, power: str, ends: tuple[str, str], what: str) -> None:
    """By a way of strategic movement; a fortification to where foot stands, in no mountain."""
    position, goal = check.position, ends[1]
    fort = what == FORTIFICATION
    nobody = fort and not any(p.kind in GARRISON for p in position.ground_at(goal))
    pressed = any(is_pressed(position, power, place) for place in ends)
    said = (
        ("effort", not allows(position, power, "shifts"), "the effort moves nothing strategically"),
        ("beside", pressed, "it is beside the enemy"),
        ("mountain", fort and is_mountain(position, goal), "nobody fortifies a mountain"),
        ("nobody", nobody, "no INF, MOT, STA or PARA unit is there"),
        ("no-way", way_by_land(position, power, *ends) is None, "no way leads there"),
    )
    check.first(said, cite="8.5.4", about=check.order.data["to"])


def relocations(umpire: Umpire) -> None:
    """Works that move in the Strategic Movement Segment."""
    umpire.carry_out(RELOCATIONS.name)


RELOCATIONS: Final = Section(
    "relocate", "Works that move", "relocations", "tw/relocate", "8.5.4", check_relocation
)
