"""The sequence of play (3): weather, then the Axis and the Allied player turn.

A player turn has two order windows: operations as far as the combat of the first impulse; then the
second impulse and the rest. Who writes the orders of the second half into his first file needs no
second one. The segments of income, diplomacy, declarations of war and strategic warfare stand here
as soon as they are played.
"""

from __future__ import annotations

from typing import Final

from pbem.core.orders.orders import Submission
from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.systems.tw.air.fleeing import flights
from pbem.systems.tw.air.raiding import raids
from pbem.systems.tw.air.staging import SECOND_STAGING, stage, stage_again
from pbem.systems.tw.combat.advancing import mark_spearheads
from pbem.systems.tw.combat.attacking import SECOND_ATTACKS
from pbem.systems.tw.combat.resolving import combat, second_combat
from pbem.systems.tw.economy.building import BUILD, builds
from pbem.systems.tw.economy.converting import CONVERSIONS, conversions
from pbem.systems.tw.economy.convoys import CONVOYS, convoys
from pbem.systems.tw.economy.disbanding import DISBANDING, disbandings
from pbem.systems.tw.economy.efforts import efforts
from pbem.systems.tw.economy.evacuating import EVACUATION, evacuations
from pbem.systems.tw.economy.granting import GRANTS, grants
from pbem.systems.tw.economy.heavy_flak import heavy_flak
from pbem.systems.tw.economy.improving import IMPROVEMENTS, improvements
from pbem.systems.tw.economy.income import income
from pbem.systems.tw.economy.planning import planning
from pbem.systems.tw.economy.prizes import book_prizes
from pbem.systems.tw.economy.relocating import RELOCATIONS, relocations
from pbem.systems.tw.economy.repair import REPAIR, repairs
from pbem.systems.tw.economy.works import WORKS, decay, field_works, works
from pbem.systems.tw.move.breakdown import breakdown
from pbem.systems.tw.move.dropping import clear_up, clear_up_at_once
from pbem.systems.tw.move.orders import EXPLOITATION, exploitation, movement
from pbem.systems.tw.move.rail import rails
from pbem.systems.tw.move.reserves import RESERVES, reserves
from pbem.systems.tw.move.shifting import STRATMOVE, stratmoves
from pbem.systems.tw.politics.conquest import conquests
from pbem.systems.tw.politics.declaring import declarations
from pbem.systems.tw.politics.french_surrender import french_surrender
from pbem.systems.tw.politics.soviet_surrender import soviet_surrender
from pbem.systems.tw.sea.beaches import settle_beaches
from pbem.systems.tw.sea.evading import evasions
from pbem.systems.tw.sea.hunting import hunts
from pbem.systems.tw.sea.interdicting import interdictions
from pbem.systems.tw.sea.invading import invasions
from pbem.systems.tw.sea.leaving import leave_lost_ports
from pbem.systems.tw.sea.patrolling import PATROLS, patrols
from pbem.systems.tw.sea.shipping import SHIPPING, shippings
from pbem.systems.tw.sea.striking import strikes
from pbem.systems.tw.sea.supplying import supply_runs
from pbem.systems.tw.sea.transport import transports
from pbem.systems.tw.supply.cutting import second_check, supply_check, supply_segment
from pbem.systems.tw.turn.attrition import attrition
from pbem.systems.tw.turn.desert import desert_supply
from pbem.systems.tw.turn.ending import goes_on, next_player_turn
from pbem.systems.tw.turn.pockets import close_pockets, mark_pockets
from pbem.systems.tw.turn.stacking import conform
from pbem.systems.tw.turn.weather import second_winter, weather
from pbem.systems.tw.world.partisans import partisans_go
from pbem.systems.tw.world.position import Umpire

SECOND_HALF: Final = (
    SECOND_STAGING.name,
    EXPLOITATION.name,
    SECOND_ATTACKS.name,
    DISBANDING.name,
    BUILD.name,
    CONVERSIONS.name,
    WORKS.name,
    RESERVES.name,
    IMPROVEMENTS.name,
    REPAIR.name,
    EVACUATION.name,
    GRANTS.name,
    RELOCATIONS.name,
    STRATMOVE.name,
    SHIPPING.name,
    CONVOYS.name,
    PATROLS.name,
)


def asks_for_second_file(umpire: Umpire) -> bool:
    """Whether a player of the side that moves has not yet said what follows the first impulse."""
    sent = umpire.inputs.submissions
    return any(one not in sent or not says_second_half(sent[one]) for one in umpire.state.due)


def says_second_half(file: Submission) -> bool:
    """Whether a file has orders of the second half: an empty list says none, a form's blank no."""
    said = file.document.data if file.document is not None else {}
    return any(said.get(name) is not None for name in SECOND_HALF)


PLAYER_TURN: Final[tuple[Node, ...]] = (
    Step("income", income, "3.1"),
    Step("weather", weather, "26"),
    Step("supply-check", supply_check, "12.0"),
    Window("operations", "logistics, rails, first impulse and combat"),
    Step("planning", planning, "3.3"),
    Step("declarations", declarations, "6.4"),
    Step("heavy-flak", heavy_flak, "11.12.4"),
    Step("logistics", efforts, "4"),
    Step("evasion", evasions, "7.8.2"),
    Step("supply-runs", supply_runs, "12.7.2"),
    Step("airbases", field_works, "11.1.1"),
    Step("stage-air-units", stage, "11.2.1.1"),
    Step("counter-air", raids, "11.5"),
    Step("breakdown-units", breakdown, "9.6.3"),
    Step("rail-moves", rails, "9.1"),
    Step("movement", movement, "9.2"),
    Step("hunts", hunts, "7.4"),
    Step("strikes", strikes, "11.7"),
    Step("interdictions", interdictions, "12.1.2"),
    Step("sea-transport", transports, "7.5"),
    Step("invasions", invasions, "7.7"),
    Step("flights", flights, "11.1.2"),
    Step("partisans", partisans_go, "1.2"),
    Step("stacking", conform, "9.6"),
    Step("combat", combat, "10.2"),
    Step("beaches", settle_beaches, "7.7.4"),
    Step("landings-at-once", clear_up_at_once, "11.14.3"),
    Step("partisans-beaten", partisans_go, "1.2"),
    Step("conquests", conquests, "23.1"),
    Step("ports-lost", leave_lost_ports, "7.1"),
    Window("second-half", "second impulse, building and strategic movement", asks_for_second_file),
    Step("second-supply-check", second_check, "12.6.2"),
    Step("spearheads", mark_spearheads, "10.2.5"),
    Step("stage-again", stage_again, "11.2.1.1"),
    Step("exploitation", exploitation, "9.2"),
    Step("flights-again", flights, "11.1.2"),
    Step("partisans-again", partisans_go, "1.2"),
    Step("stacking-again", conform, "9.6"),
    Step("second-combat", second_combat, "10.2.5"),
    Step("partisans-beaten-again", partisans_go, "1.2"),
    Step("conquests-again", conquests, "23.1"),
    Step("ports-lost-again", leave_lost_ports, "7.1"),
    Step("prizes", book_prizes, "14.6.1"),
    Step("landings", clear_up, "11.14.3"),
    Step("pockets", mark_pockets, "10.2.8"),
    Step("disbanding", disbandings, "15.5"),
    Step("unit-construction", builds, "15"),
    Step("conversions", conversions, "21.7.2"),
    Step("works", works, "10.6.4"),
    Step("reserve-creation", reserves, "9.9"),
    Step("improvements", improvements, "10.8.2"),
    Step("repairs", repairs, "15.1.3"),
    Step("evacuation", evacuations, "14.6.1"),
    Step("grants", grants, "14.8"),
    Step("relocations", relocations, "8.5.4"),
    Step("strategic-movement", stratmoves, "8"),
    Step("strategic-movement-at-sea", shippings, "8.2"),
    Step("convoys", convoys, "14.8"),
    Step("stacking-at-last", conform, "9.6"),
    Step("supply", supply_segment, "12.6.3"),
    Step("desert-supply", desert_supply, "12.2.5"),
    Step("disrepair", decay, "10.6.4"),
    Step("closed-pockets", close_pockets, "10.2.8"),
    Step("attrition", attrition, "10.3.6"),
    Step("french-surrender", french_surrender, "18.4"),
    Step("soviet-surrender", soviet_surrender, "21.1"),
    Step("second-winter", second_winter, "26.1.1"),
    Step("patrols", patrols, "7.4"),
    Step("next-player-turn", next_player_turn, "3.11"),
)
WHOLE: Final[tuple[Node, ...]] = (Loop("player-turns", PLAYER_TURN, again=goes_on),)
