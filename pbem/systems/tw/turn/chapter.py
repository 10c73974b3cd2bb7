"""What turns bring to play: the paragraphs of what happens by itself.

Decides nothing. Leaves the order of steps to the sequence.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.supply.cutting import SiegeVerdict, StarvedVerdict, SupplyVerdict
from pbem.systems.tw.turn.attrition import ATTRITION, AttritionVerdict, attrition_lines
from pbem.systems.tw.turn.desert import DesertVerdict, desert_lines
from pbem.systems.tw.turn.ending import PlayerTurnVerdict
from pbem.systems.tw.turn.frostbite import FROST, FrostbiteVerdict
from pbem.systems.tw.turn.stacking import OVERSTACKED, OverstackedVerdict
from pbem.systems.tw.turn.telling import (
    frostbite_lines,
    overstacked_lines,
    player_turn_lines,
    result_lines,
    siege_lines,
    starved_lines,
    supply_lines,
    victory_lines,
    weather_lines,
)
from pbem.systems.tw.turn.victory import VictoryVerdict
from pbem.systems.tw.turn.weather import WeatherVerdict
from pbem.systems.tw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    kinds=(OVERSTACKED, ATTRITION, FROST),
    verdicts={
        AttritionVerdict: attrition_lines,
        PlayerTurnVerdict: player_turn_lines,
        WeatherVerdict: weather_lines,
        SupplyVerdict: supply_lines,
        StarvedVerdict: starved_lines,
        SiegeVerdict: siege_lines,
        FrostbiteVerdict: frostbite_lines,
        DesertVerdict: desert_lines,
        VictoryVerdict: victory_lines,
        OverstackedVerdict: overstacked_lines,
    },
    result=(result_lines,),
)
