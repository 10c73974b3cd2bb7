"""What movement brings to play: the orders of the movement phase.

Decides nothing. Leaves operations to `operations`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.moves.orders import MOVEMENT
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(sections=(MOVEMENT,))
