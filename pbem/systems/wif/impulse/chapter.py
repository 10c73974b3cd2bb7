"""What an impulse brings to play: its action, the choices in its battles."""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.wif.impulse.actions import ACTION
from pbem.systems.wif.impulse.battle_decisions import BATTLE_KINDS, IN_BATTLE

CHAPTER: Final = Chapter(
    sections=(ACTION,),
    kinds=BATTLE_KINDS,
    order_lines=(IN_BATTLE,),
)
