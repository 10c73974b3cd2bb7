"""What the world brings to play: stacks too high.

Decides nothing. Leaves everything that is ordered to the other chapters.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.world.stack_verdicts import OverstackedVerdict, overstacked_lines
from pbem.systems.wif.world.stacking import OVERSTACKED

CHAPTER: Final = Chapter(
    kinds=(OVERSTACKED,),
    verdicts={OverstackedVerdict: overstacked_lines},
)
