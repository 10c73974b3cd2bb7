"""Global War as the core sees it: its sequence, its chapters, and what acts by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.core.play.umpire import PlainUmpire as Umpire
from pbem.core.rules.position import Position
from pbem.core.rules.sequence import Loop
from pbem.core.rules.system import Receipts, System, Throws, Words
from pbem.systems.gw.aid.chapter import CHAPTER as AID
from pbem.systems.gw.cases.chapter import CHAPTER as CASES
from pbem.systems.gw.civil_wars.abyssinia import abyssinia_aligns, abyssinian_war_ends
from pbem.systems.gw.civil_wars.chapter import CHAPTER as CIVIL_WARS
from pbem.systems.gw.civil_wars.chinese_civil_war import chinese_victory, evolutions
from pbem.systems.gw.civil_wars.spanish_civil_war import spanish_victory
from pbem.systems.gw.civil_wars.truce import truce_begins, truce_opening
from pbem.systems.gw.civil_wars.warlords import attack_on_china
from pbem.systems.gw.combat.chapter import CHAPTER as COMBAT
from pbem.systems.gw.combat.paragraphs import changes, heading
from pbem.systems.gw.defeat.capitals import capitals_fall
from pbem.systems.gw.defeat.chapter import CHAPTER as DEFEAT
from pbem.systems.gw.defeat.france.french_surrender import settle_france
from pbem.systems.gw.defeat.france.vichy import settle_vichy
from pbem.systems.gw.defeat.minor_defeat import minors_are_defeated
from pbem.systems.gw.defeat.surrender import (
    empty_zones_are_claimed,
    followers_surrender,
    surrenders_are_reversed,
)
from pbem.systems.gw.economy.chapter import CHAPTER as ECONOMY
from pbem.systems.gw.economy.early_fighters import fighters_are_early
from pbem.systems.gw.economy.income_events import holdings_alarm
from pbem.systems.gw.economy.offers import offers
from pbem.systems.gw.economy.production import PRODUCTION
from pbem.systems.gw.economy.purses import (
    purses_fit,
    states_are_split,
)
from pbem.systems.gw.lookups import LOOKUPS
from pbem.systems.gw.moves.chapter import CHAPTER as MOVES
from pbem.systems.gw.moves.non_combat_moves import (
    units_that_may_act,
)
from pbem.systems.gw.odds.odds_ordered import ordered_odds
from pbem.systems.gw.odds.odds_text import told
from pbem.systems.gw.politics import special_alignments
from pbem.systems.gw.politics.alignment import controlled_minors_align, extra_forces
from pbem.systems.gw.politics.chapter import CHAPTER as POLITICS
from pbem.systems.gw.politics.declaring import (
    wars_by_lines,
)
from pbem.systems.gw.politics.pacts import (
    pacts_by_lines,
    settle_pacts,
)
from pbem.systems.gw.politics.special_alignments import (
    german_soviet_war,
    spain_is_attacked,
    spain_joins,
)
from pbem.systems.gw.politics.voluntary_return import standing_returns
from pbem.systems.gw.receipts.builds import builds
from pbem.systems.gw.receipts.money import money
from pbem.systems.gw.receipts.passage import passage
from pbem.systems.gw.receipts.wars import war_warnings
from pbem.systems.gw.sequence import TURN, closing
from pbem.systems.gw.sound import sound
from pbem.systems.gw.suggestions import SUGGESTIONS
from pbem.systems.gw.victory.chapter import CHAPTER as VICTORY
from pbem.systems.gw.victory.game_end import goes_on, home_is_violated
from pbem.systems.gw.world.chapter import CHAPTER as WORLD
from pbem.systems.gw.world.move_orders import named
from pbem.systems.gw.world.nations import JANUARY, JULY
from pbem.systems.gw.world.options import options
from pbem.systems.gw.world.vocabulary import NAMES
from pbem.systems.gw.world.wording import ALSO, battle_marks, face
from pbem.systems.gw.world.works import works

# What acts at once when its condition is met (4.8, 5.3), in the order in which it is looked at.
CONDITIONS: Final[tuple[Callable[[Umpire], bool], ...]] = (
    settle_pacts,
    settle_france,
    settle_vichy,
    states_are_split,
    fighters_are_early,
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

# What anybody may do as a turn begins and between its phases, in the order of its chapters.
RIGHTS: Final[tuple[Callable[[Umpire, str], None], ...]] = (
    extra_forces,
    special_alignments.as_turn_begins,
    standing_returns,
    wars_by_lines,
    pacts_by_lines,
    truce_opening,
)  # fmt: skip

CHAPTERS: Final = (
    COMBAT,
    MOVES,
    POLITICS,
    DEFEAT,
    ECONOMY,
    CIVIL_WARS,
    AID,
    WORLD,
    VICTORY,
    CASES,
)  # fmt: skip

SYSTEM: Final = System(
    name="gw",
    title="Global War 1936-1945",
    package="pbem.systems.gw",
    sequence=(Loop("nations", TURN, again=goes_on),),
    chapters=CHAPTERS,
    options=options,
    position=Position,
    conditions=CONDITIONS,
    rights=RIGHTS,
    throws=Throws(roll_off="d12"),
    words=Words(NAMES, heading, changes, face, battle_marks, works, ALSO),
    receipts=Receipts(
        may_act=units_that_may_act,
        closing=closing,
        named=named,
        foretells=(money, passage, builds, ordered_odds),
        warns=war_warnings,
        examples=SUGGESTIONS,
        beside={PRODUCTION.name: offers},
    ),
    odds=told,
    sound=sound,
    seasons=(JANUARY, JULY),
    lookups=LOOKUPS,
)
