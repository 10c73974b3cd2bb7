"""What cases may ask of single rules: what the shared engine answers, as this book means it.

Decides that everything is Germany's, whose enemy the USA is, in May/Jun 1945, where a case says
nothing else. Leaves each calculation to `flames.cases`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.aif.world.options import read_options
from pbem.systems.aif.world.vocabulary import PowerName
from pbem.systems.flames.cases.battle_calculations import BATTLE_CALCULATIONS
from pbem.systems.flames.cases.chart_calculations import CHART_CALCULATIONS
from pbem.systems.flames.cases.combat_calculations import COMBAT_CALCULATIONS
from pbem.systems.flames.cases.dogfight_calculations import DOGFIGHT_CALCULATIONS
from pbem.systems.flames.cases.force_calculations import FORCE_CALCULATIONS
from pbem.systems.flames.cases.ground_calculations import GROUND_CALCULATIONS
from pbem.systems.flames.cases.landing_calculations import LANDING_CALCULATIONS
from pbem.systems.flames.cases.march_calculations import MARCH_CALCULATIONS
from pbem.systems.flames.cases.order_calculations import ORDER_CALCULATIONS
from pbem.systems.flames.cases.situation import CaseBook
from pbem.systems.flames.cases.terrain_calculations import TERRAIN_CALCULATIONS
from pbem.systems.flames.cases.world_calculations import WORLD_CALCULATIONS
from pbem.systems.flames.world.position import Position

BOOK: Final = CaseBook(
    system="aif",
    options=read_options,
    axis=frozenset({PowerName.GERMANY, PowerName.ITALY, PowerName.JAPAN}),
    ours=PowerName.GERMANY,
    enemy=PowerName.USA,
    turn="1945-mj",
    scale="pacific",
)
TABLES: Final = (
    WORLD_CALCULATIONS,
    COMBAT_CALCULATIONS,
    DOGFIGHT_CALCULATIONS,
    TERRAIN_CALCULATIONS,
    FORCE_CALCULATIONS,
    ORDER_CALCULATIONS,
    BATTLE_CALCULATIONS,
    CHART_CALCULATIONS,
    GROUND_CALCULATIONS,
    LANDING_CALCULATIONS,
    MARCH_CALCULATIONS,
)

CHAPTER: Final[Chapter[Position]] = Chapter(
    calculations={name: asked for table in TABLES for name, asked in BOOK.ask(table).items()}
)
