"""What the economy brings to play.

Leaves the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.economy.economy_paragraphs import ECONOMY_PARAGRAPHS
from pbem.systems.gw.economy.overview import forces, nations, treasury
from pbem.systems.gw.economy.production import PRODUCTION
from pbem.systems.gw.economy.purses import ODD_IPP, PURSE
from pbem.systems.gw.economy.repairs import REPAIRS
from pbem.systems.gw.economy.research import RESEARCH
from pbem.systems.gw.economy.wartime_economy import SHARES

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(REPAIRS, RESEARCH, PURSE, PRODUCTION),
    kinds=(ODD_IPP, *SHARES.values()),
    verdicts=ECONOMY_PARAGRAPHS,
    briefing=(treasury,),
    nations=(nations,),
    forces=(forces,),
)
