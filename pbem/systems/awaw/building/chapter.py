"""What construction brings to play.

Decides nothing. Leaves ships to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.building.construction import CONSTRUCTION, ConstructionVerdict
from pbem.systems.awaw.building.telling import construction_lines
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(CONSTRUCTION,),
    verdicts={ConstructionVerdict: construction_lines},
)
