"""What combat brings to play."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.position import Position
from pbem.core.rules.system import Chapter
from pbem.systems.gw.combat.air.scramble import SCRAMBLE_KIND
from pbem.systems.gw.combat.battle_choices import KINDS
from pbem.systems.gw.combat.battle_orders import BATTLES
from pbem.systems.gw.combat.optional_paragraphs import OPTIONAL_PARAGRAPHS
from pbem.systems.gw.combat.paragraphs import BRIEFS, PARAGRAPHS
from pbem.systems.gw.combat.retreating import LANDING
from pbem.systems.gw.combat.sea.naval_choices import SUBMARINE_KINDS
from pbem.systems.gw.combat.sea.naval_paragraphs import ASSAULT_PARAGRAPHS, NAVAL_PARAGRAPHS
from pbem.systems.gw.combat.sea.raid_paragraphs import RAID_BRIEFS, RAID_PARAGRAPHS

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(BATTLES,),
    kinds=(*KINDS, *SUBMARINE_KINDS, SCRAMBLE_KIND, LANDING),
    verdicts={
        **PARAGRAPHS,
        **NAVAL_PARAGRAPHS,
        **ASSAULT_PARAGRAPHS,
        **RAID_PARAGRAPHS,
        **OPTIONAL_PARAGRAPHS,
    },
    briefs={**BRIEFS, **RAID_BRIEFS},
    order_lines=("in_battle",),
)
