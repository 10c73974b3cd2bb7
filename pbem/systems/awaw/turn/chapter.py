"""What turns bring to play: the paragraph of a player turn that begins.

Decides nothing. Leaves the order of steps to the sequence.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.turn.ending import PlayerTurnVerdict
from pbem.systems.awaw.turn.telling import player_turn_lines

CHAPTER: Final = Chapter(verdicts={PlayerTurnVerdict: player_turn_lines})
