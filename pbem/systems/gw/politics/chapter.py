"""What politics bring to play.

Leaves what takes effect by itself to `system`, the steps to `sequence`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.politics.declaring import DECLARATIONS
from pbem.systems.gw.politics.declaring import KINDS as POLITICAL_KINDS
from pbem.systems.gw.politics.diplomacy import DIPLOMACY
from pbem.systems.gw.politics.pacts import PACT_KINDS, PACTS
from pbem.systems.gw.politics.politics_paragraphs import (
    PACT_PARAGRAPHS,
    POLITICS_BRIEFS,
    POLITICS_PARAGRAPHS,
)
from pbem.systems.gw.politics.voluntary_return import KINDS as RETURN_KINDS
from pbem.systems.gw.politics.voluntary_return import RETURNS

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(PACTS, DECLARATIONS, DIPLOMACY, RETURNS),
    kinds=(*POLITICAL_KINDS, *PACT_KINDS, *RETURN_KINDS),
    verdicts={**POLITICS_PARAGRAPHS, **PACT_PARAGRAPHS},
    briefs=POLITICS_BRIEFS,
)
