"""The sequence of play of an impulse (3.1, D1 to D3), and the system as the core sees it.

One order window an impulse: everything up to the next impulse's weather is played from its orders.
The steps of ships, air transport, invasions and paradrops come with later chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.core.rules.system import System
from pbem.systems.wif.air.rebase import REBASE, rebases
from pbem.systems.wif.cases.battle_calculations import BATTLE_CALCULATIONS
from pbem.systems.wif.cases.calculations import CALCULATIONS
from pbem.systems.wif.cases.ground_calculations import GROUND_CALCULATIONS
from pbem.systems.wif.cases.impulse_calculations import IMPULSE_CALCULATIONS
from pbem.systems.wif.impulse.actions import ACTION, choose_actions
from pbem.systems.wif.impulse.battle_decisions import BATTLE_KINDS, IN_BATTLE
from pbem.systems.wif.impulse.last_impulse import (
    is_going_on,
    last_impulse_test,
    next_impulse,
    roll_weather,
)
from pbem.systems.wif.land.combat.attacks import ATTACKS
from pbem.systems.wif.land.combat.battle_paragraphs import BATTLE_PARAGRAPHS
from pbem.systems.wif.land.combat.land_combat import land_combat
from pbem.systems.wif.land.emergency import (
    EMERGENCY_SECTION,
    EMERGENCY_SUPPLY,
    emergency_of_others,
    emergency_supply,
    spent_hqs,
)
from pbem.systems.wif.land.land_orders import LAND, land_movement
from pbem.systems.wif.land.overrun import DISPLACED
from pbem.systems.wif.land.rail import RAIL, rail_movement
from pbem.systems.wif.land.reorganisation import REORGANISE, reorganisation
from pbem.systems.wif.ready import closing, may_act
from pbem.systems.wif.reports import NAMES, PARAGRAPHS, changes, heading, outlook
from pbem.systems.wif.sound import sound
from pbem.systems.wif.strikes.ground_strike import GROUND_STRIKE, ground_strikes
from pbem.systems.wif.world.counter_face import battle_marks, face
from pbem.systems.wif.world.named import named
from pbem.systems.wif.world.options import read_options
from pbem.systems.wif.world.stacking import OVERSTACKED

IMPULSE: Final[tuple[Node, ...]] = (
    Window("orders", "orders for the impulse"),
    Step("choose-action", choose_actions, "10"),
    Step("emergency-supply", emergency_supply, "2.4.3"),
    Step("ground-strike", ground_strikes, "11.8"),
    Step("rail-movement", rail_movement, "11.9"),
    Step("emergency-supply-of-others", emergency_of_others, "2.4.3"),
    Step("land-movement", land_movement, "11.10"),
    Step("emergency-supply-before-combat", emergency_of_others, "2.4.3"),
    Step("land-combat", land_combat, "11.15"),
    Step("end-of-land-combat", spent_hqs, "2.4.3"),
    Step("rebase", rebases, "11.16"),
    Step("reorganisation", reorganisation, "11.17"),
    Step("last-impulse-test", last_impulse_test, "12"),
    Step("next-impulse", next_impulse, "3.1"),
    Step("weather", roll_weather, "8"),
)

SYSTEM: Final = System(
    name="wif",
    title="World in Flames",
    package="pbem.systems.wif",
    sequence=(Loop("impulses", IMPULSE, again=is_going_on),),
    sections=(
        ACTION,
        EMERGENCY_SECTION,
        GROUND_STRIKE,
        RAIL,
        LAND,
        ATTACKS,
        REBASE,
        REORGANISE,
    ),
    kinds=(OVERSTACKED, DISPLACED, EMERGENCY_SUPPLY, *BATTLE_KINDS),
    options=read_options,
    order_lines=(IN_BATTLE,),
    paragraphs={**PARAGRAPHS, **BATTLE_PARAGRAPHS},
    changes=changes,
    outlook=outlook,
    names=NAMES,
    heading=heading,
    calculations={
        **CALCULATIONS,
        **GROUND_CALCULATIONS,
        **BATTLE_CALCULATIONS,
        **IMPULSE_CALCULATIONS,
    },
    may_act=may_act,
    closing=closing,
    face=face,
    battle_marks=battle_marks,
    named=named,
    sound=sound,
)
