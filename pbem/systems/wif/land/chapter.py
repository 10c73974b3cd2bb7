"""What movement on land and land combat bring to play.

Decides nothing. Leaves the order of the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.kits.supply_units import CAPTURED, EXPENDED, SUPPLY_UNITS
from pbem.systems.flames.land.air_supply import AIR_SUPPLY
from pbem.systems.flames.land.air_transport import AIR_TRANSPORT
from pbem.systems.flames.land.combat.attacks import ATTACKS
from pbem.systems.flames.land.combat.combat_verdicts import (
    LandCombatVerdict,
    NoCombatVerdict,
    PromotionVerdict,
    UnopposedVerdict,
    land_combat_lines,
    no_combat_lines,
    promotion_lines,
    unopposed_lines,
)
from pbem.systems.flames.land.emergency import EMERGENCY_SECTION, EMERGENCY_SUPPLY
from pbem.systems.flames.land.land_orders import LAND
from pbem.systems.flames.land.land_verdicts import (
    AircraftOverrunVerdict,
    OverrunVerdict,
    ParadropVerdict,
    ReorganisationVerdict,
    TransportVerdict,
    aircraft_overrun_lines,
    overrun_lines,
    paradrop_lines,
    reorganisation_lines,
    transport_lines,
)
from pbem.systems.flames.land.overrun import DISPLACED
from pbem.systems.flames.land.paradrop import PARADROP
from pbem.systems.flames.land.rail import RAIL
from pbem.systems.flames.land.reorganisation import REORGANISE
from pbem.systems.flames.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(
        SUPPLY_UNITS,
        EMERGENCY_SECTION,
        RAIL,
        LAND,
        ATTACKS,
        AIR_TRANSPORT,
        PARADROP,
        AIR_SUPPLY,
        REORGANISE,
    ),
    kinds=(DISPLACED, EMERGENCY_SUPPLY, EXPENDED, CAPTURED),
    verdicts={
        OverrunVerdict: overrun_lines,
        AircraftOverrunVerdict: aircraft_overrun_lines,
        ReorganisationVerdict: reorganisation_lines,
        TransportVerdict: transport_lines,
        LandCombatVerdict: land_combat_lines,
        NoCombatVerdict: no_combat_lines,
        PromotionVerdict: promotion_lines,
        UnopposedVerdict: unopposed_lines,
        ParadropVerdict: paradrop_lines,
    },
)
