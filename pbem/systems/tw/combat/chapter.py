"""What ground combat brings to play: attacks of both impulses, the choices in them.

Decides nothing. Leaves what is legal to `attacking`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.combat.advancing import ADVANCE, WORKS
from pbem.systems.tw.combat.attacking import ATTACKS, SECOND_ATTACKS
from pbem.systems.tw.combat.combat_verdicts import CombatVerdict, NoCombatVerdict
from pbem.systems.tw.combat.committing import (
    COMMIT,
    INTERDICT,
    RAISE,
    RaisedVerdict,
    ReserveVerdict,
)
from pbem.systems.tw.combat.losing import DEPLETE, LOSE
from pbem.systems.tw.combat.resolving import STAND, WORSE
from pbem.systems.tw.combat.retreating import RETREAT
from pbem.systems.tw.combat.telling import (
    combat_lines,
    no_combat_lines,
    raised_lines,
    reserve_lines,
)
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(ATTACKS, SECOND_ATTACKS),
    kinds=(COMMIT, RAISE, INTERDICT, WORSE, LOSE, DEPLETE, STAND, RETREAT, ADVANCE, WORKS),
    verdicts={
        CombatVerdict: combat_lines,
        NoCombatVerdict: no_combat_lines,
        ReserveVerdict: reserve_lines,
        RaisedVerdict: raised_lines,
    },
    quiet_marks=(str(UnitMark.ATTACKS), str(UnitMark.SPEARHEAD), str(UnitMark.INTERDICTS)),
)
