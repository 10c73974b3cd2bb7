"""What politics bring to play: declarations of war, and the paragraphs of who surrenders.

Decides nothing. Leaves victory to `turn`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.politics.armistice import ANNEXATION, AWAY, HARBOR, POST, ArmisticeVerdict
from pbem.systems.tw.politics.conquest import ConquestVerdict
from pbem.systems.tw.politics.declaring import WAR, IsolatedVerdict, isolated_lines
from pbem.systems.tw.politics.french_surrender import FrenchSurrenderVerdict
from pbem.systems.tw.politics.soviet_surrender import SovietSurrenderVerdict
from pbem.systems.tw.politics.telling import armistice_lines, conquest_lines, surrender_lines
from pbem.systems.tw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(WAR,),
    kinds=(ANNEXATION, POST, AWAY, HARBOR),
    verdicts={
        SovietSurrenderVerdict: surrender_lines,
        ConquestVerdict: conquest_lines,
        IsolatedVerdict: isolated_lines,
        ArmisticeVerdict: armistice_lines,
        FrenchSurrenderVerdict: surrender_lines,
    },
)
