"""What politics brings to play: declarations of war, the set-up of attacked minor countries.

Decides nothing. Leaves diplomacy (49) to the moderator.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.awaw.politics.declaring import DECLARATIONS, DeclarationVerdict
from pbem.systems.awaw.politics.setting_up import (
    SET_UP,
    AssociationVerdict,
    AttackedVerdict,
    SetUpVerdict,
)
from pbem.systems.awaw.politics.telling import (
    association_lines,
    attacked_lines,
    declaration_lines,
    set_up_lines,
)
from pbem.systems.awaw.world.position import Position

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(DECLARATIONS, SET_UP),
    verdicts={
        DeclarationVerdict: declaration_lines,
        AttackedVerdict: attacked_lines,
        SetUpVerdict: set_up_lines,
        AssociationVerdict: association_lines,
    },
)
