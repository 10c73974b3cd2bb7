"""What the system takes from air missions and land combat: sections, steps, kinds, paragraphs."""

from __future__ import annotations

from typing import Final

from pbem.core.sequence import Step
from pbem.systems.wif.attacks import ATTACKS
from pbem.systems.wif.battle_decisions import BATTLE_KINDS, IN_BATTLE
from pbem.systems.wif.ground_strike import GROUND_STRIKE, ground_strikes
from pbem.systems.wif.land_combat import land_combat

GROUND_STRIKE_STEP: Final = Step("ground-strike", ground_strikes, "11.8")
LAND_COMBAT_STEP: Final = Step("land-combat", land_combat, "11.15")
BATTLE_SECTIONS: Final = (GROUND_STRIKE, ATTACKS)
BATTLE_LINES: Final = (IN_BATTLE,)

__all__ = [
    "BATTLE_KINDS",
    "BATTLE_LINES",
    "BATTLE_SECTIONS",
    "GROUND_STRIKE_STEP",
    "LAND_COMBAT_STEP",
]
