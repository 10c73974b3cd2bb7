"""What an impulse brings to play: its action, the choices in its battles.

Decides nothing. Leaves moves and battles to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.impulse.actions import ACTION
from pbem.systems.flames.impulse.battle_decisions import BATTLE_KINDS, IN_BATTLE
from pbem.systems.flames.impulse.impulse_verdicts import (
    ActionVerdict,
    BurntVerdict,
    LastImpulseVerdict,
    OffensiveVerdict,
    OilGivenVerdict,
    OilVerdict,
    WeatherVerdict,
    action_lines,
    burnt_lines,
    offensive_lines,
    oil_given_lines,
    oil_lines,
    test_lines,
    weather_lines,
)
from pbem.systems.flames.kits.offensive.orders import OFFENSIVE
from pbem.systems.flames.kits.oil import BURN, OIL_ORDERS
from pbem.systems.flames.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(ACTION, OFFENSIVE, OIL_ORDERS, BURN),
    kinds=BATTLE_KINDS,
    order_lines=(IN_BATTLE,),
    verdicts={
        ActionVerdict: action_lines,
        BurntVerdict: burnt_lines,
        OffensiveVerdict: offensive_lines,
        LastImpulseVerdict: test_lines,
        OilGivenVerdict: oil_given_lines,
        OilVerdict: oil_lines,
        WeatherVerdict: weather_lines,
    },
)
