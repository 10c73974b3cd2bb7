"""What aid brings to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.gw.aid.lend_lease import LEND_LEASE
from pbem.systems.gw.aid.recruitment import RECRUITS

CHAPTER: Final = Chapter(
    sections=(LEND_LEASE, RECRUITS),
)
