"""The combat phase (8.25, 9.58): what flies and sails, defensive air, ground attacks, exploitation.

Decides the order in which operations of the phase are announced and carried out. Leaves their
outcomes to `outcomes`, `air_combat` and `ground`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.findings import id_said
from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Order
from pbem.core.rules.system import Ruling, Section
from pbem.systems.awaw.combat.air_combat import intercept, nobody_flies
from pbem.systems.awaw.combat.air_defence import fly_in_defence
from pbem.systems.awaw.combat.ground import fight
from pbem.systems.awaw.combat.outcomes import rule_on
from pbem.systems.awaw.operations.announcing import announced
from pbem.systems.awaw.operations.orders import (
    EXPLOITATION,
    GROUND_ATTACK,
    INTERCEPTION,
    Announced,
    check_operation,
)
from pbem.systems.awaw.world.position import Position, Umpire

PHASE: Final = "combat"
SUPPORT: Final = "ground-support"
AFTER_THE_AIR: Final = (GROUND_ATTACK, EXPLOITATION)
LATER: Final = (INTERCEPTION, *AFTER_THE_AIR)


def check_combat(position: Position, order: Order) -> Ruling:
    """An operation of the combat phase."""
    return check_operation(position, order, PHASE)


@implements("AWAW-8.25-1", "AWAW-9.58-3", "AWAW-3.11-33")
def combat(umpire: Umpire) -> None:
    """Air and naval operations, defensive air support and who intercepts it, ground attacks,
    exploitation: announced, then fought.
    """
    with umpire.step("air-and-sea"):
        flown = list(announced(umpire, PHASE, lambda order: _kind(order) not in LATER))
        rule_on(umpire, (plan for plan in flown if plan.kind != SUPPORT))
    supports = [plan for plan in flown if plan.kind == SUPPORT]
    with umpire.step("defensive-air"):
        fly_in_defence(umpire, supports)
        intercept(umpire, list(announced(umpire, PHASE, lambda order: _meets(umpire, order))))
    for kind in AFTER_THE_AIR:
        with umpire.step(f"{kind}s"):
            fight(umpire, _all(umpire, kind), supports)


def _meets(umpire: Umpire, order: Order) -> bool:
    """Whether an order is to intercept somebody who flies in defence."""
    return _kind(order) == INTERCEPTION and not nobody_flies(umpire, order)


def _all(umpire: Umpire, kind: str) -> list[Announced]:
    return list(announced(umpire, PHASE, lambda order: _kind(order) == kind))


def _kind(order: Order) -> str:
    return id_said(order.data["do"])


COMBAT: Final = Section(
    "combat",
    "Operations of the combat phase",
    "combat",
    "awaw/combat",
    "9.2",
    check_combat,
)
