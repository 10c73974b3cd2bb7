"""The land combat step (11.15): declare, support, resolve one by one.

Decides the order of its parts. Leaves them to `attacks`, `hq_support`, `ground_support`,
`resolution` and `land_results`; shore bombardment and spotting fleets (option 28) to later
chapters.
"""

from __future__ import annotations

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.systems.wif.land.combat.attacks import declare
from pbem.systems.wif.land.combat.ground_support import AirSupport, fly_ground_support
from pbem.systems.wif.land.combat.hq_support import defensive_support
from pbem.systems.wif.land.combat.land_results import carry_out
from pbem.systems.wif.land.combat.resolution import prepare, resolve
from pbem.systems.wif.world.stacking import check_stacking


@implements("WIF-11.15-2")
def land_combat(umpire: Umpire) -> None:
    """The land combat step, attack by attack in the attacker's order (11.15)."""
    attacks = declare(umpire)
    if not attacks:
        return
    hqs = defensive_support(umpire, attacks)
    with umpire.step("ground-support"):
        support = fly_ground_support(umpire, attacks)
    left = [attack.place for attack in attacks]
    for attack in attacks:
        left.remove(attack.place)
        with umpire.step("combat", at=attack.place):
            flown = support.get(attack.place, AirSupport())
            combat = prepare(umpire, attack, flown, hqs)
            if combat is not None:
                carry_out(combat, resolve(combat), left)
    check_stacking(umpire)
