"""What comes and goes before units are built: exiles, the price of Ukraine, units of places.

Decides the order. Leaves each of them to its module.
"""

from __future__ import annotations

from pbem.systems.flames.world.kits import Moment
from pbem.systems.flames.world.position import Umpire
from pbem.systems.wif.economy.exiles import exiles
from pbem.systems.wif.economy.ukraine_price import pay_for_ukraine


def tend(umpire: Umpire) -> None:
    """Before the builds: who comes and goes of exiles and the units of places (22.6 to 22.8)."""
    exiles(umpire)
    pay_for_ukraine(umpire)
    umpire.position.kits.happen(Moment.BUILDING, umpire)
