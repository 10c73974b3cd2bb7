"""What cases may ask of single rules.

Decides nothing. Leaves each calculation to the modules of this folder.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.cases.battle_calculations import BATTLE_CALCULATIONS
from pbem.systems.flames.cases.chart_calculations import CHART_CALCULATIONS
from pbem.systems.flames.cases.combat_calculations import COMBAT_CALCULATIONS
from pbem.systems.flames.cases.dogfight_calculations import DOGFIGHT_CALCULATIONS
from pbem.systems.flames.cases.force_calculations import FORCE_CALCULATIONS
from pbem.systems.flames.cases.ground_calculations import GROUND_CALCULATIONS
from pbem.systems.flames.cases.landing_calculations import LANDING_CALCULATIONS
from pbem.systems.flames.cases.march_calculations import MARCH_CALCULATIONS
from pbem.systems.flames.cases.order_calculations import ORDER_CALCULATIONS
from pbem.systems.flames.cases.terrain_calculations import TERRAIN_CALCULATIONS
from pbem.systems.flames.cases.world_calculations import WORLD_CALCULATIONS as OF_THE_WORLD
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.cases.air_calculations import AIR_CALCULATIONS
from pbem.systems.wif.cases.impulse_calculations import IMPULSE_CALCULATIONS
from pbem.systems.wif.cases.kit_calculations import KIT_CALCULATIONS
from pbem.systems.wif.cases.local_calculations import LOCAL_CALCULATIONS
from pbem.systems.wif.cases.partisan_calculations import PARTISAN_CALCULATIONS
from pbem.systems.wif.cases.politics_calculations import POLITICS_CALCULATIONS
from pbem.systems.wif.cases.situation import BOOK
from pbem.systems.wif.cases.track_calculations import TRACK_CALCULATIONS
from pbem.systems.wif.cases.trade_calculations import TRADE_CALCULATIONS
from pbem.systems.wif.cases.turn_calculations import TURN_CALCULATIONS
from pbem.systems.wif.cases.works_calculations import WORKS_CALCULATIONS
from pbem.systems.wif.cases.world_calculations import WORLD_CALCULATIONS

CHAPTER: Final[Chapter[Position]] = Chapter(
    calculations={
        **BOOK.ask(MARCH_CALCULATIONS),
        **BOOK.ask(CHART_CALCULATIONS),
        **BOOK.ask(OF_THE_WORLD),
        **AIR_CALCULATIONS,
        **BOOK.ask(GROUND_CALCULATIONS),
        **BOOK.ask(BATTLE_CALCULATIONS),
        **BOOK.ask(COMBAT_CALCULATIONS),
        **BOOK.ask(DOGFIGHT_CALCULATIONS),
        **BOOK.ask(FORCE_CALCULATIONS),
        **IMPULSE_CALCULATIONS,
        **BOOK.ask(LANDING_CALCULATIONS),
        **BOOK.ask(ORDER_CALCULATIONS),
        **PARTISAN_CALCULATIONS,
        **POLITICS_CALCULATIONS,
        **LOCAL_CALCULATIONS,
        **TRADE_CALCULATIONS,
        **BOOK.ask(TERRAIN_CALCULATIONS),
        **TRACK_CALCULATIONS,
        **TURN_CALCULATIONS,
        **WORLD_CALCULATIONS,
        **WORKS_CALCULATIONS,
        **KIT_CALCULATIONS,
    },
)
