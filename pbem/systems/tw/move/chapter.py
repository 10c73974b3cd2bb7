"""What movement brings to play: its order sections.

Decides nothing. Leaves efforts to `economy`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.move.breakdown import BREAKDOWN
from pbem.systems.tw.move.dropping import BeatenVerdict, DropVerdict, FlightHomeVerdict
from pbem.systems.tw.move.espionage import CANCEL
from pbem.systems.tw.move.orders import EXPLOITATION, MOVEMENT, OverrunVerdict
from pbem.systems.tw.move.rail import RAIL
from pbem.systems.tw.move.reserves import RESERVES
from pbem.systems.tw.move.shifting import STRATMOVE
from pbem.systems.tw.move.spying import BUY
from pbem.systems.tw.move.telling import (
    beaten_lines,
    chit_lines,
    drop_lines,
    flight_lines,
    overrun_lines,
)
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
    sections=(BREAKDOWN, RAIL, MOVEMENT, EXPLOITATION, STRATMOVE, RESERVES),
    kinds=(BUY, CANCEL),
    verdicts={
        OverrunVerdict: overrun_lines,
        DropVerdict: drop_lines,
        BeatenVerdict: beaten_lines,
        FlightHomeVerdict: flight_lines,
        ChitVerdict: chit_lines,
    },
    quiet_marks=tuple(map(str, QUIET)),
)
