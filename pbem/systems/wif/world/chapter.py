"""What the world brings to play: stacks too high, strangers.

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

CHAPTER: Final = Chapter(
    kinds=(OVERSTACKED, STRANGERS, ABROAD),
    verdicts={
        OverstackedVerdict: overstacked_lines,
        StrangersVerdict: strangers_lines,
        AbroadVerdict: abroad_lines,
    },
)
