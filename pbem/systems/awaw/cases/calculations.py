"""What cases ask of words, the calendar, powers and boxes.

Decides nothing. Leaves each answer to the rule that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.systems.awaw.cases.situation import situation
from pbem.systems.awaw.world import alliances
from pbem.systems.awaw.world.boxes import brps_lost, garrison_holds, own_factors
from pbem.systems.awaw.world.calendar import begins_year, turn_after
from pbem.systems.awaw.world.vocabulary import Faction

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def turn_that_follows(given: Given) -> Answer:
    """The game turn after one, and whether a Year Start Sequence comes between."""
    after = turn_after(str(given["turn"]))
    return {"turn": after, "year start": begins_year(after)}


def standing_of_powers(given: Given) -> Answer:
    """What the words of 3.11 say of some powers in a position."""
    state = situation(given).state
    return {power: list(_words(state, power)) for power in given["of"]}


def _words(state: Any, power: str) -> Any:
    asked = {
        "major": alliances.is_major(power),
        "neutral": alliances.is_major(power) and alliances.is_neutral(state, power),
        "Allied": alliances.is_allied(state, power),
        "Western Allied": alliances.is_western_allied(state, power),
        "Axis": alliances.is_axis(state, power),
        "colony": alliances.is_colony(state, power),
    }
    return (word for word, holds in asked.items() if holds)


def allied_in_small_letters(given: Given) -> Answer:
    """Whether two powers fight a common foe."""
    state = situation(given).state
    return {"allied": alliances.fight_together(state, *given["of"])}


def senior(given: Given) -> Answer:
    """The senior partner of a faction in a theater."""
    faction = Faction.term_for(given["faction"])
    if faction is None:
        return {"error": "no such faction"}
    found = alliances.senior_partner(situation(given).state, faction, given.get("in theater", ()))
    return {"senior": found}


def box_garrison(given: Given) -> Answer:
    """Whether enough ground factors are in a box, and what enemies beside it cost."""
    position, box = situation(given), str(given["box"])
    return {
        "inside": own_factors(position, box),
        "holds": garrison_holds(position, box),
        "lost": brps_lost(position, box),
    }
