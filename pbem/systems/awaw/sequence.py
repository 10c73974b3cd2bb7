"""The sequence of play (8): a game turn has a research phase, an Axis and an Allied player turn.

A player turn has two order windows: declarations of war, movement and combat; then construction and
redeployment. Who writes the orders of the second half into his first file needs no second one.
"""

from __future__ import annotations

from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.orders.orders import Submission
from pbem.core.rules.sequence import Loop, Node, Step, Window
from pbem.systems.awaw.boxes.redeploying import REDEPLOYING, redeployment
from pbem.systems.awaw.building.construction import CONSTRUCTION, construction
from pbem.systems.awaw.combat.attrition import attrition
from pbem.systems.awaw.combat.phase import combat
from pbem.systems.awaw.moves.orders import movement
from pbem.systems.awaw.politics.declaring import declarations
from pbem.systems.awaw.politics.setting_up import WINDOW as SET_UP_WINDOW
from pbem.systems.awaw.politics.setting_up import (
    associations,
    opens_set_up,
    set_up,
    was_set_up,
)
from pbem.systems.awaw.turn.conquests import conquests, surrenders
from pbem.systems.awaw.turn.ending import goes_on, next_player_turn
from pbem.systems.awaw.turn.force_pools import force_pools
from pbem.systems.awaw.turn.losses import losses_beside_boxes
from pbem.systems.awaw.turn.ruled import (
    after_combat,
    diplomacy,
    end_of_turn,
    initial_supply,
    research,
    year_start,
)
from pbem.systems.awaw.victory.allotting import allotment
from pbem.systems.awaw.victory.deciding import victory
from pbem.systems.awaw.victory.deploying import WINDOW as DEPLOYMENT_WINDOW
from pbem.systems.awaw.victory.deploying import deployment, still_deploys
from pbem.systems.awaw.victory.resigning import RESIGNING, resignations
from pbem.systems.awaw.world.position import Umpire

SECOND_HALF: Final = (CONSTRUCTION.name, REDEPLOYING.name, RESIGNING.name)


@implements("AWAW-8.2-1")
def asks_for_second_file(umpire: Umpire) -> bool:
    """Whether a player of the side that moves has not yet said what he builds and redeploys."""
    sent = umpire.inputs.submissions
    return any(one not in sent or not says_second_half(sent[one]) for one in umpire.state.due)


def says_second_half(file: Submission) -> bool:
    """Whether a file has orders of the second half: an empty list says none, a form's blank no."""
    said = file.document.data if file.document is not None else {}
    return any(said.get(name) is not None for name in SECOND_HALF)


DEPLOYMENT: Final[tuple[Node, ...]] = (
    Window(DEPLOYMENT_WINDOW, "in the order of deployment"),
    Step("deployment", deployment, "7.31"),
)
PLAYER_TURN: Final[tuple[Node, ...]] = (
    Step("year-start", year_start, "8.3"),
    Step("force-pools", force_pools, "7.223"),
    Step("research", research, "8.11"),
    Window("operations", "declarations of war, movement and combat"),
    Step("diplomacy", diplomacy, "8.22"),
    Step("declarations-of-war", declarations, "8.23"),
    Window(SET_UP_WINDOW, "the forces of attacked minor countries", opens_set_up),
    Step("set-up", set_up, "8.23"),
    Window("operations-after-set-up", "movement and combat", was_set_up),
    Step("supply", initial_supply, "8.24"),
    Step("movement", movement, "8.24"),
    Step("combat", combat, "8.25"),
    Step("attrition", attrition, "9.61"),
    Step("losses-beside-boxes", losses_beside_boxes, "5"),
    Step("after-combat", after_combat, "8.26"),
    Step("conquests", conquests, "3.11"),
    Window("construction", "construction and redeployment", asks_for_second_file),
    Step("unit-construction", construction, "8.27"),
    Step("redeployment", redeployment, "8.28"),
    Step("end-of-turn", end_of_turn, "8.29"),
    Step("surrenders", surrenders, "8.29"),
    Step("associations", associations, "3.11"),
    Step("resignations", resignations, "7.215"),
    Step("victory", victory, "7.215"),
    Step("next-player-turn", next_player_turn, "8.1"),
)
WHOLE: Final[tuple[Node, ...]] = (
    Loop("deployments", DEPLOYMENT, again=still_deploys),
    Step("allotment", allotment, "7.33"),
    Loop("player-turns", PLAYER_TURN, again=goes_on),
)
