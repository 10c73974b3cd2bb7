"""The optional rules of America in Flames by the rules that they are, with what each answers (22).

Decides which optional rules of World in Flames are always played. Leaves each rule to its module.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.kits import gearing, variants
from pbem.systems.flames.world.kits import Kits, composed
from pbem.systems.flames.world.options import Options

ALWAYS: Final = (variants.RAILWAY_BONUS, gearing.KIT, variants.BUILDING_AHEAD)


def kits_of(options: Options) -> Kits:
    """What the optional rules of a game answer."""
    motors = () if options.motor_costs else (variants.MOTORS_WALK,)  # 11.11.2
    air_cav = (variants.AIR_CAV,) if options.air_cav else ()  # 22.6
    return composed((*ALWAYS, *motors, *air_cav))
