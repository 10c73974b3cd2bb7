"""What marches bring to play: the order section, a decision, a paragraph."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.skeleton.demo.marches.clash import ADVANCE, ClashVerdict
from pbem.skeleton.demo.marches.orders import MARCH
from pbem.skeleton.demo.marches.telling import clash_lines

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(MARCH,),
    kinds=(ADVANCE,),
    verdicts={ClashVerdict: clash_lines},
    order_lines=("in_clash",),
)
