"""What strikes from the air bring to play.

Decides nothing. Leaves the choices of air missions to the chapter of the impulse.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.strikes.ground_strike import GROUND_STRIKE
from pbem.systems.flames.strikes.strike_verdicts import StrikeVerdict, strike_lines
from pbem.systems.flames.strikes.volleys import BOMBARD
from pbem.systems.flames.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(GROUND_STRIKE, BOMBARD),
    verdicts={StrikeVerdict: strike_lines},
)
