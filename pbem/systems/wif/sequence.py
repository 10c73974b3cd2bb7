"""The sequence of play of a turn (3.1).

Decides the order of steps. One order window an impulse: everything up to the next impulse's weather
is played from its orders. When the impulses are over, both sides write orders for the end of the
turn, once: production, peace, the reinforcements, what is lent and the initiative of the turn that
follows are played from them. Leaves the steps of ships and invasions to rules that are not played.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.systems.flames.air.rebase import rebases
from pbem.systems.flames.economy.bombardment import strategic_bombardments
from pbem.systems.flames.economy.building import building
from pbem.systems.flames.economy.evacuation import factories_by_rail
from pbem.systems.flames.economy.production import production
from pbem.systems.flames.economy.scrapping import scrapping
from pbem.systems.flames.impulse.actions import choose_actions
from pbem.systems.flames.impulse.last_impulse import (
    is_going_on,
    last_impulse_test,
    next_impulse,
)
from pbem.systems.flames.kits.dividing import breaking_down, reforming
from pbem.systems.flames.kits.heavy.upgrading import upgrading
from pbem.systems.flames.kits.isolated import disband
from pbem.systems.flames.kits.offensive.chits import build_chits
from pbem.systems.flames.kits.offensive.orders import spend_offensive_points
from pbem.systems.flames.kits.oil import burn_goods, pay_oil
from pbem.systems.flames.kits.pilots.reserve import into_reserve
from pbem.systems.flames.kits.pilots.training import train_pilots
from pbem.systems.flames.kits.stores.disbanding import disband_aircraft
from pbem.systems.flames.kits.supply_units import supply_units
from pbem.systems.flames.kits.tracks.construction import abandon, construct
from pbem.systems.flames.kits.tracks.rail import tracks_by_rail
from pbem.systems.flames.kits.tracks.works import works_go_on
from pbem.systems.flames.kits.works.orders import build_works, place_works
from pbem.systems.flames.kits.works.repairs import repaired, repairing
from pbem.systems.flames.kits.works.wrecking import wrecking
from pbem.systems.flames.land.air_transport import air_transports
from pbem.systems.flames.land.combat.land_combat import land_combat
from pbem.systems.flames.land.emergency import (
    emergency_of_others,
    emergency_supply,
    spent_hqs,
)
from pbem.systems.flames.land.land_orders import land_movement
from pbem.systems.flames.land.paradrop import paradrops
from pbem.systems.flames.land.rail import rail_movement
from pbem.systems.flames.land.reorganisation import reorganisation
from pbem.systems.flames.strikes.ground_strike import ground_strikes
from pbem.systems.flames.turn.closing import (
    END_OF_TURN,
    asks_for_orders,
    begin_next_turn,
    both_sides,
    goes_on,
)
from pbem.systems.flames.turn.final_reorganisation import final_reorganisation
from pbem.systems.flames.turn.initiative import initiative
from pbem.systems.flames.turn.lending import lending
from pbem.systems.flames.turn.partisans import follow, partisans
from pbem.systems.flames.turn.reinforcements import reinforcements
from pbem.systems.flames.turn.summary import tell_turn
from pbem.systems.flames.turn.weather import roll_weather
from pbem.systems.wif.economy.before_builds import tend
from pbem.systems.wif.economy.intelligence import buy_intelligence, intelligence
from pbem.systems.wif.politics.conquering import conquest
from pbem.systems.wif.politics.declaring import declare_wars
from pbem.systems.wif.politics.leave import permits
from pbem.systems.wif.politics.liberation import liberation
from pbem.systems.wif.politics.minors import align, set_up
from pbem.systems.wif.politics.pacts import break_pacts
from pbem.systems.wif.politics.peace import peace
from pbem.systems.wif.politics.reserves import call_out
from pbem.systems.wif.politics.surrender import surrender
from pbem.systems.wif.turn.siberians import place_siberians
from pbem.systems.wif.turn.victory import victory_check

IMPULSE: Final[tuple[Node, ...]] = (
    Window("orders", "orders for the impulse"),
    Step("siberians", place_siberians, "22.5"),
    Step("set-up", set_up, "19.4.1"),
    Step("break-pacts", break_pacts, "9.2"),
    Step("declare-war", declare_wars, "9.3"),
    Step("align", align, "9.6"),
    Step("red-partisans", follow, "13.1.2"),
    Step("reserves", call_out, "9.7"),
    Step("permits", permits, "11.10.5"),
    Step("choose-action", choose_actions, "10"),
    Step("offensive-points", spend_offensive_points, "16"),
    Step("paying-oil", pay_oil, "10.3"),
    Step("burning", burn_goods, "10.4"),
    Step("supply-units", supply_units, "22.3"),
    Step("emergency-supply", emergency_supply, "2.4.3"),
    Step("strategic-bombardment", strategic_bombardments, "11.7"),
    Step("ground-strike", ground_strikes, "11.8"),
    Step("rail-movement", rail_movement, "11.9"),
    Step("factories-by-rail", factories_by_rail, "11.9"),
    Step("tracks-by-rail", tracks_by_rail, "13.6.10"),
    Step("emergency-supply-of-others", emergency_of_others, "2.4.3"),
    Step("land-movement", land_movement, "11.10"),
    Step("air-transport", air_transports, "11.11"),
    Step("paradrop", paradrops, "11.14"),
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
    Step("breaking-down", breaking_down, "22.1"),
    Step("abandoning", abandon, "13.6.10"),
    Step("production", production, "13.6"),
    Step("continuing", construct, "13.6.10"),
    Step("continuing-works", works_go_on, "13.6.10"),
    Step("pilots", train_pilots, "14.6"),
    Step("scrapping", scrapping, "13.6.5"),
    Step("upgrading", upgrading, "22.11"),
    Step("repairing", repairing, "13.6.7"),
    Step("building-works", build_works, "13.6.6"),
    Step("local-units", tend, "22.6"),
    Step("buying-intelligence", buy_intelligence, "13.6.11"),
    Step("chits", build_chits, "16"),
    Step("building", building, "13.6.5"),
    Step("reforming", reforming, "22.1"),
    Step("intelligence", intelligence, "13.6.11"),
    Step("conquest", conquest, "13.7"),
    Step("peace", peace, "13.7.3"),
    Step("liberation", liberation, "13.7.5"),
    Step("surrender", surrender, "13.7.6"),
    Step("wrecking", wrecking, "13.8"),
    Step("red-partisans-at-peace", follow, "13.1.2"),
    Step("balance", tell_turn, "13.9"),
    Step("victory-check", victory_check, "13.9"),
    Step("next-turn", begin_next_turn, "13.9"),
    Step("repaired", repaired, "13.6.7"),
    Step("placing-works", place_works, "4.2.2"),
    Step("reinforcements", reinforcements, "4"),
    Step("air-reserve", into_reserve, "14.6.1"),
    Step("disbanding", disband_aircraft, "4.3"),
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
