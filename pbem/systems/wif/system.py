"""World in Flames as the core sees it: its sequence and its chapters.

Decides nothing. Leaves every rule to the folders.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pbem.core.rules.system import Chapter, Receipts, System, Words
from pbem.systems.flames.odds.odds_ordered import ordered_odds
from pbem.systems.flames.odds.odds_text import told
from pbem.systems.flames.reports.impulse_report import changes, heading, outlook
from pbem.systems.flames.reports.ready import closing, may_act, spent_hqs
from pbem.systems.flames.world.counter_face import battle_marks, face
from pbem.systems.flames.world.named import named
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.supply_told import about_unit
from pbem.systems.flames.world.vocabulary import Months
from pbem.systems.wif.cases.chapter import CHAPTER as CASES
from pbem.systems.wif.cases.situation import BOOK
from pbem.systems.wif.chapters import AIR, IMPULSES, ON_LAND, STRIKES
from pbem.systems.wif.economy.chapter import CHAPTER as ECONOMY
from pbem.systems.wif.lookups import LOOKUPS
from pbem.systems.wif.politics.chapter import CHAPTER as POLITICS
from pbem.systems.wif.position import Position as PositionOf1939
from pbem.systems.wif.reports import NAMES, WITH_ARTICLE
from pbem.systems.wif.sequence import TURNS
from pbem.systems.wif.sound import sound
from pbem.systems.wif.suggestions import SUGGESTIONS
from pbem.systems.wif.turn.chapter import CHAPTER as TURN
from pbem.systems.wif.turn.rerolls import THROWS
from pbem.systems.wif.values import VALUES
from pbem.systems.wif.world.chapter import CHAPTER as WORLD
from pbem.systems.wif.world.options import read_options

REPORTS: Final[Chapter[Position]] = Chapter(outlook=(outlook,))

SYSTEM: Final = System(
    name="wif",
    title="World in Flames",
    package="pbem.systems.wif",
    sequence=(TURNS,),
    chapters=(WORLD, ON_LAND, IMPULSES, AIR, STRIKES, ECONOMY, POLITICS, TURN, REPORTS, CASES),
    options=read_options,
    position=PositionOf1939,
    throws=THROWS,
    words=Words(
        NAMES,
        heading,
        changes,
        face,
        battle_marks,
        about_unit=about_unit,
        with_article=WITH_ARTICLE,
    ),
    receipts=Receipts(
        may_act=may_act,
        closing=closing,
        warns=spent_hqs,
        named=named,
        foretells=(ordered_odds,),
        examples=SUGGESTIONS,
    ),
    odds=partial(told, BOOK),
    lookups=LOOKUPS,
    sound=sound,
    shares=("pbem.systems.flames",),
    values=VALUES,
    seasons=tuple(map(str, Months)),
)
