"""What moves, battles and strikes bring to play: orders, decisions and verdicts.

Decides what of the shared engine this book has. Leaves the order of the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.air.air_verdicts import (
    AirCombatVerdict,
    AntiAircraftVerdict,
    NoBaseVerdict,
    WayVerdict,
    air_combat_lines,
    anti_aircraft_lines,
    no_base_lines,
    way_lines,
)
from pbem.systems.flames.air.rebase import REBASE
from pbem.systems.flames.impulse.actions import ACTION
from pbem.systems.flames.impulse.battle_decisions import BATTLE_KINDS, IN_BATTLE
from pbem.systems.flames.impulse.impulse_verdicts import (
    ActionVerdict,
    BurntVerdict,
    LastImpulseVerdict,
    OffensiveVerdict,
    OilGivenVerdict,
    OilVerdict,
    WeatherVerdict,
    action_lines,
    burnt_lines,
    offensive_lines,
    oil_given_lines,
    oil_lines,
    test_lines,
    weather_lines,
)
from pbem.systems.flames.kits.offensive.orders import OFFENSIVE
from pbem.systems.flames.kits.oil import BURN, OIL_ORDERS
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
from pbem.systems.flames.strikes.ground_strike import GROUND_STRIKE
from pbem.systems.flames.strikes.strike_verdicts import StrikeVerdict, strike_lines
from pbem.systems.flames.strikes.volleys import BOMBARD
from pbem.systems.flames.world.position import Position

ON_LAND: Final[Chapter[Position]] = Chapter(
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


IMPULSES: Final[Chapter[Position]] = Chapter(
    sections=(ACTION, OFFENSIVE, OIL_ORDERS, BURN),
    kinds=BATTLE_KINDS,
    order_lines=(IN_BATTLE,),
    verdicts={
        ActionVerdict: action_lines,
        BurntVerdict: burnt_lines,
        OffensiveVerdict: offensive_lines,
        LastImpulseVerdict: test_lines,
        OilGivenVerdict: oil_given_lines,
        OilVerdict: oil_lines,
        WeatherVerdict: weather_lines,
    },
)


AIR: Final[Chapter[Position]] = Chapter(
    sections=(REBASE,),
    verdicts={
        AirCombatVerdict: air_combat_lines,
        AntiAircraftVerdict: anti_aircraft_lines,
        NoBaseVerdict: no_base_lines,
        WayVerdict: way_lines,
    },
)


STRIKES: Final[Chapter[Position]] = Chapter(
    sections=(GROUND_STRIKE, BOMBARD),
    verdicts={StrikeVerdict: strike_lines},
)
