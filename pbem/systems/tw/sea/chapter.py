"""What the sea brings to play: order sections, choices, and the words of reports.

Decides nothing. Leaves what is legal to the modules of this folder.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.sea.beaches import CROWDED
from pbem.systems.tw.sea.decks import TAKE_OFF
from pbem.systems.tw.sea.evading import EVASION
from pbem.systems.tw.sea.fighting import ROUND
from pbem.systems.tw.sea.hunting import HUNTS
from pbem.systems.tw.sea.interdicting import INTERDICTION, LINE
from pbem.systems.tw.sea.invading import INVASION
from pbem.systems.tw.sea.kebir import ATTACK, DESERTS
from pbem.systems.tw.sea.losses import SHIP_HIT, TARGETS
from pbem.systems.tw.sea.meeting import JOIN, RAID
from pbem.systems.tw.sea.patrolling import PATROLS
from pbem.systems.tw.sea.sailing import INTERCEPT
from pbem.systems.tw.sea.sea_verdicts import (
    CalledOffVerdict,
    CrowdedVerdict,
    InterceptionVerdict,
    KebirVerdict,
    LandingVerdict,
    PortLostVerdict,
    SeaBattleVerdict,
    SupplyLineVerdict,
    SupplyRunVerdict,
    SurpriseVerdict,
    VoyageVerdict,
)
from pbem.systems.tw.sea.shipping import SHIPPING
from pbem.systems.tw.sea.striking import STRIKES
from pbem.systems.tw.sea.supplying import SUPPLY_RUNS
from pbem.systems.tw.sea.surprising import SPY
from pbem.systems.tw.sea.telling import (
    called_off_lines,
    crowded_lines,
    interception_lines,
    kebir_lines,
    landing_lines,
    port_lost_lines,
    sea_battle_lines,
    supply_line_lines,
    supply_run_lines,
    surprise_lines,
    voyage_lines,
)
from pbem.systems.tw.sea.transport import SEA_TRANSPORT
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(
        EVASION,
        SUPPLY_RUNS,
        HUNTS,
        STRIKES,
        INTERDICTION,
        SEA_TRANSPORT,
        INVASION,
        SHIPPING,
        PATROLS,
    ),
    kinds=(
        LINE,
        CROWDED,
        INTERCEPT,
        RAID,
        JOIN,
        TAKE_OFF,
        SPY,
        ROUND,
        SHIP_HIT,
        TARGETS,
        ATTACK,
        DESERTS,
    ),
    verdicts={
        CrowdedVerdict: crowded_lines,
        CalledOffVerdict: called_off_lines,
        InterceptionVerdict: interception_lines,
        SupplyLineVerdict: supply_line_lines,
        SupplyRunVerdict: supply_run_lines,
        SurpriseVerdict: surprise_lines,
        SeaBattleVerdict: sea_battle_lines,
        VoyageVerdict: voyage_lines,
        KebirVerdict: kebir_lines,
        LandingVerdict: landing_lines,
        PortLostVerdict: port_lost_lines,
    },
    quiet_marks=(
        str(UnitMark.SAILED),
        str(UnitMark.OVER_SEA),
        str(UnitMark.OVER_LANES),
        str(UnitMark.ALERTED),
        str(UnitMark.HURT),
        str(UnitMark.LANDED),
        str(UnitMark.AFLOAT),
        str(UnitMark.HELD_BACK),
    ),
)
