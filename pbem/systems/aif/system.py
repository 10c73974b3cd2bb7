"""America in Flames as the core sees it: its sequence and its chapters.

Decides nothing. Leaves every rule to the folders, and to the engine that it shares.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter, Receipts, System, Words
from pbem.systems.aif.cases.chapter import CHAPTER as CASES
from pbem.systems.aif.chapters import AIR, IMPULSES, LAND, TURN
from pbem.systems.aif.position import Position as PositionOf1945
from pbem.systems.aif.sequence import TURNS
from pbem.systems.aif.values import VALUES
from pbem.systems.aif.world.chapter import CHAPTER as WORLD
from pbem.systems.aif.world.options import read_options
from pbem.systems.aif.world.wording import NAMES, NUMBERS, WITH_ARTICLE
from pbem.systems.flames.reports.impulse_report import changes, heading, outlook
from pbem.systems.flames.reports.ready import closing, may_act
from pbem.systems.flames.reports.suggestions import OF_IMPULSES
from pbem.systems.flames.world.counter_face import battle_marks, face
from pbem.systems.flames.world.named import named
from pbem.systems.flames.world.position import Position
from pbem.systems.flames.world.supply_told import about_unit
from pbem.systems.flames.world.vocabulary import Months

REPORTS: Final[Chapter[Position]] = Chapter(outlook=(outlook,))

SYSTEM: Final = System(
    name="aif",
    title="America in Flames",
    package="pbem.systems.aif",
    sequence=(TURNS,),
    chapters=(WORLD, LAND, IMPULSES, AIR, TURN, REPORTS, CASES),
    options=read_options,
    position=PositionOf1945,
    words=Words(NAMES, heading, changes, face, battle_marks, about_unit=about_unit,
                with_article=WITH_ARTICLE),
    receipts=Receipts(may_act=may_act, closing=closing, named=named, examples=OF_IMPULSES),
    shares=("pbem.systems.flames",),
    values=VALUES,
    numbers=NUMBERS,
    seasons=tuple(map(str, Months)),
)  # fmt: skip
