"""What the world brings to play: stacks too high, strangers; which marks of counters are told.

Decides nothing. Leaves everything that is ordered to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.world.commitments import ABROAD, STRANGERS
from pbem.systems.wif.world.stack_verdicts import (
    AbroadVerdict,
    OverstackedVerdict,
    StrangersVerdict,
    abroad_lines,
    overstacked_lines,
    strangers_lines,
)
from pbem.systems.wif.world.stacking import OVERSTACKED
from pbem.systems.wif.world.vocabulary import UnitMark

# Marks that players know of; all others are the program's own.
TOLD: Final = (UnitMark.FACE_DOWN, UnitMark.COUNTRY)

CHAPTER: Final = Chapter(
    quiet_marks=tuple(mark for mark in UnitMark if mark not in TOLD),
    kinds=(OVERSTACKED, STRANGERS, ABROAD),
    verdicts={
        OverstackedVerdict: overstacked_lines,
        StrangersVerdict: strangers_lines,
        AbroadVerdict: abroad_lines,
    },
)
