"""The land combat step (11.15): declare, support, resolve one by one.

Decides the order of its parts. Leaves them to `declaring`, `support`, `resolution` and
`land_results`; shore bombardment and spotting fleets (option 28) to rules that are not played.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.systems.flames.land.combat.attack_rules import defenders_at
from pbem.systems.flames.land.combat.attacks import Attack
from pbem.systems.flames.land.combat.declaring import against_notionals, compelled, declare
from pbem.systems.flames.land.combat.land_results import carry_out
from pbem.systems.flames.land.combat.resolution import prepare, resolve
from pbem.systems.flames.land.combat.support import (
    AirSupport,
    defensive_support,
    fly_ground_support,
)
from pbem.systems.flames.land.emergency import emergency_for
from pbem.systems.flames.world.homes import turn_down
from pbem.systems.flames.world.position import Umpire
from pbem.systems.flames.world.stacking import check_stacking


def fighting(umpire: Umpire, attack: Attack) -> tuple[str, ...]:
    """The units that are about to fight: the attackers, and the defenders as they are now."""
    position = umpire.position
    first = position.pieces(*attack.units)[0]
    there = (piece.id for piece in defenders_at(position, attack.place, first))
    return (*(unit for unit in attack.units if position.units[unit].at in position.board), *there)


@implements("WIF-11.15-2", "AIF-11.16-2")
def land_combat(umpire: Umpire) -> None:
    """The land combat step, attack by attack in the attacker's order (11.15)."""
    attacks = against_notionals(umpire, compelled(umpire, declare(umpire)))
    if not attacks:
        return
    hqs = defensive_support(umpire, attacks)
    with umpire.step("ground-support"):
        support = fly_ground_support(umpire, attacks)
    left = [attack.place for attack in attacks]
    for attack in attacks:
        left.remove(attack.place)
        with umpire.step("combat", at=attack.place):
            emergency_for(umpire, fighting(umpire, attack))
            flown = support.get(attack.place, AirSupport())
            combat = prepare(umpire, attack, flown, hqs)
            if combat is None:
                turn_down(umpire, (*flown.guns, *flown.fired))
            else:
                carry_out(combat, resolve(combat), left)
    check_stacking(umpire)
