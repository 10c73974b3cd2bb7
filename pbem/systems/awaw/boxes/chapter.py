"""What boxes bring to play: redeployments, and what the moderator says of their way.

Decides nothing. Leaves moves into boxes in the movement phase to `moves`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.boxes.redeploying import CONVOYS, ON_THE_MAP, REDEPLOYING
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(sections=(REDEPLOYING,), rulings=(ON_THE_MAP, CONVOYS))
