"""What land, air and the stages of a turn bring to play: orders, decisions and verdicts.

Decides what of the shared engine this book has. Leaves the order of the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.air.air_verdicts import (
    AirCombatVerdict,
    NoBaseVerdict,
    air_combat_lines,
    no_base_lines,
)
from pbem.systems.flames.air.rebase import REBASE
from pbem.systems.flames.impulse import battle_decisions as choices
from pbem.systems.flames.impulse.actions import ACTION
from pbem.systems.flames.impulse.impulse_verdicts import (
    ActionVerdict,
    LastImpulseVerdict,
    WeatherVerdict,
    action_lines,
    test_lines,
    weather_lines,
)
from pbem.systems.flames.land import land_verdicts as on_land
from pbem.systems.flames.land.air_supply import AIR_SUPPLY
from pbem.systems.flames.land.air_transport import AIR_TRANSPORT
from pbem.systems.flames.land.combat import combat_verdicts as in_combat
from pbem.systems.flames.land.combat.attacks import ATTACKS
from pbem.systems.flames.land.land_orders import LAND as MARCHES
from pbem.systems.flames.land.overrun import DISPLACED
from pbem.systems.flames.land.paradrop import PARADROP
from pbem.systems.flames.land.rail import RAIL
from pbem.systems.flames.land.reorganisation import REORGANISE
from pbem.systems.flames.strikes.ground_strike import GROUND_STRIKE
from pbem.systems.flames.strikes.strike_verdicts import StrikeVerdict, strike_lines
from pbem.systems.flames.turn import turn_verdicts as of_turn
from pbem.systems.flames.turn.initiative import GO_FIRST, REROLL
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.stacking import OVERSTACKED

IMPULSES: Final[Chapter[Position]] = Chapter(
    sections=(ACTION,),
    kinds=(
        choices.CAP,
        choices.INTERCEPT,
        choices.SUPPORT,
        choices.ESCORT,
        choices.LINE_UP,
        choices.SHOOT,
        choices.AIR_LOSE,
        choices.LET_THROUGH,
        choices.GET_THROUGH,
        choices.ABORT_AIR,
        choices.RETURN,
        choices.NOTIONAL_UNIT,
        choices.ATTACK_TABLE,
        choices.DEFENCE_TABLE,
        choices.ATTACK_LOSS,
        choices.DEFENCE_LOSS,
        choices.DOWNGRADE,
        choices.RETREAT,
        choices.ADVANCE,
        choices.STAY_UP,
        OVERSTACKED,
    ),
    order_lines=(choices.IN_BATTLE,),
    verdicts={
        ActionVerdict: action_lines,
        LastImpulseVerdict: test_lines,
        WeatherVerdict: weather_lines,
    },
)
AIR: Final[Chapter[Position]] = Chapter(
    sections=(GROUND_STRIKE, REBASE),
    verdicts={
        AirCombatVerdict: air_combat_lines,
        NoBaseVerdict: no_base_lines,
        StrikeVerdict: strike_lines,
    },
)
LAND: Final[Chapter[Position]] = Chapter(
    sections=(RAIL, MARCHES, ATTACKS, AIR_TRANSPORT, PARADROP, AIR_SUPPLY, REORGANISE),
    kinds=(DISPLACED,),
    verdicts={
        on_land.OverrunVerdict: on_land.overrun_lines,
        on_land.AircraftOverrunVerdict: on_land.aircraft_overrun_lines,
        on_land.ReorganisationVerdict: on_land.reorganisation_lines,
        on_land.TransportVerdict: on_land.transport_lines,
        on_land.ParadropVerdict: on_land.paradrop_lines,
        in_combat.LandCombatVerdict: in_combat.land_combat_lines,
        in_combat.NoCombatVerdict: in_combat.no_combat_lines,
        in_combat.UnopposedVerdict: in_combat.unopposed_lines,
    },
)
TURN: Final[Chapter[Position]] = Chapter(
    kinds=(REROLL, GO_FIRST),
    verdicts={
        of_turn.FinalReorganisationVerdict: of_turn.final_reorganisation_lines,
        of_turn.InitiativeVerdict: of_turn.initiative_lines,
        of_turn.LakesVerdict: of_turn.lakes_lines,
        of_turn.TurnVerdict: of_turn.turn_lines,
        of_turn.VictoryVerdict: of_turn.victory_lines,
    },
)
