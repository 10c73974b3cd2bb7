"""What movement brings to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.moves.combat_moves import COMBAT_MOVES
from pbem.systems.gw.moves.combat_phase import RAID_KINDS
from pbem.systems.gw.moves.departures import LEAVE_FRANCE, LEAVE_VICHY
from pbem.systems.gw.moves.non_combat_moves import NON_COMBAT_MOVES
from pbem.systems.gw.moves.placing import PLACE
from pbem.systems.gw.moves.strategic_naval import STRATEGIC_NAVAL_MOVES

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(COMBAT_MOVES, NON_COMBAT_MOVES, STRATEGIC_NAVAL_MOVES, PLACE),
    kinds=(*RAID_KINDS, LEAVE_FRANCE, LEAVE_VICHY),
)
