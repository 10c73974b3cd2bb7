"""What cases may ask of single rules."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.cases.calculations import CALCULATIONS
from pbem.systems.gw.cases.defeat_calculations import DEFEAT
from pbem.systems.gw.cases.economy_calculations import ECONOMY
from pbem.systems.gw.cases.movement_calculations import MOVEMENT
from pbem.systems.gw.cases.set_up_calculations import SET_UP
from pbem.systems.gw.cases.zone_calculations import ZONES

CHAPTER: Final[Chapter[Position]] = Chapter(
    calculations={**CALCULATIONS, **MOVEMENT, **ECONOMY, **ZONES, **SET_UP, **DEFEAT},
)
