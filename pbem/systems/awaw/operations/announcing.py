"""Announcing operations in play (9.58): each is paid at once, whatever becomes of it.

Decides the order in which what is announced is written down. Leaves what comes of it to `combat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.systems.awaw.economy.budgets import brps_of
from pbem.systems.awaw.operations.orders import Announced
from pbem.systems.awaw.operations.verdicts import OperationVerdict
from pbem.systems.awaw.world.position import Umpire
from pbem.systems.awaw.world.units import Part


@implements("AWAW-9.58-1", "AWAW-9.58-2")
def announced(umpire: Umpire, section: str, wanted: Callable[[Order], bool]) -> Iterator[Announced]:
    """The operations of a section that are wanted now, announced and paid one after the other."""
    for order, ruling in umpire.sound_orders(section, wanted):
        plan: Announced = ruling.plan
        umpire.apply(*ruling.events)
        umpire.done(order, ruling.reading)
        umpire.tell(
            OperationVerdict(
                at=plan.targets[0],
                do=plan.kind,
                power=plan.power,
                payer=plan.payer,
                units=tuple(Part(piece.id, many) for piece, many in plan.groups),
                targets=plan.targets,
                front=plan.paid_on,
                cost=plan.cost,
                pays=plan.pays,
                left=brps_of(umpire.state, plan.payer),
            )
        )
        yield plan
