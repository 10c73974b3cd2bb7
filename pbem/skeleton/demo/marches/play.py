"""The step in which marches are carried out (2)."""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.record.events import PlaceChanged, UnitMoved
from pbem.skeleton.demo.marches.clash import DRIVEN, advances, clash, enemies_in
from pbem.skeleton.demo.marches.orders import March


@implements("DEMO-2-1", "DEMO-2-2")
def marches(umpire: Umpire) -> None:
    """One order after the other; a clash is fought where it comes up."""
    for order, ruling in umpire.sound_orders("march"):
        with umpire.step(ruling.plan.unit, at=ruling.plan.to):
            umpire.done(order, ruling.reading + _march(umpire, order, ruling.plan))


def _march(umpire: Umpire, order: Order, plan: March) -> str:
    """What becomes of a march, in words behind the order."""
    unit = umpire.state.units[plan.unit]
    if enemies_in(umpire.state, plan.to, unit.owner):
        result = clash(umpire, unit, plan.to)
        if result != DRIVEN or not advances(umpire, unit, plan.to, order.player):
            return f": {result}"
    umpire.apply(UnitMoved(unit.id, plan.old, plan.to))
    old = umpire.state.controller(plan.to)
    if old != unit.owner:
        umpire.apply(PlaceChanged(plan.to, "controller", old, unit.owner))
    return ""
