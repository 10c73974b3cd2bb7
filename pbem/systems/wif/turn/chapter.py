"""What the stages of a turn bring to play.

Decides nothing. Leaves the order of the stages to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.turn.initiative import GO_FIRST, REROLL
from pbem.systems.wif.turn.isolated import DISBAND
from pbem.systems.wif.turn.reinforcements import REINFORCE
from pbem.systems.wif.turn.turn_verdicts import (
    FinalReorganisationVerdict,
    InitiativeVerdict,
    NewUnitsVerdict,
    ReinforcementsVerdict,
    VictoryVerdict,
    final_reorganisation_lines,
    initiative_lines,
    new_units_lines,
    reinforcements_lines,
    victory_lines,
)

CHAPTER: Final = Chapter(
    sections=(REINFORCE, DISBAND),
    kinds=(REROLL, GO_FIRST),
    verdicts={
        FinalReorganisationVerdict: final_reorganisation_lines,
        InitiativeVerdict: initiative_lines,
        NewUnitsVerdict: new_units_lines,
        ReinforcementsVerdict: reinforcements_lines,
        VictoryVerdict: victory_lines,
    },
)
