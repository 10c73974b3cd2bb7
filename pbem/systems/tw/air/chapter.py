"""What air operations bring to play: the choices in them, and the words of reports.

Decides nothing. Leaves what is legal to the modules of this folder.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.air.air_verdicts import (
    AirCombatVerdict,
    FlakVerdict,
    NotFlownVerdict,
    OwnBaseVerdict,
    ShotDownVerdict,
)
from pbem.systems.tw.air.fighting import AIR_EFFORT, FIGHT_ON
from pbem.systems.tw.air.fleeing import FLY_OFF, FlightVerdict
from pbem.systems.tw.air.losses import HIT
from pbem.systems.tw.air.raiding import COUNTER_AIR
from pbem.systems.tw.air.staging import SECOND_STAGING, STAGING
from pbem.systems.tw.air.support import COUNTER, COVER, MEET, SEND
from pbem.systems.tw.air.telling import (
    air_combat_lines,
    flak_lines,
    flight_lines,
    not_flown_lines,
    own_base_lines,
    shot_down_lines,
)
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

QUIET: Final = (
    UnitMark.SUPPORTS,
    UnitMark.COUNTERS,
    UnitMark.DEFENDS,
    UnitMark.RAIDS,
    UnitMark.STAGED,
)
CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(STAGING, COUNTER_AIR, SECOND_STAGING),
    kinds=(SEND, MEET, COVER, COUNTER, AIR_EFFORT, FIGHT_ON, HIT, FLY_OFF),
    verdicts={
        FlightVerdict: flight_lines,
        AirCombatVerdict: air_combat_lines,
        FlakVerdict: flak_lines,
        NotFlownVerdict: not_flown_lines,
        OwnBaseVerdict: own_base_lines,
        ShotDownVerdict: shot_down_lines,
    },
    quiet_marks=tuple(map(str, QUIET)),
)
