"""What defeat brings to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.defeat.annexation import (
    CONTEST_SLOVAKIA,
    AnnexationVerdict,
    SlovakiaVerdict,
    annexation_lines,
    slovakia_lines,
)
from pbem.systems.gw.defeat.capitals import CAPITALS, MOVE_CAPITAL
from pbem.systems.gw.defeat.defeat_paragraphs import DEFEAT_PARAGRAPHS
from pbem.systems.gw.defeat.france.french_navy import FRENCH_FLAG
from pbem.systems.gw.defeat.france.surrender_paragraphs import SURRENDER_PARAGRAPHS
from pbem.systems.gw.defeat.france.vichy import CREATE_VICHY
from pbem.systems.gw.defeat.surrender import KINDS as SURRENDER_KINDS

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(CAPITALS,),
    kinds=(CONTEST_SLOVAKIA, CREATE_VICHY, FRENCH_FLAG, *SURRENDER_KINDS, MOVE_CAPITAL),
    verdicts={
        **SURRENDER_PARAGRAPHS,
        **DEFEAT_PARAGRAPHS,
        AnnexationVerdict: annexation_lines,
        SlovakiaVerdict: slovakia_lines,
    },
)
