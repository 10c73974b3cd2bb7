"""What an impulse brings to play: its action, the choices in its battles.

Decides nothing. Leaves moves and battles to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.impulse.actions import ACTION
from pbem.systems.wif.impulse.battle_decisions import BATTLE_KINDS, IN_BATTLE
from pbem.systems.wif.impulse.impulse_verdicts import (
    ActionVerdict,
    LastImpulseVerdict,
    WeatherVerdict,
    action_lines,
    test_lines,
    weather_lines,
)

CHAPTER: Final = Chapter(
    sections=(ACTION,),
    kinds=BATTLE_KINDS,
    order_lines=(IN_BATTLE,),
    verdicts={
        ActionVerdict: action_lines,
        LastImpulseVerdict: test_lines,
        WeatherVerdict: weather_lines,
    },
)
