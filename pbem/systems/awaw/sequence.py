"""The sequence of play (8): a game turn has a research phase, an Axis and an Allied player turn.

A player turn has two order windows: diplomacy to combat, then construction and redeployment.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.sequence import Node, Step, Window
from pbem.systems.awaw.combat.phase import combat
from pbem.systems.awaw.politics.declaring import declarations
from pbem.systems.awaw.turn.ending import next_player_turn

PLAYER_TURN: Final[tuple[Node, ...]] = (
    Window("operations", "declarations of war, movement and combat"),
    Step("declarations-of-war", declarations, "8.23"),
    Step("combat", combat, "8.25"),
    Step("next-player-turn", next_player_turn, "8.1"),
)
