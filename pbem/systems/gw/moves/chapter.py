"""What movement brings to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.moves.attacks import MonroeVerdict, monroe_lines
from pbem.systems.gw.moves.combat_moves import COMBAT_MOVES
from pbem.systems.gw.moves.combat_phase import (
    RAID_KINDS,
    PatrolVerdict,
    RocketsVerdict,
    patrol_lines,
    rockets_lines,
)
from pbem.systems.gw.moves.departures import LEAVE_FRANCE, LEAVE_VICHY
from pbem.systems.gw.moves.meeting import MetAtSeaVerdict, met_lines
from pbem.systems.gw.moves.non_combat_moves import NON_COMBAT_MOVES
from pbem.systems.gw.moves.placing import PLACE, PlacementVerdict, placement_lines
from pbem.systems.gw.moves.strategic_naval import STRATEGIC_NAVAL_MOVES

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(COMBAT_MOVES, NON_COMBAT_MOVES, STRATEGIC_NAVAL_MOVES, PLACE),
    verdicts={
        MonroeVerdict: monroe_lines,
        MetAtSeaVerdict: met_lines,
        PatrolVerdict: patrol_lines,
        RocketsVerdict: rockets_lines,
        PlacementVerdict: placement_lines,
    },
    kinds=(*RAID_KINDS, LEAVE_FRANCE, LEAVE_VICHY),
)
