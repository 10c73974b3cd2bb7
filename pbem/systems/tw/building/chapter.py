"""What building brings to play: its order sections.

Decides nothing. Leaves prices to `prices`.
"""

from __future__ import annotations

from typing import Final

from pbem.core.rules.system import Chapter
from pbem.systems.tw.building.converting import CONVERSIONS
from pbem.systems.tw.building.convoys import CONVOYS, ConvoyVerdict, convoy_lines
from pbem.systems.tw.building.disbanding import DISBANDING
from pbem.systems.tw.building.evacuating import EVACUATION
from pbem.systems.tw.building.granting import GRANTS
from pbem.systems.tw.building.heavy_flak import HEAVY_FLAK
from pbem.systems.tw.building.improving import IMPROVEMENTS, RiseVerdict, rise_lines
from pbem.systems.tw.building.relocating import RELOCATIONS
from pbem.systems.tw.building.repair import REPAIR
from pbem.systems.tw.building.reserves import RESERVES
from pbem.systems.tw.building.units import BUILD
from pbem.systems.tw.building.works import AIRBASES, WORKS
from pbem.systems.tw.world.position import Position
from pbem.systems.tw.world.vocabulary import UnitMark

CHAPTER: Final[Chapter[Position]] = Chapter(
    sections=(
        HEAVY_FLAK,
        AIRBASES,
        DISBANDING,
        BUILD,
        CONVERSIONS,
        WORKS,
        RESERVES,
        IMPROVEMENTS,
        REPAIR,
        EVACUATION,
        GRANTS,
        RELOCATIONS,
        CONVOYS,
    ),
    verdicts={RiseVerdict: rise_lines, ConvoyVerdict: convoy_lines},
    quiet_marks=(str(UnitMark.FREE), str(UnitMark.UNBUILT)),
)
