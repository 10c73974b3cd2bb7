"""The sequence of play (8): a game turn has a research phase, an Axis and an Allied player turn.

A player turn has two order windows: declarations of war, movement and combat; then construction and
redeployment. Who writes the orders of the second half into his first file needs no second one.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.sequence import Node, Step, Window
from pbem.systems.awaw.combat.attrition import attrition
from pbem.systems.awaw.combat.phase import combat
from pbem.systems.awaw.moves.orders import movement
from pbem.systems.awaw.politics.declaring import declarations
from pbem.systems.awaw.turn.ending import next_player_turn
from pbem.systems.awaw.turn.losses import losses_beside_boxes
from pbem.systems.awaw.turn.ruled import (
    after_combat,
    diplomacy,
    initial_supply,
    research,
    year_start,
)

PLAYER_TURN: Final[tuple[Node, ...]] = (
    Window("operations", "declarations of war, movement and combat"),
    Step("year-start", year_start, "8.3"),
    Step("research", research, "8.11"),
    Step("diplomacy", diplomacy, "8.22"),
    Step("declarations-of-war", declarations, "8.23"),
    Step("supply", initial_supply, "8.24"),
    Step("movement", movement, "8.24"),
    Step("combat", combat, "8.25"),
    Step("attrition", attrition, "9.61"),
    Step("losses-beside-boxes", losses_beside_boxes, "5"),
    Step("after-combat", after_combat, "8.26"),
    Step("next-player-turn", next_player_turn, "8.1"),
)
