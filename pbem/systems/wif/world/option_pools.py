"""Where units of options wait before play begins (22).

Decides which pool it is. Leaves what opens it to the optional rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.core.data.counters import Counter
from pbem.core.record.terms import Term
from pbem.systems.flames.world.position import A_BOMB, V_WEAPON
from pbem.systems.flames.world.vocabulary import Pool
from pbem.systems.wif.world.vocabulary import PoolOf1939

# the class of a counter with the pool in which it waits; the first that fits decides
WAITS_IN: Final[Mapping[str, Term]] = {
    V_WEAPON: Pool.V_WEAPONS,
    A_BOMB: Pool.V_WEAPONS,
    "guards": Pool.GUARDS,
    "siberian": PoolOf1939.SIBERIANS,
    "gun": Pool.GUNS,
    "division": Pool.DIVISIONS,
}


def option_pool(counter: Counter) -> Term:
    """Where a unit of an option waits."""
    return next(pool for name, pool in WAITS_IN.items() if counter.is_a(name))
