"""What cases ask of battles: losses by a result, multipliers of a hex.

Decides nothing. Leaves each answer to the kernels of `battle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.systems.awaw.battle.multipliers import Attack, Ground, multiplier
from pbem.systems.awaw.battle.results import Halves, Result, given_up, losses, modified_value
from pbem.systems.awaw.cases.situation import situation

Given = Mapping[str, Any]
Answer = Mapping[str, Any]


def combat_losses(given: Given) -> Answer:
    """What either side loses by a result; with the factors of units, which of them go."""
    strengths = {name: int(given[name]) for name in ("attack", "defence", "modified")}
    halves = situation(given).reading(Halves)
    found = losses(Result(given["result"]), halves, **strengths)
    answer: dict[str, Any] = {"attacker": found.attacker, "defender": found.defender}
    if "of" in given:
        units = [int(one) for one in given["of"]]
        answer["gone"] = [units[one] for one in given_up(units, found.attacker or found.defender)]
    return answer


def multipliers(given: Given) -> Answer:
    """The net multiplier of a unit, and what its factors count."""
    chart = situation({}).book.chart("terrain")
    ground = Ground(**{**given.get("ground", {}), "sides": tuple(given.get("sides", ()))})
    net = multiplier(chart, str(given["unit"]), ground, Attack(**given.get("attack", {})))
    return {"dm": net, "counts": modified_value(int(given["factors"]), net)}
