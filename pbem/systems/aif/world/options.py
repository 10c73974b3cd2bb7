"""The optional rules of a game, named by the rule that says what they do.

Decides that one that no module decides yet is refused when a game turns it on. Leaves what an
option does to the module of its rule, those of World in Flames that are always played to `kits`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.core.data.findings import UsageError, suggest
from pbem.core.data.rulebook import implements
from pbem.systems.flames.world.options import Options

NAMES: Final[Mapping[str, str]] = {"11.11.2": "motor_costs", "22.6": "air_cav"}


@implements("AIF-22.5-1", "AIF-22.5-2")
def read_options(said: Mapping[str, Any]) -> Options:
    """The options of a roster, by rule: `{"22.6": true}`; the railway bonus is not one."""
    for rule, value in said.items():
        if not isinstance(value, bool):
            raise UsageError(f"option {rule} is either true or false, not '{value}'")
    on = [str(rule) for rule, value in said.items() if value]
    unknown = [rule for rule in on if rule not in NAMES]
    if unknown:
        raise UsageError(
            f"option {unknown[0]} of America in Flames is not adjudicated",
            hint=suggest(unknown[0], NAMES),
        )
    chosen = {NAMES[str(rule)]: value for rule, value in said.items() if str(rule) in NAMES}
    return Options(**chosen)
