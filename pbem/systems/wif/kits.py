"""The optional rules of World in Flames by their numbers, with what each answers (22).

Decides nothing. Leaves each rule to its module: what both books have is in `flames/kits`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.systems.flames.kits import (
    aircraft_types,
    anti_aircraft,
    artillery,
    bounces,
    cadres,
    foreign_aircraft,
    gearing,
    isolated_reorganisation,
    local_pools,
    partisan_hqs,
    small_units,
    straits,
    supply_units,
    variants,
    way_stations,
    zones,
)
from pbem.systems.flames.kits.offensive import chits, helping
from pbem.systems.flames.kits.pilots import kit as pilots
from pbem.systems.flames.kits.stores import saving
from pbem.systems.flames.kits.tracks import kit as tracks
from pbem.systems.flames.kits.works import kit as works
from pbem.systems.flames.world.kits import Kits, composed
from pbem.systems.flames.world.options import Options
from pbem.systems.wif.turn import rerolls
from pbem.systems.wif.world import guards
from pbem.systems.wif.world.options import NUMBERS

NOTHING: Final = Kits()  # of an option by which no other rule is played otherwise

KITS: Final[Mapping[str, Kits]] = {
    "2": small_units.DIVISIONS,
    "3": composed([small_units.GUNS, anti_aircraft.KIT, artillery.KIT]),
    "8": aircraft_types.KIT,
    "8-night": variants.BY_NIGHT,
    "8-altitude": variants.HIGH_UP,
    "9": zones.LARGE_HEX_ZONES,
    "10": zones.SURPRISED_ZONES,
    "12": straits.KIT,
    "13": variants.HQ_SUPPORT,
    "14": supply_units.KIT,
    "15": variants.WINTERISED_MOVEMENT,
    "24": small_units.V_WEAPONS,
    "25": variants.RAILWAY_BONUS,
    "26": variants.FRACTIONAL_ODDS,
    "27": variants.TWO_DICE,
    "29": variants.VARIABLE_REORGANISATION,
    "30": saving.OIL_KIT,
    "31": saving.POINTS_KIT,
    "32": works.FACILITIES,
    "33": works.DESTRUCTION,
    "34": variants.IMPULSE_BOUNDS,
    "35": isolated_reorganisation.KIT,
    "36": cadres.KIT,
    "37": foreign_aircraft.KIT,
    "38": variants.BUILDING_AHEAD,
    "39": gearing.KIT,
    "40": tracks.KIT,
    "41": rerolls.KIT,
    "43": way_stations.KIT,
    "44": bounces.KIT,
    "46": pilots.KIT,
    "49": composed([chits.KIT, helping.KIT]),
    "52": guards.KIT,
    "57": variants.AIR_CAV,
    "55": local_pools.VOLUNTEERS,
    "59": local_pools.WARLORD_KIT,
    "54": local_pools.TERRITORIALS,  # what comes and goes does so in this order
    "60": partisan_hqs.KIT,
    "42": NOTHING,  # compelled peace: `politics/compelled`
    "50": NOTHING,  # Ukraine: `economy/ukraine_price`, `politics/ukraine`
    "53": NOTHING,  # Siberians: `turn/siberians`
    "56": NOTHING,  # heavy weapons: `flames/kits/heavy`, ordered by themselves
}


def kits_of(options: Options) -> Kits:
    """What the optional rules of a game answer."""
    return composed(kit for number, kit in KITS.items() if getattr(options, NUMBERS[number]))
