"""What facilities answer (4.2.2, 13.6.1, 13.6.6, option 32).

Decides nothing. Leaves each answer to its module.
"""

from __future__ import annotations

from typing import Final

from pbem.systems.flames.kits.works.facilities import waiting_told
from pbem.systems.flames.kits.works.roads import over_roads
from pbem.systems.flames.world.kits import Kits

FACILITIES: Final = Kits(over_roads=over_roads, built_falls=True, told=(waiting_told,))
DESTRUCTION: Final = Kits(printed_falls=True)  # option 33
