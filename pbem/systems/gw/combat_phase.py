"""The Combat Phase (9.1): one battle after the other, on land and at sea."""

from __future__ import annotations

from pbem.core.umpire import Umpire
from pbem.systems.gw.battle_orders import battles_in_order
from pbem.systems.gw.land_combat import land_combat
from pbem.systems.gw.naval_combat import naval_combat
from pbem.systems.gw.zones import is_sea


def combat(umpire: Umpire) -> None:
    """The Combat Phase: one battle after the other (9.1); armour may go on from one to the next."""
    waiting = battles_in_order(umpire)
    over: list[str] = []
    while waiting:
        order = waiting.pop(0)
        if is_sea(umpire.game.board, order.zone):
            with umpire.step("battle", order.zone):
                naval_combat(umpire, order)
            continue
        with umpire.step("battle", order.zone):
            further = land_combat(umpire, order, over)
        over.append(order.zone)
        if further is not None and all(plan.zone != further.zone for plan in waiting):
            waiting.insert(0, further)
