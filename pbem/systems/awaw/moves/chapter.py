"""What movement brings to play: the orders of the movement phase.

Decides nothing. Leaves operations to `operations`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.moves.orders import MOVEMENT

CHAPTER: Final = Chapter(sections=(MOVEMENT,))
