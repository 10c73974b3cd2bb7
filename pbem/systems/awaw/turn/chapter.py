"""What turns bring to play: phases that the moderator rules, paragraphs of what happens by itself.

Decides nothing. Leaves the order of steps to the sequence.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.turn.ending import PlayerTurnVerdict
from pbem.systems.awaw.turn.losses import BoxLossVerdict
from pbem.systems.awaw.turn.ruled import (
    AFTER_COMBAT,
    DIPLOMACY,
    END_OF_TURN,
    RESEARCH,
    SUPPLY,
    YEAR_START,
)
from pbem.systems.awaw.turn.telling import box_loss_lines, player_turn_lines

CHAPTER: Final = Chapter(
    rulings=(RESEARCH, DIPLOMACY, SUPPLY, AFTER_COMBAT, END_OF_TURN, YEAR_START),
    verdicts={PlayerTurnVerdict: player_turn_lines, BoxLossVerdict: box_loss_lines},
)
