"""What turns bring to play: phases that the moderator rules, paragraphs of what happens by itself.

Decides nothing. Leaves the order of steps to the sequence.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.turn.conquests import SURRENDER, ConquestVerdict, SurrenderVerdict
from pbem.systems.awaw.turn.ending import PlayerTurnVerdict
from pbem.systems.awaw.turn.force_pools import ForcePoolVerdict
from pbem.systems.awaw.turn.losses import BoxLossVerdict
from pbem.systems.awaw.turn.ruled import (
    AFTER_COMBAT,
    DIPLOMACY,
    END_OF_TURN,
    RESEARCH,
    SUPPLY,
    YEAR_START,
)
from pbem.systems.awaw.turn.telling import (
    box_loss_lines,
    conquest_lines,
    force_pool_lines,
    player_turn_lines,
    surrender_lines,
)
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    rulings=(RESEARCH, DIPLOMACY, SUPPLY, AFTER_COMBAT, END_OF_TURN, SURRENDER, YEAR_START),
    verdicts={
        PlayerTurnVerdict: player_turn_lines,
        BoxLossVerdict: box_loss_lines,
        ForcePoolVerdict: force_pool_lines,
        ConquestVerdict: conquest_lines,
        SurrenderVerdict: surrender_lines,
    },
)
