"""What follows when a step of the impulse ends, once no hex is overstacked.

Decides the order in which its rules are looked at. Leaves each of them to its own module.
"""

from __future__ import annotations

from pbem.systems.flames.world.commitments import check_strangers, step_start
from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.local_units import dismiss_warlords
from pbem.systems.flames.world.position import Umpire
from pbem.systems.wif.world.borderlands import fall_back
from pbem.systems.wif.world.spheres import remember_trespass


def step_ends(umpire: Umpire) -> None:
    """Strangers leave (18.2), warlords without a city (22.6), what was claimed falls back."""
    check_strangers(umpire)
    dismiss_warlords(umpire)
    fall_back(umpire)
    remember_trespass(umpire, step_start(umpire))
    umpire.position.kits.happen(Moment.PLACES_TAKEN, umpire)
