"""What movement brings to play: its order sections.

Decides nothing. Leaves building to `building`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.move.breakdown import BREAKDOWN
from pbem.systems.tw.move.dropping import BeatenVerdict, DropVerdict, FlightHomeVerdict
from pbem.systems.tw.move.efforts import EFFORTS
from pbem.systems.tw.move.espionage import CANCEL
from pbem.systems.tw.move.orders import EXPLOITATION, MOVEMENT
from pbem.systems.tw.move.planning import (
    PLAN,
    SCORCH,
    PlanVerdict,
    plan_lines,
)
from pbem.systems.tw.move.rail import RAIL
from pbem.systems.tw.move.shifting import STRATMOVE
from pbem.systems.tw.move.spying import BUY
from pbem.systems.tw.move.telling import beaten_lines, chit_lines, drop_lines, flight_lines
from pbem.systems.tw.world.chits import ChitVerdict
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

QUIET: Final = (
    UnitMark.MOVED,
    UnitMark.EXPLOITED,
    UnitMark.SHIFTED,
    UnitMark.HELPS,
    UnitMark.ESCORTS,
    UnitMark.FLOWN,
    UnitMark.FOUGHT,
    UnitMark.PROVIDED,
)
CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(EFFORTS, BREAKDOWN, RAIL, MOVEMENT, EXPLOITATION, STRATMOVE),
    kinds=(PLAN, SCORCH, BUY, CANCEL),
    verdicts={
        PlanVerdict: plan_lines,
        DropVerdict: drop_lines,
        BeatenVerdict: beaten_lines,
        FlightHomeVerdict: flight_lines,
        ChitVerdict: chit_lines,
    },
    quiet_marks=tuple(map(str, QUIET)),
)
