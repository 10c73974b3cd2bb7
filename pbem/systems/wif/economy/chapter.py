"""What the economy brings to play.

Decides nothing. Leaves the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.economy.bombardment import SECTION as BOMBARDMENT
from pbem.systems.wif.economy.bombardment_verdicts import BombardmentVerdict, bombardment_lines
from pbem.systems.wif.economy.building import BUILD
from pbem.systems.wif.economy.economy_verdicts import (
    BuildVerdict,
    ProductionVerdict,
    ScrapVerdict,
    build_lines,
    production_lines,
    scrap_lines,
)
from pbem.systems.wif.economy.evacuation import SECTION as FACTORIES
from pbem.systems.wif.economy.overview import stocks
from pbem.systems.wif.economy.production import ROUTES
from pbem.systems.wif.economy.scrapping import SCRAP

CHAPTER: Final = Chapter(
    sections=(BOMBARDMENT, FACTORIES, ROUTES, SCRAP, BUILD),
    verdicts={
        BombardmentVerdict: bombardment_lines,
        ProductionVerdict: production_lines,
        BuildVerdict: build_lines,
        ScrapVerdict: scrap_lines,
    },
    briefing=(stocks,),
)
