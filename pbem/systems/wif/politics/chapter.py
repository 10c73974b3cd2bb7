"""What politics bring to play.

Decides nothing. Leaves the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.politics.conquering import LIBERATE
from pbem.systems.wif.politics.declaring import DECLARE_WAR
from pbem.systems.wif.politics.minors import ACCEPT, ALIGN, SET_UP
from pbem.systems.wif.politics.peace import PEACE, SURRENDER
from pbem.systems.wif.politics.politics_verdicts import (
    AlignedVerdict,
    ConquestVerdict,
    LiberationVerdict,
    PeaceVerdict,
    ReservesVerdict,
    WarVerdict,
    aligned_lines,
    conquest_lines,
    liberation_lines,
    peace_lines,
    reserves_lines,
    war_lines,
)
from pbem.systems.wif.politics.reserves import CALL_OUT

CHAPTER: Final = Chapter(
    sections=(SET_UP, DECLARE_WAR, ALIGN, CALL_OUT, PEACE, SURRENDER),
    kinds=(ACCEPT, LIBERATE),
    verdicts={
        AlignedVerdict: aligned_lines,
        ConquestVerdict: conquest_lines,
        LiberationVerdict: liberation_lines,
        PeaceVerdict: peace_lines,
        ReservesVerdict: reserves_lines,
        WarVerdict: war_lines,
    },
)
