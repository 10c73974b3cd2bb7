"""The charts and counters that come with Global War, and kernels' values with them, for tests."""

from functools import partial

from pbem.core.cases.shelf import shelf
from pbem.core.rules.readings import Rules, rules_from
from pbem.systems.gw.battle import air_raid, convoy_raid, muster, values

BOOK = shelf("gw").book
RULES = Rules(BOOK)
Circumstances = partial(values.Circumstances, rules=RULES)
Convoy = partial(convoy_raid.Convoy, rules=RULES)
Ground = partial(muster.Ground, rules=RULES)
Raid = partial(air_raid.Raid, rules=RULES)


def rules(said: dict[str, str]) -> Rules:
    """The shipped charts with some readings, `{id: reading}`."""
    return rules_from(BOOK, said)
