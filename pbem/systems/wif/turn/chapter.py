"""What the stages of a turn bring to play.

Decides nothing. Leaves the order of the stages to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.turn.initiative import GO_FIRST, REROLL, SECTION
from pbem.systems.wif.turn.turn_verdicts import (
    FinalReorganisationVerdict,
    InitiativeVerdict,
    final_reorganisation_lines,
    initiative_lines,
)

CHAPTER: Final = Chapter(
    kinds=(REROLL, GO_FIRST),
    order_lines=(SECTION,),
    verdicts={
        FinalReorganisationVerdict: final_reorganisation_lines,
        InitiativeVerdict: initiative_lines,
    },
)
