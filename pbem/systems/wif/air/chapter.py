"""What aircraft bring to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.air.rebase import REBASE

CHAPTER: Final = Chapter(
    sections=(REBASE,),
)
