"""What politics brings to play: declarations of war.

Decides nothing. Leaves diplomacy (49) to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.politics.declaring import DECLARATIONS, DeclarationVerdict
from pbem.systems.awaw.politics.telling import declaration_lines

CHAPTER: Final = Chapter(
    sections=(DECLARATIONS,),
    verdicts={DeclarationVerdict: declaration_lines},
)
