"""The War as the core sees it: its sequence and its chapters.

Decides nothing. Leaves every rule to the folders.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Receipts, System, Words
from pbem.systems.tw.air.chapter import CHAPTER as AIR
from pbem.systems.tw.cases.chapter import CHAPTER as CASES
from pbem.systems.tw.combat.chapter import CHAPTER as COMBAT
from pbem.systems.tw.economy.chapter import CHAPTER as ECONOMY
from pbem.systems.tw.move.chapter import CHAPTER as MOVES
from pbem.systems.tw.odds.odds_ordered import ordered_odds
from pbem.systems.tw.odds.odds_text import told
from pbem.systems.tw.politics.chapter import CHAPTER as POLITICS
from pbem.systems.tw.sea.chapter import CHAPTER as SEA
from pbem.systems.tw.sequence import WHOLE
from pbem.systems.tw.sound import sound
from pbem.systems.tw.suggestions import SUGGESTIONS, may_act
from pbem.systems.tw.turn.chapter import CHAPTER as TURNS
from pbem.systems.tw.world.calendar import SEASONS
from pbem.systems.tw.world.faces import battle_marks, face, signs
from pbem.systems.tw.world.naming import named
from pbem.systems.tw.world.options import options
from pbem.systems.tw.world.position import Position, pool_of
from pbem.systems.tw.world.seats import precedence
from pbem.systems.tw.world.telling import NAMES, heading, works

SYSTEM: Final = System(
    name="tw",
    title="The War: Europe 1939-1945",
    package="pbem.systems.tw",
    sequence=WHOLE,
    chapters=(ECONOMY, MOVES, AIR, SEA, COMBAT, TURNS, POLITICS, CASES),
    options=options,
    position=Position,
    words=Words(NAMES, heading, face=face, battle_marks=battle_marks, signs=signs, works=works),
    receipts=Receipts(
        may_act=may_act,
        named=named,
        examples=SUGGESTIONS,
        foretells=(ordered_odds,),
        precedence=precedence,
    ),
    odds=told,
    lost=pool_of,
    sound=sound,
    seasons=tuple(map(str, SEASONS)),
)
