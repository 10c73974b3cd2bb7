"""What NARFs bring to play: efforts, building, repair, grants, and the paragraphs of income.

Decides nothing. Leaves prices to `prices`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.economy.building import BUILD
from pbem.systems.tw.economy.converting import CONVERSIONS
from pbem.systems.tw.economy.convoys import CONVOYS, ConvoyVerdict, convoy_lines
from pbem.systems.tw.economy.disbanding import DISBANDING
from pbem.systems.tw.economy.efforts import EFFORTS, EffortVerdict
from pbem.systems.tw.economy.evacuating import EVACUATION
from pbem.systems.tw.economy.granting import GRANTS
from pbem.systems.tw.economy.heavy_flak import HEAVY_FLAK
from pbem.systems.tw.economy.improving import IMPROVEMENTS, RiseVerdict, rise_lines
from pbem.systems.tw.economy.income import (
    ArrivalVerdict,
    IncomeVerdict,
    LendLeaseVerdict,
    MobilizationVerdict,
)
from pbem.systems.tw.economy.planning import PLAN, SCORCH, PlanVerdict, plan_lines
from pbem.systems.tw.economy.prizes import PrizeVerdict
from pbem.systems.tw.economy.relocating import RELOCATIONS
from pbem.systems.tw.economy.repair import REPAIR
from pbem.systems.tw.economy.telling import (
    arrival_lines,
    effort_lines,
    income_lines,
    lend_lease_lines,
    mobilization_lines,
    prize_lines,
)
from pbem.systems.tw.economy.works import AIRBASES, WORKS
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

QUIET: Final = (UnitMark.ACTIVE, UnitMark.RAILED, UnitMark.FREE, UnitMark.UNBUILT)
CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(
        EFFORTS,
        HEAVY_FLAK,
        AIRBASES,
        DISBANDING,
        BUILD,
        CONVERSIONS,
        WORKS,
        IMPROVEMENTS,
        REPAIR,
        EVACUATION,
        GRANTS,
        RELOCATIONS,
        CONVOYS,
    ),
    kinds=(PLAN, SCORCH),
    verdicts={
        PlanVerdict: plan_lines,
        EffortVerdict: effort_lines,
        IncomeVerdict: income_lines,
        ArrivalVerdict: arrival_lines,
        MobilizationVerdict: mobilization_lines,
        PrizeVerdict: prize_lines,
        LendLeaseVerdict: lend_lease_lines,
        RiseVerdict: rise_lines,
        ConvoyVerdict: convoy_lines,
    },
    quiet_marks=tuple(map(str, QUIET)),
)
