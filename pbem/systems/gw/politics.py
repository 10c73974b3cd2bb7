"""What takes effect at once when its condition is met, and when that is looked at (4.8, 5.3).

Every chapter names its conditions here: each is a function that looks at the position and carries
out what is due, and tells whether it changed anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.core.data.rulebook import implements
from pbem.core.play.umpire import Umpire
from pbem.systems.gw.abyssinia import abyssinia_aligns, abyssinian_war_ends
from pbem.systems.gw.alignment import attacks_are_over, controlled_minors_align
from pbem.systems.gw.capitals import capitals_fall
from pbem.systems.gw.chinese_civil_war import chinese_victory, evolutions
from pbem.systems.gw.french_surrender import settle_france
from pbem.systems.gw.game_end import home_is_violated
from pbem.systems.gw.income_events import holdings_alarm
from pbem.systems.gw.minor_defeat import minors_are_defeated
from pbem.systems.gw.monroe import doctrine_rests
from pbem.systems.gw.pacts import settle_pacts
from pbem.systems.gw.purses import purses_fit, states_are_split
from pbem.systems.gw.spanish_civil_war import spanish_victory
from pbem.systems.gw.special_alignments import (
    AFTER_COMBAT,
    german_soviet_war,
    spain_is_attacked,
    spain_joins,
)
from pbem.systems.gw.surrender import (
    empty_zones_are_claimed,
    followers_surrender,
    surrenders_are_reversed,
)
from pbem.systems.gw.truce import truce_begins
from pbem.systems.gw.vichy import settle_vichy
from pbem.systems.gw.warlords import attack_on_china

CONDITIONS: Final[tuple[Callable[[Umpire], bool], ...]] = (
    settle_pacts,
    settle_france,
    settle_vichy,
    states_are_split,
    purses_fit,
    home_is_violated,
    capitals_fall,
    followers_surrender,
    minors_are_defeated,
    controlled_minors_align,
    german_soviet_war,
    spain_joins,
    spain_is_attacked,
    holdings_alarm,
    surrenders_are_reversed,
    empty_zones_are_claimed,
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
    """The end of the Combat Phase: who was attacked in it changes hands now (4.7, 4.8, 5.7)."""
    doctrine_rests(umpire)
    attacks_are_over(umpire)
    for condition in AFTER_COMBAT:
        condition(umpire)
    settle(umpire)


def after_turn(umpire: Umpire) -> None:
    """The end of a nation's turn: whoever was attacked after its combat changes hands now."""
    attacks_are_over(umpire)
    settle(umpire)
