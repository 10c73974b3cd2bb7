"""The sequence of play of a turn (3.1).

Decides the order of steps. One order window an impulse. Leaves the steps of ships and invasions,
and production, influence and peace at the end of a turn, to later chapters: until then a game has
one turn.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.systems.aif.victory import victory_check
from pbem.systems.flames.air.rebase import rebases
from pbem.systems.flames.impulse.actions import choose_actions
from pbem.systems.flames.impulse.last_impulse import (
    is_going_on,
    last_impulse_test,
    next_impulse,
)
from pbem.systems.flames.land.air_transport import air_transports
from pbem.systems.flames.land.combat.land_combat import land_combat
from pbem.systems.flames.land.land_orders import land_movement
from pbem.systems.flames.land.paradrop import paradrops
from pbem.systems.flames.land.rail import rail_movement
from pbem.systems.flames.land.reorganisation import reorganisation
from pbem.systems.flames.strikes.ground_strike import ground_strikes
from pbem.systems.flames.turn.closing import begin_next_turn, goes_on
from pbem.systems.flames.turn.final_reorganisation import final_reorganisation
from pbem.systems.flames.turn.initiative import initiative
from pbem.systems.flames.turn.summary import tell_turn
from pbem.systems.flames.turn.weather import roll_weather

IMPULSE: Final[tuple[Node, ...]] = (
    Window("orders", "orders for the impulse"),
    Step("choose-action", choose_actions, "10"),
    Step("ground-strike", ground_strikes, "11.9"),
    Step("rail-movement", rail_movement, "11.10"),
    Step("land-movement", land_movement, "11.11"),
    Step("air-transport", air_transports, "11.12"),
    Step("paradrop", paradrops, "11.15"),
    Step("land-combat", land_combat, "11.16"),
    Step("rebase", rebases, "11.17"),
    Step("reorganisation", reorganisation, "11.18"),
    Step("last-impulse-test", last_impulse_test, "12"),
    Step("next-impulse", next_impulse, "3.1"),
    Step("weather", roll_weather, "8"),
)
TURN: Final[tuple[Node, ...]] = (
    Loop("impulses", IMPULSE, again=is_going_on),
    Step("final-reorganisation", final_reorganisation, "13.5"),
    Step("balance", tell_turn, "13.8"),
    Step("victory-check", victory_check, "13.8"),
    Step("next-turn", begin_next_turn, "13.8"),
    Step("initiative", initiative, "6"),
    Step("first-weather", roll_weather, "8"),
)
TURNS: Final = Loop("turns", TURN, again=goes_on)
