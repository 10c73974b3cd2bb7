"""What victory brings to play.

Leaves when the score is counted to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.victory.short_games import SHORT_GAME_PARAGRAPHS, standing
from pbem.systems.gw.victory.victory_paragraphs import VICTORY_PARAGRAPHS, result, victory_points

CHAPTER: Final[Chapter[Position]] = Chapter(
    verdicts={**SHORT_GAME_PARAGRAPHS, **VICTORY_PARAGRAPHS},
    outlook=(standing, victory_points),
    result=(result,),
)
