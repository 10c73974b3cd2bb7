"""What cases ask of words and the calendar.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.systems.awaw.world.calendar import begins_year, turn_after


def turn_that_follows(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The game turn after one, and whether a Year Start Sequence comes between."""
    after = turn_after(str(given["turn"]))
    return {"turn": after, "year start": begins_year(after)}
