"""What the world brings to play: permits, rail moves.

Decides: which sections and marks they are.
Leaves to their modules: everything else.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.world.permits import PERMITS
from pbem.systems.gw.world.rail import RAIL_MOVES
from pbem.systems.gw.world.vocabulary import UnitMark

# Marks that players know of; all others are the program's own.
TOLD: Final = (UnitMark.DAMAGED, UnitMark.DUTY, UnitMark.FOR, UnitMark.HELD, UnitMark.LENT)

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(PERMITS, RAIL_MOVES),
    quiet_marks=tuple(mark for mark in UnitMark if mark not in TOLD),
)
