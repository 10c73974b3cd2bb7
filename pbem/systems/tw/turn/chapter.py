"""What turns bring to play: the paragraphs of what happens by itself.

Decides nothing. Leaves the order of steps to the sequence.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.move.efforts import EffortVerdict
from pbem.systems.tw.move.orders import OverrunVerdict
from pbem.systems.tw.supply.cutting import SiegeVerdict, StarvedVerdict, SupplyVerdict
from pbem.systems.tw.turn.armistice import ANNEXATION, AWAY, HARBOR, POST, ArmisticeVerdict
from pbem.systems.tw.turn.attrition import ATTRITION, AttritionVerdict, attrition_lines
from pbem.systems.tw.turn.conquest import ConquestVerdict
from pbem.systems.tw.turn.declaring import WAR, IsolatedVerdict, isolated_lines
from pbem.systems.tw.turn.desert import DesertVerdict, desert_lines
from pbem.systems.tw.turn.ending import PlayerTurnVerdict
from pbem.systems.tw.turn.french_surrender import FrenchSurrenderVerdict
from pbem.systems.tw.turn.frostbite import FROST, FrostbiteVerdict
from pbem.systems.tw.turn.income import (
    ArrivalVerdict,
    IncomeVerdict,
    LendLeaseVerdict,
    MobilizationVerdict,
)
from pbem.systems.tw.turn.prizes import PrizeVerdict
from pbem.systems.tw.turn.soviet_surrender import SovietSurrenderVerdict
from pbem.systems.tw.turn.stacking import OVERSTACKED, OverstackedVerdict
from pbem.systems.tw.turn.telling import (
    armistice_lines,
    arrival_lines,
    conquest_lines,
    effort_lines,
    frostbite_lines,
    income_lines,
    lend_lease_lines,
    mobilization_lines,
    overrun_lines,
    overstacked_lines,
    player_turn_lines,
    prize_lines,
    result_lines,
    siege_lines,
    starved_lines,
    supply_lines,
    surrender_lines,
    victory_lines,
    weather_lines,
)
from pbem.systems.tw.turn.victory import VictoryVerdict
from pbem.systems.tw.turn.weather import WeatherVerdict
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(WAR,),
    kinds=(OVERSTACKED, ATTRITION, FROST, ANNEXATION, POST, AWAY, HARBOR),
    verdicts={
        AttritionVerdict: attrition_lines,
        PlayerTurnVerdict: player_turn_lines,
        WeatherVerdict: weather_lines,
        EffortVerdict: effort_lines,
        SupplyVerdict: supply_lines,
        StarvedVerdict: starved_lines,
        SiegeVerdict: siege_lines,
        IncomeVerdict: income_lines,
        ArrivalVerdict: arrival_lines,
        MobilizationVerdict: mobilization_lines,
        PrizeVerdict: prize_lines,
        LendLeaseVerdict: lend_lease_lines,
        FrostbiteVerdict: frostbite_lines,
        SovietSurrenderVerdict: surrender_lines,
        ConquestVerdict: conquest_lines,
        IsolatedVerdict: isolated_lines,
        DesertVerdict: desert_lines,
        ArmisticeVerdict: armistice_lines,
        VictoryVerdict: victory_lines,
        OverrunVerdict: overrun_lines,
        OverstackedVerdict: overstacked_lines,
        FrenchSurrenderVerdict: surrender_lines,
    },
    result=(result_lines,),
    quiet_marks=(str(UnitMark.ACTIVE), str(UnitMark.RAILED)),
)
