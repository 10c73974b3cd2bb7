"""What aircraft bring to play.

Decides nothing. Leaves bombers over a battle to the chapters of strikes and of land.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.air.air_verdicts import (
    AirCombatVerdict,
    AntiAircraftVerdict,
    NoBaseVerdict,
    WayVerdict,
    air_combat_lines,
    anti_aircraft_lines,
    no_base_lines,
    way_lines,
)
from pbem.systems.flames.air.rebase import REBASE
from pbem.systems.flames.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(REBASE,),
    verdicts={
        AirCombatVerdict: air_combat_lines,
        AntiAircraftVerdict: anti_aircraft_lines,
        NoBaseVerdict: no_base_lines,
        WayVerdict: way_lines,
    },
)
