"""The sequence of play of a turn (3.1).

Decides the order of steps. One order window an impulse: everything up to the next impulse's weather
is played from its orders. When the impulses are over, both sides write orders for the end of the
turn, once: production, peace, the reinforcements, what is lent and the initiative of the turn that
follows are played from them. Leaves the steps of ships, air transport, invasions and paradrops to
later chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.systems.wif.air.rebase import rebases
from pbem.systems.wif.economy.bombardment import strategic_bombardments
from pbem.systems.wif.economy.building import building
from pbem.systems.wif.economy.evacuation import factories_by_rail
from pbem.systems.wif.economy.production import production
from pbem.systems.wif.economy.scrapping import scrapping
from pbem.systems.wif.impulse.actions import choose_actions
from pbem.systems.wif.impulse.last_impulse import (
    is_going_on,
    last_impulse_test,
    next_impulse,
)
from pbem.systems.wif.land.air_transport import air_transports
from pbem.systems.wif.land.combat.land_combat import land_combat
from pbem.systems.wif.land.emergency import (
    emergency_of_others,
    emergency_supply,
    spent_hqs,
)
from pbem.systems.wif.land.land_orders import land_movement
from pbem.systems.wif.land.rail import rail_movement
from pbem.systems.wif.land.reorganisation import reorganisation
from pbem.systems.wif.politics.conquering import conquest
from pbem.systems.wif.politics.declaring import declare_wars
from pbem.systems.wif.politics.minors import align, set_up
from pbem.systems.wif.politics.peace import peace, surrender
from pbem.systems.wif.politics.reserves import call_out
from pbem.systems.wif.strikes.ground_strike import ground_strikes
from pbem.systems.wif.turn.closing import (
    END_OF_TURN,
    asks_for_orders,
    begin_next_turn,
    both_sides,
    goes_on,
)
from pbem.systems.wif.turn.final_reorganisation import final_reorganisation
from pbem.systems.wif.turn.initiative import initiative
from pbem.systems.wif.turn.isolated import disband
from pbem.systems.wif.turn.lending import lending
from pbem.systems.wif.turn.partisans import partisans
from pbem.systems.wif.turn.reinforcements import reinforcements
from pbem.systems.wif.turn.summary import tell_turn
from pbem.systems.wif.turn.victory import victory_check
from pbem.systems.wif.turn.weather import roll_weather

IMPULSE: Final[tuple[Node, ...]] = (
    Window("orders", "orders for the impulse"),
    Step("set-up", set_up, "19.4.1"),
    Step("declare-war", declare_wars, "9.3"),
    Step("align", align, "9.6"),
    Step("reserves", call_out, "9.7"),
    Step("choose-action", choose_actions, "10"),
    Step("emergency-supply", emergency_supply, "2.4.3"),
    Step("strategic-bombardment", strategic_bombardments, "11.7"),
    Step("ground-strike", ground_strikes, "11.8"),
    Step("rail-movement", rail_movement, "11.9"),
    Step("factories-by-rail", factories_by_rail, "11.9"),
    Step("emergency-supply-of-others", emergency_of_others, "2.4.3"),
    Step("land-movement", land_movement, "11.10"),
    Step("air-transport", air_transports, "11.11"),
    Step("emergency-supply-before-combat", emergency_of_others, "2.4.3"),
    Step("land-combat", land_combat, "11.15"),
    Step("end-of-land-combat", spent_hqs, "2.4.3"),
    Step("rebase", rebases, "11.16"),
    Step("reorganisation", reorganisation, "11.17"),
    Step("last-impulse-test", last_impulse_test, "12"),
    Step("next-impulse", next_impulse, "3.1"),
    Step("weather", roll_weather, "8"),
)
BETWEEN_TURNS: Final[tuple[Node, ...]] = (
    Step("partisans", partisans, "13.1"),
    Step("final-reorganisation", final_reorganisation, "13.5"),
    Step("both-sides", both_sides, "13"),
    Window(END_OF_TURN, "production and reinforcements", asks_for_orders, apart=True),
    Step("production", production, "13.6"),
    Step("scrapping", scrapping, "13.6.5"),
    Step("building", building, "13.6.5"),
    Step("conquest", conquest, "13.7"),
    Step("peace", peace, "13.7.3"),
    Step("surrender", surrender, "13.7.6"),
    Step("balance", tell_turn, "13.9"),
    Step("victory-check", victory_check, "13.9"),
    Step("next-turn", begin_next_turn, "13.9"),
    Step("reinforcements", reinforcements, "4"),
    Step("isolated", disband, "4.3"),
    Step("lending", lending, "5"),
    Step("initiative", initiative, "6"),
    Step("first-weather", roll_weather, "8"),
)
TURN: Final[tuple[Node, ...]] = (
    Loop("impulses", IMPULSE, again=is_going_on),
    *BETWEEN_TURNS,
)
TURNS: Final = Loop("turns", TURN, again=goes_on)
