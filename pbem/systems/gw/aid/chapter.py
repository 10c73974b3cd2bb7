"""What aid brings to play.

Decides: which sections they are.
Leaves to `lend_lease` and `recruitment`: their rules.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.aid.lend_lease import (
    LEND_LEASE,
    InterdictionVerdict,
    LendLeaseVerdict,
    interdiction_lines,
    lend_lease_brief,
    lend_lease_lines,
)
from pbem.systems.gw.aid.recruitment import RECRUITS, RecruitmentVerdict, recruitment_lines

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(LEND_LEASE, RECRUITS),
    verdicts={
        InterdictionVerdict: interdiction_lines,
        LendLeaseVerdict: lend_lease_lines,
        RecruitmentVerdict: recruitment_lines,
    },
    briefs={LendLeaseVerdict: lend_lease_brief},
)
