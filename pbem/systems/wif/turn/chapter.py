"""What the stages of a turn bring to play.

Decides nothing. Leaves the order of the stages to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.turn.initiative import GO_FIRST, REROLL
from pbem.systems.wif.turn.isolated import DISBAND
from pbem.systems.wif.turn.lending import LEND
from pbem.systems.wif.turn.partisans import PLACE
from pbem.systems.wif.turn.reinforcements import REINFORCE
from pbem.systems.wif.turn.turn_verdicts import (
    FinalReorganisationVerdict,
    InitiativeVerdict,
    LakesVerdict,
    NewUnitsVerdict,
    PartisanTableVerdict,
    PartisanVerdict,
    ReinforcementsVerdict,
    TurnVerdict,
    VictoryVerdict,
    final_reorganisation_lines,
    initiative_lines,
    lakes_lines,
    new_units_lines,
    partisan_lines,
    partisan_table_lines,
    reinforcements_lines,
    turn_lines,
    victory_lines,
)

CHAPTER: Final = Chapter(
    sections=(REINFORCE, DISBAND, LEND),
    kinds=(REROLL, GO_FIRST, PLACE),
    verdicts={
        FinalReorganisationVerdict: final_reorganisation_lines,
        InitiativeVerdict: initiative_lines,
        LakesVerdict: lakes_lines,
        NewUnitsVerdict: new_units_lines,
        PartisanTableVerdict: partisan_table_lines,
        PartisanVerdict: partisan_lines,
        ReinforcementsVerdict: reinforcements_lines,
        TurnVerdict: turn_lines,
        VictoryVerdict: victory_lines,
    },
)
