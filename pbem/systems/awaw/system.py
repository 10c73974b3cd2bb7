"""A World at War as the core sees it: its sequence and its chapters.

Decides nothing. Leaves every rule to the folders.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Receipts, System, Words
from pbem.systems.awaw.boxes.chapter import CHAPTER as BOXES
from pbem.systems.awaw.building.chapter import CHAPTER as BUILDING
from pbem.systems.awaw.cases.chapter import CHAPTER as CASES
from pbem.systems.awaw.combat.chapter import CHAPTER as COMBAT
from pbem.systems.awaw.combat.foretelling import ordered_odds
from pbem.systems.awaw.economy.chapter import CHAPTER as ECONOMY
from pbem.systems.awaw.moves.chapter import CHAPTER as MOVES
from pbem.systems.awaw.politics.chapter import CHAPTER as POLITICS
from pbem.systems.awaw.sequence import WHOLE
from pbem.systems.awaw.sound import sound
from pbem.systems.awaw.suggestions import SUGGESTIONS, may_act
from pbem.systems.awaw.turn.chapter import CHAPTER as TURNS
from pbem.systems.awaw.turn.summing_up import changes
from pbem.systems.awaw.turn.telling import NAMES, heading
from pbem.systems.awaw.victory.chapter import CHAPTER as VICTORY
from pbem.systems.awaw.world.calendar import SEASONS
from pbem.systems.awaw.world.chapter import CHAPTER as WORLD
from pbem.systems.awaw.world.faces import face
from pbem.systems.awaw.world.naming import named
from pbem.systems.awaw.world.options import options
from pbem.systems.awaw.world.position import Position, pool_of

SYSTEM: Final = System(
    name="awaw",
    title="A World at War",
    package="pbem.systems.awaw",
    sequence=WHOLE,
    chapters=(WORLD, ECONOMY, POLITICS, MOVES, COMBAT, BUILDING, BOXES, TURNS, VICTORY, CASES),
    options=options,
    position=Position,
    words=Words(NAMES, heading, changes=changes, face=face),
    receipts=Receipts(
        may_act=may_act, named=named, foretells=(ordered_odds,), examples=SUGGESTIONS
    ),
    lost=pool_of,
    sound=sound,
    seasons=tuple(map(str, SEASONS)),
)
