"""What the economy brings to reports: the BRPs of all powers.

Decides nothing. Leaves paying to the orders that cost something.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.economy.overview import nations
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(nations=(nations,))
