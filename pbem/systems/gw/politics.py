"""What takes effect at once when its condition is met, and when that is looked at (4.8, 5.3).

Every chapter names its conditions here: each is a function that looks at the position and carries
out what is due, and tells whether it changed anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.core.rulebook import implements
from pbem.core.umpire import Umpire
from pbem.systems.gw.abyssinia import abyssinia_aligns, abyssinian_war_ends
from pbem.systems.gw.alignment import attacks_are_over, controlled_minors_align
from pbem.systems.gw.chinese_civil_war import chinese_victory, evolutions
from pbem.systems.gw.monroe import doctrine_rests
from pbem.systems.gw.spanish_civil_war import spanish_victory
from pbem.systems.gw.truce import truce_begins
from pbem.systems.gw.warlords import attack_on_china

CONDITIONS: Final[tuple[Callable[[Umpire], bool], ...]] = (
    controlled_minors_align,
    attack_on_china,
    evolutions,
    truce_begins,
    spanish_victory,
    chinese_victory,
    abyssinian_war_ends,
    abyssinia_aligns,
)  # fmt: skip


@implements("GW-4.8-1", "GW-4.4-5")
def settle(umpire: Umpire) -> None:
    """Carry out what is due, until nothing changes any more."""
    while any(condition(umpire) for condition in CONDITIONS):
        continue


def after_combat(umpire: Umpire) -> None:
    """The end of the Combat Phase: who was attacked in it changes hands now (4.7, 5.7)."""
    doctrine_rests(umpire)
    attacks_are_over(umpire)
    settle(umpire)
