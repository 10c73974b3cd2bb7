"""What the world brings to play: stacks too high, strangers; which marks of counters are told.

Decides nothing. Leaves everything that is ordered to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.flames.world.commitments import ABROAD, STRANGERS
from pbem.systems.flames.world.homes import HomelessVerdict, homeless_lines
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.stack_verdicts import (
    AbroadVerdict,
    OverstackedVerdict,
    StrangersVerdict,
    abroad_lines,
    overstacked_lines,
    strangers_lines,
)
from pbem.systems.flames.world.vocabulary import UnitMark

TOLD: Final = (UnitMark.FACE_DOWN, UnitMark.COUNTRY)  # all others are the program's own

CHAPTER: Final[Chapter[Position]] = Chapter(
    quiet_marks=tuple(mark for mark in UnitMark if mark not in TOLD),
    kinds=(STRANGERS, ABROAD),
    verdicts={
        HomelessVerdict: homeless_lines,
        OverstackedVerdict: overstacked_lines,
        StrangersVerdict: strangers_lines,
        AbroadVerdict: abroad_lines,
    },
)
