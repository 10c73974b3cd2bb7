"""What the civil wars bring to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.civil_wars.civil_war_paragraphs import CIVIL_WAR_PARAGRAPHS, civil_wars
from pbem.systems.gw.civil_wars.regrouping import REGROUP
from pbem.systems.gw.civil_wars.truce import KIND as TRUCE_KIND
from pbem.systems.gw.civil_wars.truce import TRUCES

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(TRUCES, REGROUP),
    kinds=(TRUCE_KIND,),
    verdicts=CIVIL_WAR_PARAGRAPHS,
    outlook=(civil_wars,),
)
