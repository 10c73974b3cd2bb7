"""What combat brings to play: operations of the phase, rulings on what comes of them.

Decides nothing. Leaves what is legal to `operations`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.combat.air_combat import AIR_COMBAT, WITHDRAWAL, AirCombatVerdict
from pbem.systems.awaw.combat.air_defence import FLY, DefensiveAirVerdict
from pbem.systems.awaw.combat.attrition import (
    ATTRITION,
    OCCUPATION,
    TABLE,
    AttritionVerdict,
)
from pbem.systems.awaw.combat.ground import EXCHANGE, GROUND_COMBAT, GroundAttackVerdict
from pbem.systems.awaw.combat.losing import LOSSES
from pbem.systems.awaw.combat.outcomes import OUTCOME
from pbem.systems.awaw.combat.phase import COMBAT
from pbem.systems.awaw.combat.telling import (
    air_combat_lines,
    attrition_lines,
    defensive_air_lines,
    ground_attack_lines,
    operation_lines,
)
from pbem.systems.awaw.operations.verdicts import OperationVerdict
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(COMBAT, ATTRITION),
    kinds=(FLY, WITHDRAWAL, LOSSES),
    rulings=(OUTCOME, AIR_COMBAT, GROUND_COMBAT, EXCHANGE, TABLE, OCCUPATION),
    verdicts={
        OperationVerdict: operation_lines,
        DefensiveAirVerdict: defensive_air_lines,
        AirCombatVerdict: air_combat_lines,
        GroundAttackVerdict: ground_attack_lines,
        AttritionVerdict: attrition_lines,
    },
)
