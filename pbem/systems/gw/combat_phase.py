"""The Combat Phase (9.1): battles on land and at sea, bombing and raids, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pbem.core.umpire import Umpire
from pbem.systems.gw.battle_orders import BATTLE, BattleOrder, battles_in_order
from pbem.systems.gw.bombing import strategic_bombing
from pbem.systems.gw.carpet_bombing import BOMBED, attrition, carpet_bombing
from pbem.systems.gw.duties import RAID
from pbem.systems.gw.interception import INTERCEPTION_KINDS
from pbem.systems.gw.land_combat import land_combat
from pbem.systems.gw.missions import ATTRITION, CARPET, STRATEGIC
from pbem.systems.gw.naval_combat import naval_combat
from pbem.systems.gw.patrols import lose_patrols
from pbem.systems.gw.raiding import RAIDING_KINDS, convoy_raid
from pbem.systems.gw.zones import is_sea

NO_BATTLES: Final[Mapping[str, Callable[[Umpire, BattleOrder], None]]] = {
    STRATEGIC: strategic_bombing,
    CARPET: carpet_bombing,
    ATTRITION: attrition,
    RAID: convoy_raid,
}
RAID_KINDS: Final = (*INTERCEPTION_KINDS, *RAIDING_KINDS, BOMBED)


def combat(umpire: Umpire) -> None:
    """The Combat Phase: one combat after the other (9.1); armour may go on from one to the next."""
    waiting = battles_in_order(umpire)
    over: list[str] = []
    while waiting:
        order = waiting.pop(0)
        further = _fought(umpire, order, over)
        if order.kind == BATTLE and not is_sea(umpire.game.board, order.zone):
            over.append(order.zone)
        if further is not None and all(
            (plan.kind, plan.zone) != (BATTLE, further.zone) for plan in waiting
        ):
            waiting.insert(0, further)
    lose_patrols(umpire)


def _fought(umpire: Umpire, order: BattleOrder, over: list[str]) -> BattleOrder | None:
    """One combat; where armour goes on from a land battle, the next."""
    with umpire.step(order.kind, order.zone):
        if order.kind != BATTLE:
            NO_BATTLES[order.kind](umpire, order)
        elif is_sea(umpire.game.board, order.zone):
            naval_combat(umpire, order)
        else:
            return land_combat(umpire, order, over)
    return None
