"""Optional rules by which a rule of every game is played otherwise: one word each.

Decides nothing. Leaves what it changes to the rule itself, whose paragraph is named.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.world.kits import Kits

HQ_SUPPORT: Final = Kits(emergency_supply=True, hq_support=True)  # 2.4.3, 11.15.3
WINTERISED_MOVEMENT: Final = Kits(snow_slows=True)  # 11.10.2
RAILWAY_BONUS: Final = Kits(railways_help=True)  # 11.10.2
FRACTIONAL_ODDS: Final = Kits(tenths_count=True)  # 11.15.5, 11.10.6
TWO_DICE: Final = Kits(two_dice=True)  # 11.15.6
VARIABLE_REORGANISATION: Final = Kits(dear_ones_cost_more=True)  # 11.17.4
IMPULSE_BOUNDS: Final = Kits(impulses_bound=True)  # 12
BUILDING_AHEAD: Final = Kits(builds_ahead=True)  # 13.6.5
BY_NIGHT: Final = Kits(by_night=True)  # 11.7
HIGH_UP: Final = Kits(high_up=True)  # 11.7
AIR_CAV: Final = Kits(air_cav=True)  # 22.12
MOTORS_WALK: Final = Kits(motors_walk=True)  # AIF 11.11.2, where it is not played
