"""What cases may ask of single rules.

Decides nothing. Leaves each calculation to the modules of this folder.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.cases.air_calculations import AIR_CALCULATIONS
from pbem.systems.wif.cases.battle_calculations import BATTLE_CALCULATIONS
from pbem.systems.wif.cases.calculations import CALCULATIONS
from pbem.systems.wif.cases.ground_calculations import GROUND_CALCULATIONS
from pbem.systems.wif.cases.impulse_calculations import IMPULSE_CALCULATIONS
from pbem.systems.wif.cases.turn_calculations import TURN_CALCULATIONS

CHAPTER: Final = Chapter(
    calculations={
        **CALCULATIONS,
        **AIR_CALCULATIONS,
        **GROUND_CALCULATIONS,
        **BATTLE_CALCULATIONS,
        **IMPULSE_CALCULATIONS,
        **TURN_CALCULATIONS,
    },
)
