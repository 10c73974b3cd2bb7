"""What the world brings to play: the words of its marks.

Decides nothing. Leaves everything that is ordered to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter()
