"""What the stages of a turn bring to play.

Decides nothing. Leaves the order of the stages to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.kits.isolated import DISBAND
from pbem.systems.flames.kits.isolated_reorganisation import BESIDE
from pbem.systems.flames.kits.partisan_hqs import RAISE
from pbem.systems.flames.kits.pilots.reserve import AIR_RESERVE
from pbem.systems.flames.kits.stores.disbanding import DISBAND_AIRCRAFT
from pbem.systems.flames.turn.initiative import GO_FIRST, REROLL
from pbem.systems.flames.turn.lending import LEND
from pbem.systems.flames.turn.partisans import PLACE, REMOVE
from pbem.systems.flames.turn.reinforcements import REINFORCE
from pbem.systems.flames.turn.turn_verdicts import (
    CompromisedVerdict,
    DisbandedVerdict,
    FinalReorganisationVerdict,
    InitiativeVerdict,
    LakesVerdict,
    NewUnitsVerdict,
    PartisanChangeVerdict,
    PartisanHqVerdict,
    PartisanTableVerdict,
    PartisanVerdict,
    ReinforcementsVerdict,
    SpentIntelligenceVerdict,
    TurnVerdict,
    VictoryVerdict,
    compromised_lines,
    disbanded_lines,
    final_reorganisation_lines,
    initiative_lines,
    lakes_lines,
    new_units_lines,
    partisan_change_lines,
    partisan_hq_lines,
    partisan_lines,
    partisan_table_lines,
    reinforcements_lines,
    spent_intelligence_lines,
    turn_lines,
    victory_lines,
)
from pbem.systems.flames.world.position import Position
from pbem.systems.wif.turn.rerolls import CHANGE
from pbem.systems.wif.turn.rerolls import REROLL as RE_ROLL
from pbem.systems.wif.turn.rising import AFRICAN
from pbem.systems.wif.turn.siberians import SIBERIANS, SiberiansVerdict, siberians_lines

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(REINFORCE, AIR_RESERVE, DISBAND_AIRCRAFT, DISBAND, LEND),
    kinds=(REROLL, GO_FIRST, CHANGE, RE_ROLL, PLACE, AFRICAN, REMOVE, RAISE, SIBERIANS, BESIDE),
    verdicts={
        CompromisedVerdict: compromised_lines,
        DisbandedVerdict: disbanded_lines,
        FinalReorganisationVerdict: final_reorganisation_lines,
        InitiativeVerdict: initiative_lines,
        LakesVerdict: lakes_lines,
        NewUnitsVerdict: new_units_lines,
        PartisanChangeVerdict: partisan_change_lines,
        PartisanHqVerdict: partisan_hq_lines,
        PartisanTableVerdict: partisan_table_lines,
        PartisanVerdict: partisan_lines,
        ReinforcementsVerdict: reinforcements_lines,
        SpentIntelligenceVerdict: spent_intelligence_lines,
        SiberiansVerdict: siberians_lines,
        TurnVerdict: turn_lines,
        VictoryVerdict: victory_lines,
    },
)
